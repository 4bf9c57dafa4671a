package figure

import (
	"image/color"
	"regexp"
	"sync"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgpdf"
)

// pdfCanvas draws a PDF, with its font in it. It writes and colours as the other media do, where vgpdf does not.
type pdfCanvas struct{ *vgpdf.Canvas }

// FillString implements vg.Canvas. The words of vgpdf are in code page 1252. A minus sign, which that lacks, is a dash
// of almost its width, and letters that it lacks are question marks.
func (c pdfCanvas) FillString(face font.Face, at vg.Point, words string) {
	var page []byte
	for _, r := range words {
		switch {
		case r == '−':
			r = 0x96
		case r > 0xFF:
			r = '?'
		}
		page = append(page, byte(r))
	}
	making.Lock()
	defer making.Unlock()
	c.Canvas.FillString(face, at, string(page))
}

// making is locked while vgpdf may make a font, in a temporary folder that an end of the process would leave.
var making sync.Mutex

// End waits until no font is made, and lets none begin: it is for the end of the process.
func End() { making.Lock() }

// SetColor implements vg.Canvas. No colour is black.
func (c pdfCanvas) SetColor(of color.Color) {
	if of != nil {
		of = straight(color.NRGBA64Model.Convert(of).(color.NRGBA64))
	}
	c.Canvas.SetColor(of)
}

// straight is a colour whose light is not weakened by its transparency, which a PDF applies itself.
type straight color.NRGBA64

// RGBA implements color.Color.
func (s straight) RGBA() (r, g, b, a uint32) {
	return uint32(s.R), uint32(s.G), uint32(s.B), uint32(s.A)
}

// madeAt matches the time at which a PDF was made.
var madeAt = regexp.MustCompile(`\(D:\d{14}\)`)

// timeless returns a PDF without the time at which it was made. Its parts stay where its table says that they are.
func timeless(pdf []byte) []byte { return madeAt.ReplaceAll(pdf, []byte("(D:19700101000000)")) }
