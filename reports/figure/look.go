package figure

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"regexp"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/grid/text"
	"breadboard/reports/table"
)

// A Look is how figures appear on their page. The zero Look is that of a paper: dark on white, at the figure's own
// size.
type Look struct {
	Title string // above the figure; "" for none
	Size  Size   // of the page; zero for the figure's own, or a slide's
	Theme string // Slide, or paper
}

// A Size is that of a page.
type Size struct{ Width, Height vg.Length }

// sizes is the form of a size in words.
var sizes = regexp.MustCompile(`^([0-9.]+)x([0-9.]+)(cm|mm|in|pt)$`)

// UnmarshalText reads a size, as 16x9cm: from 1 cm to 50 cm either way.
func (s *Size) UnmarshalText(words []byte) error {
	if m := sizes.FindSubmatch(words); m != nil {
		s.Width, _ = vg.ParseLength(string(m[1]) + string(m[3])) // 0 of what is no number
		s.Height, _ = vg.ParseLength(string(m[2]) + string(m[3]))
	}
	const least, most = vg.Centimeter, 50 * vg.Centimeter
	if min(s.Width, s.Height) < least || max(s.Width, s.Height) > most {
		return fmt.Errorf("%q is no size of a figure; width x height, as 16x9cm, in cm, mm, in or pt, each of them "+
			"from 1 cm to 50 cm, would do", words)
	}
	return nil
}

// Slide is the theme of a dark page with bolder lines, 16 to 9 wide; any other is paper.
const Slide = "slide"

// On returns the media with the look.
func (l Look) On(media []Medium) []Medium {
	return table.Each(media, func(m Medium) Medium { return Medium{m.Suffix, l} })
}

// page is the page of a figure of this size, in the figure's own units: how large it is, by how much it is enlarged,
// and the height of the title.
func (l Look) page(width, height vg.Length) (wide, high, scale, head vg.Length) {
	if l.Title != "" {
		head = width / 18
	}
	paper := l.Size
	wide, high = width, height+head
	if l.Theme == Slide {
		paper = cmp.Or(paper, Size{960, 540})
		wide, high = wide*1.05, high+width/20
	}
	if paper.Width == 0 {
		return wide, high, 1, head
	}
	wide = max(wide, high*paper.Width/paper.Height)
	return wide, wide * paper.Height / paper.Width, paper.Width / wide, head
}

// dress clears the page, writes the title, and returns a canvas of the figure's size in the middle of the rest.
func (l Look) dress(page vg.CanvasSizer, width, height, head vg.Length) draw.Canvas {
	c := draw.New(dressed{page, l.Theme})
	c.SetColor(color.White)
	c.Fill(c.Rectangle.Path())
	at := vg.Point{X: (c.Max.X - width) / 2, Y: (c.Max.Y - head - height) / 2}
	if l.Title != "" {
		style := Label(head / 2)
		style.Font.Size *= min(1, width/style.Width(l.Title))
		c.FillText(style, vg.Point{X: c.Max.X / 2, Y: at.Y + height + head/2}, l.Title)
	}
	if at != (vg.Point{}) {
		c.Translate(at)
	}
	return draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{Max: vg.Point{X: width, Y: height}}}
}

// A dressed canvas draws in the pens of a theme, and writes out the control characters of words: a figure may name a
// file, and an SVG with ESC in it is none.
type dressed struct {
	vg.CanvasSizer
	theme string
}

// FillString draws a word.
func (d dressed) FillString(f font.Face, at vg.Point, word string) {
	d.CanvasSizer.FillString(f, at, text.Printable(word))
}

// SetLineWidth sets a width that can be seen from the last row of a room.
func (d dressed) SetLineWidth(w vg.Length) {
	if d.theme == Slide {
		w *= 1.4
	}
	d.CanvasSizer.SetLineWidth(w)
}

// A datum is a colour that has a meaning, as those of a map have: on paper, and on a slide.
type datum struct {
	color.Color
	dark color.Color
}

// SetColor sets a colour, black for nil. A slide turns light and dark over, white and ink among them, and keeps the
// hue; what is between, as lines are, becomes no darker than half.
func (d dressed) SetColor(c color.Color) {
	c = cmp.Or(c, color.Color(color.Black))
	of, isDatum := c.(datum)
	if isDatum && d.theme == Slide {
		c = of.dark
	}
	if isDatum || d.theme != Slide {
		d.CanvasSizer.SetColor(c)
		return
	}
	n := color.NRGBAModel.Convert(c).(color.NRGBA)
	light := (float64(max(n.R, n.G, n.B)) + float64(min(n.R, n.G, n.B))) / 2 / 0xFF
	to := max(light, 0.5)
	if light < 0.2 || light > 0.7 {
		to = 1 - light
	}
	turned := func(of uint8) uint8 { // black on a slide is a dark grey, and white a light one
		return uint8(math.Round(0x16 + 0xDA*min(max(float64(of)/0xFF+to-light, 0), 1)))
	}
	d.CanvasSizer.SetColor(color.NRGBA{turned(n.R), turned(n.G), turned(n.B), n.A})
}
