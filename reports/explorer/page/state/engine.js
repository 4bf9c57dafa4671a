// The engine of a page in a folder without a server: the same Go code in WebAssembly, within workers (worker.js). ask.js
// asks it as it asks a server, and gets a Response. Nothing leaves the folder.
//
// A worker does one thing at a time, and nobody can interrupt it. So there are two, as a server has two lanes: a stroke
// of the brush waits for no long computation. Whoever gives up a question that is under way ends its worker.
import {element} from "explorer/element.js";

/** The bytes of engine.wasm.gz, which breadboard explore --site writes into the page; none where a server answers. */
const size = Number(document.getElementById("engine")?.content ?? 0);

const patience = 60_000; // milliseconds of one answer; a browser takes longer than a server

/** engine is fetch for questions; null where a server answers. */
export const engine = size > 0 ? reach : null;

async function reach(address, {body, signal}) {
  if (address === "api/catalogue") return fetch("catalogue.json");
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : new Uint8Array(body);
  const kind = address.replace(/^api\/|\?.*/g, "");
  return (["measure", "draw", "code", "open"].includes(kind) ? quick : long)({address, body: bytes, signal});
}

const quick = lane(), long = lane();

/** lane returns a function that answers questions one after the other, in one worker. */
function lane() {
  const asked = []; // the first one is under way
  let worker = null;

  /** next begins the first question, in a new worker if there is none. */
  async function next() {
    const one = asked[0];
    if (!one) return;
    try {
      const module = await load();
      if (asked[0] !== one) return; // it was given up, and another one has begun
      if (!worker) begin(module);
      worker.postMessage({address: one.address, body: one.body});
      one.timer = setTimeout(() => stop(one, () => one.end(
        trouble(422, "The answer takes more than a minute; a smaller question, as with fewer levels or cells, would do"))),
      patience);
    } catch (error) {
      if (asked[0] === one) stop(one, () => one.end(trouble(503, `The engine has not come: ${error.message}. ` +
        "Loading the page again would do")));
    }
  }

  function begin(module) {
    const mine = worker = new Worker("state/worker.js");
    worker.postMessage({module});
    worker.onmessage = ({data: {line, problem, died}}) => {
      const [one] = asked;
      if (worker !== mine) return; // it was ended, and this was on its way
      if (line !== undefined) one?.tell(line);
      else if (died !== undefined) stop(one, () => one?.end(trouble(500, `The engine has stopped, ${died}. ` +
        "A smaller question would do")));
      else {
        leave(one);
        one.end(problem);
        next();
      }
    };
    worker.onerror = () => stop(asked[0], () => asked[0]?.end(trouble(500, "The engine does not start")));
  }

  function leave(one) {
    clearTimeout(one?.timer);
    if (asked.includes(one)) asked.splice(asked.indexOf(one), 1);
  }

  /** stop takes a question back, with the worker if it is under way, and says so by a last call. */
  function stop(one, last) {
    const running = one === asked[0];
    last();
    leave(one);
    if (!running) return;
    worker?.terminate();
    worker = null;
    next();
  }

  return ({signal, ...question}) => {
    signal?.throwIfAborted();
    const one = {...question, ...answer()};
    signal?.addEventListener("abort", () => asked.includes(one) && stop(one, () => one.fail(signal.reason)), {once: true});
    if (asked.push(one) === 1) next();
    return one.response;
  };
}

/** answer is a Response to come: it begins with the first line that is told, and a problem instead is its status. */
function answer() {
  const {promise, resolve, reject} = Promise.withResolvers(), encoder = new TextEncoder();
  let out, begun = false;
  const stream = new ReadableStream({start(controller) { out = controller; }});
  const tell = (line) => {
    if (!begun) resolve(new Response(stream));
    begun = true;
    out.enqueue(encoder.encode(line));
  };
  const end = (problem) => {
    if (problem && !begun) resolve(new Response(problem, {status: JSON.parse(problem).status}));
    else if (problem) tell(`{"problem":${problem.trim()}}\n`);
    out.close();
  };
  const fail = (reason) => {
    reject(reason);
    out.error(reason);
  };
  return {response: promise, tell, end, fail};
}

const trouble = (status, detail) => JSON.stringify({status, detail});

let loading = null;

/** load resolves to the engine, compiled once for both workers. A failure is not remembered. */
function load() {
  loading ??= loaded().catch((error) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function loaded() {
  const bar = element("progress", {max: size, value: 0, "aria-label": "Loading the engine"}), so = element("span");
  const note = element("p", {class: "banner loading"}, "The engine is loading. ", bar, so);
  document.querySelector("main").before(note);
  const show = (bytes) => {
    bar.value = bytes;
    so.textContent = ` ${(bytes / 1e6).toFixed(1)} of ${(size / 1e6).toFixed(1)} MB`;
  };
  try {
    return await unpacked(show).catch(plain);
  } finally {
    note.remove();
  }
}

async function unpacked(show) {
  let bytes = 0;
  const count = new TransformStream({transform(piece, to) {
    show(bytes += piece.length);
    to.enqueue(piece);
  }});
  const pieces = (await got("engine.wasm.gz")).body.pipeThrough(count).pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compileStreaming(new Response(pieces, {headers: {"Content-Type": "application/wasm"}}));
}

/** plain loads the engine without unpacking it: a server may have unpacked the other file, or may not have it. */
const plain = async () => WebAssembly.compile(await (await got("engine.wasm")).arrayBuffer());

async function got(name) {
  const response = await fetch(name);
  if (!response.ok) throw new Error(`${name} is answered by ${response.status}`);
  return response;
}
