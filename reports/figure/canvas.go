// Package figure draws the parts that all figures share: a page in one of three media and of any width (canvas.go,
// pdf.go), a theme and axes (axes.go), lines with names at their ends (lines.go), panels above a legend
// (panels.go), as many in a row as the width holds (columns.go), and maps of cells (maps.go).
//
// Drawing is gonum/plot's. The same drawing makes the same bytes, in all media.
package figure

import (
	"bytes"
	"fmt"
	"image/color"
	"image/png"
	"io"
	"strings"
	"unicode"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"
	"gonum.org/v1/plot/vg/vgsvg"

	words "breadboard/grid/text"
	"breadboard/reports/table"
)

// A Medium is a kind of file that holds a figure, by its suffix: pixels for slides, or vectors for pages and for print.
type Medium string

// PNG, SVG and PDF are the media.
const (
	PNG Medium = "png"
	SVG Medium = "svg"
	PDF Medium = "pdf"
)

// Media holds all of them.
var Media = []Medium{PNG, SVG, PDF}

// Inches is the width of a figure in print, where its letters have 7 points. A figure of 0 inches fills a page of A4 or
// letter that it is shrunk to: its letters have 10 points, and 8 there.
type Inches float64

// Narrowest and Widest bound Inches: in less the names of lines leave no room for lines.
const Narrowest, Widest Inches = 3, 20

// unitInPrint holds the points of a unit in print, of which letters have 10. It is a whole number of pixels.
const unitInPrint = 135. / dpi

// page returns the width of the drawing, in units of which letters have 10, and the points in a unit.
func (i Inches) page() (width, unit vg.Length) {
	if i == 0 {
		return pageWidth, 1
	}
	return vg.Length(i) * vg.Inch / unitInPrint, unitInPrint
}

// dpi holds the resolution of PNG: twice a plain screen's.
const dpi = 192

// Coarse divides the resolution of PNG. Tests that look at no pixel draw coarser ones, which take a tenth of the time.
var Coarse = 1

// A Figure writes itself in any medium, at any width.
type Figure interface {
	Write(w io.Writer, m Medium, width Inches) error
}

// Files makes a file of a figure in each of the media: name.png, name.svg, name.pdf.
func Files(name string, f Figure, width Inches) []table.File {
	var files []table.File
	for _, m := range Media {
		files = append(files, table.File{Name: name + "." + string(m),
			Write: func(w io.Writer) error { return f.Write(w, m, width) }})
	}
	return files
}

// render draws a figure of a size, in units of so many points, on an empty page of the medium, and writes it. It panics
// on a medium that is not listed.
func render(w io.Writer, m Medium, size vg.Point, unit vg.Length, paint func(draw.Canvas)) error {
	width, height := size.X*unit, size.Y*unit
	var page interface {
		vg.CanvasSizer
		io.WriterTo
	}
	switch m {
	case PNG:
		dots := vgimg.UseDPI(int(dpi*unit) / Coarse) // of an inch of units
		page = vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(size.X, size.Y), dots)}
	case SVG:
		page = vgsvg.New(size.X, size.Y)
	case PDF:
		page = pdfCanvas{vgpdf.New(width, height)}
	default:
		panic(fmt.Sprintf("figure: no medium %q", m))
	}
	c := draw.NewCanvas(page, size.X, size.Y)
	if m == PDF {
		c.Scale(float64(unit), float64(unit))
	}
	c.SetColor(color.White)
	c.Fill(c.Rectangle.Path())
	paint(c)
	if dots, ok := page.(vgimg.PngCanvas); ok { // in half the time, and a thirtieth larger
		return (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(w, dots.Image())
	}
	var b bytes.Buffer
	if _, err := page.WriteTo(&b); err != nil {
		return err
	}
	if m == PDF {
		_, err := w.Write(timeless(b.Bytes()))
		return err
	}
	// a browser without the font of figures takes one that is as wide
	svg := strings.ReplaceAll(strings.Map(inXML, b.String()), "font-family:Liberation Sans;",
		"font-family:Liberation Sans,Arial,Helvetica,sans-serif;")
	box := strings.Index(svg, "viewBox") // whose units are of the drawing, and the size before it is in points
	_, err := fmt.Fprintf(w, "%s<svg width=\"%.5gpt\" height=\"%.5gpt\" %s", svg[:strings.Index(svg, "<svg ")], width,
		height, svg[box:])
	return err
}

// inXML returns a character that XML may hold in place of a control character, which a file's name may have.
func inXML(r rune) rune {
	if unicode.IsControl(r) && r != '\n' && r != '\t' {
		return unicode.ReplacementChar
	}
	return r
}

// label returns the style of words that are centred on a point from left to right.
func label(size vg.Length) draw.TextStyle {
	return draw.TextStyle{Color: Ink, Font: font.Font{Typeface: "Liberation", Variant: "Sans", Size: size},
		XAlign: draw.XCenter, Handler: text.Plain{Fonts: font.DefaultCache}}
}

// labelRight returns the style of words at the right of a point, at its height.
func labelRight(size vg.Length) draw.TextStyle {
	style := label(size)
	style.XAlign, style.YAlign = draw.XLeft, draw.YCenter
	return style
}

// ShortName returns a name that fits into figures. If it has more than 40 letters, as a schedule of 65 betas, only both
// ends are left.
func ShortName(name string) string { return shortened(name, 40) }

// ShortTitle returns a name as there is room for it above a small map.
func ShortTitle(name string) string { return shortened(name, 26) }

// shortened returns both ends of a name that is longer than room, which must hold them and the dots between.
func shortened(name string, room int) string {
	if len(name) <= room {
		return name
	}
	return words.Brief(name, room-8)
}
