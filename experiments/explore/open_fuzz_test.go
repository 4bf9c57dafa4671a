package explore_test

import (
	"strings"
	"testing"

	"breadboard/experiments/explore"
)

// FuzzOpen: whatever a file holds, it is refused in one line, or is a target that its own text paints again.
func FuzzOpen(f *testing.F) {
	for _, seed := range []string{"0,1.5\n2,-inf\n", "", "1", "0,x", "\x93NUMPY\x01\x00", "PK\x03\x04", "-inf,-inf\n",
		string(array("(3,)", 0, 1, 2)), string(array("(2, 2, 2)", 0, 1, 2, 3, 4, 5, 6, 7))} {
		f.Add("g.csv", "", []byte(seed))
		f.Add("g.npz:a", "p", []byte(seed))
	}
	f.Fuzz(func(t *testing.T, name, density string, content []byte) {
		d, err := explore.Open(name, density, content)
		if err != nil {
			if err.Error() == "" || strings.Contains(err.Error(), "\n") {
				t.Errorf("the error is %q", err)
			}
			return
		}
		painted, err := explore.Painted(d.Target)
		if err != nil {
			t.Fatalf("%q does not paint: %v", d.Target, err)
		}
		if again := explore.PaintedText(painted); again != d.Target {
			t.Errorf("%q paints %q", d.Target, again)
		}
		if len(d.LogF) > explore.MostCells || len(d.LogF) != d.Rows*d.Columns || len(d.LogF) != len(d.Walls) {
			t.Errorf("%d log densities, %d walls in %d rows of %d", len(d.LogF), len(d.Walls), d.Rows, d.Columns)
		}
	})
}
