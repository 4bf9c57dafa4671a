// Package stills draws the first screen of the explorer's page on paper, without a browser: what
// `breadboard explore --export FILE.png` writes. It takes the answers that the page gets, and draws
//
//	the title and the sentence of a lesson, if it is one
//	names.go    what the settings have in common, and what each has for itself
//	maps.go     p, q and q - p of each setting; p once if both have the same
//	bars.go     J and B of each setting on one axis
package stills

import (
	"io"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/experiments/explore"
	"breadboard/reports/figure"
)

// A Side is a setting with its answer.
type Side struct {
	Question explore.Question
	Measured explore.Measured
}

// A Still is what is drawn: one setting, or two, which are called left and right. Title and Says are those of a lesson;
// they may be empty.
type Still struct {
	Title string
	Says  string
	Sides []Side
}

// The lengths of a still, in points: of the page, which is as wide as the text of a printed one, of what is around it,
// of a line of words, and of the space between its parts.
const (
	pageWidth vg.Length = 480
	margin    vg.Length = 12
	lineGap   vg.Length = 3
	partGap   vg.Length = 14
)

// Draw writes a still in one of the media.
func Draw(w io.Writer, m figure.Medium, s Still) error {
	heads := s.heads()
	rows := rowsOf(s.Sides)
	bars := barsOf(s.Sides)
	height := margin + heads.height() + bars.height() + margin
	for _, row := range rows {
		height += row.height()
	}
	return figure.Render(w, m, pageWidth, height, func(c draw.Canvas) {
		top := c.Max.Y - margin
		top = heads.draw(c, c.Min.X+margin, top)
		drawMaps(c, top, rows)
		bars.draw(draw.Crop(c, margin, -margin, margin, bars.height()-c.Size().Y+margin))
	})
}

// sideNames are what two settings are called.
var sideNames = [...]string{"left", "right"}
