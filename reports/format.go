package reports

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// A Verdict is a cell that says how a comparison went; a failed one is red where
// there is colour. Machines see its text.
type Verdict struct {
	Text   string
	Failed bool
	Doubt  bool // neither failed nor passed
}

// String is the text.
func (v Verdict) String() string { return v.Text }

// MarshalJSON is the text.
func (v Verdict) MarshalJSON() ([]byte, error) { return json.Marshal(v.Text) }

// Short is v for people, to five significant digits: 1.0847, 0.0051800,
// 2.5000e-10. Zero is 0, what is not finite inf, -inf or nan.
func Short(v float64) string {
	if v == 0 {
		return "0"
	}
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return Full(v)
	}
	s := strconv.FormatFloat(v, 'e', 4, 64)
	_, exponent, _ := strings.Cut(s, "e")
	if e, err := strconv.Atoi(exponent); err == nil && e >= -3 && e < 6 {
		return strconv.FormatFloat(v, 'f', max(4-e, 0), 64)
	}
	return s
}

// Full is v with the fewest digits that read back as v; what is not finite is
// inf, -inf or nan.
func Full(v float64) string {
	return strings.TrimPrefix(strings.ToLower(strconv.FormatFloat(v, 'g', -1, 64)), "+")
}

// forPeople is a cell as a reader sees it: floats short, lists joined.
func forPeople(cell any) string { return text(cell, Short) }

// forCSV is a cell as CSV holds it: floats in full, lists joined by blanks where
// they are numbers and by semicolons where they are words.
func forCSV(cell any) string { return text(cell, Full) }

func text(cell any, float func(float64) string) string {
	switch v := cell.(type) {
	case nil:
		return ""
	case string:
		return v
	case float64:
		return float(v)
	case fmt.Stringer:
		return v.String()
	case []string:
		return strings.Join(v, "; ")
	case []float64:
		s := make([]string, len(v))
		for i := range v {
			s[i] = float(v[i])
		}
		return strings.Join(s, " ")
	case int, int64, uint64, bool:
		return fmt.Sprint(v)
	default:
		data, err := forJSON(cell)
		if err != nil {
			return fmt.Sprint(cell)
		}
		return string(data)
	}
}

// forJSON is a cell as JSON holds it. Floats have the fewest digits that read
// back the same; a float that is not finite is null, also inside a list. An
// empty list is [].
func forJSON(cell any) ([]byte, error) {
	switch v := cell.(type) {
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return []byte("null"), nil
		}
	case []float64:
		values := make([]any, len(v))
		for i, x := range v {
			if !math.IsNaN(x) && !math.IsInf(x, 0) {
				values[i] = x
			}
		}
		cell = values
	case []string:
		if v == nil {
			cell = []string{}
		}
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(cell); err != nil {
		return nil, err
	}
	return bytes.TrimSpace(b.Bytes()), nil
}

// numeric reports whether a cell is a number, which stands at the right.
func numeric(cell any) bool {
	switch v := cell.(type) {
	case int, int64, uint64, float64, digits:
		return true
	case Verdict:
		value, _, _ := strings.Cut(v.Text, " ") // a mark may follow
		_, err := strconv.ParseFloat(value, 64)
		return err == nil
	}
	return false
}

// A number is a float that JSON holds as null where it is not finite, for use
// inside of larger values.
type number float64

// MarshalJSON is that of forJSON.
func (v number) MarshalJSON() ([]byte, error) { return forJSON(float64(v)) }
