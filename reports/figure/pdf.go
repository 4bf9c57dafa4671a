package figure

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"image"
	"image/color"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"

	"breadboard/reports/table"
)

// A pdfCanvas draws a page of a PDF. It embeds of a font the glyphs that are used: a page has 20 kB where
// plot's own writer, vgpdf, embeds whole fonts and makes 220 kB. It also writes all letters of the font,
// where vgpdf has the Latin ones alone, and needs no temporary folder.
type pdfCanvas struct {
	doc           *fpdf.Fpdf
	width, height vg.Length
	pens          []vg.Length              // the line width, for each Push
	letters       map[string]map[rune]bool // that were written, by family
}

// newPDF returns an empty page. Its date is fixed and its parts are listed in order, so that the same
// drawing makes the same bytes.
func newPDF(width, height, scale vg.Length) *pdfCanvas {
	doc := fpdf.NewCustom(&fpdf.InitType{UnitStr: "pt", Size: fpdf.SizeType{Wd: float64(width * scale),
		Ht: float64(height * scale)}})
	epoch := time.Unix(0, 0).UTC()
	doc.SetCreationDate(epoch)
	doc.SetModificationDate(epoch)
	doc.SetCatalogSort(true)
	doc.SetMargins(0, 0, 0)
	doc.SetAutoPageBreak(false, 0)
	doc.AddPage()
	c := &pdfCanvas{doc: doc, width: width, height: height, pens: make([]vg.Length, 1),
		letters: map[string]map[rune]bool{}}
	c.Push()
	c.Translate(vg.Point{Y: height * scale}) // fpdf counts from the top
	c.Scale(float64(scale), -float64(scale))
	vg.Initialize(c)
	return c
}

// Size implements vg.CanvasSizer.
func (c *pdfCanvas) Size() (width, height vg.Length) { return c.width, c.height }

// SetLineWidth implements vg.Canvas, as do the next ones.
func (c *pdfCanvas) SetLineWidth(w vg.Length) {
	c.pens[len(c.pens)-1] = w
	c.doc.SetLineWidth(float64(w))
}

func (c *pdfCanvas) SetLineDash(dashes []vg.Length, offset vg.Length) {
	c.doc.SetDashPattern(table.Each(dashes, func(d vg.Length) float64 { return float64(d) }), float64(offset))
}

func (c *pdfCanvas) SetColor(to color.Color) {
	if to == nil { // as plot says it of a line that has no width
		to = color.Black
	}
	of := color.NRGBAModel.Convert(to).(color.NRGBA)
	r := int(of.R)
	g := int(of.G)
	b := int(of.B)
	c.doc.SetFillColor(r, g, b)
	c.doc.SetDrawColor(r, g, b)
	c.doc.SetTextColor(r, g, b)
	c.doc.SetAlpha(float64(of.A)/0xFF, "Normal")
}

func (c *pdfCanvas) Rotate(angle float64) { c.doc.TransformRotate(-angle*180/math.Pi, 0, 0) }

func (c *pdfCanvas) Translate(by vg.Point) { c.doc.TransformTranslate(float64(by.X), float64(by.Y)) }

func (c *pdfCanvas) Scale(x float64, y float64) { c.doc.TransformScale(x*100, y*100, 0, 0) }

func (c *pdfCanvas) Push() {
	c.pens = append(c.pens, c.pens[len(c.pens)-1])
	c.doc.TransformBegin()
}

func (c *pdfCanvas) Pop() {
	c.pens = c.pens[:len(c.pens)-1]
	c.doc.TransformEnd()
}

func (c *pdfCanvas) Stroke(p vg.Path) {
	if c.pens[len(c.pens)-1] > 0 {
		c.outline(p)
		c.doc.DrawPath("D")
	}
}

func (c *pdfCanvas) Fill(p vg.Path) {
	c.outline(p)
	c.doc.DrawPath("F")
}

// Fpdf calls a font utf8of-liberationsans. In the document it has its own name after a tag of six letters, as a part of
// a font must have: two parts are then not taken for the same.
const (
	written  = "utf8"
	families = "of-liberation"
	tagged   = "+Liberation"
)

// FillString adds the font to the document the first time that it is used.
func (c *pdfCanvas) FillString(f font.Face, at vg.Point, text string) {
	family := families + strings.ToLower(string(f.Font.Variant))
	if c.letters[family] == nil {
		c.letters[family] = map[rune]bool{}
		var ttf bytes.Buffer
		if _, err := f.Face.WriteSourceTo(nil, &ttf); err != nil {
			panic("figure: a font without a file: " + err.Error())
		}
		c.doc.AddUTF8FontFromBytes(family, "", ttf.Bytes())
	}
	c.doc.SetFont(family, "", float64(f.Font.Size))
	c.Push()
	c.Translate(at)
	c.Scale(1, -1)
	c.doc.Text(0, 0, text)
	c.Pop()
	for _, r := range text {
		c.letters[family][r] = true
	}
}

// DrawImage panics: figures have no pixels in them.
func (c *pdfCanvas) DrawImage(vg.Rectangle, image.Image) { panic("figure: an image in a PDF") }

// WriteTo ends the document and writes it.
func (c *pdfCanvas) WriteTo(w io.Writer) (int64, error) {
	c.Pop()
	var b bytes.Buffer
	if err := c.doc.Output(&b); err != nil {
		return 0, err
	}
	data := b.Bytes()
	for family, letters := range c.letters {
		// the tag depends on the letters that were written
		sum := sha256.Sum256([]byte(string(slices.Sorted(maps.Keys(letters)))))
		variant := strings.TrimPrefix(family, families)
		name := tagged + strings.ToUpper(variant[:1]) + variant[1:]
		tag := make([]byte, len(written+family)-len(name))
		for i := range tag {
			tag[i] = 'A' + sum[i]%26
		}
		data = bytes.ReplaceAll(data, []byte(written+family), append(tag, name...))
	}
	n, err := w.Write(data)
	return int64(n), err
}

// outline adds a path to the document.
func (c *pdfCanvas) outline(path vg.Path) {
	var start vg.Point
	for _, part := range path {
		at := part.Pos
		switch part.Type {
		case vg.MoveComp:
			start = at
			c.doc.MoveTo(float64(at.X), float64(at.Y))
		case vg.LineComp:
			c.doc.LineTo(float64(at.X), float64(at.Y))
		case vg.ArcComp:
			if math.Abs(part.Angle) != 2*math.Pi {
				panic("figure: a part of a circle in a PDF")
			}
			c.doc.ArcTo(float64(at.X), float64(at.Y), float64(part.Radius), float64(part.Radius), 0, 0, 360)
		case vg.CloseComp:
			c.doc.LineTo(float64(start.X), float64(start.Y))
			c.doc.ClosePath()
		default:
			panic(fmt.Sprintf("figure: no curves in a PDF, but a part of type %d", part.Type))
		}
	}
}
