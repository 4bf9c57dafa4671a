package figure

import (
	"strings"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// hand writes all words of figures.
var hand = text.Plain{Fonts: font.DefaultCache}

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
