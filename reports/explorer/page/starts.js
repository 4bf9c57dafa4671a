// The page says in a sentence why it does not start. A plain script runs where modules do not, as from a disk. Where no
// script runs, index.html has a sentence of its own, which the first line of this script takes away.
(() => {
  const root = document.documentElement;
  root.classList.add("starts");

  /** say shows a cause in place of the page's own sentence. */
  const say = (text) => {
    document.getElementById("still").textContent = text;
    root.classList.remove("starts");
  };

  const failed = ({target}) => {
    if (target.tagName !== "SCRIPT") return;
    if (location.protocol === "file:") {
      say("This page needs a static server, as browsers run no modules from a disk: run python3 -m http.server in " +
        "its folder, and open http://127.0.0.1:8000.");
      return;
    }
    const name = target.getAttribute("src");
    say(`The page cannot start: ${name}, or what it loads, does not come or may not run. Use a server that sends all ` +
      "files of the folder, with scripts as text/javascript, and if it has a Content-Security-Policy, one with " +
      "default-src 'self' 'wasm-unsafe-eval'.");
  };
  addEventListener("error", failed, true); // the event comes to the script alone, and is caught on the way down
})();
