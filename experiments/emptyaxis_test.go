package experiments

import (
	"math"
	"slices"
	"strings"
	"testing"

	"breadboard/exact"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/toys"
)

// TestWasted: a target with axes of one cell is warned of just where B is another one without them, by every kernel of
// the catalogue and on axes of all kinds. A toy is not, and neither is a target without such axes.
func TestWasted(t *testing.T) {
	logf := []float64{0.3, -1, 2, 0.1, 1.5, -0.7}
	warned := map[bool]int{}
	for _, k := range Offered(FieldKernel) {
		for _, lens := range [][]int{{1, 6}, {6, 1}, {3, 1, 2}} {
			for _, kinds := range [][]grid.Kind{{grid.Line, grid.Line}, {grid.Ring, grid.Ring}, {grid.Line, grid.Any},
				{grid.Any, grid.Ring}} {
				var all, rest []grid.Kind
				for _, n := range lens {
					kind := kinds[min(n-1, 1)]
					all = append(all, kind)
					if n > 1 {
						rest = append(rest, kind)
					}
				}
				long := slices.DeleteFunc(slices.Clone(lens), func(n int) bool { return n == 1 })
				s := Setting{Kernel: k.Example, Repeat: 2}
				b, words, err := measured(t, s, grid.New(lens...).Of(all...), logf)
				if err != nil { // refuses labels
					continue
				}
				want, none, err := measured(t, s, grid.New(long...).Of(rest...), logf)
				must.Do(t, err)
				isOther := math.Abs(b-want) > 1e-9*want
				if isOther != strings.Contains(words, s.Kernel+" wastes moves") || none != "" {
					t.Errorf("%s, %v %v: B is %v, and %v without axes of one cell: %q, %q",
						s.Kernel, lens, all, b, want, words, none)
				}
				warned[isOther]++
				s.Toy = "one"
				if _, none, _ := measured(t, s, grid.New(lens...).Of(all...), logf); none != "" {
					t.Errorf("a toy is warned of: %s", none)
				}
			}
		}
	}
	if warned[true] < 50 || warned[false] < 50 {
		t.Errorf("%v are warned of", warned)
	}
}

// measured returns B of a setting on a target, and its warning.
func measured(t *testing.T, s Setting, g grid.Grid, logf []float64) (b float64, words string, err error) {
	f, err := s.FindOn(toys.Target{Grid: g, LogF: logf})
	if err != nil {
		return 0, "", err
	}
	an := must.Have(f.Annealer())(t)
	a, _, err := an.At(t.Context(), 4)
	must.Do(t, err)
	m := must.Have(exact.Measure(t.Context(), a))(t)
	for _, w := range an.RunOf(a, exact.Only(m)).Warnings {
		if strings.Contains(w, "wastes") {
			words += w
		}
	}
	return m.Paths.Jeffreys(), words, nil
}
