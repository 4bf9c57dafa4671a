package pagetest

import (
	"testing"

	"breadboard/reports/explorer/browsertest"
)

const flat = "target=0,0,0,0;0,0,0,0;0,0,0,0&kernel=metropolis&bridge=geometric&schedule=linear&T=50"

// exact runs breadboard exact on the page's painted target, and returns the row that it prints.
func exact(t *testing.T, tab *browsertest.Tab) row {
	t.Helper()
	file := painted(t, tab)
	return exactly(t, "--target", file, "-T", question(tab).Get("T"))
}

// A stroke of the mouse adds 1 to every cell on its way, once.
func TestPaintByMouse(t *testing.T) {
	tab := open(t, browsertest.Desk, serve(t, "127.0.0.1:0").link(flat))
	before := numbers(tab, 1)
	tab.Drag(tab.Centre(cell(1, 1)), tab.Centre(cell(1, 3)), tab.Centre(cell(2, 3)))
	tab.Click(cell(3, 4))
	tab.Click(cell(3, 4))
	tab.Wait(`location.hash.includes("target=1,1,1,0;0,0,1,0;0,0,0,2")`)
	settled(tab)
	got := numbers(tab, 1)
	if got == before {
		t.Errorf("the strokes change no number: %v", got)
	}
	got.holds(t, exact(t, tab))
}

// A toy that is painted becomes a target of one's own, and everything else stays.
func TestPaintAToy(t *testing.T) {
	tab := open(t, browsertest.Desk, serve(t, "127.0.0.1:0").link("toy=barrier&kernel=heat-bath&T=20"))
	numbers(tab, 1).holds(t, exactly(t, "--toy", "barrier", "--kernel", "heat-bath", "-T", "20"))
	tab.Click(cell(4, 4))
	tab.Wait(`location.hash.includes("target=")`)
	settled(tab)
	if got := question(tab); got.Has("toy") || got.Get("kernel") != "heat-bath" || got.Get("T") != "20" {
		t.Errorf("the link has %v", got)
	}
	file := painted(t, tab)
	numbers(tab, 1).holds(t, exactly(t, "--target", file, "--kernel", "heat-bath", "-T", "20"))
}

// Without a mouse: Tab leads to the grid, arrows go about in it, digits and + and - set cells, and w builds a wall.
func TestPaintByKeys(t *testing.T) {
	tab := open(t, browsertest.Desk, serve(t, "127.0.0.1:0").link(flat))
	for range 60 {
		if browsertest.Value[bool](tab, `document.activeElement.getAttribute("role") === "gridcell"`) {
			break
		}
		tab.Press(browsertest.TabKey)
	}
	tab.Press("3", browsertest.Right, "+", "+", browsertest.Down, "w", browsertest.Left, "-",
		browsertest.End, browsertest.Enter)
	tab.Wait(`location.hash.includes("target=3,2,0,0;-1,w,0,1;0,0,0,0")`)
	settled(tab)
	numbers(tab, 1).holds(t, exact(t, tab))
	tab.Press("w") // the same key takes a wall away
	tab.Press("w")
	name := browsertest.Value[string](tab, `document.activeElement.getAttribute("aria-label")`)
	if want := "row 1, column 3: log f 0"; name != want {
		t.Errorf("the cell in focus is named %q, want %q", name, want)
	}
}

// A finger paints as the mouse does, and the page does not scroll under it.
func TestPaintByFinger(t *testing.T) {
	tab := open(t, browsertest.Phone, serve(t, "127.0.0.1:0").link(flat))
	from, to := tab.Centre(cell(1, 2)), tab.Centre(cell(3, 2))
	scrolled := browsertest.Value[float64](tab, "scrollY")
	tab.Touch(from, browsertest.Place{X: from.X, Y: (from.Y + to.Y) / 2}, to)
	tab.Wait(`location.hash.includes("target=0,1,0,0;0,1,0,0;0,1,0,0")`)
	settled(tab)
	numbers(tab, 1).holds(t, exact(t, tab))
	if got := browsertest.Value[float64](tab, "scrollY"); got != scrolled {
		t.Errorf("the page is scrolled from %v to %v", scrolled, got)
	}
}

// Undo takes a stroke back, and redo does it again.
func TestUndo(t *testing.T) {
	tab := open(t, browsertest.Desk, serve(t, "127.0.0.1:0").link(flat))
	var seen []row
	for i := range 3 {
		tab.Click(cell(1, 1+i))
		tab.Wait(`document.querySelector('` + cell(1, 1+i) + `').textContent === "1"`)
		settled(tab)
		question(tab) // a pause, after which a new act begins
		seen = append(seen, numbers(tab, 1))
	}
	tab.Click("#undo")
	shows(tab, seen[1])
	tab.Click("#undo")
	shows(tab, seen[0])
	tab.Click("#redo")
	shows(tab, seen[1])
}

// shows waits until the first row of the page shows these numbers.
func shows(tab *browsertest.Tab, want row) {
	tab.Wait(`Number(document.querySelector("#numbers tbody tr td").title) === ` + number(want.J))
}
