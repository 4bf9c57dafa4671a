package stills

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/grid/text"
	"breadboard/reports/figure"
)

// parts are the parts of a setting with their names, in the order in which the page has them. What has its usual value
// and is seldom another is left out.
func parts(s Side) []string {
	q := s.Question
	target := q.Toy
	if q.Target != "" {
		target = fmt.Sprintf("a painted one of %d x %d cells", s.Measured.Rows, s.Measured.Columns)
	}
	if q.Seed != nil {
		target += fmt.Sprintf(" of seed %d", *q.Seed)
	}
	all := []string{"target " + target}
	for _, one := range []struct{ name, value string }{{"axes", q.Axes},
		{"kernel", cmp.Or(q.Kernel, "metropolis")}, {"bridge", cmp.Or(q.Bridge, "geometric")}, {"initial", q.Initial},
		{"schedule", cmp.Or(q.Schedule, "linear")}, {"program", q.Program}} {
		if one.value != "" {
			all = append(all, one.name+" "+figure.ShortName(one.value))
		}
	}
	all = append(all, fmt.Sprintf("T = %d", q.T))
	if q.Repeat > 1 {
		all = append(all, text.Count(q.Repeat, "step")+" a level")
	}
	if q.SkipLast {
		all = append(all, "no step at the last level")
	}
	return all
}

// named is what settings have in common, in words, and what each has for itself.
func named(sides []Side) (common string, own []string) {
	all := make([][]string, len(sides))
	for i, s := range sides {
		all[i] = parts(s)
	}
	isCommon := func(part string) bool {
		for _, of := range all {
			if !slices.Contains(of, part) {
				return false
			}
		}
		return true
	}
	var shared []string
	for i, of := range all {
		var differs []string
		for _, part := range of {
			switch {
			case !isCommon(part):
				differs = append(differs, part)
			case i == 0:
				shared = append(shared, part)
			}
		}
		own = append(own, strings.Join(differs, ", "))
	}
	return strings.Join(shared, ", "), own
}

// A passage is words in one style.
type passage struct {
	style draw.TextStyle
	lines []string
}

// heads are the words above the maps.
type heads []passage

// heads are the title and the sentence of a lesson, and what both settings have in common.
func (s Still) heads() heads {
	const titleLetters, wordLetters, settingLetters = 14, 10.5, 9.5
	common, _ := named(s.Sides)
	var all heads
	for _, one := range []struct {
		words   string
		letters vg.Length
	}{{s.Title, titleLetters}, {s.Says, wordLetters}, {common, settingLetters}} {
		if one.words != "" {
			all = append(all, wrapped(one.words, one.letters, pageWidth-2*margin))
		}
	}
	return all
}

// wrapped is words in lines of at most this width.
func wrapped(words string, letters, room vg.Length) passage {
	style := leftLabel(letters)
	return passage{style, figure.Wrapped(style, words, room)}
}

// leftLabel is the style of words that begin at a point.
func leftLabel(letters vg.Length) draw.TextStyle {
	style := figure.Label(letters)
	style.XAlign = draw.XLeft
	return style
}

// height is the height of all lines and of the space between passages.
func (h heads) height() (sum vg.Length) {
	for _, p := range h {
		sum += vg.Length(len(p.lines))*(p.style.Font.Size+lineGap) + lineGap
	}
	return sum
}

// draw writes the passages below a height, from a place at their left, and returns the height below them.
func (h heads) draw(c draw.Canvas, left, top vg.Length) vg.Length {
	for _, p := range h {
		for _, line := range p.lines {
			top -= p.style.Font.Size + lineGap
			c.FillText(p.style, vg.Point{X: left, Y: top}, line)
		}
		top -= lineGap
	}
	return top
}
