package pagetest

import (
	"testing"

	"breadboard/reports/explorer/browsertest"
)

// A link opens the same page elsewhere: both settings, their numbers, the view and its place.
func TestShareALink(t *testing.T) {
	s := serve(t, "127.0.0.1:0")
	tab := open(t, browsertest.Desk, s.link("toy=easy&seed=7&T=30&schedule=sigmoid:4"))
	tab.Click("#compare")
	tab.Wait(`document.querySelectorAll("#numbers tbody tr").length === 3`)
	tab.Click(cell(1, 1))
	pick(tab, "spectrum")
	pick(tab, "levels")
	tab.Wait(`document.querySelector('#view input[type="range"]').max > 0`)
	tab.Focus(`#view input[type="range"]`)
	tab.Press(browsertest.Right, browsertest.Right, browsertest.Right)
	settled(tab)
	said := question(tab)
	link := browsertest.Value[string](tab, "location.href")
	other := open(t, browsertest.Desk, link)
	for line := 1; line <= 3; line++ {
		if got, want := numbers(other, line), numbers(tab, line); got != want {
			t.Errorf("row %d is %v in the tab of the link, and %v where it was copied", line, got, want)
		}
	}
	if !said.Has("beta") || said.Get("b.T") != "30" || said.Get("target") == "" {
		t.Errorf("the link has %v", said)
	}
	for _, text := range []string{`document.querySelector('#view output').textContent`,
		`document.querySelector('[aria-selected="true"]').id`,
		`document.querySelector('[data-side="b"] [role="grid"]').textContent`} {
		want := browsertest.Value[string](tab, text)
		other.Wait(text + " === " + quoted(want))
	}
	if got := browsertest.Value[string](other, "location.href"); got != link {
		t.Errorf("the link was %s, and becomes %s", link, got)
	}
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
