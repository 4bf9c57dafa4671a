package figure

import (
	"path"
	"regexp"
	"strings"
	"sync"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// hand writes all words of figures: in the font of the look, and for LaTeX with their place to the point at which
// they are, left of it, right of it or around it, because LaTeX alone knows how wide they are.
var hand = &writer{Plain: text.Plain{Fonts: font.DefaultCache}}

// A writer remembers how large words are: to find a page a figure is drawn many times, with the same words.
type writer struct {
	text.Plain
	boxes   sync.Map // of word, box
	extents sync.Map // of font.Font, font.Extents
}

type (
	word struct {
		text string
		font font.Font
	}
	box struct{ width, height, depth vg.Length }
)

// Box implements text.Handler.
func (h *writer) Box(words string, f font.Font) (width, height, depth vg.Length) {
	of := word{words, f}
	known, ok := h.boxes.Load(of)
	if !ok {
		width, height, depth = h.Plain.Box(words, f)
		known, _ = h.boxes.LoadOrStore(of, box{width, height, depth})
	}
	size := known.(box)
	return size.width, size.height, size.depth
}

// Extents implements text.Handler.
func (h *writer) Extents(f font.Font) font.Extents {
	known, ok := h.extents.Load(f)
	if !ok {
		known, _ = h.extents.LoadOrStore(f, h.Plain.Extents(f))
	}
	return known.(font.Extents)
}

// Draw implements text.Handler.
func (h *writer) Draw(c vg.Canvas, words string, style text.Style, at vg.Point) {
	on := dressOf(c)
	if on.medium.Font == Serif {
		style.Font.Variant = "Serif"
	}
	if page, ok := on.CanvasSizer.(*pgfCanvas); ok {
		page.align = style.XAlign
	}
	h.Plain.Draw(c, words, style, at)
}

// Name is a name as a figure shows it: ShortName of what the look calls it, or else of itself. A name of several
// parts, as "g.csv, 10 draws", may have labels for some of them.
func (m Medium) Name(name string) string {
	m.Notes.show(name)
	if label := m.label(name); label != "" {
		return m.written(label)
	}
	parts := strings.Split(name, ", ")
	changed := false
	for i, part := range parts {
		if label := m.label(part); label != "" {
			parts[i] = m.written(label)
			changed = true
		}
	}
	if changed {
		return strings.Join(parts, ", ")
	}
	return ShortName(name)
}

// label is what the look calls a name, or a file of this name in any folder; "" if it says nothing.
func (l Look) label(name string) string {
	if label := l.Labels[name]; label != "" {
		return label
	}
	return l.Labels[path.Base(name)]
}

// formula is a piece of a label as LaTeX has it: $J$, or $\log Z$.
var formula = regexp.MustCompile(`\$([^$]+)\$`)

// The brackets of a formula on its way to LaTeX. Printable text has no such letters, and so no name has them.
const formulaOpens, formulaEnds = "\ue000", "\ue001"

var brackets = regexp.MustCompile("[" + formulaOpens + formulaEnds + "]")

// written is a text of the user's: its formulas are for LaTeX, and elsewhere they are words.
func (m Medium) written(words string) string {
	if m.Suffix == PGF.Suffix {
		return formula.ReplaceAllString(words, formulaOpens+"$1"+formulaEnds)
	}
	return formula.ReplaceAllString(words, "$1")
}

// Broken is a text with a line break wherever it would be wider than this.
func Broken(style draw.TextStyle, words string, room vg.Length) string {
	return strings.Join(Wrapped(style, words, room), "\n")
}

// Lower is the height of the lines of a broken text below its first.
func Lower(style draw.TextStyle, broken string) vg.Length {
	return vg.Length(strings.Count(broken, "\n")) * style.Font.Size
}

// Wrapped is a text in lines of at most this width.
func Wrapped(style draw.TextStyle, words string, room vg.Length) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(words) {
		longer := strings.TrimSpace(line + " " + word)
		if line != "" && style.Width(longer) > room {
			lines = append(lines, line)
			longer = word
		}
		line = longer
	}
	return append(lines, line)
}

// shortened is a line, or as much of its beginning as has room, with three dots for the rest.
func shortened(style draw.TextStyle, line string, room vg.Length) string {
	const dots = "…"
	letters := []rune(line)
	for style.Width(line) > room && len(letters) > 1 {
		letters = letters[:len(letters)-1]
		line = string(letters) + dots
	}
	return line
}
