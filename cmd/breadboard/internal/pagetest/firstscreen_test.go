package pagetest

import (
	"fmt"
	"testing"
)

// below are the places of the first screen that reach below the window, of those that it should hold.
const below = `(() => {
	const places = %s;
	return places.filter((one) => document.querySelector(one).getBoundingClientRect().bottom > innerHeight + 1);
})()`

// The whole first screen of a setting is in a low window: the sentence, the maps with their scales, J and B, Play with
// the slider, and all strips with their axis. So is what one paints with, and the numbers beside it.
func TestFirstScreenIsWhole(t *testing.T) {
	tab := open(t, screen{width: 1280, height: 720}, served(t).link("toy=barrier&T=100"))
	tab.wait(`document.querySelectorAll("#along polyline").length === 3`)
	tab.wait(`document.querySelectorAll(".much button").length === 2`) // the longest column of bars
	const whole = `[".sentence", ".map[data-law=p] .scale", ".map[data-law=q] .scale", ".map[data-law=q-less] .scale",
		"#numbers", ".player button", ".player input[type=range]", ".player .place", "[data-strip=forgets]",
		"[data-strip=adds]", "[data-strip=wrong]", ".strips > .axis", ".strips select"]`
	for _, place := range value[[]string](tab, fmt.Sprintf(below, whole)) {
		t.Errorf("%s is not in sight", place)
	}
	brushes(tab)
	const paints = `["[role=grid]", ".canvas .scale", ".brush", ".tips", ".tools .buttons", ".tools .size", "#numbers",
		".player button", "[data-strip=forgets]"]`
	tab.wait(element(".tools .size") + `.checkVisibility()`)
	for _, place := range value[[]string](tab, fmt.Sprintf(below, paints)) {
		t.Errorf("while one paints, %s is not in sight", place)
	}
}

// Of two settings a low window of a desk has Play, under both q − p; a phone always has it. What is the same in both
// settings has one field, and on a phone none until one asks.
func TestFirstScreenIsInSight(t *testing.T) {
	low := screen{width: 1280, height: 720}
	for _, c := range []struct {
		of             screen
		places, fields string
	}{
		{low, `[".sentence", "#laws", "#numbers .bars", ".player button"]`,
			"[Target Start Kernel Bridge Bridge Schedule T, levels]"},
		{phone, `[".sentence", ".player button"]`, "[Bridge Bridge]"},
	} {
		tab := open(t, c.of, serve(t).link("toy=barrier&T=100&b.toy=barrier&b.bridge=mixture&b.T=100"))
		tab.wait(`document.querySelectorAll("#along polyline").length >= 3`)
		question(tab) // a pause
		for _, place := range value[[]string](tab, fmt.Sprintf(below, c.places)) {
			t.Errorf("at %d x %d: %s is not in sight", c.of.width, c.of.height, place)
		}
		seen := value[[]string](tab, `[...document.querySelectorAll("#settings .field :is(select, [type=number])")]
			.filter((one) => one.checkVisibility()).map((one) => one.getAttribute("aria-label"))`)
		if fmt.Sprint(seen) != c.fields {
			t.Errorf("at a width of %d two settings that differ in the bridge have the fields %q, want %s", c.of.width,
				seen, c.fields)
		}
	}
}
