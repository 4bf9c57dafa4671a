package sheets

import (
	"testing"
)

// TestNamesOfNumbers: equal numbers have one name, however written; a word that is no number, or too large, is its own.
func TestNamesOfNumbers(t *testing.T) {
	for want, words := range map[string][]string{
		"0":                {"0", "00", "-0", "0.0", "+0"},
		"7":                {"7", "07", "7.0", "+7", "70e-1", "0x1.cp2"},
		"0.5":              {"0.5", ".5", "5e-1"},
		"123456789012345":  {"123456789012345", "0123456789012345"},
		"9007199254740993": {"9007199254740993"},
		"inf":              {"inf"},
		"NaN":              {"NaN"},
		"1a":               {"1a"},
	} {
		for _, word := range words {
			if got := (Value{Word: word}).Name(); got != want {
				t.Errorf("%q is called %q, want %q", word, got, want)
			}
		}
	}
}
