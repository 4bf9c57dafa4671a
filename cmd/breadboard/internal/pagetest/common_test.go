package pagetest

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// fieldsOf counts the fields of a part of the setting that are to be seen: one of both sides, or one of each.
func fieldsOf(group string) string {
	return fmt.Sprintf(`[...document.querySelectorAll('.setting > [data-group="%s"] .field')].filter((one) =>
		one.checkVisibility()).length`, group)
}

// chosen sets a select of a side as a reader does.
func chosen(tab *page, side, group, to string) {
	tab.wait(fmt.Sprintf(`(() => {
		const select = document.querySelector('[data-group="%s"] [data-side="%s"] select');
		select.value = "%s";
		select.dispatchEvent(new Event("change"));
		return select.value === "%s";
	})()`, group, side, to, to))
}

// asks waits until the page's link says this of both settings, in its keys kernel, schedule or T.
func asks(tab *page, key, left, right string) {
	tab.t.Helper()
	tab.wait(fmt.Sprintf(`(() => {
		const link = new URLSearchParams(location.hash.slice(1));
		return link.get("%[1]s") === "%[2]s" && link.get("b.%[1]s") === "%[3]s";
	})()`, key, left, right))
}

// What is the same on both sides has one field, and is set on both. Split parts it, by mouse and by keys, and Join
// unites it again: the right side then has what the left one has. The numbers are those of the command.
func TestSplitAndJoin(t *testing.T) {
	tab := open(t, desk, served(t).link("toy=barrier&T=20"))
	tab.click("#compare")
	tab.wait(`document.querySelectorAll("#numbers tbody tr").length === 3`)
	settled(tab)
	for _, group := range []string{"target", "initial", "kernel", "bridge", "schedule", "T"} {
		tab.wait(fieldsOf(group) + " === 1")
	}
	chosen(tab, "a", "kernel", "heat-bath")
	asks(tab, "kernel", "heat-bath", "heat-bath")
	const splits = `.setting > [data-group="kernel"] .splits`
	tab.wait(element(splits) + ".checkVisibility()")
	tab.click(splits)
	tab.wait(fieldsOf("kernel") + " === 2")
	chosen(tab, "b", "kernel", "metropolis")
	asks(tab, "kernel", "heat-bath", "metropolis")
	value[bool](tab, `(() => {
		const box = document.querySelector('[data-group="T"] [data-side="a"] input[type="number"]');
		box.value = 30;
		return box.dispatchEvent(new Event("change"));
	})()`)
	asks(tab, "T", "30", "30")
	settled(tab)
	numbers(tab, 1).holds(t, exactly(t, "--toy", "barrier", "--kernel", "heat-bath", "-T", "30"))
	numbers(tab, 2).holds(t, exactly(t, "--toy", "barrier", "-T", "30"))
	tab.focus(splits)
	tab.press(kb.Enter)
	asks(tab, "kernel", "heat-bath", "heat-bath")
	tab.wait(fieldsOf("kernel") + " === 1")
	if at := value[string](tab, "document.activeElement.textContent"); at != "Split" {
		t.Errorf("after Join the focus is at %q, want the button, which says Split", at)
	}
	tab.press(" ")
	tab.wait(fieldsOf("kernel") + " === 2")
	tab.click("#undo") // the joining
	asks(tab, "kernel", "heat-bath", "metropolis")
	tab.wait(fieldsOf("kernel") + " === 2")
	tab.click("#compare")
	tab.wait(`document.querySelectorAll("#numbers tbody tr").length === 1`)
	tab.wait(`[...document.querySelectorAll(".splits")].every((one) => !one.checkVisibility())`)
}
