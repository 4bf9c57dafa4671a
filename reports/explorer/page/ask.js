// One question to the server, and its answer. A page that was saved has its answers in it, and asks nobody.

/** A Problem is an error that the server explains (RFC 9457). detail is a sentence for the reader. */
export class Problem extends Error {
  constructor({title, detail, status, type}) {
    super(detail || title);
    Object.assign(this, {title, detail, status, type});
  }
}

const lost = () => new Problem({
  title: "The server does not answer", status: 0,
  detail: "The server does not answer: what is shown is its last answer. breadboard explore starts it again.",
});

/** kept is what a saved page holds: {link, a: {kind: answer}, b: {kind: answer}}; null in a page that is served. */
export const kept = JSON.parse(document.getElementById("kept")?.textContent || "null");

/** ask posts a question to /api/KIND and returns its answer. */
export async function ask(kind, body, signal) {
  const response = await post(kind, body, signal);
  return response.json();
}

/** lines is ask for an answer that comes as lines of JSON, each newer than the one before it. */
export async function* lines(kind, body, signal) {
  const response = await post(kind, body, signal);
  let rest = "";
  for await (const piece of pieces(response.body.pipeThrough(new TextDecoderStream()))) {
    const all = (rest + piece).split("\n");
    rest = all.pop();
    for (const line of all) {
      const answer = JSON.parse(line);
      if (answer.problem) throw new Problem(answer.problem);
      yield answer;
    }
  }
}

async function* pieces(stream) {
  const reader = stream.getReader();
  for (;;) {
    const {done, value} = await reader.read();
    if (done) return;
    yield value;
  }
}

async function post(kind, body, signal) {
  let response;
  try {
    response = await fetch(`api/${kind}`, {method: "POST", signal, headers: {"Content-Type": "application/json"},
      body: JSON.stringify(body)});
  } catch (error) {
    throw error.name === "AbortError" ? error : lost();
  }
  if (!response.ok) throw new Problem({status: response.status, ...(await response.json().catch(() => ({title: response.statusText})))});
  return response;
}

/** number is a number of an answer: null is not known, and infinities are written as words. */
export function number(value) {
  return value === null || value === undefined ? NaN : value === "inf" ? Infinity : value === "-inf" ? -Infinity : value;
}
