package pagetest

import (
	"strings"
	"testing"

	"breadboard/reports/explorer/browsertest"
)

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

// A dragged point makes a schedule of its own, whose command prints the numbers that the page shows.
func TestDragTheSchedule(t *testing.T) {
	tab := open(t, browsertest.Desk, serve(t, "127.0.0.1:0").link("toy=barrier&T=40"))
	before := numbers(tab, 1)
	const point = `[data-side="a"] .handle:nth-child(4)`
	tab.Wait(`document.querySelector('` + point + `')?.getAttribute("transform")`)
	from := tab.Centre(point)
	tab.Drag(from, browsertest.Place{X: from.X, Y: from.Y + 10}, browsertest.Place{X: from.X, Y: from.Y + 25})
	tab.Wait(`location.hash.includes("schedule=curve:0:")`)
	settled(tab)
	got := numbers(tab, 1)
	if got == before {
		t.Errorf("the drag changes no number: %v", got)
	}
	got.holds(t, prints(t, tab))
	if text := command(tab); !strings.Contains(text, question(tab).Get("schedule")) {
		t.Errorf("the command has another schedule than the link: %s", text)
	}
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
