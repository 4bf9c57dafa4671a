// The engine of a page that lies in a folder without a server: the same Go code in WebAssembly. ask.js asks it as it
// asks a server, and gets a Response. Nothing leaves the folder.
//
// A worker does one thing at a time, and nobody can interrupt it. So there are two, as a server has two lanes: a stroke
// of the brush waits for no long computation. Whoever gives up a question that is under way ends its worker.
import {element} from "explorer/element.js";

/** The bytes of engine.wasm.gz, which breadboard explore --site writes into the page; none where a server answers. */
const size = Number(document.getElementById("engine")?.content ?? 0);

const patience = 60_000; // milliseconds of one answer; a browser takes longer than a server
const encoded = (text) => new TextEncoder().encode(text);
const quick = lane(), long = lane();

/** engine is fetch for questions; null where a server answers. */
export const engine = size === 0 ? null : async (address, {body = "", signal} = {}) => {
  if (address === "api/catalogue") return fetch("catalogue.json");
  const soon = /^api\/(measure|draw|code|open\b)/.test(address);
  return (soon ? quick : long)({address, body: typeof body === "string" ? encoded(body) : new Uint8Array(body)}, signal);
};

/** lane returns a function that answers questions one after the other, in one worker as long as it lasts. */
function lane() {
  let worker = null, free = Promise.resolve();

  /** run tells the lines of an answer, and resolves to its problem, if there is one. */
  async function run(question, signal, tell) {
    const {promise, resolve, reject} = Promise.withResolvers();
    let timer;
    try {
      const module = await load();
      signal?.throwIfAborted();
      signal?.addEventListener("abort", () => reject(signal.reason));
      timer = setTimeout(reject, patience, new Error("it takes more than a minute"));
      worker ??= new Worker("state/worker.js");
      worker.onmessage = ({data: {line, problem, died}}) => {
        if (line) tell(line);
        else if (died) reject(new Error(died));
        else resolve(problem);
      };
      worker.postMessage({module, ...question});
      return await promise;
    } catch (error) {
      if (timer) worker = worker?.terminate() ?? null;
      if (signal?.aborted) throw error;
      const detail = `There is no answer: ${error.message}. A smaller question, or loading the page again, would do`;
      return JSON.stringify({status: 503, detail});
    } finally {
      clearTimeout(timer);
    }
  }

  return (question, signal) => {
    const {promise, resolve, reject} = Promise.withResolvers();
    let out;
    const lines = new Response(new ReadableStream({start(controller) { out = controller; }}));
    const tell = (line) => {
      resolve(lines); // with the first one
      out.enqueue(encoded(line));
    };
    free = free.then(() => run(question, signal, tell)).then((problem) => {
      if (problem) {
        resolve(new Response(problem, {status: JSON.parse(problem).status})); // unless lines have come before
        out.enqueue(encoded(`{"problem":${problem.trim()}}\n`));
      }
      out.close();
    }, (error) => {
      reject(error);
      out.error(error);
    });
    return promise;
  };
}

let loading = null;

/** load resolves to the engine, compiled once for both workers. */
const load = () => loading ??= loaded();

async function loaded() {
  const bar = element("progress", {max: size, value: 0, "aria-label": "Loading the engine"}), so = element("span");
  const note = element("p", {class: "banner loading"}, "The engine is loading. ", bar, so);
  document.body.append(note);
  const count = new TransformStream({transform(piece, to) {
    bar.value += piece.length;
    so.textContent = ` ${(bar.value / 1e6).toFixed(1)} of ${(size / 1e6).toFixed(1)} MB`;
    to.enqueue(piece);
  }});
  try {
    const plain = (await fetch("engine.wasm.gz")).body.pipeThrough(count).pipeThrough(new DecompressionStream("gzip"));
    return await WebAssembly.compileStreaming(new Response(plain, {headers: {"Content-Type": "application/wasm"}}));
  } catch { // some servers unpack such a file on the way, or have none
    return await WebAssembly.compile(await (await fetch("engine.wasm")).arrayBuffer());
  } finally {
    note.remove();
  }
}
