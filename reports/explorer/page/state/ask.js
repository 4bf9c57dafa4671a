// A question goes to the server, or to the engine of a folder, and its answer comes back.
import {Broken, engine} from "./engine.js";

/** Problem holds an error that the server explains (RFC 9457), with a sentence for the reader as its message. */
class Problem extends Error {
  constructor({title, detail, status, field}) {
    super(detail || title);
    Object.assign(this, {status, field});
  }
}

const patience = 40_000; // milliseconds; the server gives up on an answer after 30 seconds

/**
 * server sends "lost" when questions get no answer, and "back" when they do again. Its why is a sentence, where the
 * cause is known.
 */
export const server = Object.assign(new EventTarget(), {lost: false, why: ""});

/** first holds answers that came with the page of a folder, as explorer.Answered has them; [] in any other page. */
const first = JSON.parse(document.getElementById("first")?.textContent || "[]");

/**
 * ask posts a question to /api/KIND and returns its answer. isLong marks one that no stroke of the brush waits for. If
 * the answer is slow, hear is called now and then with the share of the work that is done.
 */
export async function ask(kind, body, signal, isLong = false, hear = () => {}) {
  return await told(kind, body) ?? whole(await post(kind, body, signal, isLong, hear), hear);
}

/** catalogue returns explore.Choices as soon as there is an answer. tell hears why there is none. */
export async function catalogue(question, tell) {
  for (;;) {
    try {
      return await told("catalogue", question) ?? await whole(await reach("api/catalogue", {}));
    } catch (problem) {
      if (!server.lost) tell(problem.message);
      await new Promise((resolve) => { server.addEventListener("back", resolve, {once: true}); });
    }
  }
}

/** told returns the answer that came with the page; undefined if none is to this question. */
async function told(kind, body) {
  const one = first.find((of) => of.kind === kind && written(of.body) === written(body));
  if (one && kind === "measure") ahead(body);
  return one?.file ? unpacked(one.file) : one?.answer;
}

/** written returns a body as a text, whatever the order of its keys. */
const written = (body) => JSON.stringify(Object.entries(body).filter(([, value]) => value !== undefined).sort());

/** unpacked returns the answer in a file, which some servers unpack on the way; undefined if it does not come. */
async function unpacked(name) {
  try {
    const response = await fetch(name), bytes = new Uint8Array(await response.arrayBuffer());
    const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b; // as every file of gzip begins
    const plain = new Blob([bytes]).stream();
    return await new Response(isPacked ? plain.pipeThrough(new DecompressionStream("gzip")) : plain).json();
  } catch {
    return undefined;
  }
}

const idle = 300; // milliseconds after the page has loaded: its own pictures come first
let isAhead = false;

/**
 * ahead asks the engine once, when the page is there, what the page knows already: so the engine is loaded before a
 * stroke needs it, and a page whose engine cannot run says so.
 */
function ahead(body) {
  if (isAhead) return;
  isAhead = true;
  const later = () => setTimeout(() => post("measure", body).catch(() => {}), idle); // markLost has said what is wrong
  if (document.readyState === "complete") later();
  else addEventListener("load", later, {once: true});
}

/** whole returns the answer in a response. A response that ends on the way was given up, or the server is lost. */
async function whole(response, hear) {
  try {
    return await (response.headers.get("Content-Type") === lines ? last(response, hear) : response.json());
  } catch (error) {
    throw error instanceof Problem ? error : broken(error);
  }
}

const lines = "application/x-ndjson"; // the type of a slow answer

/** last returns the answer in the last line of a slow response, and tells hear of the shares before it. */
async function last(response, hear) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "", answer;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const all = (text + read.value).split("\n");
    text = all.pop();
    for (const line of all.map((one) => JSON.parse(one))) {
      if (line.problem) throw new Problem(line.problem);
      if (line.progress !== undefined) hear(line.progress);
      answer = line.answer;
    }
  }
  if (answer === undefined) throw new Error("the answer has ended on the way");
  return answer;
}

/** broken returns the problem of an answer that does not come: it was given up, or the server is lost. */
const broken = (error) =>
  (error.name === "AbortError" ? error : markLost(error instanceof Broken ? error.message : ""));

function post(kind, body, signal, isLong = false, hear = () => {}) {
  const headers = {"Content-Type": "application/json", Accept: lines};
  return reach(`api/${kind}`, {method: "POST", signal, headers, body: JSON.stringify(body)}, isLong, hear);
}

async function reach(address, {signal, ...request}, isLong, hear) {
  const within = AbortSignal.any([AbortSignal.timeout(patience), ...(signal ? [signal] : [])]);
  let response;
  try {
    response = await (engine?.(address, {signal, isLong, hear, ...request}) ??
      fetch(address, {...request, signal: within}));
  } catch (error) {
    throw broken(error);
  }
  markBack();
  if (response.ok) return response;
  const problem = await response.json().catch(() => ({title: `The server answered ${response.status}`}));
  throw new Problem({status: response.status, ...problem});
}

function markBack() {
  if (!server.lost) return;
  server.lost = false;
  server.dispatchEvent(new Event("back"));
}

/** markLost says that the server is lost. If the cause is not known, it looks every second until the server is back. */
function markLost(why) {
  if (!server.lost) {
    Object.assign(server, {lost: true, why});
    server.dispatchEvent(new Event("lost"));
    if (!why) setTimeout(look, 1000);
  }
  return new Problem({title: "The server does not answer", status: 0});
}

async function look() {
  try {
    await fetch(engine ? "catalogue.json" : "api/catalogue", {signal: AbortSignal.timeout(5000)});
    markBack();
  } catch {
    setTimeout(look, 1000);
  }
}
