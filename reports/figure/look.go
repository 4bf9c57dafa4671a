package figure

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"regexp"
	"strings"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/grid/text"
	"breadboard/reports/table"
)

// A Look is how figures appear on their page. The zero Look is that of a paper: dark on white, at the figure's own
// size.
type Look struct {
	Title   string            // above the figure; "" for none
	Size    Size              // of the page; zero for the figure's own, or a slide's
	Theme   string            // Slide, or paper
	Letters float64           // the height of the smallest letters, in points; 0 for usualLetters on a page of a Size
	Font    string            // Serif, or sans
	Labels  map[string]string // what figures call a name that they have: a file's, or another
	Columns int               // of panels; 0 for as many as the figure has
	PGF     bool              // figures are written for LaTeX too
	Notes   *Notes            // where figures tell what they show, and leave; nil for nowhere
	tried   bool              // columns are tried: of a page without room nobody asks which would have some
	fits    *fits             // the pages that were found for the figure; nil for none that are kept
	column  bool              // a figure whose letters would be too small in a column of a page gets its width
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

// Serif is the font of books; any other is sans, which has no serifs.
const Serif = "serif"

// On returns the media with the look, and with PGF if it is asked for.
func (l Look) On(media []Medium) []Medium {
	if l.PGF {
		media = append(media[:len(media):len(media)], PGF)
	}
	return table.Each(media, func(m Medium) Medium { return Medium{m.Suffix, l} })
}

// Across is how many of n panels stand side by side: as many as the look says, or else as many as the figure has.
func (l Look) Across(n, own int) int { return max(1, min(n, cmp.Or(l.Columns, own))) }

// A sheet is the page of a figure, in the figure's own units: the page's size, by how much it is enlarged, the size
// of the figure on it, and the height of the title.
type sheet struct {
	wide, high    vg.Length
	scale         vg.Length
	width, height vg.Length
	head          vg.Length
	lines         bool // the title is broken into lines where it is long, and not made smaller
}

// enlarged is the sheet of a figure that keeps its own form, letters and all: on a page of its own, or in the middle
// of a given one, as large as there is room.
func (l Look) enlarged(width, height vg.Length) sheet {
	s := sheet{scale: 1, width: width, height: height}
	if l.Title != "" {
		s.head = width / 18
	}
	paper := l.Size
	s.wide = width
	s.high = height + s.head
	if l.Theme == Slide {
		paper = cmp.Or(paper, slidePage)
		s.wide *= 1.05
		s.high += width / 20
	}
	if paper.Width == 0 {
		return s
	}
	s.wide = max(s.wide, s.high*paper.Width/paper.Height)
	s.high = s.wide * paper.Height / paper.Width
	s.scale = paper.Width / s.wide
	return s
}

// slidePage is 16 to 9.
var slidePage = Size{960, 540}

// dress clears the page, writes the title, and returns a canvas of the figure's size in the middle of the rest.
func (m Medium) dress(page vg.CanvasSizer, s sheet) draw.Canvas {
	c := draw.New(dressed{page, m})
	c.SetColor(color.White)
	c.Fill(c.Rectangle.Path())
	at := vg.Point{X: (c.Max.X - s.width) / 2, Y: (c.Max.Y - s.head - s.height) / 2}
	if title := m.written(m.Title); title != "" {
		style := Label(s.head / 2)
		style.YAlign = draw.YCenter
		if s.lines {
			style.Font.Size = titleLetters
			title = Broken(style, title, s.wide)
		} else {
			style.YAlign = draw.YBottom
			style.Font.Size *= min(1, s.width/style.Width(title))
		}
		c.FillText(style, vg.Point{X: c.Max.X / 2, Y: at.Y + s.height + s.head/2}, title)
	}
	if at != (vg.Point{}) {
		c.Translate(at)
	}
	return draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{Max: vg.Point{X: s.width, Y: s.height}}}
}

// A dressed canvas draws in the pens of a theme, and writes out the control characters of words: a figure may name a
// file, and an SVG with ESC in it is none.
type dressed struct {
	vg.CanvasSizer
	medium Medium
}

// dressOf is the dressed canvas of which another is a part; an empty one if there is none, as in a test.
func dressOf(c vg.Canvas) dressed {
	for {
		switch on := c.(type) {
		case dressed:
			return on
		case draw.Canvas:
			c = on.Canvas
		case *draw.Canvas:
			c = on.Canvas
		default:
			return dressed{}
		}
	}
}

// FillString draws a word. It leaves the brackets of the user's own formulas, which are for LaTeX.
func (d dressed) FillString(f font.Face, at vg.Point, word string) {
	pieces := brackets.Split(word, -1)
	between := append(brackets.FindAllString(word, -1), "")
	var b strings.Builder
	for i, piece := range pieces {
		b.WriteString(text.Printable(piece))
		b.WriteString(between[i])
	}
	d.CanvasSizer.FillString(f, at, b.String())
}

// SetLineWidth sets a width that can be seen from the last row of a room.
func (d dressed) SetLineWidth(w vg.Length) {
	if d.medium.Theme == Slide {
		w *= 1.4
	}
	d.CanvasSizer.SetLineWidth(w)
}

// A datum is a colour that has a meaning, as those of a map have: on paper, and on a slide.
type datum struct {
	color.Color
	dark color.Color
}

// SetColor sets a colour, black for nil, as the theme has it.
func (d dressed) SetColor(c color.Color) {
	c = cmp.Or(c, color.Color(color.Black))
	if d.medium.Theme == Slide {
		c = onSlide(c)
	}
	d.CanvasSizer.SetColor(c)
}

// What is darker than nearlyBlack or lighter than nearlyWhite is a page or its ink, and changes places with the other.
const (
	nearlyBlack = 0.2
	nearlyWhite = 0.7
)

// onSlide is a colour on a slide. Light and dark are turned over, white and ink among them, and the hue stays; what is
// between, as lines are, becomes no darker than half. A datum has a colour for slides of its own.
func onSlide(c color.Color) color.Color {
	if of, ok := c.(datum); ok {
		return of.dark
	}
	n := color.NRGBAModel.Convert(c).(color.NRGBA)
	light := (float64(max(n.R, n.G, n.B)) + float64(min(n.R, n.G, n.B))) / 2 / 0xFF
	to := max(light, 0.5)
	if light < nearlyBlack || light > nearlyWhite {
		to = 1 - light
	}
	const darkest, span = 0x16, 0xDA // black on a slide is a dark grey, and white a light one
	turned := func(of uint8) uint8 {
		return uint8(math.Round(darkest + span*min(max(float64(of)/0xFF+to-light, 0), 1)))
	}
	return color.NRGBA{turned(n.R), turned(n.G), turned(n.B), n.A}
}
