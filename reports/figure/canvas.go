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
