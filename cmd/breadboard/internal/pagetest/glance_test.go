package pagetest

import (
	"testing"

	"breadboard/grid/must"
)

// J and B are small at the top when their bars are out of sight, with what they were before the last act; beside their
// bars they are not.
func TestGlance(t *testing.T) {
	tab := open(t, screen{width: 1280, height: 500}, served(t).link("toy=barrier&T=100"))
	if tab.has(".glance") {
		t.Error("J and B stand small at the top, beside their bars")
	}
	value[bool](tab, `(() => {
		const levels = document.querySelector("[aria-label='T, levels']");
		levels.value = 300;
		return levels.dispatchEvent(new Event("change"));
	})()`)
	tab.wait(`(scrollTo({top: 700, behavior: "instant"}), scrollY === 700)`) // the tabs below come later
	tab.wait(element(".glance") + `.checkVisibility()`)
	tab.wait(element(".glance") + `.textContent.includes("was")`)
	must.Say(t, value[string](tab, element(".glance")+".textContent"), "J 1.413", "was 1.648", "B 1.531", "was 1.810")
	must.Say(t, value[string](tab, element(".bars")+".textContent"), "was 1.648", "1.08 times J")
	value[bool](tab, `(scrollTo({top: 0, behavior: "instant"}), true)`)
	tab.wait(`!` + element(".glance") + `.checkVisibility()`)
}
