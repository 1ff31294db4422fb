// Runs a student's program with Python, apart from the page, so that the page can end it at any time.
//
// All files come in the first message: from then on nothing is fetched, and what could fetch is
// taken away before any code of a student's runs. The page's policy forbids it as well.
"use strict";

const PREPARE = `
import json, sys
sys.path.insert(0, "/kit")
import kit_checks

with open("/kit/kit.json", encoding="utf-8") as file:
    DATA = json.load(file)
kit_checks.precompile_texts(DATA)


def check(source, before, filename, report):
    order = kit_checks.order_changed_tests_first(DATA, before, source)
    kit_checks.run_checks(
        source, filename, DATA, order, lambda result: report(json.dumps(result))
    )
`;
const NETWORK = [
  "fetch", "XMLHttpRequest", "WebSocket", "WebSocketStream", "EventSource", "WebTransport",
  "RTCPeerConnection", "BroadcastChannel", "Worker", "SharedWorker", "indexedDB", "caches",
  "close",
];

const send = self.postMessage.bind(self);
let check = null;

self.onmessage = async ({ data }) => {
  try {
    if (data.kind === "start") {
      await start(data);
      send({ kind: "ready" });
    } else {
      const { number } = data;
      const report = (result) => send({ kind: "result", number, result });
      check(data.source, data.before, data.filename, report);
      send({ kind: "ended", number });
    }
  } catch (error) {
    send({ kind: "failed", number: data.number, message: String(error?.message ?? error) });
  }
};

async function start({ snapshot, files, modules, machine, kit, packages }) {
  const named = (url) => decodeURIComponent(new URL(url).pathname.split("/").pop());
  self.fetch = async (url) => new Response(files[named(url)] ?? null);
  WebAssembly.instantiateStreaming = async (_response, imports) => ({
    module: machine,
    instance: await WebAssembly.instantiate(machine, imports),
  });
  const { loadPyodide } = await import(modules["pyodide.mjs"]);
  const python = await loadPyodide({
    createPyodideModule: (await import(modules["pyodide.asm.mjs"])).default,
    indexURL: "https://pyodide.invalid/",
    packageBaseUrl: "https://pyodide.invalid/",
    lockFileContents: JSON.parse(new TextDecoder().decode(files["pyodide-lock.json"])),
    ...(snapshot === null ? {} : { _loadSnapshot: snapshot }),
    // What a program prints is in the results.
    stdin: () => null,
    stdout: () => {},
    stderr: () => {},
  });
  if (packages.length > 0) await python.loadPackage(packages, { messageCallback: () => {} });
  python.FS.mkdir("/kit");
  for (const [name, bytes] of Object.entries(kit)) python.FS.writeFile(`/kit/${name}`, bytes);
  python.FS.chdir("/kit");
  python.runPython(PREPARE);
  check = python.globals.get("check");
  for (const name of NETWORK) {
    for (let at = self; at !== null; at = Object.getPrototypeOf(at)) delete at[name];
  }
}
