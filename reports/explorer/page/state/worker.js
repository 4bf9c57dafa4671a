// A worker of engine.js runs the engine, and answers a question by {line, problem}, two texts of JSON, one of them "".
// {share} comes before the answer, and tells how much of the work is done. {died} says that the engine cannot go on.
importScripts("../vendor/wasm_exec.js");

let ready;

addEventListener("message", async ({data: {module, address, body}}) => {
  const died = (error) => postMessage({died: error?.message ?? "the engine has ended, perhaps without memory"});
  const go = new Go();
  ready ??= WebAssembly.instantiate(module, go.importObject).then((made) => { go.run(made).then(died, died); });
  await ready.catch(died);
  breadboard(address, body, (line, problem) => postMessage({line, problem}), (share) => postMessage({share}));
});
