// Package figure draws the parts that all figures share: a page in one of four media (canvas.go, pgf.go), axes, lines
// with marks and with names at their ends, panels, heat maps and colour bars. A report puts these together.
//
// A Look (look.go) is how they appear. Where it says a size, letters keep theirs in points, and panels get what is left
// (print.go); so whatever draws a figure fills the canvas that it gets, and asks it how large it is.
//
// Drawing is gonum/plot's, and a PDF is written by go-pdf/fpdf. The same drawing makes the same bytes, in every medium.
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
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"breadboard/reports/table"
)

// A Medium is a kind of file that holds a figure, by its suffix, and the look that figures have there.
type Medium struct {
	Suffix string
	Look
}

// The media: pixels for slides, vectors for pages and for print.
var (
	PNG = Medium{Suffix: "png"}
	SVG = Medium{Suffix: "svg"}
	PDF = Medium{Suffix: "pdf"}
	PGF = Medium{Suffix: "pgf"} // words and lines for LaTeX
)

// Media are those that every figure for print has, and ForScreen those that a browser shows. A Look may add PGF.
var (
	Media     = []Medium{PNG, SVG, PDF}
	ForScreen = []Medium{PNG, SVG}
)

// dpi is the resolution of PNG: twice a plain screen's.
const dpi = 192

// Coarse divides the resolution of PNG. Tests that look at no pixel draw coarser ones, which take a tenth of the time.
var Coarse = 1

// The colours of Okabe and Ito, which colour-blind readers can tell apart.
var (
	Blue       = color.RGBA{0x00, 0x72, 0xB2, 0xFF}
	Vermillion = color.RGBA{0xD5, 0x5E, 0x00, 0xFF}
	green      = color.RGBA{0x00, 0x9E, 0x73, 0xFF}
	Ink        = color.RGBA{0x20, 0x20, 0x20, 0xFF}
	pale       = color.RGBA{0xE4, 0xE4, 0xE4, 0xFF}
)

// Render draws a figure on an empty page of the medium, in its look, and writes it. The size is the figure's own: paint
// fills the canvas that it gets, which is smaller or of another form where the look says so. It may be called several
// times. A page that has no room for it, in letters whose size is given, is an error (NoRoom), and nothing is written.
// Render panics on a medium that is not listed.
func Render(w io.Writer, m Medium, width, height vg.Length, paint func(draw.Canvas)) error {
	var page interface {
		vg.CanvasSizer
		io.WriterTo
	}
	f := m.fit(width, height, paint)
	if f.err != nil {
		return f.err
	}
	s := f.sheet
	m.Look = f.look
	switch m.Suffix {
	case "png":
		density := int(math.Round(dpi / float64(Coarse) * float64(s.scale)))
		page = vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(s.wide, s.high), vgimg.UseDPI(density))}
	case "svg":
		page = vgsvg.New(s.wide, s.high)
	case "pdf":
		page = newPDF(s.wide, s.high, s.scale)
	case "pgf":
		page = newPGF(s.wide, s.high, s.scale)
	default:
		panic(fmt.Sprintf("figure: no medium %q", m.Suffix))
	}
	paint(m.dress(page, s))
	var b bytes.Buffer
	if _, err := page.WriteTo(&b); err != nil {
		return err
	}
	if m.Suffix != SVG.Suffix {
		_, err := b.WriteTo(w)
		return err
	}
	size := func(by vg.Length) string {
		return fmt.Sprintf(`width="%.5gpt" height="%.5gpt"`, s.wide*by, s.high*by)
	}
	svg := strings.Replace(b.String(), size(1), size(s.scale), 1)
	_, err := io.WriteString(w, keepWidths(fallbacks.Replace(svg)))
	return err
}

// fallbacks are the fonts that a browser takes where it has not that of a figure.
var fallbacks = strings.NewReplacer(
	"font-family:Liberation Sans;", "font-family:Liberation Sans,Arial,Helvetica,sans-serif;",
	"font-family:Liberation Serif;", "font-family:Liberation Serif,Times New Roman,Times,serif;")

// sans is the font of all figures.
func sans(size vg.Length) font.Font {
	return font.Font{Typeface: "Liberation", Variant: "Sans", Size: size}
}

// Label is the style of words at a point, centred on it from left to right.
func Label(size vg.Length) draw.TextStyle {
	return draw.TextStyle{Color: Ink, Font: sans(size), XAlign: draw.XCenter, Handler: hand}
}

// Words is the style of words at panels on a canvas, centred as Label is: those of a page on which panels need the room
// are as small as the numbers at the axes.
func Words(c draw.Canvas) draw.TextStyle { return Label(lettersOn(c)) }

// labelRight is the style of words at the right of a point, at its height.
func labelRight(size vg.Length) draw.TextStyle {
	style := Label(size)
	style.XAlign, style.YAlign = draw.XLeft, draw.YCenter
	return style
}

// LabelUp is the style of words that run upwards.
func LabelUp(size vg.Length) draw.TextStyle {
	style := Label(size)
	style.Rotation = math.Pi / 2
	return style
}

// Crop returns a part of c. left is counted from the left edge of c, and bottom from the bottom of the page.
func Crop(c draw.Canvas, left, bottom, width, height vg.Length) draw.Canvas {
	at := vg.Point{X: c.Min.X + left, Y: bottom}
	return draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{Min: at, Max: at.Add(vg.Point{X: width, Y: height})}}
}

// WholePixels cuts a length to whole pixels of a PNG, three eighths of a point each:
// cells of such a size have sharp edges. A length below one pixel stays.
func WholePixels(l vg.Length) vg.Length {
	const pixel = 72. / dpi
	if l < pixel {
		return l
	}
	const slack = 1e-6 // for what rounding takes from a whole number
	return vg.Length(int(l/pixel+slack)) * pixel
}

// Files makes a file of a figure in each of the media: name.png, name.svg.
func Files(name string, media []Medium, draw func(w io.Writer, m Medium) error) []table.File {
	var files []table.File
	fits := new(fits)
	for _, m := range media {
		m.fits = fits
		files = append(files, table.File{Name: name + "." + m.Suffix,
			Write: func(w io.Writer) error { return noted(w, name, m, draw) }})
	}
	return files
}

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

func (c *pdfCanvas) Rotate(angle float64)       { c.doc.TransformRotate(-angle*180/math.Pi, 0, 0) }
func (c *pdfCanvas) Translate(by vg.Point)      { c.doc.TransformTranslate(float64(by.X), float64(by.Y)) }
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
