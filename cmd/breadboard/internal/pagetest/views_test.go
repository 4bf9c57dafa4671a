package pagetest

import (
	"testing"
)

const (
	player = `#along .player button`
	slider = `#along .player input[type="range"]`
)

// Nothing plays by itself, least of all for readers who asked for little motion.
func TestNothingPlaysByItself(t *testing.T) {
	still := desk
	still.still = true
	tab := open(t, still, serve(t).link("toy=barrier&T=60&view=cells&beta=0.1"))
	ready(tab)
	at := value[float64](tab, element(slider)+".valueAsNumber")
	question(tab) // a pause
	if got := value[float64](tab, element(slider)+".valueAsNumber"); got != at {
		t.Errorf("the slider moves from %v to %v", at, got)
	}
}

// ready waits until the view shows its answers.
func ready(tab *page) {
	tab.wait(element(slider) + `.max > 0 && document.querySelectorAll("#view .cells rect").length > 0`)
	tab.wait(`document.querySelectorAll("#view .stale").length === 0`)
}

// The button of the browser that goes back brings the page before back.
func TestHistory(t *testing.T) {
	tab := open(t, desk, serve(t).link(flat))
	first := numbers(tab)
	value[bool](tab, `(() => {
		const toys = document.querySelector(".field-toy select");
		toys.value = "barrier";
		return toys.dispatchEvent(new Event("change"));
	})()`)
	tab.wait(`location.hash.includes("toy=barrier")`)
	value[bool](tab, "(history.back(), true)")
	tab.wait(`location.hash.includes("target=")`)
	shows(tab, first)
}
