// Package figure draws the parts that all figures share: a page in one of two media (canvas.go), a theme and axes
// (axes.go), lines with names at their ends (lines.go), panels above a legend (panels.go), and maps of cells (maps.go).
//
// Drawing is gonum/plot's. The same drawing makes the same bytes, in both media.
package figure

import (
	"bytes"
	"fmt"
	"image/color"
	"io"
	"strings"
	"unicode"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	words "breadboard/grid/text"
	"breadboard/reports/table"
)

// A Medium is a kind of file that holds a figure, by its suffix: pixels for slides, or vectors for pages and for print.
type Medium string

// PNG and SVG are the media.
const (
	PNG Medium = "png"
	SVG Medium = "svg"
)

// dpi holds the resolution of PNG: twice a plain screen's.
const dpi = 192

// Coarse divides the resolution of PNG. Tests that look at no pixel draw coarser ones, which take a tenth of the time.
var Coarse = 1

// A Figure writes itself in either medium.
type Figure interface {
	Write(w io.Writer, m Medium) error
}

// Files makes a file of a figure in each of the media: name.png, name.svg.
func Files(name string, f Figure) []table.File {
	var files []table.File
	for _, m := range []Medium{PNG, SVG} {
		files = append(files, table.File{Name: name + "." + string(m),
			Write: func(w io.Writer) error { return f.Write(w, m) }})
	}
	return files
}

// render draws a figure on an empty page of the medium, and writes it. It panics on a medium that is not listed.
func render(w io.Writer, m Medium, width, height vg.Length, paint func(draw.Canvas)) error {
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
	c := draw.New(page)
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
	// a browser without the font of figures takes one that is as wide
	_, err := io.WriteString(w, strings.ReplaceAll(strings.Map(inXML, b.String()), "font-family:Liberation Sans;",
		"font-family:Liberation Sans,Arial,Helvetica,sans-serif;"))
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
