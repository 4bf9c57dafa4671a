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
	if knob := inkIn(shown, at.Range, 0.5, scale); !(math.Abs(knob-want) <= 1.5) {
		t.Errorf("%s: at beta = %v the knob is at %v, and its place on the strips at %v", what, beta, knob, want)
	}
	// What else is in ink, as J at the top, is farther off.
	near := rectangle{want - 12, strip.Top, 24, strip.Height}
	if line := inkIn(shown, near, 0.15, scale); !(math.Abs(line-want) <= 1.5) { // above the curve
		t.Errorf("%s: at beta = %v the line on the strip is at %v, and its place at %v", what, beta, line, want)
	}
	for beta, tick := range map[float64]rectangle{0: at.Low, 1: at.High} {
		if at := tick.Left + tick.Width/2; math.Abs(at-strip.Left-beta*strip.Width) > 1 {
			t.Errorf("%s: the number %v of the axis is at %v, and the strip from %v on", what, beta, at, strip.Left)
		}
	}
}

// The knob of the one slider is above its level on the strips, at every width, in the page and in the article, also
// where levels do not lie at equal steps of beta.
func TestSliderIsAboveItsPlace(t *testing.T) {
	server := start(t, "127.0.0.1:0")
	sizes := []screen{{width: 1440, height: 900}, {width: 768, height: 1024, touch: true}, phone}
	if isLong() {
		sizes = append(sizes, screen{width: 1280, height: 720}, screen{width: 1920, height: 1080}, zoomed)
	}
	type act struct {
		key   string
		level int
	}
	acts := []act{{kb.Home, 1}, {kb.PageUp, 11}, {kb.PageUp, 21}, {kb.PageDown, 11}, {kb.End, 60}}
	if !isLong() {
		acts = []act{{kb.Home, 1}, {kb.PageUp, 11}, {kb.End, 60}}
	}
	for i, s := range sizes {
		s.still = true
		name := fmt.Sprintf("%d x %d", s.width, s.height)
		tab := open(t, s, server.link("toy=barrier&T=60&schedule=sigmoid:4&beta=0.2"))
		if n := value[int](tab, `document.querySelectorAll("#along input[type=range]").length`); n != 1 {
			t.Errorf("%s: there are %d sliders of the level", name, n)
		}
		tab.wait(element(slider) + `.max > 0 && document.querySelectorAll("#along polyline").length === 3`)
		aligned(t, tab, "#along", name)
		tab.focus(slider)
		if i > 0 && !isLong() { // the keys do the same at every width, and the ends are where knobs are off
			acts = []act{{kb.End, 60}}
		}
		for _, to := range acts {
			tab.press(to.key)
			level(tab, to.level, 60)
			aligned(t, tab, "#along", fmt.Sprintf("%s, at level %d", name, to.level))
		}
		tab.visit(server.articles())
		reads(tab, "why")
		tab.wait(`document.querySelectorAll("#why polyline").length === 3 && ` + element("#why input[type=range]") +
			`.max > 0`)
		aligned(t, tab, "#why .along", name+", article")
	}
}

// A press and a drag on a strip move the slider to the level that is nearest, and stop what plays; keys move it by one
// level, also where levels lie at one beta.
func TestStripsMoveTheLevel(t *testing.T) {
	const link = "toy=barrier&T=41&schedule=curve:0:0.5:0.5:0.5:1&beta=0" // ten steps to 0.5, twenty there, ten to 1
	tab := open(t, desk, start(t, "127.0.0.1:0").link(link))
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
