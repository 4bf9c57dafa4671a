package pagetest

import (
	"testing"

	"breadboard/reports/explorer/browsertest"
)

const (
	player = `#view .player button`
	slider = `#view .player input[type="range"]`
)

// fills are the colours of all cells of the maps of a view.
const fills = `[...document.querySelectorAll("#view .cells rect")].map((cell) => cell.getAttribute("fill")).join()`

// Play moves the slider and the maps, pause stops both, and the place is in the link.
func TestPlay(t *testing.T) {
	tab := open(t, browsertest.Desk, serve(t, "127.0.0.1:0").link("toy=barrier&T=60&view=levels&beta=0.1"))
	ready(tab)
	at := browsertest.Value[float64](tab, element(slider)+".valueAsNumber")
	maps := browsertest.Value[string](tab, fills)
	tab.Click(player)
	tab.Wait(element(slider) + ".valueAsNumber > 5 + " + number(at))
	tab.Click(player)
	stopped := browsertest.Value[float64](tab, element(slider)+".valueAsNumber")
	if browsertest.Value[string](tab, fills) == maps {
		t.Error("the slider moved, and the maps stayed")
	}
	question(tab) // a pause, in which nothing may move
	if got := browsertest.Value[float64](tab, element(slider)+".valueAsNumber"); got != stopped {
		t.Errorf("play was stopped at level %v, and goes on to %v", stopped, got)
	}
	if got := question(tab).Get("beta"); got == "0.1" {
		t.Error("the link has the old place")
	}
	tab.Focus(slider)
	tab.Press(browsertest.Home)
	tab.Wait(element(slider) + ".valueAsNumber === 0")
	tab.Press(browsertest.End)
	tab.Wait(element(slider) + ".value === " + element(slider) + ".max")
}

// Nothing plays by itself, least of all for readers who asked for little motion.
func TestNothingPlaysByItself(t *testing.T) {
	still := browsertest.Desk
	still.Still = true
	tab := open(t, still, serve(t, "127.0.0.1:0").link("toy=barrier&T=60&view=levels&beta=0.1"))
	ready(tab)
	at := browsertest.Value[float64](tab, element(slider)+".valueAsNumber")
	question(tab) // a pause
	if got := browsertest.Value[float64](tab, element(slider)+".valueAsNumber"); got != at {
		t.Errorf("the slider moves from %v to %v", at, got)
	}
}

// Chains run when they are asked to, until all of them have, and their final states are drawn.
func TestMonteCarlo(t *testing.T) {
	tab := open(t, browsertest.Desk, serve(t, "127.0.0.1:0").link("toy=barrier&T=20&view=sampled&chains=2000"))
	const main = "#view button.main"
	tab.Wait(element(main) + `.textContent === "Run the chains"`)
	tab.Click(main)
	tab.Wait(`document.querySelector("#view").textContent.includes("2,000") && ` +
		`!document.querySelector("#view").textContent.includes("No chains have run yet")`)
	tab.Wait(element(main) + `.textContent === "Run the chains"`)
	if got := question(tab); got.Get("run") != "true" || got.Get("chains") != "2000" {
		t.Errorf("the link has %v", got)
	}
}

// ready waits until the view shows its answers.
func ready(tab *browsertest.Tab) {
	tab.Wait(element(slider) + `.max > 0 && document.querySelectorAll("#view .cells rect").length > 0`)
	tab.Wait(`document.querySelectorAll("#view .stale").length === 0`)
}
