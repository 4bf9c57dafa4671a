package text

import (
	"bytes"
	"regexp"
)

// peeked is how many bytes of a stream are looked at before it is read: two lines, of all but the widest tables.
const peeked = 64 << 10

// quoted matches what stands in quotes, in which a semicolon parts nothing.
var quoted = regexp.MustCompile(`"[^"]*"`)

// hasSemicolons reports whether semicolons part the columns of a stream that begins with these bytes. They part two
// lines into as many columns, two at least, or the second into one column more, as write.table of R does with the names
// of rows. In tables of one line, the first counts alone.
func hasSemicolons(head []byte) bool {
	line, body, _ := bytes.Cut(bytes.TrimLeft(head, "\r\n"), []byte("\n"))
	next, _, _ := bytes.Cut(body, []byte("\n"))
	if len(bytes.TrimRight(next, "\r")) == 0 {
		next = line
	}
	above := semicolonsIn(line)
	below := semicolonsIn(next)
	return above > 0 && (below == above || below == above+1)
}

// semicolonsIn is the number of semicolons of a line that are not in quotes.
func semicolonsIn(line []byte) int { return bytes.Count(quoted.ReplaceAll(line, nil), []byte(";")) }
