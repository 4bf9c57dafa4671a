package text_test

import (
	"errors"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"breadboard/grid/text"
)

var decimal = regexp.MustCompile(`^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$`)

// A text is a number if the grammar, written as a regular expression, has it; its value is strconv's.
func TestFloat(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.OneOf(rapid.StringMatching(`[0-9.eE+-]{0,8}`), rapid.StringMatching(`[0-9a-fA-F._xXpPinN+-]{0,8}`),
			rapid.StringMatching(`[+-]?[0-9]{1,4}\.[0-9]{0,4}([eE][+-]?[0-9]{1,2})?`)).Draw(t, "s")
		v, err := text.Float(s)
		if got, want := !errors.Is(err, strconv.ErrSyntax), decimal.MatchString(s); got != want {
			t.Fatalf("%q is a number: %v, want %v", s, got, want)
		}
		if want, wrong := strconv.ParseFloat(s, 64); err == nil && (v != want || wrong != nil) {
			t.Fatalf("%q is %v, want %v", s, v, want)
		}
	})
}

func TestFloatOrInf(t *testing.T) {
	for s, want := range map[string]float64{"-inf": math.Inf(-1), "Infinity": math.Inf(1), "nan": math.NaN(),
		"-1.5e-3": -1.5e-3} {
		v, err := text.FloatOrInf(s)
		if err != nil {
			t.Errorf("%q: %v", s, err)
		}
		if v != want && !(math.IsNaN(v) && math.IsNaN(want)) {
			t.Errorf("%q is %v, want %v", s, v, want)
		}
	}
}

func TestFloatRefuses(t *testing.T) {
	for _, s := range []string{"", "0x1p-1", "0X2", "1_000", "1,5", "ten", "1e", " 1"} {
		if _, err := text.Float(s); err != strconv.ErrSyntax {
			t.Errorf("Float(%q): error %v", s, err)
		}
		if _, err := text.FloatOrInf(s); err != strconv.ErrSyntax {
			t.Errorf("FloatOrInf(%q): error %v", s, err)
		}
	}
	for _, s := range []string{"1e999", "-" + strings.Repeat("9", 400)} {
		v, err := text.Float(s)
		if err != strconv.ErrRange {
			t.Errorf("Float(%.9q): error %v", s, err)
		}
		if !math.IsInf(v, 0) {
			t.Errorf("Float(%.9q) is %v", s, v)
		}
	}
}
