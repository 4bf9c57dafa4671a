package pagetest

import (
	"strings"
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

// reach presses Tab until the focus is on what a selector finds, and fails the test if it never is.
func reach(t *testing.T, tab *browsertest.Tab, selector string) {
	t.Helper()
	for range 150 {
		if browsertest.Value[bool](tab, "document.activeElement.matches(`"+selector+"`)") {
			return
		}
		tab.Press(browsertest.TabKey)
	}
	t.Fatalf("Tab never comes to %s", selector)
}

// All the way without a mouse: paint, bend the schedule, play, compare, and copy the link.
func TestKeysAlone(t *testing.T) {
	tab := open(t, browsertest.Desk, serve(t, "127.0.0.1:0").link("toy=barrier&T=40"))
	ready(tab)
	reach(t, tab, `[data-side="a"] [role="gridcell"]`)
	tab.Press(browsertest.Down, browsertest.Right, "w")
	tab.Wait(`location.hash.includes("target=0,0,0,-10,3,3,3;0,w,0,")`)
	reach(t, tab, `[data-side="a"] .handle`)
	tab.Press(browsertest.Down, browsertest.Down)
	tab.Wait(`location.hash.includes("schedule=curve:0:")`)
	settled(tab)
	ready(tab)
	reach(t, tab, player)
	at := browsertest.Value[float64](tab, element(slider)+".valueAsNumber")
	tab.Press(browsertest.Enter)
	tab.Wait(element(slider) + ".valueAsNumber !== " + number(at))
	tab.Press(browsertest.Enter)
	reach(t, tab, `#take .take-line button`)
	tab.Press(browsertest.Enter)
	tab.Wait(`document.activeElement.textContent === "Copied"`)
	reach(t, tab, `#compare`) // after the end of the page Tab comes to its beginning
	tab.Press(browsertest.Space)
	tab.Wait(`document.querySelectorAll("#numbers tbody tr").length === 3`)
	settled(tab)
}

// command is the command that the page shows for side a, when it belongs to what is shown.
func command(tab *browsertest.Tab) string {
	const shown = `document.querySelector('#take [data-side="a"] pre[aria-label="Command"]')`
	tab.Wait(shown + `.textContent.includes("breadboard") && !` + shown + `.classList.contains("stale")`)
	return browsertest.Value[string](tab, shown+".textContent")
}

// prints runs the command of the page, and returns the row that it prints, with all digits.
func prints(t *testing.T, tab *browsertest.Tab) row {
	t.Helper()
	return rowOf(t, shell(t, t.TempDir(), strings.TrimSpace(command(tab))+" --format json"))
}

// The same by keys.
func TestScheduleByKeys(t *testing.T) {
	tab := open(t, browsertest.Desk, serve(t, "127.0.0.1:0").link("toy=barrier&T=40&schedule=curve:0:0.3:0.6:1"))
	const point = `[data-side="a"] .handle:nth-child(2)`
	tab.Wait(`document.querySelector('` + point + `')?.getAttribute("aria-valuenow") === "0.3"`)
	tab.Focus(point)
	tab.Press(browsertest.Up, browsertest.Up, browsertest.Right)
	tab.Wait(`location.hash.includes("schedule=curve:0:0.33:0.6:1")`)
	tab.Press(browsertest.Home)
	tab.Wait(`location.hash.includes("schedule=curve:0:0:0.6:1")`)
	settled(tab)
	numbers(tab, 1).holds(t, prints(t, tab))
}

// The commands of painted targets, walls among them, and of programs print the numbers of the page too.
func TestCommands(t *testing.T) {
	s := serve(t, "127.0.0.1:0")
	for _, link := range []string{
		"target=0,1.5,w;2,-0.25,3&T=25&kernel=heat-bath&skip_last=true",
		"toy=easy&seed=5&T=30&schedule=sigmoid:2&bridge=power:2",
		"toy=barrier&T=20&initial=tempered:0.3&kernel=lazy:0.5",
	} {
		tab := open(t, browsertest.Desk, s.link(link))
		numbers(tab, 1).holds(t, prints(t, tab))
	}
}
