package pages

import (
	"image/color"
	"io"
	"math"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/grid/text"
	"breadboard/reports/figure"
	"breadboard/toys/zoo"
)

// A box is a box of the flowchart: what is done here, and what the paper has in its place.
type box struct {
	Part  part   `column:"part"`
	Name  string `column:"box"`
	Here  string `column:"here"`
	Paper string `column:"paper"` // "" where the paper has no such box
}

// A part of the flowchart is a row of boxes, or half of one.
type part string

// The parts.
const (
	madeOnce   part = "made once, and not again for a new sampler"
	runForEach part = "run for every sampler"
	beside     part = "beside"
)

// dataSets is the number of data sets of package zoo/posteriors.
const dataSets = 14

// phases are the boxes of Figure 1 of Turner and Neal (2017): their six phases, and what stands beside these here.
func phases(s size) []box {
	inZoo := func(group string) string {
		n := 0
		for _, d := range zoo.Catalogue() {
			if d.Group == group {
				n++
			}
		}
		return text.Thousands(n)
	}
	return []box{
		{madeOnce, "Phase 0: data", text.Thousands(dataSets) + " public data sets", "2,200 of OpenML"},
		{madeOnce, "Phase 1: models", inZoo("posteriors") + " posteriors on lattices, p known in every cell",
			"chains of NUTS"},
		{madeOnce, "Phase 2: surrogates", inZoo("surrogates") + " mixtures of Gaussians, by EM, moved by seeds",
			"RNADE and Real NVP too"},
		{runForEach, "Phase 3: samplers", text.Count(s.Kernels, "kernel") + ", " + text.Count(s.Chains, "chain") +
			" of " + text.Count(s.N, "step") + " from a start", "15 minutes a chain"},
		{runForEach, "Phase 4: truth", "the error of an average, by the operator of the chain",
			"some 100,000 exact draws"},
		{runForEach, "Phase 5: analysis", "RESS, NESS, leaderboards, diagnostics, regression", "the same"},
		{beside, "The posteriors themselves",
			"They are densities of the zoo as well: samplers are scored on them, and not on stand-ins alone.", ""},
		{beside, "Is a surrogate like its posterior?",
			"Surrogates were fitted to chains too. A study that left has the RESS on both.", ""},
		{beside, "A sampler of somebody else", "score --exec makes its rows. score --admit FILE=COMMAND runs the " +
			"program again, before they join.", ""},
	}
}

// The lengths of the flowchart, in points. A phase has a column; a box beside has two.
const (
	column     = 158
	columnGap  = 14
	sheetLeft  = 14
	boxHigh    = 88
	phasesLow  = 140 // the bottoms of the two rows
	besideLow  = 30
	besideHigh = 68
	bend       = phasesLow - 24 // the height at which an arrow turns
	boxMargin  = 9
	boxHead    = 11 // the size of a box's name, and of its other words
	boxText    = 9.5
	boxLine    = 15 // from a line to the next
)

// grey is the colour of what the paper has, and of what stands beside its phases.
var grey = color.RGBA{0x70, 0x70, 0x70, 0xFF}

// phasesFigure draws the boxes.
func phasesFigure(w io.Writer, m figure.Medium, all []box) error {
	const wide, high = 2*sheetLeft + 6*column + 5*columnGap, 264
	return figure.Render(w, m, wide, high, func(c draw.Canvas) {
		at := placed(all)
		field(c, madeOnce, at[0], at[2], color.RGBA{0xEE, 0xF3, 0xFA, 0xFF})
		field(c, runForEach, at[3], at[5], color.RGBA{0xF8, 0xF1, 0xE7, 0xFF})
		for i, b := range all {
			drawBox(c, b, at[i])
		}
		for i := range 5 {
			middle := at[i].Min.Y + at[i].Size().Y/2
			arrow(c, figure.Ink, vg.Point{X: at[i].Max.X, Y: middle}, vg.Point{X: at[i+1].Min.X, Y: middle})
		}
		down := func(from, to vg.Rectangle) {
			x := center(from)
			arrow(c, grey, vg.Point{X: x, Y: from.Min.Y}, vg.Point{X: x, Y: to.Max.Y})
		}
		down(at[1], at[6])
		down(at[2], at[7])
		joins := center(at[3])
		arrow(c, grey, vg.Point{X: center(at[8]), Y: at[8].Max.Y}, vg.Point{X: center(at[8]), Y: bend},
			vg.Point{X: joins, Y: bend}, vg.Point{X: joins, Y: at[3].Min.Y})
		words(c, grey, 9, vg.Point{X: sheetLeft, Y: 12}, "In brackets: what the paper has.")
	})
}

