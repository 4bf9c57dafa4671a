package pagetest

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// Steps a level are a dial in the third screen: by keys and by a drag they change J, B and the words to those of exact,
// and no two dials go beyond what the server takes.
func TestStepsAreADial(t *testing.T) {
	tab := article(t, desk, served(t))
	reads(tab, "why")
	const dial, levels = "#why [data-dial=steps]", "#why [data-dial=T]"
	says := func(selector, want string) {
		t.Helper()
		tab.wait(fmt.Sprintf("%s.textContent === %q", element(selector), want))
	}
	says(dial, "1 step")
	tab.focus(dial)
	tab.press(kb.ArrowRight, kb.ArrowRight, kb.ArrowRight)
	says(dial, "4 steps")
	says("#why [data-n=steps]", "396")
	answered(tab, "why")
	onStage(tab, "why", 1).holds(t, exactly(t, "--toy", "barrier", "-T", "100", "--repeat", "4"))
	says("#why [data-n=here]", "3,370") // of one step, as before
	says("#why [data-n=enough]", "more")

	from := tab.centre(dial)
	tab.drag(from, place{X: from.X - 7, Y: from.Y}, place{X: from.X - 14, Y: from.Y}) // two values
	says(dial, "2 steps")
	answered(tab, "why")
	onStage(tab, "why", 1).holds(t, exactly(t, "--toy", "barrier", "-T", "100", "--repeat", "2"))
	tab.focus("#why [data-dial=beta]")
	tab.press(kb.Home)
	says("#why [data-n=enough]", "not more") // 20 steps, of 198
	says("#why [data-n=here]", value[string](tab, element("#why [data-n=first]")+".textContent"))

	tab.focus(dial)
	tab.press(kb.End)
	says(dial, "30 steps")
	tab.focus(levels)
	tab.press(kb.End)
	question(tab) // a pause, in which the levels would change
	says(levels, "100 levels")
	if isLong() { // the parts of 30 steps at each level take seconds, and on a busy machine more than the server gives
		answered(tab, "why")
		onStage(tab, "why", 1).holds(t, exactly(t, "--toy", "barrier", "-T", "100", "--repeat", "30"))
	}
	tab.focus(dial)
	tab.press(kb.Home)
	says(dial, "1 step")
	tab.focus(levels)
	tab.press(kb.End)
	says(levels, "10,000 levels")
	tab.focus(dial)
	tab.press(kb.End)
	says(dial, "1 step")
	answered(tab, "why")
	onStage(tab, "why", 1).holds(t, exactly(t, "--toy", "barrier", "-T", "10000"))
}
