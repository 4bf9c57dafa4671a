package figure

import (
	"fmt"
	"html"
	"regexp"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"
)

// drawnWord is a word of an SVG: what is before its size, the size, what is up to the word, the word.
var drawnWord = regexp.MustCompile(`(?s)<text ([^>]*?font-family:Liberation Sans,[^>]*?` +
	`font-size:([0-9.]+)px[^>]*)>([^<]*)</text>`)

// keepWidths says of each word of an SVG how wide it is. A browser that has none of its fonts takes a wider one, as
// DejaVu Sans is, and then draws its letters as narrow as those that the figure has room for.
func keepWidths(svg string) string {
	return drawnWord.ReplaceAllStringFunc(svg, func(whole string) string {
		const sized, said = 2, 3
		m := drawnWord.FindStringSubmatch(whole)
		size, _ := strconv.ParseFloat(m[sized], 64) // the pattern is that of a number
		style := Label(vg.Length(size))
		wide := style.Width(html.UnescapeString(strings.TrimSpace(m[said])))
		if wide == 0 {
			return whole
		}
		return strings.Replace(whole, "<text ",
			fmt.Sprintf(`<text textLength="%.4g" lengthAdjust="spacingAndGlyphs" `, float64(wide)), 1)
	})
}
