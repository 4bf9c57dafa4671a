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
	tab.wait(`document.querySelectorAll("#along polyline").length === 2`)
	tab.wait(`document.querySelectorAll(".much button").length === 2`) // the longest column of bars
	const whole = `[".sentence", ".map[data-law=p] .scale", ".map[data-law=q] .scale", ".map[data-law=q-less] .scale",
		"#numbers", ".player button", ".player input[type=range]", ".player .place", "[data-strip=adds]",
		"[data-strip=wrong]", ".strips > .axis", ".strips select"]`
	for _, place := range value[[]string](tab, fmt.Sprintf(below, whole)) {
		t.Errorf("%s is not in sight", place)
	}
	brushes(tab)
	const paints = `["[role=grid]", ".canvas .scale", ".brush", ".tips", ".tools .buttons", ".tools .size", "#numbers",
		".player button", "[data-strip=adds]"]`
	tab.wait(element(".tools .size") + `.checkVisibility()`)
	for _, place := range value[[]string](tab, fmt.Sprintf(below, paints)) {
		t.Errorf("while one paints, %s is not in sight", place)
	}
}

// On a phone the sentence is in sight, and Play always is.
func TestFirstScreenOfAPhone(t *testing.T) {
	tab := open(t, phone, serve(t).link("toy=barrier&T=100"))
	tab.wait(`document.querySelectorAll("#along polyline").length === 2`)
	question(tab) // a pause
	for _, place := range value[[]string](tab, fmt.Sprintf(below, `[".sentence", ".player button"]`)) {
		t.Errorf("%s is not in sight", place)
	}
}
