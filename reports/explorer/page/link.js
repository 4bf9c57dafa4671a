// The page's state as a link. The fragment of the link has the keys of a question:
//
//   #toy=barrier&T=100&schedule=sigmoid:4&view=levels&beta=0.5&b.toy=easy&b.T=100
//
// Keys of the second setting begin with "b."; the others belong to the first one or, as view and beta do, to the page.
// The server never sees a fragment.

/** The keys of a question, as experiments/explore.Question has them. */
export const questionKeys = ["toy", "seed", "target", "kernel", "bridge", "initial", "schedule", "skip_last", "program", "T"];

/** The question of an empty link: the paper's BARRIER. */
export const first = Object.freeze({toy: "barrier", kernel: "metropolis", bridge: "geometric", schedule: "linear", T: 100});

const texts = {T: Number, skip_last: (text) => text === "true"};

/** state reads a fragment: {a, b, page}. b is null if there is one setting alone. */
export function state(fragment) {
  const a = {}, b = {}, page = {};
  for (const [key, text] of new URLSearchParams(fragment.replace(/^#/, ""))) {
    const [into, name] = key.startsWith("b.") ? [b, key.slice(2)] : [a, key];
    if (questionKeys.includes(name)) into[name] = texts[name] ? texts[name](text) : text;
    else if (into === a) page[key] = text;
  }
  const asked = Object.keys(a).length > 0 ? a : {...first};
  return {a: asked, b: Object.keys(b).length > 0 ? b : null, page};
}

/** fragment writes a state, so that state(fragment(s)) is s. */
export function fragment({a, b, page}) {
  const all = new URLSearchParams();
  const put = (prefix, of) => {
    for (const [key, value] of Object.entries(of ?? {})) {
      if (value !== undefined && value !== "" && value !== false) all.set(prefix + key, String(value));
    }
  };
  put("", a);
  put("b.", b);
  put("", page);
  // colons and commas are legal in a fragment, and links with them are easier to read
  return "#" + all.toString().replaceAll("%3A", ":").replaceAll("%2C", ",").replaceAll("%3B", ";");
}
