package growth_test

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"breadboard/grid/must"
)

// told holds the tables of README.md to the numbers. The last cells of a row, two or more, are a value of all rows
// here that differ in N alone, by N, with three digits.
func told(t *testing.T, known map[string]row) {
	var tails []string
	done := map[string]bool{}
	for _, r := range known {
		if r.Repeat == r.N {
			r.Repeat = 0
		}
		if r.N = 0; done[r.key()] {
			continue
		}
		done[r.key()] = true
		for _, value := range []func(row) float64{ofT, sweeps, steps, ofJ, loose, gapAll, gapEven,
			func(r row) float64 { return 1000 * r.J / float64(r.N) }, func(r row) float64 { return r.Middle },
			func(r row) float64 { return 100 * slices.Max(append(r.Shares, 0)) }} {
			tail := "|"
			for _, xy := range (line{of: r, value: value}).points(known) {
				tail += " " + three(xy.Y) + " |"
			}
			tails = append(tails, tail)
		}
	}
	body := false
	for line := range strings.Lines(string(must.Have(os.ReadFile("README.md"))(t))) {
		line = strings.TrimRight(line, "\n| ") + " |"
		is := func(tail string) bool { return strings.Count(tail, "|") > 2 && strings.HasSuffix(line, tail) }
		if body = strings.HasPrefix(line, "|") && (body || strings.HasPrefix(line, "|:")); !body {
			continue
		}
		if !strings.HasPrefix(line, "|:") && !slices.ContainsFunc(tails, is) {
			t.Errorf("README.md: no row of numbers ends as %q", line)
		}
	}
}

// three writes three digits, and whole numbers in full.
func three(v float64) string {
	if v >= 100 || v == math.Trunc(v) {
		return fmt.Sprintf("%.0f", v)
	}
	return fmt.Sprintf("%.3g", v)
}
