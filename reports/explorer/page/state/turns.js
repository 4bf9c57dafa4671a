// Turns of the questions that may take long. A browser opens six connections to a server and lets further questions
// wait: strokes of the brush would wait with them.

const most = 3; // long questions at once; strokes and targets need the other connections

let busy = 0;
const waiting = []; // functions that begin a turn

/** turn resolves to a function that ends the turn, or rejects if the signal aborts before it has begun. */
export function turn(signal) {
  const {promise, resolve, reject} = Promise.withResolvers();
  const begin = () => {
    busy++;
    resolve(end);
  };
  signal.addEventListener("abort", () => {
    const i = waiting.indexOf(begin);
    if (i >= 0) waiting.splice(i, 1);
    reject(signal.reason);
  });
  if (busy < most) begin();
  else waiting.push(begin);
  return promise;
}

function end() {
  busy--;
  waiting.shift()?.();
}
