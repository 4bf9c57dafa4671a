package reports

import (
	"bytes"
	"fmt"
	"image/color"
	"io"
	"sync"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"
	"gonum.org/v1/plot/vg/vgsvg"
)

// A Medium is how a figure is written.
type Medium string

// The media: pixels for slides, vectors for pages and for print.
const (
	PNG Medium = "png"
	SVG Medium = "svg"
	PDF Medium = "pdf"
)

// Media lists them.
var Media = []Medium{PNG, SVG, PDF}

// dpi is the resolution of pixels: twice that of a plain screen.
const dpi = 192

// The colours of Okabe and Ito, which those who are blind to some tell apart.
var (
	blue       = color.RGBA{0x00, 0x72, 0xB2, 0xFF}
	vermillion = color.RGBA{0xD5, 0x5E, 0x00, 0xFF}
	green      = color.RGBA{0x00, 0x9E, 0x73, 0xFF}
	ink        = color.RGBA{0x20, 0x20, 0x20, 0xFF}
	pale       = color.RGBA{0xE4, 0xE4, 0xE4, 0xFF}
)

// render draws on a canvas of the medium and writes it: the same bytes for the
// same drawing. It panics on a medium that is not listed.
func render(w io.Writer, m Medium, width, height vg.Length, paint func(draw.Canvas)) error {
	var c vg.CanvasWriterTo
	switch m {
	case PNG:
		c = vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(dpi))}
	case SVG:
		c = vgsvg.New(width, height)
	case PDF:
		timeless()
		c = vgpdf.New(width, height)
	default:
		panic(fmt.Sprintf("reports: no medium %q", m))
	}
	paint(draw.New(c))
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
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

// timeless makes PDF documents say nothing of when they were made, and list
// their parts in order; the writer has no other way to be told.
var timeless = sync.OnceFunc(func() {
	epoch := time.Unix(0, 0).UTC()
	fpdf.SetDefaultCreationDate(epoch)
	fpdf.SetDefaultModificationDate(epoch)
	fpdf.SetDefaultCatalogSort(true)
})

// sans is the font of all figures.
func sans(size vg.Length) font.Font {
	return font.Font{Typeface: "Liberation", Variant: "Sans", Size: size}
}

// newPlot is a plot in the figures' font and colours. The text is in the Latin
// letters that the PDF writer has: no Greek.
func newPlot() *plot.Plot {
	p := plot.New()
	p.Title.TextStyle.Font = sans(11)
	p.Title.TextStyle.Color = ink
	p.Title.Padding = 4
	p.Legend.TextStyle.Font = sans(10)
	p.Legend.TextStyle.Color = ink
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.Label.TextStyle.Font = sans(11)
		axis.Label.TextStyle.Color = ink
		axis.Label.Padding = 4
		axis.Tick.Label.Font = sans(10)
		axis.Tick.Label.Color = ink
		axis.Color, axis.Tick.Color = ink, ink
	}
	return p
}
