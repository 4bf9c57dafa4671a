package pagetest

import (
	"testing"

	"breadboard/reports/explorer/browsertest"
)

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
