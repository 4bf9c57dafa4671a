// The article: eight screens of words, each with a stage beside it that shows what the words are about. The words stand
// in article.html, with the numbers of the settings that they begin with; a screen binds them to its stage.
import {onPaper} from "explorer/article/paper.js";
import {screen} from "explorer/article/screen.js";
import {server} from "explorer/state/ask.js";

const sections = [...document.querySelectorAll(".screen")];
const screens = new Map(sections.map((section) => [section, screen(section)]));
const ahead = "75% 0px"; // of the window: a screen is made before it is seen

/** opened makes each screen when it comes near the window, and lets it ask for the levels when it is there. */
function opened() {
  const near = new IntersectionObserver((all) => {
    for (const {target, isIntersecting} of all) if (isIntersecting) screens.get(target).open();
  }, {rootMargin: ahead});
  const there = new IntersectionObserver((all) => {
    for (const {target, isIntersecting} of all) if (isIntersecting) mark(target);
  }, {rootMargin: "-45% 0px -45% 0px"});
  for (const section of sections) {
    near.observe(section);
    there.observe(section);
  }
}

/** mark says in the row of numbers which screen is read. */
function mark({id}) {
  for (const link of document.querySelectorAll(".read nav a")) {
    if (link.hash === `#${id}`) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

const usual = [...document.getElementById("lost").childNodes];
for (const event of ["lost", "back"]) {
  server.addEventListener(event, () => {
    const place = document.getElementById("lost");
    place.replaceChildren(...(server.why ? [server.why] : usual));
    place.hidden = !server.lost;
  });
}
opened();
if (!matchMedia("(prefers-reduced-motion: reduce)").matches && scrollY < innerHeight) screens.get(sections[0]).play();
onPaper(screens, document.querySelector(".print"));
