// The lessons of the gallery as figures of the article: a button puts one on the stage and plays it, and its words
// stand in the place of the screen's until one goes back.
import {element} from "explorer/element.js";
import {fragment, state} from "explorer/state/link.js";
import {embedding} from "explorer/take/embedding.js";

let all = null; // the lessons, fetched once

/** fetched are the lessons of the gallery. */
function fetched() {
  all ??= fetch("gallery/lessons.json").then((response) => response.json());
  all.catch(() => { all = null; });
  return all;
}

/**
 * bare scrolls to the words of a lesson if its stage lies on them, as it does where it sticks to the window above the
 * words. Words that nobody reads are not scrolled to.
 */
function bare(words, room) {
  const [text, stage] = [words, room].map((one) => one.getBoundingClientRect());
  const isBeside = text.left >= stage.right || stage.left >= text.right;
  if (words.hidden || isBeside || text.top >= stage.bottom) return;
  words.style.scrollMarginTop = `${stage.bottom}px`;
  words.scrollIntoView();
}

/** lessons lets the buttons of a section that have data-lesson show lessons on its stage. */
export function lessons(section, stage) {
  const says = section.querySelector(".says"), head = element("h3", {tabindex: -1}), words = element("p", {});
  const whole = element("a", {}, "Open it in the console"), back = element("button", {type: "button"}, "Back");
  const embeds = element("div", {});
  const shown = element("div", {class: "says lesson-says", hidden: true}, head, words,
    element("p", {}, back, " ", whole), embeds);
  let before = null, pressed = null;
  says.after(shown);
  const turn = (isLesson) => {
    says.hidden = isLesson;
    shown.hidden = !isLesson;
  };
  let isNew = false; // until its reader does something: by then it stands where it should
  new ResizeObserver(() => isNew && bare(shown, stage.room)).observe(stage.room); // an answer can make it higher
  for (const act of ["wheel", "pointerdown", "keydown"]) {
    addEventListener(act, () => { isNew = false; }, {capture: true, passive: true});
  }
  back.addEventListener("click", () => {
    turn(false);
    stage.show(before);
    before = null;
    pressed.focus();
  });
  for (const button of section.querySelectorAll("[data-lesson]")) {
    const does = `Play the lesson: ${button.dataset.lesson}`;
    button.title = does;
    button.setAttribute("aria-label", does);
    button.addEventListener("click", async () => {
      const lesson = (await fetched()).find(({title}) => title === button.dataset.lesson), to = state(lesson.link, []);
      const [a, b] = stage.sides().map(({question}) => question);
      before ??= {a, b, page: stage.page.all()};
      pressed = button;
      head.textContent = lesson.title;
      words.textContent = lesson.says;
      whole.href = `./${fragment(to)}`;
      embeds.replaceChildren(embedding(lesson));
      turn(true);
      stage.show(to);
      stage.play();
      head.focus({preventScroll: true});
      isNew = true;
      bare(shown, stage.room);
    });
  }
}
