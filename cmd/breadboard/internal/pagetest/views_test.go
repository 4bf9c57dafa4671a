package pagetest

import (
	"strings"
	"testing"

	"breadboard/reports/explorer/browsertest"
)

const (
	player = `#view .player button`
	slider = `#view .player input[type="range"]`
)

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

// The tour by the keyboard alone: eight steps, each with its numbers, then what was on the page before it.
func TestTour(t *testing.T) {
	tab := open(t, browsertest.Desk, serve(t, "127.0.0.1:0").link(flat))
	tab.Focus("#tour")
	tab.Press(browsertest.Enter)
	seen, text := map[string]bool{}, ""
	for step := 1; step <= 8; step++ {
		tab.Wait(`document.querySelector(".tour-count").textContent === "Step ` + number(float64(step)) + ` of 8"`)
		tab.Wait(`!["", ` + quoted(text) + `].includes(document.querySelector("#tour-text").textContent.trim()) && ` +
			`!document.querySelector("#tour-text").textContent.includes("being computed")`)
		settled(tab)
		text = tab.Text("#tour-text")
		if seen[text] || len(strings.Fields(text)) < 10 {
			t.Errorf("step %d says %q", step, text)
		}
		seen[text] = true
		if !browsertest.Value[bool](tab, `document.activeElement.id === "tour-title"`) {
			t.Errorf("step %d does not take the focus", step)
		}
		if !strings.Contains(question(tab).Encode(), "tour=") {
			t.Errorf("step %d is not in the link", step)
		}
		for range 10 {
			tab.Press(browsertest.TabKey)
			if browsertest.Value[bool](tab, `document.activeElement.classList.contains("tour-next")`) {
				break
			}
		}
		tab.Press(browsertest.Enter)
	}
	tab.Wait(`!document.querySelector(".tour").checkVisibility()`)
}

// The button of the browser that goes back brings the page before back.
func TestHistory(t *testing.T) {
	tab := open(t, browsertest.Desk, serve(t, "127.0.0.1:0").link(flat))
	first := numbers(tab, 1)
	tab.Click("#compare")
	tab.Wait(`document.querySelectorAll("#numbers tbody tr").length === 3`)
	browsertest.Value[bool](tab, "(history.back(), true)")
	tab.Wait(`document.querySelectorAll("#numbers tbody tr").length === 1`)
	shows(tab, first)
}

// A program whose exact numbers are not known has no intervals that miss them.
func TestWordsOfUnknown(t *testing.T) {
	link := "toy=barrier&T=5&program=smc:900:ess%3D0.5&view=sampled&run=true&chains=100"
	tab := browsertest.Open(t, browsertest.Desk, serve(t, "127.0.0.1:0").link(link))
	tab.Forgive("the server responded with a status of 4") // it has no laws along the levels
	tab.Wait(`document.querySelector("#view").textContent.includes("After 100 chains in each direction")`)
	if said := browsertest.Value[string](tab, `document.querySelector("#view").textContent`); strings.Contains(said,
		"hold their exact numbers") || !strings.Contains(said, "no exact numbers") {
		t.Errorf("the page says %s", said)
	}
}
