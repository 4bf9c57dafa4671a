package figure

import (
	"fmt"
	"image/color"
	"math"
	"regexp"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/grid/text"
	"breadboard/reports/table"
)

// A Look is how figures appear on their page. The zero Look is that of a paper: dark on white, at the figure's own size.
type Look struct {
	Title string // above the figure; "" for none
	Size  Size   // of the page; zero for the figure's own, or a slide's
	Theme Theme  // "" is Paper
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
		return fmt.Errorf("%q is no size of a figure; width x height, as 16x9cm, in cm, mm, in or pt, each of them from 1 cm "+
			"to 50 cm, would do", words)
	}
	return nil
}

// A Theme is the ground and the pens of a page.
type Theme string

// A Paper is white, with the lines as they are drawn. A Slide is dark, with bolder lines, and 16 to 9 wide.
const (
	Paper Theme = "paper"
	Slide Theme = "slide"
)

// Themes lists them.
var Themes = []Theme{Paper, Slide}

// UnmarshalText reads the name of a theme.
func (t *Theme) UnmarshalText(name []byte) error {
	if *t = Theme(name); !slices.Contains(Themes, *t) {
		return fmt.Errorf("%q is no theme; paper or slide would do", name)
	}
	return nil
}

// On returns the media with the look.
func (l Look) On(media []Medium) []Medium {
	return table.Each(media, func(m Medium) Medium { return Medium{m.Suffix, l} })
}

// page is the size of the page for a figure of this size.
func (l Look) page(width, height vg.Length) (wide, high vg.Length) {
	switch {
	case l.Size.Width > 0:
		return l.Size.Width, l.Size.Height
	case l.Theme == Slide:
		return 960, 540
	}
	return width, height + l.head(width)
}

// head is the height of the title on a page of this width.
func (l Look) head(wide vg.Length) vg.Length {
	if l.Title == "" {
		return 0
	}
	return 2 * max(8, wide/40)
}

// dress clears the page, writes the title, and returns a canvas of the figure's size in the middle of the rest: the
// figure keeps its proportions, as large as there is room.
func (l Look) dress(page vg.CanvasSizer, width, height vg.Length) draw.Canvas {
	wide, high := page.Size()
	on := &dressed{CanvasSizer: page, theme: l.Theme, scale: 1}
	c, head, edge := draw.New(on), l.head(wide), vg.Length(0)
	if l.Theme == Slide {
		edge = wide / 40
	}
	c.SetColor(color.White)
	c.Fill(c.Rectangle.Path())
	if words := text.Printable(l.Title); words != "" {
		style := Label(head / 2)
		style.Font.Size *= min(1, (wide-2*edge-8)/style.Width(words))
		c.FillText(style, vg.Point{X: wide / 2, Y: high - edge - head*0.7}, words)
	}
	on.scale = min((wide-2*edge)/width, (high-head-2*edge)/height)
	if at := (vg.Point{X: (wide - on.scale*width) / 2, Y: (high - head - on.scale*height) / 2}); at != (vg.Point{}) {
		page.Translate(at)
	}
	return draw.Canvas{Canvas: on, Rectangle: vg.Rectangle{Max: vg.Point{X: width, Y: height}}}
}

// A dressed canvas draws on a page by a scale, in the pens of a theme. It writes out the control characters of words: a
// figure may name a file, and an SVG with ESC in it is none. It scales by itself, because a canvas of pixels scales no pens.
type dressed struct {
	vg.CanvasSizer
	theme Theme
	scale vg.Length
}

// SetColor takes the colour of a datum as it is, as do the colours of a map, and all others from the theme.
func (d *dressed) SetColor(c color.Color) {
	if of, ok := c.(datum); ok && of.Color != color.White {
		d.CanvasSizer.SetColor(of.Color)
		return
	}
	d.CanvasSizer.SetColor(d.theme.of(c))
}

// A datum is a colour that has a meaning, whatever the page.
type datum struct{ color.Color }

// of is a colour on the page. A slide turns light and dark over, white and ink among them, and keeps the hue; what is
// between, as lines are, becomes no darker than half.
func (t Theme) of(c color.Color) color.Color {
	if t != Slide || c == nil {
		return c
	}
	n := color.NRGBAModel.Convert(c).(color.NRGBA)
	light := (float64(max(n.R, n.G, n.B)) + float64(min(n.R, n.G, n.B))) / 2 / 0xFF
	to := max(light, 0.5)
	if light < 0.2 || light > 0.7 {
		to = 1 - light
	}
	const ground, span = 0x16, 0xDA // black on a slide is a dark grey, and white a light one
	turned := func(of uint8) uint8 {
		return uint8(math.Round(ground + span*min(max(float64(of)/0xFF+to-light, 0), 1)))
	}
	return color.NRGBA{turned(n.R), turned(n.G), turned(n.B), n.A}
}

// SetLineWidth implements vg.Canvas, as do the next ones.
func (d *dressed) SetLineWidth(w vg.Length) {
	if d.theme == Slide {
		w *= 1.4
	}
	d.CanvasSizer.SetLineWidth(w * d.scale)
}

func (d *dressed) SetLineDash(dashes []vg.Length, offset vg.Length) {
	d.CanvasSizer.SetLineDash(table.Each(dashes, func(l vg.Length) vg.Length { return l * d.scale }), offset*d.scale)
}

func (d *dressed) Translate(by vg.Point) { d.CanvasSizer.Translate(by.Scale(d.scale)) }
func (d *dressed) Stroke(p vg.Path)      { d.CanvasSizer.Stroke(d.scaled(p)) }
func (d *dressed) Fill(p vg.Path)        { d.CanvasSizer.Fill(d.scaled(p)) }

func (d *dressed) FillString(f font.Face, at vg.Point, word string) {
	f = plot.DefaultTextHandler.Cache().Lookup(f.Font, f.Font.Size*d.scale)
	d.CanvasSizer.FillString(f, at.Scale(d.scale), text.Printable(word))
}

func (d *dressed) scaled(p vg.Path) vg.Path {
	return table.Each(p, func(part vg.PathComp) vg.PathComp {
		part.Pos, part.Radius = part.Pos.Scale(d.scale), part.Radius*d.scale
		return part
	})
}
