// Package figure draws the parts that all figures share: a page in one of two media (canvas.go), axes, lines with marks
// and with names at their ends, panels, heat maps and colour bars. A report puts these together.
//
// Drawing is gonum/plot's. The same drawing makes the same bytes, in both media.
package figure

import (
	"bytes"
	"fmt"
	"image/color"
	"io"
	"math"
	"strings"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"breadboard/grid/text"
	"breadboard/reports/table"
)

// A Medium is a kind of file that holds a figure, by its suffix: pixels for slides, or vectors for pages and for print.
type Medium string

// The media.
const (
	PNG Medium = "png"
	SVG Medium = "svg"
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

// Render draws a figure on an empty page of the medium, and writes it. It panics on a medium that is not listed.
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
	default:
		panic(fmt.Sprintf("figure: no medium %q", m))
	}
	c := draw.New(printable{page})
	c.SetColor(color.White)
	c.Fill(c.Rectangle.Path())
	paint(c)
	if m == PNG {
		_, err := page.WriteTo(w)
		return err
	}
	var b bytes.Buffer
	if _, err := page.WriteTo(&b); err != nil {
		return err
	}
	_, err := io.WriteString(w, keepWidths(fallbacks.Replace(b.String())))
	return err
}

// A printable canvas writes out the control characters of words: a figure may name a file, and an SVG with ESC in it is
// none.
type printable struct{ vg.CanvasSizer }

// FillString draws a word.
func (p printable) FillString(f font.Face, at vg.Point, word string) {
	p.CanvasSizer.FillString(f, at, text.Printable(word))
}

// fallbacks are the fonts that a browser takes where it has not that of a figure.
var fallbacks = strings.NewReplacer(
	"font-family:Liberation Sans;", "font-family:Liberation Sans,Arial,Helvetica,sans-serif;")

// sans is the font of all figures.
func sans(size vg.Length) font.Font {
	return font.Font{Typeface: "Liberation", Variant: "Sans", Size: size}
}

// Label is the style of words at a point, centred on it from left to right.
func Label(size vg.Length) draw.TextStyle {
	return draw.TextStyle{Color: Ink, Font: sans(size), XAlign: draw.XCenter, Handler: hand}
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
func Files(name string, draw func(w io.Writer, m Medium) error) []table.File {
	var files []table.File
	for _, m := range []Medium{PNG, SVG} {
		files = append(files, table.File{Name: name + "." + string(m),
			Write: func(w io.Writer) error { return draw(w, m) }})
	}
	return files
}
