package figure

import (
	"bytes"
	"regexp"
	"strconv"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/grid/must"
)

// Each word of a figure says its width, whatever font the browser has; what a name has of HTML is counted as it is
// seen.
func TestKeepWidths(t *testing.T) {
	var b bytes.Buffer
	must.Do(t, Render(&b, SVG, 200, 100, func(c draw.Canvas) {
		c.FillText(Label(10), vg.Point{X: 100, Y: 60}, "MMMM")
		c.FillText(Label(10), vg.Point{X: 100, Y: 20}, "a < b")
	}))
	found := regexp.MustCompile(`textLength="([0-9.]+)"`).FindAllStringSubmatch(b.String(), -1)
	if len(found) != 2 {
		t.Fatalf("%d words of 2 say their width", len(found))
	}
	const em = 0.833 // how wide an M is, in its size, by the font's own table
	must.Near(t, must.Have(strconv.ParseFloat(found[0][1], 64))(t), 4*10*em, 0.05, "the width of MMMM")
	if wide := must.Have(strconv.ParseFloat(found[1][1], 64))(t); wide > 30 {
		t.Errorf("a word with < is %g wide", wide)
	}
}
