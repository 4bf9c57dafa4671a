// The article on paper. A screen is made when somebody comes near it, and paper has all of them: so they are made when
// the browser has nothing else to do, and a button prints when everything on them is there. Who prints before that, as
// by Ctrl+P, has the words alone of a screen whose pictures are not there.
const patience = 20_000; // milliseconds, after which what is there is printed
const glance = 100; // milliseconds from one look to the next

/** rest waits until the browser has nothing to do; Safari cannot tell. */
const rest = () => new Promise((resolve) => {
  if (window.requestIdleCallback) requestIdleCallback(resolve);
  else setTimeout(resolve, 500);
});

/** left leaves out the stages whose pictures are not there. */
function left(screens) {
  for (const [section, {isDrawn}] of screens) section.classList.toggle("no-pictures", !isDrawn());
}

/** onPaper makes all screens by and by, and lets a button print them. */
export async function onPaper(screens, button) {
  addEventListener("beforeprint", () => left(screens));
  button.addEventListener("click", async () => {
    button.disabled = true;
    const stages = await Promise.all([...screens.values()].map(({open}) => open()));
    for (const stage of stages) stage.see();
    const until = performance.now() + patience;
    while (performance.now() < until && !stages.every((stage) => stage.whole())) {
      await new Promise((resolve) => { setTimeout(resolve, glance); });
    }
    await new Promise((resolve) => { requestAnimationFrame(() => requestAnimationFrame(resolve)); }); // it is drawn
    button.disabled = false;
    print();
  });
  if (document.readyState !== "complete") {
    await new Promise((resolve) => { addEventListener("load", resolve, {once: true}); });
  }
  for (const {open} of screens.values()) {
    await rest();
    await open();
  }
}
