// Reads a program, has a worker check it, and shows what came out: as text, whatever it says.
//
// When all files of this folder are here, the page forbids itself and its workers every further
// request. A worker that is stopped is ended, and a new one started from the same files.
"use strict";
(() => {
  const KIT = JSON.parse(document.getElementById("kit").textContent);
  const MOST = 1_000_000; // characters of a program
  const LONGEST = 6000; // characters of a text in the results
  const SHOWN = 5; // failing cases of a test that are shown in full
  const PAUSE = 400; // ms without a key after which a program is checked, if that is wanted
  const PATIENCE = 10_000; // ms after which a check is called long

  const [code, file, checking, stopping, saving, live, status, progress, trouble, found] = [
    "code", "file", "check", "stop", "save", "live", "status", "progress", "trouble", "found",
  ].map((id) => document.getElementById(id));

  let parts = null; // what a worker is started with
  let worker = null;
  let state = "loading"; // or "ready", "checking", "broken"
  let number = 0; // of the check that runs or ran last
  let began = 0;
  let results = []; // of this check, as far as they are known
  let before = ""; // the program that was checked last
  let drawn = []; // the sections of tasks that are shown
  let running = null; // the case that runs
  let wanted = false; // to be checked as soon as possible
  let filename = KIT.filename;
  let pause = 0;
  let patience = 0;

  function become(next, words) {
    state = next;
    checking.setAttribute("aria-disabled", String(next === "checking" || next === "broken"));
    stopping.setAttribute("aria-disabled", String(next !== "checking"));
    if (words !== undefined) status.textContent = words;
  }

  function warn(words) {
    trouble.textContent = words;
    trouble.hidden = words === "";
  }

  function giveUp(words) {
    progress.hidden = true;
    become("broken", "Nothing can be checked here.");
    warn(words);
  }

  // Loading.

  async function load() {
    if (location.protocol === "file:") {
      return giveUp(
        "A browser does not let a page from a folder read the files beside it. Open this page " +
          "from a web server; python -m http.server in this folder is one.",
      );
    }
    try {
      const all = KIT.files.map(({ size }) => size).reduce((sum, size) => sum + size, 0);
      let loaded = 0;
      const read = await Promise.all(
        KIT.files.map(async ({ path }) => {
          const bytes = await fetchFile(path, (more) => {
            loaded += more;
            progress.value = Math.min(1, loaded / all);
          });
          return [path, bytes];
        }),
      );
      forbidRequests();
      const pick = (folder) =>
        Object.fromEntries(
          read
            .filter(([path]) => path.startsWith(folder))
            .map(([path, bytes]) => [path.slice(folder.length), bytes]),
        );
      const files = pick("pyodide/");
      const modules = {};
      for (const name of Object.keys(files).filter((each) => each.endsWith(".mjs"))) {
        modules[name] = scriptAddress(files[name]);
        delete files[name];
      }
      const { "pyodide.asm.wasm": wasm, "python.snapshot": packed, ...others } = files;
      const [machine, snapshot] = await Promise.all([
        WebAssembly.compile(wasm),
        packed === undefined ? null : unpacked(packed),
      ]);
      offerSkeleton(read);
      parts = { machine, snapshot, files: others, modules, kit: pick("kit/"), packages: KIT.packages };
      progress.removeAttribute("value");
      start();
    } catch (error) {
      giveUp(`${error.message} Reload the page; if that does not help, tell the course's staff.`);
    }
  }

  async function fetchFile(path, count) {
    const answer = await fetch(`${path}?${KIT.version}`).catch(() => null);
    if (answer === null || !answer.ok) {
      throw new Error(`${path} could not be loaded (${answer?.status ?? "no connection"}).`);
    }
    const pieces = [];
    for (const reader = answer.body.getReader(); ; ) {
      const { done, value } = await reader.read();
      if (done) break;
      pieces.push(value);
      count(value.length);
    }
    return new Uint8Array(await new Blob(pieces).arrayBuffer());
  }

  async function unpacked(bytes) {
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  }

  function forbidRequests() {
    const policy = document.createElement("meta");
    policy.httpEquiv = "Content-Security-Policy";
    policy.content = "connect-src 'none'";
    document.head.append(policy);
  }

  function scriptAddress(content) {
    return URL.createObjectURL(new Blob([content], { type: "text/javascript" }));
  }

  function start() {
    worker = new Worker(scriptAddress(document.getElementById("worker").textContent), {
      type: "module",
    });
    worker.onmessage = ({ data }) => hear(data);
    worker.onerror = (event) => hear({ kind: "failed", number, message: event.message });
    worker.postMessage({ kind: "start", ...parts });
  }

  function hear(message) {
    if (message.kind === "result" && message.number === number) return note(message.result);
    if (message.kind === "ended" && message.number === number) return end();
    if (message.kind === "ready") {
      progress.hidden = true;
      if (state !== "loading") return;
      become("ready", stoppedWords || "Ready.");
      stoppedWords = "";
      if (wanted) check();
    } else if (message.kind === "failed") {
      clearTimeout(patience);
      if (state === "loading") return giveUp(`Python did not start: ${cut(message.message)}`);
      warn(`The check itself failed, and says nothing about the program: ${cut(message.message)}`);
      const { length } = results;
      show();
      restart(`${filename}: it ended early, after ${count(length, "result")}.`);
    }
  }

  // Checking.

  let stoppedWords = "";

  function check() {
    clearTimeout(pause);
    if (state === "broken") return;
    wanted = state !== "ready";
    if (wanted) return;
    warn("");
    if (code.value.trim() === "") {
      return become("ready", "There is no program yet: choose a file, drop one or paste one.");
    }
    number += 1;
    began = performance.now();
    become("checking", `Checking ${filename} …`);
    results = [];
    running = null;
    patience = setTimeout(() => {
      status.textContent =
        `${filename} has been running for 10 seconds. If a loop does not end, stop it.`;
    }, PATIENCE);
    worker.postMessage({ kind: "check", number, source: code.value, before, filename });
    before = code.value;
  }

  function note(text) {
    const result = JSON.parse(text);
    const started = result.verdict === "started";
    const next = started && results.length > 0 && results.at(-1).title !== result.title;
    running = started ? result : null;
    if (!started) results.push(result);
    else if (next && sameAbsence(results) === null) show(); // what is done so far
  }

  function end() {
    clearTimeout(patience);
    become("ready", `${filename}: ${outcome()} This is no grade.`);
    show();
    if (!live.checked) bringToView();
    if (wanted) check();
  }

  function stop() {
    if (state !== "checking") return;
    wanted = false;
    const seconds = `${((performance.now() - began) / 1000).toFixed(1)} s`;
    const where = running?.test
      ? "in the case that is marked below"
      : "while the file was loaded: look for a loop outside of functions";
    if (running?.test) {
      results.push({
        ...running,
        verdict: "time_limit_exceeded",
        message: "It had not returned when you stopped it. Look for a loop that does not end.",
      });
    }
    show();
    bringToView();
    restart(
      `${filename}: stopped after ${seconds}, ${where}. ${results.length > 0 ? outcome() : ""}`,
    );
  }

  function restart(words) {
    clearTimeout(patience);
    worker.terminate();
    number += 1; // so that an answer on its way counts no more
    stoppedWords = words;
    become("loading", words);
    progress.hidden = false;
    start();
  }

  // Results.

  function cut(value) {
    const text = String(value ?? "");
    return text.length > LONGEST ? `${text.slice(0, LONGEST)}\n… cut here` : text;
  }

  function element(tag, kind, ...children) {
    const made = document.createElement(tag);
    if (kind) made.className = kind;
    made.append(...children); // strings become text
    return made;
  }

  function lookOf(verdict) {
    return KIT.verdicts[verdict] ?? { sign: "?", words: cut(verdict), tone: "meta" };
  }

  function badge({ sign, words, tone }) {
    const drawn = element("span", "", sign);
    drawn.ariaHidden = "true";
    return element("span", `verdict ${tone}`, drawn, words ? ` ${words}` : " ");
  }

  function standing(results) {
    const order = Object.keys(KIT.verdicts);
    const passed = results.filter(({ verdict }) => verdict === "accepted").length;
    if (passed > 0 && results.some(({ verdict }) => !["accepted", "left_out"].includes(verdict))) {
      return { sign: "◐", words: "partly right", tone: "part" };
    }
    const worst = results.map(({ verdict }) => order.indexOf(verdict)).filter((at) => at >= 0);
    return lookOf(order[Math.min(...worst)]);
  }

  function passedOf(results) {
    const counted = results.filter(({ verdict }) => verdict !== "left_out");
    const passed = counted.filter(({ verdict }) => verdict === "accepted").length;
    return [passed, counted.length];
  }

  function grouped(results, key) {
    const groups = new Map();
    for (const each of results) {
      const name = String(each[key] ?? "");
      if (!groups.has(name)) groups.set(name, []);
      groups.get(name).push(each);
    }
    return groups;
  }

  function count(number, noun) {
    return `${number} ${noun}${number === 1 ? "" : "s"}`;
  }

  function outcome() {
    const [passed, counted] = passedOf(results);
    return `${passed} of ${count(counted, "public case")} accepted.`;
  }

  function show() {
    const tasks = [...grouped(results, "task")];
    const same = sameAbsence(results);
    const kept = drawn[0]?.number === number ? drawn : [];
    drawn = [];
    if (tasks.length === 0) found.replaceChildren();
    else if (same) found.replaceChildren(element("p", "note", cut(same.message)), summary(tasks, true));
    else {
      // A section that stays the same is left alone, with what is open in it and the focus.
      drawn = tasks.map(([task, own], at) =>
        kept[at]?.length === own.length
          ? kept[at]
          : { number, length: own.length, section: section(task, own, anchor(at)) });
      if (kept.length === 0) {
        found.replaceChildren(summary(tasks, false), ...drawn.map((each) => each.section));
        return;
      }
      found.firstChild.replaceWith(summary(tasks, false));
      drawn.forEach((each, at) => {
        if (kept[at] === undefined) found.append(each.section);
        else if (kept[at] !== each) kept[at].section.replaceWith(each.section);
      });
    }
  }

  // On a phone, results are below the program.
  function bringToView() {
    const { top, bottom } = status.getBoundingClientRect();
    if (top < 0 || bottom > 0.8 * innerHeight) status.parentElement.scrollIntoView();
  }

  // What is to be said once of all these results, if there is no function that could be called.
  function sameAbsence(some) {
    const [first] = some;
    const absent = ["load_error", "not_attempted", "not_implemented"].includes(first?.verdict);
    const same = ({ verdict, message }) => verdict === first.verdict && message === first.message;
    return absent && some.every(same) ? first : null;
  }

  function summary(tasks, alone) {
    const head = element("tr");
    for (const name of ["Task", "Verdict", "Cases"]) {
      const cell = element("th", "", name);
      cell.scope = "col";
      head.append(cell);
    }
    const rows = tasks.map(([task, own], at) => {
      const title = `${cut(task)} ${KIT.tasks[task] ?? ""}`.trim();
      const name = element("th", "", alone ? title : link(title, anchor(at)));
      name.scope = "row";
      const [passed, counted] = passedOf(own);
      return element(
        "tr", "", name, element("td", "", badge(standing(own))),
        element("td", "", `${passed} of ${counted}`),
      );
    });
    return element("table", "summary", element("thead", "", head), element("tbody", "", ...rows));
  }

  function anchor(at) {
    return `task-${at}`;
  }

  function link(words, id) {
    const made = element("a", "", words);
    made.href = `#${id}`;
    return made;
  }

  function section(task, own, id) {
    const heading = element("h3", "", `${cut(task)} ${KIT.tasks[task] ?? ""}`.trim());
    const made = element("section", "task", heading, " ", badge(standing(own)));
    heading.id = id;
    made.setAttribute("aria-labelledby", id);
    const same = sameAbsence(own);
    if (same !== null) {
      made.append(element("p", "message", cut(same.message)));
      return made;
    }
    const [passed, failed] = [[], []];
    for (const [title, cases] of grouped(own, "title")) {
      (cases.every(({ verdict }) => verdict === "accepted") ? passed : failed).push([title, cases]);
    }
    if (failed.length === 0) {
      const about = element("span", "meta", count(passed.length, "test"));
      const summary = element("summary", "", ...made.childNodes, " ", about);
      made.append(element("details", "", summary, listed(passed)));
      return made;
    }
    failed.forEach(([title, cases], at) => made.append(failing(title, cases, at === 0)));
    if (passed.length > 0) made.append(passing(passed));
    return made;
  }

  // A test of which a case is not accepted, with those cases.
  function failing(title, cases, open) {
    const bad = cases.filter(({ verdict }) => verdict !== "accepted");
    const [good, all] = passedOf(cases);
    const name = element("h4", "", badge({ ...standing(bad), words: "" }), cut(title));
    const about = element("span", "meta", all > 0 ? `${good} of ${count(all, "case")} accepted` : "");
    const body = element("div", "body", one(bad[0], true));
    if (bad.length > 1) {
      const more = element("summary", "", count(bad.length - 1, "more failing case"));
      const shown = bad.slice(1, SHOWN).map((each) => one(each, false));
      const others = element("details", "others", more, ...shown);
      if (bad.length > SHOWN) others.append(element("p", "more", `… ${bad.length - SHOWN} more`));
      body.append(others);
    }
    const made = element("details", "test fold", element("summary", "", name, " ", about), body);
    made.open = open;
    return made;
  }

  function passing(tests) {
    const words = ` in ${count(tests.length, "test")}`;
    const summary = element("summary", "", badge(lookOf("accepted")), words);
    return element("details", "listed", summary, listed(tests));
  }

  function listed(tests) {
    const about = (cases) => element("span", "meta", count(cases.length, "case"));
    const items = tests.map(([title, cases]) => element("li", "", cut(title), " ", about(cases)));
    return element("ul", "", ...items);
  }

  function one(result, open) {
    const body = element("div", "body");
    if (result.message) body.append(element("p", "message", cut(result.message)));
    if (result.call) body.append(element("pre", "call", element("code", "", cut(result.call))));
    const values = element("dl", "values");
    for (const [name, value, kind] of [
      ["expected", result.expected, "right"],
      ["got", result.actual, "yours"],
    ]) {
      if (value) {
        const row = [element("dt", "", name), element("dd", "", cut(value))];
        values.append(element("div", kind, ...row));
      }
    }
    if (values.childElementCount > 0) body.append(values);
    if (result.board) body.append(wide("board", "Board", result.board));
    for (const [name, text] of [["Traceback", result.traceback], ["Printed", result.printed]]) {
      if (text) body.append(element("h5", "", name), wide("place", name, text));
    }
    const line = [element("code", "", cut(result.test)), " ", badge(lookOf(result.verdict))];
    const made = element("details", "case", element("summary", "", ...line), body);
    made.open = open;
    return made;
  }

  function wide(kind, name, text) {
    const made = element("pre", kind, cut(text));
    made.tabIndex = 0; // so that it can be scrolled by keys
    made.setAttribute("role", "region");
    made.ariaLabel = name;
    return made;
  }

  // Programs.

  async function take(chosen) {
    if (chosen.size > MOST) return warn(`${chosen.name} is too large to be a program.`);
    let text = await chosen.text();
    filename = chosen.name;
    if (/\.ipynb$/i.test(chosen.name)) {
      try {
        text = codeOfNotebook(text);
      } catch {
        return warn(`${chosen.name} cannot be read as a notebook.`);
      }
      filename = chosen.name.replace(/\.ipynb$/i, ".py");
    }
    code.value = text;
    check();
  }

  function offerSkeleton(read) {
    const [, bytes] = read.find(([path]) => path === `kit/${KIT.filename}`) ?? [];
    if (bytes === undefined) return;
    const text = new TextDecoder().decode(bytes);
    const button = document.getElementById("skeleton");
    button.hidden = false;
    button.addEventListener("click", () => {
      if (code.value.trim() !== "" && !confirm("Put the skeleton in the place of your program?")) return;
      filename = KIT.filename;
      code.value = text;
      code.focus();
    });
  }

  function codeOfNotebook(text) {
    const cells = JSON.parse(text).cells.filter((cell) => cell.cell_type === "code");
    const sources = cells.map(({ source }) => (Array.isArray(source) ? source.join("") : source));
    // Commands of the notebook are no Python.
    return sources.map((each) => each.replace(/^(\s*)([%!])/gm, "$1# $2")).join("\n\n\n");
  }

  function save() {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([code.value], { type: "text/x-python" }));
    link.download = filename;
    link.click();
  }

  let leaving = false; // whether the next Tab leaves the field

  function key(event) {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      return check();
    }
    if (event.target !== code || event.isComposing) return;
    if (event.key === "Tab" && !event.shiftKey && !leaving) {
      event.preventDefault();
      type("    ");
    } else if (event.key === "Enter" && !event.shiftKey) {
      const line = code.value.slice(0, code.selectionStart).split("\n").pop();
      const deeper = /:\s*(#.*)?$/.test(line) ? "    " : "";
      event.preventDefault();
      type(`\n${/^[ \t]*/.exec(line)[0]}${deeper}`);
    }
    leaving = event.key === "Escape";
  }

  function type(text) {
    // The one way to insert text that can be undone.
    document.execCommand("insertText", false, text);
  }

  checking.addEventListener("click", check);
  stopping.addEventListener("click", stop);
  saving.addEventListener("click", save);
  document.addEventListener("keydown", key);
  file.addEventListener("change", () => {
    if (file.files.length > 0) take(file.files[0]);
    file.value = ""; // so that the same one can be chosen again
  });
  code.addEventListener("input", () => {
    clearTimeout(pause);
    if (live.checked) pause = setTimeout(check, PAUSE);
  });
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  document.addEventListener("dragleave", () => document.body.classList.remove("dropping"));
  document.addEventListener("drop", (event) => {
    document.body.classList.remove("dropping");
    const [dropped] = event.dataTransfer.files;
    if (dropped === undefined) return; // text, which goes where it was dropped
    event.preventDefault();
    take(dropped);
  });

  become("loading");
  load();
})();
