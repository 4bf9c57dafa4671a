package table

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"breadboard/grid/text"
)

// A Mark is the outcome of a comparison.
type Mark int

// Passed, Failed and Uncertain are the marks. Uncertain is neither of the others.
const (
	Passed Mark = iota
	Failed
	Uncertain
)

// A Verdict is a cell with the outcome of a comparison. A failed one is red if there is colour. Software reads the
// text.
type Verdict struct {
	Text string
	Mark Mark
}

// String returns the text.
func (v Verdict) String() string { return v.Text }

// MarshalJSON writes the text.
func (v Verdict) MarshalJSON() ([]byte, error) { return json.Marshal(v.Text) }

// ThreeDigits is a number that people see with three digits, or with all before the point: 0.123, 1e-12, 1235.
type ThreeDigits float64

// String writes the number.
func (d ThreeDigits) String() string {
	v := float64(d)
	switch {
	case !finite(v):
		return Full(v)
	case math.Abs(v) >= 100 && math.Abs(v) < 1e15:
		return fmt.Sprintf("%.0f", v)
	}
	return fmt.Sprintf("%.3g", v)
}

func finite(v float64) bool { return !math.IsInf(v, 0) && !math.IsNaN(v) }

// NilIfZero returns v as a cell, and nil if v is "" or 0.
func NilIfZero[T comparable](v T) any {
	if v == *new(T) {
		return nil
	}
	return v
}

// NilIfNil returns *p as a cell, and nil if p is nil.
func NilIfNil(p *uint64) any {
	if p == nil {
		return nil
	}
	return *p
}

// Short writes v for people, to five significant digits: 1.0847, 0.0051800, 2.5000e-10.
// Zero is 0; other values are inf, -inf or nan.
func Short(v float64) string {
	if v == 0 {
		return "0"
	}
	if !finite(v) {
		return Full(v)
	}
	s := strconv.FormatFloat(v, 'e', 4, 64)
	_, exponent, _ := strings.Cut(s, "e")
	if e, err := strconv.Atoi(exponent); err == nil && e >= -3 && e < 6 {
		return strconv.FormatFloat(v, 'f', max(4-e, 0), 64)
	}
	return s
}

// Full writes v with the fewest digits that read back as v; values that are not finite are inf, -inf or nan.
func Full(v float64) string {
	return strings.TrimPrefix(strings.ToLower(strconv.FormatFloat(v, 'g', -1, 64)), "+")
}

// Thousands writes n with a comma before every third digit from the right: 100,000.
func Thousands(n int) string { return text.Thousands(n) }

// ForPeople writes a cell for people: floats to five digits, lists joined.
func ForPeople(cell any) string { return words(cell, Short) }

// forCSV writes a cell for CSV: floats in full, lists of numbers joined by blanks and lists of words by semicolons.
func forCSV(cell any) string { return words(cell, Full) }

// words writes a cell: nothing for a NaN.
func words(cell any, float func(float64) string) string {
	switch v := cell.(type) {
	case nil:
		return ""
	case string:
		return v
	case float64:
		if math.IsNaN(v) {
			return ""
		}
		return float(v)
	case ThreeDigits:
		return words(float64(v), func(float64) string { return v.String() })
	case fmt.Stringer:
		return v.String()
	case []string:
		return strings.Join(v, "; ")
	case []float64:
		return strings.Join(Each(v, float), " ")
	case int, int64, uint64, bool:
		return fmt.Sprint(v)
	}
	data, _ := forJSON(cell)
	return string(data)
}

// forJSON writes a cell as JSON. Floats have the fewest digits that read back the same.
// A float that is not finite is null, also in a list. An empty list is [].
func forJSON(cell any) ([]byte, error) {
	number := func(v float64) any {
		if !finite(v) {
			return nil
		}
		return v
	}
	switch v := cell.(type) {
	case float64:
		cell = number(v)
	case []float64:
		cell = Each(v, number)
	case []string:
		if v == nil {
			cell = []string{}
		}
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(cell)
	return visible(bytes.TrimSpace(b.Bytes())), err
}

// visible writes out invisible characters of JSON, all of them in texts: U+202E turns the direction of a terminal.
func visible(data []byte) []byte {
	var shown []byte
	for _, r := range string(data) {
		if r == '\n' || unicode.IsGraphic(r) {
			shown = utf8.AppendRune(shown, r)
			continue
		}
		for _, half := range utf16.Encode([]rune{r}) {
			shown = fmt.Appendf(shown, `\u%04x`, half)
		}
	}
	return shown
}

// Numeric reports whether a cell is a number, which is aligned at the right.
func Numeric(cell any) bool {
	switch v := cell.(type) {
	case int, int64, uint64, float64, ThreeDigits:
		return true
	case Verdict:
		value, _, _ := strings.Cut(v.Text, " ") // a mark may follow
		_, err := strconv.ParseFloat(value, 64)
		return err == nil
	}
	return false
}
