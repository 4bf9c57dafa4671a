// Reads {body, input} from the standard input, runs the body, and prints what it returns as JSON. NaN is null, and
// infinities are "inf" and "-inf", as in answers.
import {readFileSync} from "node:fs";
import {runInThisContext} from "node:vm";
import "./dom.js";

const at = (name) => new URL(`./node_modules/${name}`, import.meta.url);
for (const [global, name] of [["d3", "d3.min.js"], ["Plot", "plot.umd.min.js"]]) { // read where one is used
  Object.defineProperty(globalThis, global, {configurable: true, get() {
    Object.defineProperty(globalThis, global, {configurable: true, writable: true, value: undefined});
    if (global === "Plot") void globalThis.d3;
    runInThisContext(readFileSync(at(`charts/vendor/${name}`), "utf8"), {filename: name});
    return globalThis[global];
  }});
}
const {body, input} = JSON.parse(readFileSync(0, "utf8"));
const AsyncFunction = (async () => {}).constructor;
const load = (name) => import(name);
const answer = await new AsyncFunction("input", "load", body)(input, load);
const plain = (_, v) => typeof v !== "number" || Number.isFinite(v) ? v : v > 0 ? "inf" : v < 0 ? "-inf" : null;
process.stdout.write(JSON.stringify(answer ?? null, plain), () => process.exit(0));