func center(r vg.Rectangle) vg.Length { return r.Min.X + r.Size().X/2 }

// placed says where the boxes lie: phases in columns, and below them the others, two columns each.
func placed(all []box) (at []vg.Rectangle) {
	left := map[bool]vg.Length{true: sheetLeft, false: sheetLeft}
	for _, b := range all {
		below := b.Part == beside
		size := vg.Point{X: column, Y: boxHigh}
		low := vg.Length(phasesLow)
		if below {
			size, low = vg.Point{X: 2*column + columnGap, Y: besideHigh}, besideLow
		}
		corner := vg.Point{X: left[below], Y: low}
		at = append(at, vg.Rectangle{Min: corner, Max: corner.Add(size)})
		left[below] += size.X + columnGap
	}
	return at
}

// field colours the ground of some phases, and names it.
func field(c draw.Canvas, name part, first, last vg.Rectangle, ground color.Color) {
	const margin = 6
	c.SetColor(ground)
	around := vg.Rectangle{Min: vg.Point{X: first.Min.X - margin, Y: first.Min.Y - margin},
		Max: vg.Point{X: last.Max.X + margin, Y: last.Max.Y + margin}}
	c.Fill(around.Path())
	words(c, figure.Ink, 10, vg.Point{X: first.Min.X, Y: around.Max.Y + 6}, string(name))
}

// drawBox draws a box with its name, what is done here, and in brackets what the paper has.
func drawBox(c draw.Canvas, b box, at vg.Rectangle) {
	line := draw.LineStyle{Color: figure.Ink, Width: 0.8}
	if b.Part == beside {
		line.Color, line.Dashes = grey, figure.Dashes
	}
	c.SetColor(color.White)
	c.Fill(at.Path())
	c.SetLineStyle(line)
	c.Stroke(at.Path())
	pen := vg.Point{X: at.Min.X + boxMargin, Y: at.Max.Y - boxMargin - boxHead}
	words(c, figure.Ink, boxHead, pen, b.Name)
	write := func(colour color.Color, sentence string) {
		for _, line := range wrapped(sentence, boxText, room(at)) {
			pen.Y -= boxLine
			words(c, colour, boxText, pen, line)
		}
	}
	write(figure.Ink, b.Here)
	if b.Paper != "" {
		write(grey, "("+b.Paper+")")
	}
}

// room is the width of a box's lines. A browser without the font of the figures takes a wider one, by an eighth or so.
func room(box vg.Rectangle) vg.Length { return 0.86 * (box.Size().X - 2*boxMargin) }

// words writes a line that begins at a point.
func words(c draw.Canvas, colour color.Color, size vg.Length, at vg.Point, line string) {
	style := figure.Label(size)
	style.Color, style.XAlign = colour, draw.XLeft
	c.FillText(style, at, line)
}

// wrapped breaks a sentence into lines that are no wider, unless a word is.
func wrapped(sentence string, size, width vg.Length) (lines []string) {
	style := figure.Label(size)
	for _, word := range strings.Fields(sentence) {
		last := len(lines) - 1
		if last >= 0 && style.Width(lines[last]+" "+word) <= width {
			lines[last] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}

// arrow draws a line through points, with a tip at the last.
func arrow(c draw.Canvas, colour color.Color, through ...vg.Point) {
	c.StrokeLines(draw.LineStyle{Color: colour, Width: 1}, through)
	const long, half = 6, 3
	to := through[len(through)-1]
	along := to.Sub(through[len(through)-2])
	along = along.Scale(1 / vg.Length(math.Hypot(float64(along.X), float64(along.Y)))) // of length 1
	across := vg.Point{X: -along.Y, Y: along.X}
	back := to.Sub(along.Scale(long))
	var tip vg.Path
	tip.Move(to)
	tip.Line(back.Add(across.Scale(half)))
	tip.Line(back.Sub(across.Scale(half)))
	tip.Close()
	c.SetColor(colour)
	c.Fill(tip)
}
