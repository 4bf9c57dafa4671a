package pagetest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

const flat = "target=0,0,0,0;0,0,0,0;0,0,0,0&kernel=metropolis&bridge=geometric&schedule=linear&T=50"

// exact runs breadboard exact on the page's painted target, and returns the row that it prints.
func exact(t *testing.T, tab *page) row {
	t.Helper()
	file := painted(t, tab)
	return exactly(t, "--target", file, "-T", question(tab).Get("T"))
}

// Of many cells the one in focus is an element, which says where it is; values are told apart by shades, walls by
// hatches. A grid that is not active leaves pointers to the page.
func TestPaintMany(t *testing.T) {
	row := strings.Repeat(",0", 63)
	link := "target=w" + row + strings.Repeat(";0"+row, 63) + "&kernel=metropolis&bridge=geometric&schedule=linear&T=20"
	tab := painting(t, desk, serve(t).link(link))
	tab.focus(cell(1, 1))
	tab.press(kb.ArrowRight, kb.ArrowDown, "5")
	const focus = `document.activeElement`
	tab.wait(`location.hash.includes(";0,5,0,")`)
	tab.wait(focus + `.ariaLabel === "row 1, column 1: log f 5" && ` + focus + `.ariaColIndex === "2" && ` +
		focus + `.parentElement.ariaRowIndex === "2" && document.querySelectorAll("[role=gridcell]").length === 1`)
	tab.wait(`new Set([[0, 0], [1, 1], [2, 2]].map(([r, c]) => {
		const canvas = document.querySelector("[role=grid] canvas"), side = canvas.width / 64;
		return canvas.getContext("2d").getImageData(side * (c + 0.5), side * (r + 0.5), 1, 1).data.join();
	})).size === 3`)
	tab.wait(`import("explorer/setting/paint.js").then(({paint}) => {
		const strokes = [], shown = {rows: 1, columns: 2, cells: [0, 0], paintable: true};
		const target = Object.assign(new EventTarget(), {shown, paint: (to) => strokes.push(to.cells.join())});
		const {element, setActive} = paint(target, {stroke: () => 7,
			tip: () => ({shape: "square", size: 1})}, () => "log f");
		element.setPointerCapture = () => {};
		document.body.append(element);
		target.dispatchEvent(new Event("change"));
		return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
			for (const active of [false, true]) {
				setActive(active);
				element.dispatchEvent(new PointerEvent("pointerdown", {clientX: 0, clientY: 0}));
			}
			element.remove();
			done(strokes.join(" ") === "7,0");
		})));
	})`)
}

// A file is dropped onto a map. One that is dropped elsewhere leaves the page as it is.
func TestDrops(t *testing.T) {
	tab := open(t, desk, serve(t).link(flat))
	tab.forgive("the server responded with a status of 4")
	ready(tab)
	unfold(tab)
	const drop = `((onto, text) => {
		const data = new DataTransfer();
		data.items.add(new File([text], "p.csv"));
		return !onto.dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true}));
	})`
	tab.wait(drop + `(document.body, "3,4")`)
	tab.wait(drop + `(document.querySelector(".map canvas"), "1,0")`)
	tab.wait(`location.hash.includes("target=1,0")`)
}

// shows waits until the first row of the page shows these numbers.
func shows(tab *page, want row) {
	tab.wait(`Number(document.querySelector("#numbers tbody tr td").title) === ` + number(want.J))
}

// command is the command that the page shows, when it belongs to what is shown.
func command(tab *page) string {
	const shown = `document.querySelector('#take pre[aria-label="Command"]')`
	tab.wait(shown + `.textContent.includes("breadboard") && !` + shown + `.classList.contains("stale")`)
	return value[string](tab, shown+".textContent")
}

// prints runs the page's command, and returns the row that it prints, with all digits.
func prints(t *testing.T, tab *page) row {
	t.Helper()
	return rowOf(t, shell(t, t.TempDir(), strings.TrimSpace(command(tab))+" --format json"))
}

// Another kind of axes has the numbers of the command, and the target's own leaves the link as it was. A kernel without
// a form says so at its field.
func TestAxes(t *testing.T) {
	tab := painting(t, desk, serve(t).link("toy=potts:2x2:3:1&T=20"))
	tab.forgive("the server responded with a status of 4")
	choose := func(key, value string) {
		field := element(".field-" + key + " select")
		tab.wait(fmt.Sprintf(`(%s.value = %q, %s.dispatchEvent(new Event("change")))`, field, value, field))
	}
	own := numbers(tab)
	own.holds(t, exactly(t, "--toy", "potts:2x2:3:1", "-T", "20"))
	choose("axes", "line")
	tab.wait(`location.hash.includes("axes=line")`)
	settled(tab)
	numbers(tab).holds(t, exactly(t, "--toy", "potts:2x2:3:1", "-T", "20", "--axes", "line"))
	numbers(tab).holds(t, prints(t, tab))
	choose("kernel", "king")
	settled(tab)
	choose("axes", "")
	tab.wait(`document.querySelector("[data-field=kernel]").textContent.includes("have no order")`)
	tab.wait(`document.querySelectorAll("#view .failed").length > 1`)
	if said := value[int](tab, `document.body.innerText.split("have no order").length - 1`); said != 1 {
		t.Errorf("a refusal is said %d times", said)
	}
	choose("kernel", "metropolis")
	settled(tab)
	tab.wait(`!location.hash.includes("axes")`)
	numbers(tab).holds(t, own)
}

// The same by keys.
func TestScheduleByKeys(t *testing.T) {
	tab := painting(t, desk, serve(t).link("toy=barrier&T=40&schedule=curve:0:0.3:0.6:1&view=schedule"))
	const point = `.handle:nth-child(2)`
	tab.wait(`document.querySelector('` + point + `')?.getAttribute("aria-valuenow") === "0.3"`)
	tab.focus(point)
	tab.press(kb.ArrowUp, kb.ArrowUp, kb.ArrowRight)
	tab.wait(`location.hash.includes("schedule=curve:0:0.33:0.6:1")`)
	tab.press(kb.Home)
	tab.wait(`location.hash.includes("schedule=curve:0:0:0.6:1")`)
	settled(tab)
	numbers(tab).holds(t, prints(t, tab))
}
