package toys_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/grid/text/faulty"
	"breadboard/toys"
)

// No input panics. A refusal is one line that begins with the file; an accepted target
// reads back the same after it is written.
func FuzzRead(f *testing.F) {
	for _, c := range refused {
		f.Add(c.in)
	}
	faulty.Seeds(f, "1,-inf\r\n\"3\", 4 \n")
	f.Fuzz(func(t *testing.T, in string) {
		var target toys.Target
		var err error
		faulty.Within(t, len(in), func() { target, err = toys.Read(strings.NewReader(in), "f.csv", toys.LogF) })
		if err != nil {
			if s := err.Error(); !strings.HasPrefix(s, "f.csv: ") {
				t.Fatalf("%q: the error does not begin with the file: %q", in, s)
			}
			if s := err.Error(); strings.ContainsAny(s, "\n\r") {
				t.Fatalf("%q: the error is more than a line: %q", in, s)
			}
			return
		}
		again, err := toys.Read(strings.NewReader(written(target)), "f.csv", toys.LogF)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(target.LogF, again.LogF); diff != "" {
			t.Fatalf("%q reads back with other numbers: %s", in, diff)
		}
		if again.Grid.String() != target.Grid.String() {
			t.Fatalf("%q reads back on %v, not %v", in, again.Grid, target.Grid)
		}
	})
}

func written(t toys.Target) string {
	var b strings.Builder
	for x, v := range t.LogF {
		b.WriteString(strconv.FormatFloat(v, 'g', -1, 64))
		if t.Grid.Coord(x, 1) < t.Grid.Len(1)-1 {
			b.WriteByte(',')
		} else {
			b.WriteByte('\n')
		}
	}
	return b.String()
}
