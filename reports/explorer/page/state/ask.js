// One question to the server, or to the engine of a folder, and its answer. A page that was saved has its answers in it.
import {Broken, engine} from "explorer/state/engine.js";

/** A Problem is an error that the server explains (RFC 9457). detail is a sentence for the reader. */
class Problem extends Error {
  constructor({title, detail, status, field}) {
    super(detail || title);
    Object.assign(this, {title, detail, status, field});
  }
}

const patience = 40_000; // milliseconds; the server gives up on an answer after 30 seconds

/**
 * server tells "lost" when nobody answers, and "back" when somebody does again. why is a sentence if it is known why
 * nobody will.
 */
export const server = Object.assign(new EventTarget(), {lost: false, why: ""});

/** kept is what a saved page holds: {link, answers: {kind: answer}}; null in a page that is served. */
export const kept = JSON.parse(document.getElementById("kept")?.textContent || "null");

/** first are answers that came with the page of a folder, as explorer.Answered has them; [] in any other page. */
const first = JSON.parse(document.getElementById("first")?.textContent || "[]");

/** catalogue returns what there is to choose from: explore.Choices. A page whose first question is another asks. */
export async function catalogue(question) {
  if (kept) return kept.catalogue;
  return await told("catalogue", question) ?? whole(await reach("api/catalogue", {}));
}

/** reached is the catalogue, as soon as somebody answers. tell hears why there is none, if the server is not lost. */
export async function reached(question, tell) {
  for (;;) {
    try {
      return await catalogue(question);
    } catch (problem) {
      if (!server.lost) tell(problem.message);
      await new Promise((resolve) => { server.addEventListener("back", resolve, {once: true}); });
    }
  }
}

/** ask posts a question to /api/KIND and returns its answer. isLong is one that no stroke of the brush is to wait for. */
export async function ask(kind, body, signal, isLong) {
  return await told(kind, body) ?? whole(await post(kind, body, signal, isLong));
}

/** told is the answer that came with the page; undefined if there is none to this question. */
async function told(kind, body) {
  const one = first.find((of) => of.kind === kind && written(of.body) === written(body));
  if (one && kind === "measure") ahead(body);
  return one?.file ? unpacked(one.file) : one?.answer;
}

/** written is a body as a text, whatever the order of its keys. */
const written = (body) => JSON.stringify(Object.entries(body).filter(([, value]) => value !== undefined).sort());

/** unpacked is an answer in a file; undefined if it does not come. Some servers unpack such a file on the way. */
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

let isAhead = false;

/**
 * ahead asks the engine what the page knows already, once the page is there: the engine is loaded before somebody
 * paints, and a page whose engine cannot run says so.
 */
function ahead(body) {
  if (isAhead) return;
  isAhead = true;
  const later = () => setTimeout(() => post("measure", body).catch(() => {}), idle); // what is wrong, lose has said
  if (document.readyState === "complete") later();
  else addEventListener("load", later, {once: true});
}

const idle = 300; // milliseconds after the page has loaded: its own pictures come first

/** lines is ask for an answer that comes as lines of JSON, each newer than the one before it. */
export async function* lines(kind, body, signal) {
  const response = await post(kind, body, signal);
  const decoder = new TextDecoderStream();
  let rest = "";
  for await (const piece of pieces(response.body.pipeThrough(decoder))) {
    const all = (rest + piece).split("\n");
    rest = all.pop();
    for (const line of all) yield read(line);
  }
  if (rest.trim() !== "") yield read(rest);
}

/** open posts the bytes of a file, and returns the target that is in it. */
export async function open(file) {
  const asked = new URLSearchParams({name: file.name});
  const headers = {"Content-Type": "application/octet-stream"};
  return whole(await reach(`api/open?${asked}`, {method: "POST", headers, body: await bytes(file)}));
}

const mostBytes = 1 << 20; // of a file, as explore.MostBytes

/**
 * bytes are those of a file. A file that is too large, or cannot be read, as a folder that is dropped, is the file's
 * problem: halfway through sending it would look like a lost server.
 */
async function bytes(file) {
  const problem = (title) => new Problem({title: `${file.name} ${title}`, status: 400, field: "target"});
  if (file.size > mostBytes) throw problem(`has ${file.size} bytes; at most ${mostBytes} would do.`);
  try {
    return await file.arrayBuffer();
  } catch {
    throw problem("cannot be read; a file of numbers would do.");
  }
}

/** whole is an answer of one line. */
async function whole(response) {
  try {
    return await response.json();
  } catch (error) {
    throw broken(error);
  }
}

/** broken is the problem of an answer that ends on the way: whoever asked gave it up, or the server is lost. */
const broken = (error) => error.name === "AbortError" ? error : lose(error instanceof Broken ? error.message : "");

function read(line) {
  const answer = JSON.parse(line);
  if (answer.problem) throw new Problem(answer.problem);
  return answer;
}

async function* pieces(stream) {
  const reader = stream.getReader();
  for (;;) {
    const {done, value} = await reader.read().catch((error) => { throw broken(error); });
    if (done) return;
    yield value;
  }
}

function post(kind, body, signal, isLong) {
  const headers = {"Content-Type": "application/json"};
  return reach(`api/${kind}`, {method: "POST", signal, headers, body: JSON.stringify(body)}, isLong);
}

async function reach(address, {signal, ...request}, isLong) {
  let response;
  try {
    const within = AbortSignal.any([AbortSignal.timeout(patience), ...(signal ? [signal] : [])]);
    response = await (engine?.(address, {signal, isLong, ...request}) ?? fetch(address, {...request, signal: within}));
  } catch (error) {
    throw broken(error);
  }
  find();
  if (response.ok) return response;
  const told = await response.json().catch(() => ({title: `The server answered ${response.status}`}));
  throw new Problem({status: response.status, ...told});
}

function find() {
  if (!server.lost) return;
  server.lost = false;
  server.dispatchEvent(new Event("back"));
}

/** lose says that the server is lost. If it is not known why, it looks for it every second until it is back. */
function lose(why) {
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
    find();
  } catch {
    setTimeout(look, 1000);
  }
}
