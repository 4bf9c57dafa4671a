package table

import (
	"encoding/csv"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"
)

// As many rows are counted as encoding/csv writes.
func TestCountCSV(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := rapid.SliceOfN(rapid.SliceOfN(rapid.StringMatching("[a\"\n,\r ]{0,5}"), 2, 2), 1, 6).Draw(t, "rows")
		var b strings.Builder
		if err := csv.NewWriter(&b).WriteAll(rows); err != nil {
			t.Fatal(err)
		}
		got, err := CountCSV(strings.NewReader(b.String()))
		if err != nil {
			t.Fatal(err)
		}
		if got != len(rows)-1 {
			t.Fatalf("%d rows, want %d: %q", got, len(rows)-1, b.String())
		}
	})
	for text, want := range map[string]int{"": 0, "J\n": 0, "J\n1\n2": 2, "J\r\n1\r\n": 1, "J\n\n": 0} {
		if got, err := CountCSV(strings.NewReader(text)); err != nil || got != want {
			t.Errorf("%q: %d rows, want %d; error %v", text, got, want, err)
		}
	}
	broken := errors.New("broken")
	if _, err := CountCSV(iotest.ErrReader(broken)); !errors.Is(err, broken) {
		t.Errorf("a reader that fails: %v", fmt.Sprint(err))
	}
}
