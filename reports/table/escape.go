package table

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
)

// markdown escapes what Markdown would take as its own or as HTML: a target may be a file named
// <script>.csv or *.csv. The rest stays as it is read: x_T, B < J, 5 * 3, [0 2].
func markdown(s string) string {
	var b strings.Builder
	letters := []rune(" " + s + " ")
	for i := 1; i+1 < len(letters); i++ {
		last, c, next := letters[i-1], letters[i], letters[i+1]
		switch {
		case c == '<' && (unicode.IsLetter(next) || strings.ContainsRune("/!?", next)):
			b.WriteString("&lt;")
		case c == '&' && (unicode.IsLetter(next) || next == '#'):
			b.WriteString("&amp;")
		case marksUp(last, c, next):
			b.WriteRune('\\')
			b.WriteRune(c)
		default:
			b.WriteRune(c)
		}
	}
	return b.String()
}

// marksUp reports whether a character between two others may mark up text in Markdown. A bar ends
// a cell, "](" is the middle of a link, and a mark between blanks, or _ inside a word, is none.
func marksUp(last, c, next rune) bool {
	inWord := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	switch c {
	case '|', '`':
		return true
	case '*', '~':
		return !unicode.IsSpace(last) || !unicode.IsSpace(next)
	case '_':
		return !(inWord(last) && inWord(next)) && !(unicode.IsSpace(last) && unicode.IsSpace(next))
	case '\\':
		return unicode.IsPunct(next) || unicode.IsSymbol(next)
	}
	return c == '(' && last == ']'
}

// visible writes the invisible characters of JSON as it does itself with ESC: \u202e turns the
// direction of writing on a terminal, \u009b begins a command to it. They stand in texts alone.
func visible(data []byte) []byte {
	shown := func(r rune) bool { return r == '\n' || unicode.IsGraphic(r) }
	if bytes.IndexFunc(data, func(r rune) bool { return !shown(r) }) < 0 {
		return data
	}
	var b bytes.Buffer
	for _, r := range string(data) {
		if shown(r) {
			b.WriteRune(r)
			continue
		}
		for _, half := range utf16.Encode([]rune{r}) {
			fmt.Fprintf(&b, `\u%04x`, half)
		}
	}
	return b.Bytes()
}
