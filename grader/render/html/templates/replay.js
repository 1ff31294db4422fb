"use strict";
(() => {
  const MILLISECONDS = 900;
  const stage = document.querySelector(".stage");
  const list = document.querySelector(".list");
  const positions = [...stage.querySelectorAll(".position")];
  const rows = [...list.querySelectorAll("[data-ply]")];
  const graph = document.querySelector(".standings");
  const bars = graph ? [...graph.querySelectorAll("[data-ply]")] : [];
  const play = stage.querySelector("[data-go=play]");
  const last = positions.length - 1;
  let shown = 0;
  let timer = 0;

  const fromAddress = () => {
    const number = Number((/^#ply-(\d+)$/.exec(location.hash) || [])[1]);
    return number <= last ? number : shown;
  };

  const show = (number, speak = true) => {
    shown = Math.max(0, Math.min(last, number));
    for (const group of [positions, rows, bars]) {
      group.forEach((each, n) => each.classList.toggle("current", n === shown));
    }
    rows.forEach((row, n) => {
      const link = row.querySelector("a");
      if (n === shown) link.setAttribute("aria-current", "step");
      else link.removeAttribute("aria-current");
    });
    const row = rows[shown];
    if (row.offsetTop < list.scrollTop) list.scrollTop = row.offsetTop;
    const below = row.offsetTop + row.offsetHeight - list.clientHeight;
    if (below > list.scrollTop) list.scrollTop = below;
    if (speak) stage.querySelector("[role=status]").textContent =
      positions[shown].querySelector("h2").textContent;
  };

  const stop = () => {
    clearInterval(timer);
    timer = 0;
    play.setAttribute("aria-pressed", "false");
  };

  const start = () => {
    if (shown === last) show(0);
    play.setAttribute("aria-pressed", "true");
    timer = setInterval(() => {
      show(shown + 1);
      if (shown === last) stop();
    }, MILLISECONDS);
  };

  const go = {
    first: () => show(0),
    back: () => show(shown - 1),
    on: () => show(shown + 1),
    last: () => show(last),
    play: () => {},
  };

  const act = (name) => {
    const playing = timer !== 0;
    stop();
    if (name === "play" && !playing) start();
    go[name]();
  };

  const keys = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", " ": "play" };

  document.addEventListener("keydown", (event) => {
    const name = keys[event.key];
    if (!name || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key === " " && event.target.closest("button, summary, a")) return;
    event.preventDefault();
    act(name);
  });

  stage.querySelector(".buttons").addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button) act(button.dataset.go);
  });

  list.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (!link) return;
    event.preventDefault();
    stop();
    show(Number(link.closest("tr").dataset.ply));
    history.replaceState(null, "", link.hash);
  });

  if (graph) {
    graph.classList.add("live");
    graph.addEventListener("click", (event) => {
      const distance = (bar) => {
        const box = bar.getBoundingClientRect();
        return Math.abs(event.clientX - (box.left + box.right) / 2);
      };
      stop();
      show(bars.reduce((best, bar, n) => (distance(bar) < distance(bars[best]) ? n : best), 0));
    });
  }

  window.addEventListener("hashchange", () => show(fromAddress()));

  stage.classList.add("running");
  document.querySelectorAll("[hidden]").forEach((each) => { each.hidden = false; });
  show(fromAddress(), false);
})();
