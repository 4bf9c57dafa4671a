package toys_test

import (
	"math"
	"strings"
	"testing"

	"breadboard/toys"
)

// Numbers of p need not be normalised: log f is their logarithm, and 0 is a wall.
func TestReadP(t *testing.T) {
	target, err := toys.Read(strings.NewReader("2,0\n1e308,5e-324\n"), "p.csv", toys.P)
	if err != nil {
		t.Fatal(err)
	}
	for x, p := range []float64{2, 0, 1e308, 5e-324} {
		if want := math.Log(p); target.LogF[x] != want {
			t.Errorf("log f of cell %d is %v, want %v", x, target.LogF[x], want)
		}
		if wall := target.Grid.Wall(x); wall != (p == 0) {
			t.Errorf("cell %d of p = %v: a wall is %v", x, p, wall)
		}
	}
}

func TestReadPRefuses(t *testing.T) {
	for in, says := range map[string]string{
		"1,-0.5\n":   `row 1, column 2: "-0.5" is negative, which no p is; a finite number above 0 or 0 (a wall), or log f`,
		"1,nan\n":    "row 1, column 2: found nan",
		"1,-inf\n":   "row 1, column 2: found -inf; a finite number above 0 or 0 (a wall) would do",
		"1,inf\n":    "row 1, column 2: found inf",
		"1,1e999\n":  `row 1, column 2: "1e999" is no number of 64 bits, and p need not be normalised`,
		"1,1e-999\n": `row 1, column 2: "1e-999" is no number of 64 bits`,
		"0,0e5\n":    "every cell is 0; one at least must have mass, that is, a finite number above 0",
		"1,x\n":      `row 1, column 2: "x" is not a number; a finite number above 0 or 0 (a wall) would do`,
	} {
		_, err := toys.Read(strings.NewReader(in), "p.csv", toys.P)
		refusal(t, in, err, "p.csv: ", says)
	}
}

func TestLikeP(t *testing.T) {
	for _, c := range []struct {
		logf []float64
		want bool
	}{
		{[]float64{0.1, 0.2, 0.7}, true},
		{[]float64{0.333, 0.333, 0.333}, true}, // cut to three digits
		{[]float64{0, 1, 0}, false},            // a cell of its own
		{[]float64{-0.5, 1, 0.5}, false},
		{[]float64{0.1, 0.2, 0.6}, false},
		{[]float64{0.5, 0.5, math.Inf(-1)}, false},
	} {
		if got := toys.LikeP(c.logf); got != c.want {
			t.Errorf("%v looks like p: %v", c.logf, got)
		}
	}
}
