package pagetest

import (
	"fmt"
	"strconv"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"breadboard/grid/must"
)

// rectangle is where an element is in the window, in CSS pixels.
type rectangle struct{ Left, Top, Width, Height float64 }

// boxOf is a function of the page from a selector to its rectangle.
const boxOf = `((selector) => {
	const {left, top, width, height} = document.querySelector(selector).getBoundingClientRect();
	return {Left: left, Top: top, Width: width, Height: height};
})`

func (tab *page) box(selector string) rectangle {
	tab.t.Helper()
	return value[rectangle](tab, boxOf+"("+strconv.Quote(selector)+")")
}

// drawnAnew holds when the page has painted what was changed before.
const drawnAnew = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))).then(() => true)`

// level waits until the slider says at which level it is, of how many.
func level(tab *page, t, of int) {
	tab.t.Helper()
	tab.wait(fmt.Sprintf(`%s.getAttribute("aria-valuetext").startsWith("level %d of %d,")`, element(slider), t, of))
}

// The knob of the slider and the lines on the strips stand above one place: whoever presses the slider above a beta of
// a strip comes to the level that is nearest, and the lines stand there too.
func TestSliderIsAboveItsPlace(t *testing.T) {
	for name, s := range map[string]screen{"desk": desk, "phone": phone} {
		s.touch, s.still = false, true // the mouse presses on both
		tab := open(t, s, served(t).link("toy=barrier&T=401&beta=0.5"))
		tab.wait(element(slider) + `.max > 0 && document.querySelectorAll("#along polyline").length === 2`)
		tab.wait(element(slider) + `.scrollIntoView({block: "center", behavior: "instant"}) ?? true`)
		for _, beta := range []float64{0.05, 0.95, 0.5} {
			strip := tab.box("#along .strip")
			knob := tab.box(slider)
			want := strip.Left + beta*strip.Width
			tab.drag(place{X: want, Y: knob.Top + knob.Height/2})
			tab.wait(drawnAnew)
			got := strip.Left + value[float64](tab, element(slider)+".valueAsNumber")*strip.Width
			must.Near(t, got, want, 2, "%s: at beta = %v the level that is pressed", name, beta)
			now := tab.box("#along .now")
			must.Near(t, now.Left+now.Width/2, got, 1.5, "%s: at beta = %v the line on the strip", name, beta)
		}
	}
}

// A press and a drag on a strip move the slider to the level that is nearest, and stop what plays; keys move it by one
// level, also where levels lie at one beta.
func TestStripsMoveTheLevel(t *testing.T) {
	const link = "toy=barrier&T=41&schedule=curve:0:0.5:0.5:0.5:1&beta=0" // ten steps to 0.5, twenty there, ten to 1
	tab := open(t, desk, served(t).link(link))
	tab.wait(element(slider) + `.max > 0 && document.querySelectorAll("#along polyline").length === 2`)
	tab.click(player)
	tab.wait(element(slider) + `.valueAsNumber > 0`)
	strip := tab.box("#along .strip")
	spot := func(beta float64) place {
		return place{X: strip.Left + beta*strip.Width, Y: strip.Top + strip.Height/2}
	}
	tab.drag(spot(0.1))
	tab.wait(element(player) + `.textContent === "Play"`)
	level(tab, 3, 41)
	tab.drag(spot(0.1), spot(0.6), spot(0.9))
	level(tab, 39, 41)
	if got := value[string](tab, `document.activeElement.ariaLabel`); got != "Level" {
		t.Errorf("after a drag on a strip the keys are at %q, want the slider", got)
	}
	tab.wait(`new URLSearchParams(location.hash.slice(1)).get("beta") === "0.9"`)
	tab.drag(spot(0.5))
	level(tab, 11, 41) // the first of those at 0.5
	for k := range 20 {
		tab.press(kb.ArrowRight)
		level(tab, 12+k, 41)
		if beta := value[float64](tab, element(slider)+".valueAsNumber"); beta != 0.5 {
			t.Errorf("level %d is at beta = %v, want 0.5", 12+k, beta)
		}
	}
	tab.press(kb.Home)
	level(tab, 1, 41)
	tab.press(" ")
	tab.wait(element(slider) + ".valueAsNumber > 0")
}
