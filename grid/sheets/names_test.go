package sheets

import (
	"fmt"
	"slices"
	"testing"
)

// Numbers that are equal are one name, however they are written; what is no number, or too large for one, is its own.
func TestNamesOfNumbers(t *testing.T) {
	for want, words := range map[string][]string{
		"":     {""},
		"0":    {"0", "00", "-0", "0.0", "+0"},
		"7":    {"7", "07", "7.0", "+7", "70e-1", "0x1.cp2"},
		"-3":   {"-3", "-3.0", "-03"},
		"0.5":  {"0.5", ".5", "5e-1"},
		"1000": {"1000", "1e3", "1000."},

		"123456789012345":  {"123456789012345", "0123456789012345"},
		"9007199254740993": {"9007199254740993"},
		"inf":              {"inf"},
		"+Inf":             {"+Inf"},
		"NaN":              {"NaN"},
		"a 1":              {"a 1"},
		"1a":               {"1a"},
		"-":                {"-"},
	} {
		for _, word := range words {
			if got := (Value{Word: word}).Name(); got != want {
				t.Errorf("%q is called %q, want %q", word, got, want)
			}
		}
	}
}

// A name has one number, its own, and stays what it was when the row that it came with is gone.
func TestNames(t *testing.T) {
	const names = 1 << 16
	n := NewNames()
	for i := range 2 * names {
		row := []byte(fmt.Sprint("name ", i/2))
		got := n.Number(string(row))
		if got != i/2 || n.All[got] != string(row) {
			t.Fatalf("%s has the number %d", row, got)
		}
	}
	if len(n.All) != names || slices.Contains(n.All, "") {
		t.Errorf("%d names, not %d", len(n.All), names)
	}
}
