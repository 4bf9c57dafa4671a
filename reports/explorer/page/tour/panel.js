// The panel of the tour: one step, and the way on. It lies along the lower edge, and the page makes room for it, so
// that it covers nothing that cannot be scrolled to.
import {element} from "explorer/element.js";

const soon = ["The numbers of this step are being computed."];

/** panel makes a panel that is closed. act has next, back, close and reset, which its buttons call. */
export function panel(act) {
  const count = element("p", {class: "tour-count"});
  const title = element("h2", {id: "tour-title", tabindex: "-1"});
  const text = element("div", {id: "tour-text", class: "tour-text"});
  const changed = element("p", {class: "tour-changed", hidden: true}, "You have changed the page. ",
    element("button", {type: "button", onclick: act.reset}, "Set this step up again"));
  const back = element("button", {type: "button", onclick: act.back}, "Back");
  const next = element("button", {type: "button", class: "tour-next", onclick: act.next}, "Next");
  const close = element("button", {type: "button", "aria-label": "Close the tour", onclick: act.close}, "Close");
  const head = element("div", {class: "tour-head"}, title, count, back, next, close);
  const node = element("aside", {class: "tour", role: "dialog", "aria-labelledby": "tour-title",
    "aria-describedby": "tour-text", hidden: true}, head, text, changed);
  new ResizeObserver(() => {
    document.documentElement.style.setProperty("--tour", `${node.offsetHeight}px`);
  }).observe(node);

  return {
    node,
    /** open shows a step, before its sentences are known. Whoever listens hears its title first. */
    open({name, at, of, fixed}) {
      node.hidden = false;
      count.textContent = `Step ${at} of ${of}`;
      title.textContent = name;
      fill(text, soon);
      back.disabled = at === 1 || fixed;
      next.disabled = fixed;
      next.textContent = at === of ? "End the tour" : "Next";
      title.focus({preventScroll: true});
    },
    /** say shows the sentences of a step; null if their numbers are on the way. */
    say(sentences, isChanged) {
      fill(text, sentences ?? soon);
      changed.hidden = !isChanged;
    },
    close() {
      node.hidden = true;
    },
  };
}

/** fill puts sentences into a node, unless they are there already. */
function fill(node, sentences) {
  if (sentences.join() === [...node.children].map((one) => one.textContent).join()) return;
  node.replaceChildren(...sentences.map((one) => element("p", {}, one)));
}
