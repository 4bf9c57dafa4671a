package pagetest

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

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

// aligning is all that a look at the slider and its strips needs, read at once.
type aligning struct {
	Beta, Scale             float64
	Strip, Range, Low, High rectangle
}

// inkIn is the middle of what is drawn in ink within a rectangle of a picture, from side to side, along one row of
// pixels; the row is at a share of its height. It is NaN if nothing is. scale is how many pixels a CSS pixel has.
func inkIn(shown image.Image, of rectangle, share, scale float64) float64 {
	y := int(scale * (of.Top + share*of.Height))
	sum, n := 0.0, 0
	for x := int(scale * of.Left); x < int(math.Ceil(scale*(of.Left+of.Width))); x++ {
		r, g, b, _ := shown.At(x, y).RGBA()
		if max(r, g, b) < 0x4000 { // ink; a curve or a shade has one light colour
			sum += float64(x) + 0.5
			n++
		}
	}
	return sum / float64(n) / scale
}

// drawnAnew holds when the page has painted what was changed before.
const drawnAnew = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))).then(() => true)`

// level waits until the slider says at which level it is, of how many.
func level(tab *page, t, of int) {
	tab.t.Helper()
	tab.wait(fmt.Sprintf(`%s.getAttribute("aria-valuetext").startsWith("level %d of %d,")`, element(slider), t, of))
}

// pictured is a picture of the window with the slider and its strips in its middle, and where these are in it. Answers
// that come may move them while it is taken, so that it is taken anew until they stand where they stood before it.
func pictured(t *testing.T, tab *page, of string) (image.Image, aligning) {
	t.Helper()
	where := fmt.Sprintf(`(() => {
		const boxOf = %s, of = %q;
		document.querySelector(of + " .strips").scrollIntoView({block: "center", behavior: "instant"});
		return %s.then(() => ({Beta: document.querySelector(of + " input[type=range]").valueAsNumber,
			Scale: devicePixelRatio, Strip: boxOf(of + " .strip"), Range: boxOf(of + " input[type=range]"),
			Low: boxOf(of + " .axis span:first-child"), High: boxOf(of + " .axis span:last-child")}));
	})()`, boxOf, of, drawnAnew)
	file := filepath.Join(t.TempDir(), "screen.png")
	at := value[aligning](tab, where)
	for until := time.Now().Add(patience); time.Now().Before(until); {
		tab.picture(file)
		after := value[aligning](tab, where)
		if after == at {
			return must.Have(png.Decode(bytes.NewReader(must.Have(os.ReadFile(file))(t))))(t), at
		}
		at = after
	}
	t.Fatalf("%s does not come to rest", of)
	return nil, at
}

// aligned holds the knob of a slider and the lines on its strips to the place of a level on the axis, as a picture of
// the window shows them. of is the part of the page that has both.
func aligned(t *testing.T, tab *page, of, what string) {
	t.Helper()
	shown, at := pictured(t, tab, of)
	strip := at.Strip
	beta, scale := at.Beta, at.Scale
	want := strip.Left + beta*strip.Width
	must.Near(t, inkIn(shown, at.Range, 0.5, scale), want, 1.5, "%s: at beta = %v the place of the knob", what, beta)
	// What else is in ink, as J at the top, is farther off.
	near := rectangle{want - 12, strip.Top, 24, strip.Height}
	line := inkIn(shown, near, 0.15, scale) // above the curve
	must.Near(t, line, want, 1.5, "%s: at beta = %v the place of the line on the strip", what, beta)
	for beta, tick := range map[float64]rectangle{0: at.Low, 1: at.High} {
		want := strip.Left + beta*strip.Width
		must.Near(t, tick.Left+tick.Width/2, want, 1, "%s: the place of the number %v of the axis", what, beta)
	}
}

// An act is a key at the slider, and the level to which it leads.
type act struct {
	key   string
	level int
}

// The knob of the one slider is above its level on the strips, at every width, in the page and in the article, also
// where levels do not lie at equal steps of beta. The long form opens both anew at every width.
func TestSliderIsAboveItsPlace(t *testing.T) {
	server := served(t)
	sizes := []screen{{width: 1440, height: 900}, {width: 768, height: 1024, touch: true}, phone}
	acts := []act{{kb.Home, 1}, {kb.PageUp, 11}, {kb.End, 60}}
	if isLong() {
		sizes = append(sizes, screen{width: 1280, height: 720}, screen{width: 1920, height: 1080}, zoomed)
		acts = []act{{kb.Home, 1}, {kb.PageUp, 11}, {kb.PageUp, 21}, {kb.PageDown, 11}, {kb.End, 60}}
	}
	onEach := func(open func(s screen) *page, look func(tab *page, width string)) {
		var tab *page
		for i, s := range sizes {
			s.still = true
			if i == 0 || isLong() {
				tab = open(s)
			}
			tab.do(s.steps()...)
			look(tab, fmt.Sprintf("%d x %d", s.width, s.height))
		}
	}
	onEach(func(s screen) *page {
		return open(t, s, server.link("toy=barrier&T=60&schedule=sigmoid:4&beta=0.2"))
	}, func(tab *page, width string) {
		if n := value[int](tab, `document.querySelectorAll("#along input[type=range]").length`); n != 1 {
			t.Errorf("%s: there are %d sliders of the level", width, n)
		}
		tab.wait(element(slider) + `.max > 0 && document.querySelectorAll("#along polyline").length === 3`)
		aligned(t, tab, "#along", width)
		tab.focus(slider)
		for _, to := range acts {
			tab.press(to.key)
			level(tab, to.level, 60)
			aligned(t, tab, "#along", fmt.Sprintf("%s, at level %d", width, to.level))
		}
		if !isLong() { // the keys do the same at every width, and the ends are where knobs are off
			acts = []act{{kb.Home, 1}, {kb.End, 60}}
		}
	})
	onEach(func(s screen) *page { return article(t, s, server) }, func(tab *page, width string) {
		reads(tab, "why")
		tab.wait(`document.querySelectorAll("#why polyline").length === 3 && ` + element("#why input[type=range]") +
			`.max > 0`)
		aligned(t, tab, "#why .along", width+", article")
	})
}

// A press and a drag on a strip move the slider to the level that is nearest, and stop what plays; keys move it by one
// level, also where levels lie at one beta.
func TestStripsMoveTheLevel(t *testing.T) {
	const link = "toy=barrier&T=41&schedule=curve:0:0.5:0.5:0.5:1&beta=0" // ten steps to 0.5, twenty there, ten to 1
	tab := open(t, desk, served(t).link(link))
	tab.wait(element(slider) + `.max > 0 && document.querySelectorAll("#along polyline").length === 3`)
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
