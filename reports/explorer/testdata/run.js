// Answers questions, one a line of the standard input, {body, input} in JSON: it runs the body, and prints what it returns
// or the fault as a line, {answer} or {fault}. NaN is null, and infinities are "inf" and "-inf", as in answers. Every
// question has a document of its own. All have the same modules.
import {readFileSync} from "node:fs";
import {createInterface} from "node:readline";
import {runInThisContext} from "node:vm";
import {fresh} from "./dom.js";

const at = (name) => new URL(`./node_modules/${name}`, import.meta.url);
for (const [global, name] of [["d3", "d3.min.js"], ["Plot", "plot.umd.min.js"]]) { // read where one is used
  Object.defineProperty(globalThis, global, {configurable: true, get() {
    Object.defineProperty(globalThis, global, {configurable: true, writable: true, value: undefined});
    if (global === "Plot") void globalThis.d3;
    runInThisContext(readFileSync(at(`charts/vendor/${name}`), "utf8"), {filename: name});
    return globalThis[global];
  }});
}
const AsyncFunction = (async () => {}).constructor;
const load = (name) => import(name);
const plain = (_, v) => typeof v !== "number" || Number.isFinite(v) ? v : v > 0 ? "inf" : v < 0 ? "-inf" : null;
const say = (what) => process.stdout.write(JSON.stringify(what, plain) + "\n");
process.on("uncaughtException", (fault) => say({fault: fault.stack})); // of what a body put off
for await (const line of createInterface({input: process.stdin})) {
  const {body, input} = JSON.parse(line);
  fresh();
  try {
    say({answer: await new AsyncFunction("input", "load", body)(input, load) ?? null});
  } catch (fault) {
    say({fault: fault.stack});
  }
}
process.exit(0);
