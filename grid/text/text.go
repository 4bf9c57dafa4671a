// Package text reads numbers from users' files and reports their faults: in one line for the terminal, with the place
// of the fault, what was found there and what to use.
//
//	my.csv: row 2, column 3: "x4" is not a number; use a finite number or -inf (a wall)
//
// A file's content and its name are untrusted. Quote and Printable write them so that an escape sequence in them cannot
// affect the terminal.
package text

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"
	"unicode"
)

// Quote puts quotes around text found in a file. It shows at most the first 24 characters, so that an error stays one
// line.
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

// Brief returns s, or the first and the last bytes of an s longer than most. It cuts a list of a hundred thousand
// numbers in which one is wrong.
func Brief(s string, most int) string {
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most/2], "") + " ... " + strings.ToValidUTF8(s[len(s)-most/2:], "")
}

// Printable writes invisible characters, such as ESC or a bell, as Go writes them in quotes: ESC becomes \x1b. Letters
// of all languages and line breaks stay.
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

// Lines breaks a text at blanks into lines that fit. A longer word has a line of its own. A last line that would be a
// number alone begins with the last word before it.
func Lines(s string, fits func(line string) bool) (lines []string) {
	line := ""
	for word := range strings.FieldsSeq(s) {
		longer := strings.TrimSpace(line + " " + word)
		if line != "" && !fits(longer) {
			lines = append(lines, line)
			longer = word
		}
		line = longer
	}
	for n := len(lines); n > 0 && !strings.ContainsFunc(line, unicode.IsLetter); {
		at := strings.LastIndex(lines[n-1], " ")
		bound := lines[n-1][at+1:] + " " + line
		if at <= 0 || !fits(bound) {
			break
		}
		lines[n-1] = lines[n-1][:at]
		line = bound
	}
	return append(lines, line)
}

// OneLine does as Printable and writes out line breaks too: the name of a file may have one.
func OneLine(s string) string { return strings.ReplaceAll(Printable(s), "\n", `\n`) }

// Count writes a number with its noun: "1 row", "1,000 rows", "2 densities".
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	if stem, ok := strings.CutSuffix(noun, "y"); ok {
		noun = stem + "ie"
	}
	return Thousands(n) + " " + noun + "s"
}

// Unreadable returns the error of a file that cannot be opened or read. The operating
// system's errors repeat the path; this one names it once, and then a file to use.
func Unreadable(path string, err error, cure string) error {
	return fmt.Errorf("%s: %w; use %s", path, Pathless(err), cure)
}

// File returns the content of the file at path. It reads up to 512 MiB, and of a pipe or a device, which may have no
// end, up to 64. cure says which file to use if it cannot be read. What users name is opened in no other way.
func File(path, cure string) (string, error) {
	var data strings.Builder
	file, err := os.Open(path)
	if err != nil {
		return "", Unreadable(path, err, cure)
	}
	defer file.Close()
	most, size := int64(64<<20), int64(0)
	if info, err := file.Stat(); err == nil && info.Mode().IsRegular() {
		most, size = 512<<20, info.Size()
	}
	if size <= most {
		data.Grow(int(size))
		size, err = io.Copy(&data, io.LimitReader(file, most+1))
	}
	if size > most {
		err = fmt.Errorf("longer than %d MiB", most>>20)
	}
	if err != nil {
		return "", Unreadable(path, err, cure)
	}
	return data.String(), nil
}

// Pathless returns err without the path that the operating system's errors begin with: of "open a.csv: no such file or
// directory" the part after the colon.
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

// Thousands writes n with a comma before every third digit from the right: 100,000. One rule holds for all output:
//
//   - A count before its noun has commas, and so has what it is compared with: 147,456 cells; up to 65,536.
//   - A number behind its name is as it is typed, without commas: -T 20000, seed 80996, T = 10000.
//   - So are the cells of tables, whose digits stand below one another, and all files for programs.
//   - A minus sign is a hyphen, which can be typed and searched for; figures and the page have the longer sign.
func Thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Float reads a number in decimal: a sign, digits, a point and an exponent, as in -1.5e-3. Hexadecimal numbers,
// underscores, inf and nan are strconv.ErrSyntax. A number too large for 64 bits is infinite, with strconv.ErrRange.
// strconv.Atoi reads whole numbers by the same grammar.
func Float(s string) (float64, error) {
	for i := range len(s) {
		switch c := s[i]; {
		case c >= '0' && c <= '9', c == '.', c == 'e', c == 'E', c == '+', c == '-':
		default:
			return 0, strconv.ErrSyntax
		}
	}
	return unwrapped(strconv.ParseFloat(s, 64))
}

// Whole reads a whole number, which may have an exponent, as 1e3.
func Whole(s string) (int, error) {
	n, err := strconv.Atoi(s)
	v, wrong := Float(s)
	if err != nil && wrong == nil && strings.ContainsAny(s, "eE") && v == math.Trunc(v) && math.Abs(v) <= 1<<53 {
		return int(v), nil
	}
	return n, err
}

// FloatOrInf does as Float, and also reads inf, infinity and nan in any case of letters, with or without a sign.
func FloatOrInf(s string) (float64, error) {
	if strings.ContainsAny(s, "_xX") {
		return 0, strconv.ErrSyntax
	}
	return unwrapped(strconv.ParseFloat(s, 64))
}

// unwrapped returns the error of strconv without the copy of the text that it holds.
func unwrapped(v float64, err error) (float64, error) {
	if wrong, ok := err.(*strconv.NumError); ok {
		err = wrong.Err
	}
	return v, err
}

// Nearest returns the first known word that begins with name. If none does, it returns
// the first that needs the fewest edits of one letter to become name, and ok is false if
// these change more than half of the name: mh is not near to king. Case does not matter.
func Nearest(name string, known []string) (best string, ok bool) {
	low, least := strings.ToLower(name), -1
	for _, k := range known {
		if strings.HasPrefix(strings.ToLower(k), low) {
			return k, true
		}
		if d := edits(low, strings.ToLower(k)); least < 0 || d < least {
			best, least = k, d
		}
	}
	return best, least >= 0 && least <= (len([]rune(name))+1)/2
}

// edits returns the Levenshtein distance: the number of letters to insert, delete or replace to turn a into b.
func edits(a, b string) int {
	from, to := []rune(a), []rune(b)
	row := make([]int, len(to)+1) // row[j] edits turn from[:i] into to[:j]
	for j := range row {
		row[j] = j
	}
	for i, r := range from {
		corner := row[0]
		row[0] = i + 1
		for j, s := range to {
			replace := corner
			if r != s {
				replace++
			}
			corner = row[j+1]
			row[j+1] = min(replace, row[j]+1, corner+1)
		}
	}
	return row[len(to)]
}
