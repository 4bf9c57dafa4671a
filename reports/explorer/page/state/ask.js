// One question to the server, or to the engine of a folder, and its answer.
import {Broken, engine} from "./engine.js";

/** A Problem is an error that the server explains (RFC 9457). Its message is a sentence for the reader. */
class Problem extends Error {
  constructor({title, detail, status, field}) {
    super(detail || title);
    Object.assign(this, {status, field});
  }
}

const patience = 40_000; // milliseconds; the server gives up on an answer after 30 seconds

/**
 * server tells "lost" when nobody answers, and "back" when somebody does again. why is a sentence if it is known why
 * nobody will.
 */
export const server = Object.assign(new EventTarget(), {lost: false, why: ""});

/** first are answers that came with the page of a folder, as explorer.Answered has them; [] in any other page. */
const first = JSON.parse(document.getElementById("first")?.textContent || "[]");

/** ask posts a question to /api/KIND and returns its answer. isLong is one that no stroke of the brush waits for. */
export async function ask(kind, body, signal, isLong) {
  return await told(kind, body) ?? whole(await post(kind, body, signal, isLong));
}

/** catalogue is what there is to choose from, as explore.Choices, as soon as somebody answers. tell hears why not. */
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

const idle = 300; // milliseconds after the page has loaded: its own pictures come first
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

/** whole is the answer of a response. One that ends on the way is given up, or the server is lost. */
async function whole(response) {
  try {
    return await response.json();
  } catch (error) {
    throw broken(error);
  }
}

/** broken is the problem of an answer that does not come: whoever asked gave it up, or the server is lost. */
const broken = (error) => (error.name === "AbortError" ? error : lose(error instanceof Broken ? error.message : ""));

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
  const problem = await response.json().catch(() => ({title: `The server answered ${response.status}`}));
  throw new Problem({status: response.status, ...problem});
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
