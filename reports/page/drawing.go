package page

import (
	"bytes"
	"errors"
	"html/template"
	"math"
	"regexp"
	"strconv"
	"strings"

	"breadboard/reports/figure"
)

// leastLetters is the size in pixels below which no letter of a figure falls. On a narrow
// screen a figure shrinks as far as that, and then it scrolls.
const leastLetters = 9

// A drawing is a figure as a part of the page.
type drawing struct {
	Alt   string
	SVG   template.HTML
	Style template.CSS // the width at which the smallest letters have leastLetters
	// Charts are the figure's charts for the script; "" for none.
	Charts template.HTML
}

// draw draws a figure and leaves out the prolog and the size, so that it fills the width, and
// its white ground, so that it has the ground of the page. What else is white has that too.
func draw(f Figure) (drawing, error) {
	var b bytes.Buffer
	if err := f.Draw(&b, figure.SVG); err != nil {
		return drawing{}, err
	}
	box, rest, found := strings.Cut(b.String(), "viewBox=")
	if !found {
		return drawing{}, errors.New("it has no viewBox: " + box)
	}
	if at := ground.FindStringIndex(rest); at != nil {
		rest = rest[:at[0]] + rest[at[1]:]
	}
	live, err := chartsOf(f)
	if err != nil {
		return drawing{}, err
	}
	svg := "<svg viewBox=" + strings.ReplaceAll(rest, "fill:#FFFFFF", "fill:var(--card)")
	return drawing{f.Alt, template.HTML(svg), //nolint:gosec // drawn by this program
		template.CSS("min-width:" + strconv.Itoa(leastWidth(svg)) + "px"), live}, nil
}

var (
	ground  = regexp.MustCompile(`<path d="[^"]*" style="fill:#FFFFFF" />\n`)
	letters = regexp.MustCompile(`font-size:([0-9.]+)px`)
	width   = regexp.MustCompile(`^<svg viewBox="0 0 ([0-9.]+)`)
)

// leastWidth returns the width in pixels at which the smallest letters of an SVG have
// leastLetters: 560 pixels of 560 points if they have 9 points. It is 0 without letters.
func leastWidth(svg string) int {
	m := width.FindStringSubmatch(svg)
	if m == nil {
		panic("page: an SVG whose viewBox does not begin at 0 0")
	}
	whole := number(m[1])
	least := 0.
	for _, m := range letters.FindAllStringSubmatch(svg, -1) {
		least = max(least, whole*leastLetters/number(m[1]))
	}
	return int(math.Ceil(least))
}

// number reads what its regular expression has found.
func number(s string) float64 {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		panic("page: " + err.Error())
	}
	return v
}
