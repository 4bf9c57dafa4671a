// Package text reads numbers from files that people wrote, and says what is wrong with them:
// in one line, for a person at a terminal, with the place of the fault, what was found there
// and what would do.
//
//	my.csv: row 2, column 3: "x4" is not a number; a finite number or -inf (a wall) would do
//
// ReadAll and Reader read up to so many bytes and no more: a file may have no end, as /dev/zero.
//
// A file's content and its name come from strangers. Quote and Printable write them so that
// an escape sequence in them cannot affect the terminal.
package text

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"unicode"
)

// Quote puts quotes around text found in a file. It shows at most the first 24 characters, so
// that one error stays one line.
func Quote(found string) string {
	const most = 24
	letters := 0
	for i := range found { // a field may be as long as the file
		if letters++; letters > most {
			return strconv.Quote(found[:i] + "...")
		}
	}
	return strconv.Quote(found)
}

// Brief is s, or the first and the last bytes of an s longer than most. What is cut off would do nobody good: a
// list of a hundred thousand numbers in which one is wrong.
func Brief(s string, most int) string {
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most/2], "") + " ... " + strings.ToValidUTF8(s[len(s)-most/2:], "")
}

// Printable writes invisible characters, such as ESC or a bell, as Go writes them in quotes:
// ESC becomes \x1b. Letters of all languages and line breaks stay.
func Printable(s string) string {
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == unicode.ReplacementChar && !strings.HasPrefix(s[i:], string(r)):
			fmt.Fprintf(&b, `\x%02x`, s[i]) // a byte that is no UTF-8
		case r == '\n' || unicode.IsGraphic(r):
			b.WriteRune(r)
		default:
			quoted := strconv.QuoteRune(r)
			b.WriteString(quoted[1 : len(quoted)-1])
		}
	}
	return b.String()
}

// OneLine is Printable with line breaks written out too: a file may be named with one.
func OneLine(s string) string { return strings.ReplaceAll(Printable(s), "\n", `\n`) }

// Count is a number with its noun: "1 row", "2 rows".
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// Unreadable is the error of a file that cannot be opened or read. The operating
// system's errors repeat the path; this one names it once, and then what would do.
func Unreadable(path string, err error, would string) error {
	return fmt.Errorf("%s: %w; %s would do", path, Pathless(err), would)
}

// Pathless is err without the path that the operating system's errors begin with: it turns
// "open a.csv: no such file or directory" into the part after the colon.
func Pathless(err error) error {
	var path *os.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
}

// Thousands writes n with a comma before every third digit from the right: 100,000.
func Thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
