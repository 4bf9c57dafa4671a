// A worker of engine.js. It runs the engine, a Go program in WebAssembly, and gives it one question after the other. What
// is said comes back as {line}, the end as {problem}, which is a text of JSON or nothing. {died} says that it cannot go
// on, as without memory.
importScripts("../vendor/wasm_exec.js");

let ready;

addEventListener("message", async ({data: {module, address, body}}) => {
  if (module) ready = start(module);
  await ready;
  if (address) breadboard(address, body, (line) => postMessage({line}), (problem) => postMessage({problem}));
});

async function start(module) {
  const go = new Go(), died = (error) => postMessage({died: String(error?.message ?? "it ended")});
  try {
    go.run(await WebAssembly.instantiate(module, go.importObject)).then(died, died);
  } catch (error) {
    died(error);
  }
}
