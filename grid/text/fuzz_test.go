package text_test

import (
	"strings"
	"testing"

	"breadboard/grid/must"
	"breadboard/grid/text"
)

// FuzzReadTable: any text is a table of trimmed fields, or refused in a line.
func FuzzReadTable(f *testing.F) {
	for _, data := range []string{"", "#", "# a,b\n1,2\n", "#\n1,2\n", "1;2,5\n3;4,5\n", "a\t\"b\n\"\n1,2",
		"\ufeff1, 2\r\n\r\n3", "# \"a\n1\"\n2", "\"a;b\";1\n\"c\";2", "1.5;2\n2,5;3\n"} {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data string) {
		table, err := text.ReadTable(data)
		must.Sentence(t, err, "")
		for _, row := range table.Rows {
			text.Named(row)
			for _, field := range row {
				if err == nil && field != strings.TrimSpace(field) {
					t.Errorf("a field is %q", field)
				}
			}
		}
		if err == nil && table.Hash && len(table.Rows) == 0 {
			t.Error("row 1 is a comment, and there is none")
		}
	})
}

// FuzzNumbers: a text is one number by each grammar, or none.
func FuzzNumbers(f *testing.F) {
	for _, s := range []string{"", "1", "-1.5e-3", "1e999", "0x1p4", "1_0", "+inf", "NaN", ".", "1e3", "9e15", "1e16"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		v, err := text.Float(s)
		any, errs := text.FloatOrInf(s)
		if err == nil && (errs != nil || any != v) {
			t.Errorf("%q is %v and %v", s, v, any)
		}
		if n, err := text.Whole(s); err == nil && float64(n) != any {
			t.Errorf("%q is the whole number %d, and %v", s, n, any)
		}
		if said := text.OneLine(s); strings.ContainsAny(said, "\n\r\x1b") {
			t.Errorf("%q is printed as %q", s, said)
		}
	})
}
