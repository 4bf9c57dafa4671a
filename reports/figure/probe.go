package figure

import (
	"image"
	"image/color"
	"math"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// A probe is a page that notes what is drawn on it: the smallest letters, whether all panels have room, and where words
// are, so that those that touch or leave the page are counted.
type probe struct {
	size    vg.Point
	letters vg.Length
	fits    bool
	words   []vg.Rectangle // in points of the page
	at      []motion       // of what is drawn next, for each Push
}

// A motion takes a point (x, y) of a drawing to (a x + c y + e, b x + d y + f) on the page.
type motion struct{ a, b, c, d, e, f float64 }

func newProbe(s sheet) *probe {
	return &probe{size: vg.Point{X: s.wide, Y: s.high}, letters: vg.Length(math.Inf(1)), fits: true,
		at: []motion{{a: 1, d: 1}}}
}

// goodAs reports whether all panels have room, and whether words touch and leave the page no more than in another
// drawing of the figure: the one of its own size, in which a name may lie over a map.
func (p *probe) goodAs(usual *probe) bool {
	return p.fits && p.faults() <= usual.faults()
}

// faults counts pairs of words that touch, and words that leave the page.
func (p *probe) faults() (n int) {
	const slack = 0.5 // of a point: what rounding and the side of a letter take
	for i, one := range p.words {
		if one.Min.X < -slack || one.Min.Y < -slack || one.Max.X > p.size.X+slack || one.Max.Y > p.size.Y+slack {
			n++
		}
		for _, other := range p.words[:i] {
			across := min(one.Max.X, other.Max.X) - max(one.Min.X, other.Min.X)
			up := min(one.Max.Y, other.Max.Y) - max(one.Min.Y, other.Min.Y)
			if across > slack && up > slack {
				n++
			}
		}
	}
	return n
}

// The letters of a line reach from depth below it to rise above it, in parts of their size.
const (
	rise  = 0.73 // a capital of Liberation Sans
	depth = 0.21 // a g
)

// FillString notes the size of letters, and the box around the word.
func (p *probe) FillString(f font.Face, at vg.Point, word string) {
	if word == "" || word == " " {
		return
	}
	size := f.Font.Size
	p.letters = min(p.letters, size)
	wide, _, _ := hand.Box(word, f.Font)
	box := vg.Rectangle{Min: vg.Point{X: vg.Length(math.Inf(1)), Y: vg.Length(math.Inf(1))},
		Max: vg.Point{X: vg.Length(math.Inf(-1)), Y: vg.Length(math.Inf(-1))}}
	for _, corner := range []vg.Point{{Y: -depth * size}, {Y: rise * size}, {X: wide, Y: -depth * size},
		{X: wide, Y: rise * size}} {
		on := p.at[len(p.at)-1].of(at.Add(corner))
		box.Min.X = min(box.Min.X, on.X)
		box.Min.Y = min(box.Min.Y, on.Y)
		box.Max.X = max(box.Max.X, on.X)
		box.Max.Y = max(box.Max.Y, on.Y)
	}
	p.words = append(p.words, box)
}

// of is where a point is on the page.
func (m motion) of(at vg.Point) vg.Point {
	x := float64(at.X)
	y := float64(at.Y)
	return vg.Point{X: vg.Length(m.a*x + m.c*y + m.e), Y: vg.Length(m.b*x + m.d*y + m.f)}
}

// Size implements vg.CanvasSizer, as do the next ones.
func (p *probe) Size() (width, height vg.Length) { return p.size.X, p.size.Y }

func (p *probe) Rotate(angle float64) {
	m := &p.at[len(p.at)-1]
	cos := math.Cos(angle)
	sin := math.Sin(angle)
	m.a, m.c = m.a*cos+m.c*sin, m.c*cos-m.a*sin
	m.b, m.d = m.b*cos+m.d*sin, m.d*cos-m.b*sin
}

func (p *probe) Translate(by vg.Point) {
	m := &p.at[len(p.at)-1]
	to := m.of(by)
	m.e = float64(to.X)
	m.f = float64(to.Y)
}

func (p *probe) Scale(x, y float64) {
	m := &p.at[len(p.at)-1]
	m.a *= x
	m.b *= x
	m.c *= y
	m.d *= y
}

func (p *probe) Push() { p.at = append(p.at, p.at[len(p.at)-1]) }
func (p *probe) Pop()  { p.at = p.at[:len(p.at)-1] }

func (p *probe) SetLineWidth(vg.Length)              {}
func (p *probe) SetLineDash([]vg.Length, vg.Length)  {}
func (p *probe) SetColor(color.Color)                {}
func (p *probe) Stroke(vg.Path)                      {}
func (p *probe) Fill(vg.Path)                        {}
func (p *probe) DrawImage(vg.Rectangle, image.Image) {}
