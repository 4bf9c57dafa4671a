// What sets two settings apart, in words: whoever compares their numbers must know all of it.
import {listed, whole} from "explorer/digits.js";

/** The keys of a question but T, by the name that the page has for them. */
const names = {
  "the target": ["toy", "seed", "target"], "the kernel": ["kernel"], "the program": ["program"],
  "the bridge": ["bridge"], "the start": ["initial"], "the schedule": ["schedule"], "the last kernel": ["skip_last"],
};

/** apart says in which of its parts question b is not a. It is empty if there is one question alone. */
export function apart(a, b) {
  if (!b) return "";
  const differs = (key) => (a[key] || undefined) !== (b[key] || undefined);
  const parts = listed(Object.entries(names).filter(([, keys]) => keys.some(differs)).map(([name]) => name));
  if (!differs("T")) return parts ? `A and B differ in ${parts}.` : "A and B are the same setting.";
  const levels = `A has T = ${whole(a.T)} and B has T = ${whole(b.T)}`;
  return parts ? `${levels}: their numbers do not differ by ${parts} alone.` : `${levels}; all else is the same.`;
}
