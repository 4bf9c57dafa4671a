// Package figure draws the parts that all figures share: a page in one of three media
// (canvas.go), axes, lines with marks and with names at their ends, panels, heat maps and colour
// bars. A report puts these together.
//
// Drawing is gonum/plot's, and a PDF is written by go-pdf/fpdf (pdf.go). The same drawing
// makes the same bytes, in every medium.
package figure

import (
	"bytes"
	"fmt"
	"image/color"
	"io"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"breadboard/grid/text"
	"breadboard/reports/table"
)

// A Medium is a kind of file that holds a figure; it is also the file's suffix.
type Medium string

// The media: pixels for slides, vectors for pages and for print.
const (
	PNG Medium = "png"
	SVG Medium = "svg"
	PDF Medium = "pdf"
)

// Media lists them, and ForScreen those that a browser shows.
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
	Green      = color.RGBA{0x00, 0x9E, 0x73, 0xFF}
	Ink        = color.RGBA{0x20, 0x20, 0x20, 0xFF}
	pale       = color.RGBA{0xE4, 0xE4, 0xE4, 0xFF}
)

// Render draws on a white page of the medium and writes it. It panics on a medium
// that is not listed.
func Render(w io.Writer, m Medium, width, height vg.Length, paint func(draw.Canvas)) error {
	var page interface {
		vg.CanvasSizer
		io.WriterTo
	}
	switch m {
	case PNG:
		page = vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(dpi/Coarse))}
	case SVG:
		page = vgsvg.New(width, height)
	case PDF:
		page = newPDF(width, height)
	default:
		panic(fmt.Sprintf("figure: no medium %q", m))
	}
	c := draw.New(printable{page})
	c.SetColor(color.White)
	c.Fill(c.Rectangle.Path())
	paint(c)
	var b bytes.Buffer
	if _, err := page.WriteTo(&b); err != nil {
		return err
	}
	data := b.Bytes()
	if m == SVG {
		data = bytes.ReplaceAll(data, []byte("font-family:Liberation Sans;"),
			[]byte("font-family:Liberation Sans,Arial,Helvetica,sans-serif;"))
	}
	_, err := w.Write(data)
	return err
}

// A printable canvas writes out the control characters of words: a figure may name a file, and an SVG
// with ESC in it is none.
type printable struct{ vg.CanvasSizer }

// FillString draws a word.
func (p printable) FillString(f font.Face, at vg.Point, word string) {
	p.CanvasSizer.FillString(f, at, text.Printable(word))
}

// sans is the font of all figures.
func sans(size vg.Length) font.Font {
	return font.Font{Typeface: "Liberation", Variant: "Sans", Size: size}
}

// Label is the style of words at a point, centred on it from left to right.
func Label(size vg.Length) draw.TextStyle {
	return draw.TextStyle{Color: Ink, Font: sans(size), XAlign: draw.XCenter, Handler: plot.DefaultTextHandler}
}

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

// Crop returns a part of c. left is counted from the left edge of c, and bottom from
// the bottom of the page.
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
	return vg.Length(int(l/pixel)) * pixel
}

// Files makes a file of a figure in each of the media: name.png, name.svg.
func Files(name string, media []Medium, draw func(w io.Writer, m Medium) error) []table.File {
	var files []table.File
	for _, m := range media {
		files = append(files, table.File{Name: name + "." + string(m),
			Write: func(w io.Writer) error { return draw(w, m) }})
	}
	return files
}
