// The engine runs the program's Go code as WebAssembly, in a page that lies in a folder without a server. ask.js asks
// it as it asks a server, and gets a Response. Nothing leaves the folder.
//
// A worker does one thing at a time, and cannot be interrupted. So there are two, as a server has two lanes: a stroke
// of the brush waits for no long computation. A question that is given up on its way ends its worker, unless the
// answer comes a moment later: a new worker takes as long to start.
//
// A Broken has a sentence for each cause that keeps the engine from starting, which the page says once.
import {element} from "../element.js";

/** size holds the bytes of engine.wasm.gz, as breadboard explore --site writes them; 0 where a server answers. */
const size = Number(document.getElementById("engine")?.content ?? 0);

/** Broken says in a sentence why no question to this engine gets an answer. */
export class Broken extends Error {}

/** files ends the sentences on what a server lacks. */
const files = "Serve all files that breadboard explore --site writes.";

const patience = 60_000; // milliseconds of one answer; a browser takes longer than a server
const grace = 300; // milliseconds of an answer that was given up
const quick = lane(), long = lane();

/**
 * engine answers as fetch does; isLong marks a question that no stroke waits for, and hear is told which share of the
 * work is done. null where a server answers.
 */
export const engine = size === 0 ? null : async (address, {body = "", signal, isLong, hear}) => {
  if (address === "api/catalogue") return fetched("catalogue.json");
  const isSoon = !isLong && /^api\/(measure|draw|command)/.test(address);
  return (isSoon ? quick : long)({address, body: new TextEncoder().encode(body)}, signal, hear);
};

/** lane returns a function that answers questions one after the other, in one worker as long as it lasts. */
function lane() {
  let worker = null, free = Promise.resolve();

  /** run returns the answer of the worker: {line, problem}, texts of JSON of which one is "". */
  async function run(question, signal, hear) {
    const {promise, resolve, reject} = Promise.withResolvers();
    let timer;
    try {
      const module = await load();
      signal?.throwIfAborted();
      signal?.addEventListener("abort", () => setTimeout(reject, grace, signal.reason));
      timer = setTimeout(reject, patience, new Error("it takes more than a minute"));
      worker ??= started();
      worker.onerror = () => reject(new Broken(noWorker));
      worker.onmessage = ({data}) => {
        if (data.died) reject(new Error(data.died));
        else if (data.share !== undefined) hear(data.share);
        else resolve(data);
      };
      worker.postMessage({module, ...question});
      return await promise;
    } catch (error) {
      if (timer) worker = worker?.terminate() ?? null;
      if (signal?.aborted || error instanceof Broken) throw error;
      const detail = `There is no answer: ${error.message}. Ask a smaller question, or load the page again`;
      return {problem: JSON.stringify({status: 503, detail})};
    } finally {
      clearTimeout(timer);
    }
  }

  return (question, signal, hear) => {
    const aborted = Promise.withResolvers();
    signal?.addEventListener("abort", () => aborted.reject(signal.reason));
    const answer = free.then(() => {
      signal?.throwIfAborted();
      return run(question, signal, hear);
    });
    free = answer.catch(() => {});
    return Promise.race([answer.then(responseOf), aborted.promise]);
  };
}

const responseOf = ({line, problem}) => problem ? new Response(problem, {status: JSON.parse(problem).status})
  : new Response(line);

const noWorker = "The page cannot start its worker: state/worker.js or vendor/wasm_exec.js does not come, or the " +
  "server's Content-Security-Policy forbids it. Allow worker-src 'self' there, and serve all files of the folder.";

/** started returns a new worker. Where a policy forbids workers, a browser throws here, or tells the worker later. */
function started() {
  try {
    return new Worker("state/worker.js");
  } catch {
    throw new Broken(noWorker);
  }
}

let loading = null;

/** load resolves to the engine, compiled once for both workers. Broken stays until the page is loaded again. */
const load = () => loading ??= loaded();

async function loaded() {
  if (!mayRun()) {
    throw new Broken("The engine cannot run: this server's Content-Security-Policy forbids WebAssembly. " +
      "Allow 'wasm-unsafe-eval' in its script-src, or in its default-src if it has no other.");
  }
  const bar = element("progress", {max: size, value: 0, "aria-label": "Loading the engine"}), so = element("span");
  const note = element("p", {class: "banner loading", role: "status"}, "The engine is loading. ", bar, so);
  document.body.append(note);
  const count = new TransformStream({transform(piece, to) {
    bar.value += piece.length;
    so.textContent = ` ${(bar.value / 1e6).toFixed(1)} of ${(size / 1e6).toFixed(1)} MB`;
    to.enqueue(piece);
  }});
  try {
    return await compiled((await fetched(packed)).body.pipeThrough(count));
  } finally {
    note.remove();
  }
}

const packed = "engine.wasm.gz";
const magic = [0, 0x61, 0x73, 0x6d], version = [1, 0, 0, 0]; // the first bytes of every WebAssembly
const gzip = 0x1f; // the first byte of every file that gzip packed

/** mayRun tells if the page's policy allows WebAssembly, by compiling the smallest module. */
function mayRun() {
  try {
    new WebAssembly.Module(Uint8Array.of(...magic, ...version));
    return true;
  } catch {
    return false;
  }
}

/** compiled returns the engine from a stream, which some servers unpack on the way: its first byte tells. */
async function compiled(stream) {
  const [ahead, rest] = stream.tee(), reader = ahead.getReader(), {value = []} = await reader.read();
  reader.cancel();
  if (value[0] !== magic[0] && value[0] !== gzip) {
    throw new Broken(`The engine is not in this folder: what the server sends as ${packed} is another file, such as ` +
      `a page that says so. ${files}`);
  }
  const plain = value[0] === gzip ? rest.pipeThrough(new DecompressionStream("gzip")) : rest;
  try {
    return await WebAssembly.compileStreaming(new Response(plain, {headers: {"Content-Type": "application/wasm"}}));
  } catch (error) {
    throw new Broken(`This browser cannot run the engine, or it has come in part (${error.message}). Load the page ` +
      "again, or use a browser of 2024 or later.");
  }
}

/** fetched returns the response of a file of the folder. */
async function fetched(name) {
  const response = await fetch(name).catch(() => {
    throw new Broken(`${name} does not come: the server does not answer, or its Content-Security-Policy forbids to ` +
      "ask it. Allow connect-src 'self' there.");
  });
  if (!response.ok) throw new Broken(`${name} is not in this folder: the server answers ${response.status}. ${files}`);
  return response;
}
