package text

import (
	"bytes"
	"regexp"
	"strings"
)

// peeked is how many bytes of a stream are looked at before it is read: two lines, of all but the widest tables.
const peeked = 64 << 10

// quoted matches what stands in quotes, which no sign in it parts.
var quoted = regexp.MustCompile(`"[^"]*"`)

// partedBy is the place in separators of what parts the columns of a stream that begins with these bytes. It is a sign
// other than the comma if that parts two lines into as many columns, two at least, or the second into one column more,
// as write.table of R does with the names of rows. In tables of one line, the first counts alone.
func partedBy(head []byte) int {
	line, body, _ := bytes.Cut(bytes.TrimLeft(head, "\r\n"), []byte("\n"))
	next, _, _ := bytes.Cut(body, []byte("\n"))
	first := bare(line)
	second := bare(next)
	if second == "" {
		second = first
	}
	for i, s := range separators {
		if s.sign == "," || s.sign == " " && strings.Contains(second, ",") {
			continue
		}
		above := columnsBy(first, s.sign)
		below := columnsBy(second, s.sign)
		if above > 1 && (below == above || below == above+1) {
			return i
		}
	}
	return comma
}

// bare is a line without what is in quotes, and with points for decimal commas.
func bare(line []byte) string {
	plain := quoted.ReplaceAllString(strings.TrimRight(string(line), "\r"), "q")
	return decimal.ReplaceAllString(plain, "0")
}

// columnsBy is the number of columns of a line that a sign parts. Several blanks are one.
func columnsBy(line, sign string) int {
	if sign == " " {
		return len(strings.Fields(line))
	}
	return 1 + strings.Count(line, sign)
}
