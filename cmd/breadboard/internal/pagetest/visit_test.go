package pagetest

import (
	"fmt"
	"testing"
)

// between is a slider on its way: it is neither at the start nor at the end.
var between = fmt.Sprintf("(0 < %[1]s.valueAsNumber && %[1]s.valueAsNumber < %[1]s.max)", element(slider))

// A visit in the real browser, short enough for every run of the tests: what Node's document cannot show. A stroke of
// the mouse and a dragged schedule have the numbers of the command, every view
// fits, is legible and has names, and what is saved shows the same without a server. The long form of these tests
// goes into every corner.
func TestVisit(t *testing.T) {
	dir := t.TempDir()
	tab := painting(t, desk, served(t).link("toy=barrier&kernel=heat-bath&T=20"))
	tab.downloads(dir)
	tab.drag(tab.centre(cell(4, 4)), tab.centre(cell(4, 5)))
	tab.wait(`location.hash.includes("target=")`)
	settled(tab)
	if got := question(tab); got.Has("toy") || got.Get("kernel") != "heat-bath" || got.Get("T") != "20" {
		t.Errorf("the link has %v", got)
	}
	numbers(tab).holds(t, exactly(t, "--target", painted(t, tab), "--kernel", "heat-bath", "-T", "20"))
	pick(tab, "schedule")
	point := `.handle:nth-child(4)`
	// the chart is whole
	tab.wait(`document.querySelector('` + point + `')?.hasAttribute("aria-label")`)
	from := tab.centre(point)
	tab.drag(from, place{X: from.X + 10, Y: from.Y}, place{X: from.X + 25, Y: from.Y})
	tab.wait(`location.hash.includes("schedule=curve:0:")`)
	settled(tab)
	numbers(tab).holds(t, prints(t, tab))
	pick(tab, "cells")
	ready(tab)
	tab.click(player) // from the end it plays from the start
	tab.wait(between)
	tab.click(player)
	for _, view := range all {
		pick(tab, view)
		tab.wait(`document.querySelectorAll("#view .stale, #view .waiting").length === 0`)
		legible(t, tab, view)
		fits(t, tab, view)
	}
	pick(tab, "cells") // which no more answers move
	ready(tab)
	tab.click("#save")
	file := tab.downloaded(dir, "*.html")
	saved := open(t, alone, "file://"+file)
	if got, want := numbers(saved), numbers(tab); got != want {
		t.Errorf("the numbers are %v in the saved page, and were %v", got, want)
	}
	for _, selector := range []string{".paints", ".opener button", ".field-T input:enabled", "#save"} {
		if saved.has(selector) {
			t.Errorf("the saved page has %s, which needs a server", selector)
		}
	}
	asksNobody(t, saved, file)
}
