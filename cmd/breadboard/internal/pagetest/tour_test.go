package pagetest

import (
	"strings"
	"testing"

	"breadboard/reports/explorer/browsertest"
)

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

// Escape leaves the tour, and a button brings back what was on the page before it.
func TestLeaveTheTour(t *testing.T) {
	tab := open(t, browsertest.Desk, serve(t, "127.0.0.1:0").link(flat))
	before := numbers(tab, 1)
	tab.Click("#tour")
	tab.Wait(`document.querySelector(".tour").checkVisibility()`)
	tab.Press(browsertest.Escape)
	tab.Wait(`!document.querySelector(".tour").checkVisibility()`)
	tab.Click(".offer button")
	shows(tab, before)
}

// A link opens the tour at a step.
func TestLinkToAStep(t *testing.T) {
	tab := open(t, browsertest.Phone, serve(t, "127.0.0.1:0").link("tour=3"))
	tab.Wait(`document.querySelector(".tour-count").textContent === "Step 3 of 8"`)
}
