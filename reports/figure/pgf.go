package figure

import (
	"math"
	"regexp"
	"strings"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgtex"

	"breadboard/reports/table"
)

// A pgfCanvas draws a picture of PGF, for \input in LaTeX with \usepackage{pgf}. Its words are LaTeX's: in the font of
// the document, with quantities in italics. It draws by vgtex, and adds what that lacks: paths that are closed, words
// that stand where they are to, numbers of two decimals, and a scale of which letters have the size that they say.
type pgfCanvas struct {
	*vgtex.Canvas
	scale vg.Length
	align text.XAlignment // of the words that come next
}

func newPGF(width, height, scale vg.Length) *pgfCanvas {
	return &pgfCanvas{Canvas: vgtex.New(width, height), scale: scale}
}

// length is a length on the page, to a hundredth of a point.
func (c *pgfCanvas) length(l vg.Length) vg.Length {
	return vg.Length(math.Round(float64(l*c.scale)*100) / 100)
}

func (c *pgfCanvas) point(p vg.Point) vg.Point { return vg.Point{X: c.length(p.X), Y: c.length(p.Y)} }

// SetLineWidth implements vg.Canvas, as do the next ones.
func (c *pgfCanvas) SetLineWidth(w vg.Length) { c.Canvas.SetLineWidth(c.length(w)) }

func (c *pgfCanvas) SetLineDash(dashes []vg.Length, offset vg.Length) {
	c.Canvas.SetLineDash(table.Each(dashes, c.length), c.length(offset))
}

func (c *pgfCanvas) Translate(by vg.Point) { c.Canvas.Translate(c.point(by)) }

func (c *pgfCanvas) Stroke(p vg.Path) { c.Canvas.Stroke(c.path(p)) }

func (c *pgfCanvas) Fill(p vg.Path) { c.Canvas.Fill(c.path(p)) }

// path is a path on the page. What is closed ends in a line to its start.
func (c *pgfCanvas) path(p vg.Path) vg.Path {
	var on vg.Path
	var start vg.Point
	for _, part := range p {
		part.Pos = c.point(part.Pos)
		part.Radius *= c.scale
		part.Control = table.Each(part.Control, c.point)
		switch part.Type {
		case vg.MoveComp:
			start = part.Pos
		case vg.CloseComp:
			part = vg.PathComp{Type: vg.LineComp, Pos: start}
		}
		on = append(on, part)
	}
	return on
}

// texSides are the sides of words at which their point is.
var texSides = map[text.XAlignment]string{text.XLeft: "l", text.XCenter: "c", text.XRight: "r"}

// FillString writes words. vgtex puts their middle at half their width, in a font that is not LaTeX's: a box of no
// width takes that back.
func (c *pgfCanvas) FillString(f font.Face, at vg.Point, words string) {
	at = c.point(at.Sub(vg.Point{X: vg.Length(c.align) * f.Width(words)}))
	tex := `\makebox[0pt][` + texSides[c.align] + `]{` + inTeX(words) + `}`
	f.Font.Size = c.length(f.Font.Size)
	at.X -= f.Width(tex) / 2
	c.Canvas.FillString(f, at, tex)
}

// formulaPart is a formula of the user's own label.
var formulaPart = regexp.MustCompile(formulaOpens + `[^` + formulaEnds + `]*` + formulaEnds)

// inTeX is a text of a figure in LaTeX, as table.InTeX has it; the formulas of the user's labels stay as they are.
func inTeX(words string) string {
	var b strings.Builder
	at := 0
	for _, m := range formulaPart.FindAllStringIndex(words, -1) {
		b.WriteString(table.InTeX(words[at:m[0]]))
		b.WriteString("$" + strings.Trim(words[m[0]:m[1]], formulaOpens+formulaEnds) + "$")
		at = m[1]
	}
	b.WriteString(table.InTeX(words[at:]))
	return b.String()
}
