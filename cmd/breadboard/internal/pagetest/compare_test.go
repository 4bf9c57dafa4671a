package pagetest

import (
	"testing"

	"breadboard/reports/explorer/browsertest"
)

// Two settings have their own numbers, and the third row holds A less B.
func TestCompare(t *testing.T) {
	s := serve(t, "127.0.0.1:0")
	tab := open(t, browsertest.Desk, s.link("toy=barrier&T=50&b.toy=barrier&b.T=50&b.schedule=sigmoid:4"))
	a, b, less := numbers(tab, 1), numbers(tab, 2), numbers(tab, 3)
	a.holds(t, exactly(t, "--toy", "barrier", "-T", "50"))
	b.holds(t, exactly(t, "--toy", "barrier", "-T", "50", "--schedule", "sigmoid:4"))
	less.holds(t, row{a.J - b.J, a.B - b.B, a.KLQP - b.KLQP, a.KLPQ - b.KLPQ, a.Slack - b.Slack})
	for _, view := range []string{"levels", "spectrum", "against", "sampled"} {
		pick(tab, view)
		tab.Wait(`document.querySelector("#view .both") !== null`)
	}
}

// The button compares a setting with itself first; then one changes B, and A stays.
func TestCompareByButton(t *testing.T) {
	tab := open(t, browsertest.Desk, serve(t, "127.0.0.1:0").link(flat))
	tab.Click("#compare")
	tab.Wait(`document.querySelectorAll("#numbers tbody tr").length === 3`)
	settled(tab)
	a := numbers(tab, 1)
	if b := numbers(tab, 2); b != a {
		t.Errorf("B begins with %v, and A has %v", b, a)
	}
	tab.Click(`[data-side="b"] [role="gridcell"]`)
	tab.Wait(`location.hash.includes("b.target=1,0")`)
	settled(tab)
	if got := numbers(tab, 1); got != a {
		t.Errorf("B was painted, and A became %v", got)
	}
	if b := numbers(tab, 2); b == a {
		t.Error("B was painted, and its numbers stay")
	}
	tab.Click("#compare")
	tab.Wait(`document.querySelectorAll("#numbers tbody tr").length === 1`)
	if question(tab).Has("b.T") {
		t.Error("B is closed, and is in the link")
	}
}
