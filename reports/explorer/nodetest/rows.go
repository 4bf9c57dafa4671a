package nodetest

import (
	"encoding/csv"
	"math"
	"strconv"
	"strings"
	"testing"
)

// A File is one that a page saves.
type File struct{ Name, Text string }

// Rows reads a file of comma-separated values.
func (f File) Rows(t testing.TB) [][]string {
	t.Helper()
	read := csv.NewReader(strings.NewReader(f.Text))
	read.FieldsPerRecord = -1
	rows, err := read.ReadAll()
	if err != nil {
		t.Fatalf("%s: %v", f.Name, err)
	}
	return rows
}

// Same fails the test unless rows that a page shows are those of a table of Go's. A cell of the table is a text, a
// number, or nil for none. Numbers may be off by a share of themselves: what the page's digits round away.
func Same(t testing.TB, what string, got [][]string, want [][]any, off float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s has %d rows, want %d:\n%q", what, len(got), len(want), got)
		return
	}
	for i, row := range want {
		if len(got[i]) != len(row) {
			t.Errorf("%s, row %d is %q, want %v", what, i, got[i], row)
			continue
		}
		for k, cell := range row {
			if !sameCell(got[i][k], cell, off) {
				t.Errorf("%s, row %d, column %d is %q, want %v", what, i, k, got[i][k], cell)
			}
		}
	}
}

func sameCell(got string, want any, off float64) bool {
	switch want := want.(type) {
	case nil:
		return got == "" || got == "–"
	case string:
		return got == want
	case int:
		return got == strconv.Itoa(want)
	case float64:
		return Near(Number(got), want, off)
	}
	return false
}

// Near reports whether a number is another one but for a share of it.
func Near(got, want, off float64) bool {
	if math.IsNaN(want) || math.IsInf(want, 0) {
		return math.IsNaN(got) && math.IsNaN(want) || got == want
	}
	return math.Abs(got-want) <= off*math.Abs(want)
}

// words are those that the page has for numbers that are not finite; none is not known.
var words = map[string]float64{"": math.NaN(), "–": math.NaN(), "not known": math.NaN(), "infinite": math.Inf(1),
	"Infinity": math.Inf(1), "∞": math.Inf(1), "minus infinite": math.Inf(-1), "-Infinity": math.Inf(-1)}

// Number reads a number as people read it: 1,200 and −0.5 and 2.5e-6. What is none is -1e300, which is never expected.
func Number(text string) float64 {
	if v, known := words[text]; known {
		return v
	}
	v, err := strconv.ParseFloat(strings.NewReplacer(",", "", "−", "-", "+", "").Replace(text), 64)
	if err != nil {
		if v, err = strconv.ParseFloat(text, 64); err != nil {
			return -1e300
		}
	}
	return v
}
