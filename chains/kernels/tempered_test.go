package kernels_test

import (
	"math"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/grid"
	"breadboard/grid/must"
)

// temperedBy is Neal's transition read literally. It goes through all sequences of cells, those of equal cells too,
// with the product of the probabilities of their steps, which are matrices of Metropolis at each density. f has f_0 to
// f_n, and accepted is the rule for a path: the cells up, and those down.
func temperedBy(levels int, accepted func(f [][]float64, up, down []int) float64) chains.Kernel {
	return kernels.Rows{To: func(g grid.Grid, logf []float64, x int, visit func(y int, p float64)) {
		n := g.Size()
		var f, steps [][]float64
		for i := range levels + 1 {
			flat := make([]float64, n)
			for y, v := range logf {
				flat[y] = math.Exp(v / math.Pow(2, float64(i)))
			}
			m, _ := matrix(kernels.Metropolis{}, g, chains.Tempered(logf, math.Pow(2, -float64(i))))
			f, steps = append(f, flat), append(steps, m)
		}
		to := make([]float64, n)
		path := []int{x}
		var walk func(p float64)
		walk = func(p float64) {
			if p == 0 {
				return
			}
			if len(path) == 2*levels+1 {
				up := path[:levels+1]
				var down []int // from the end back to the top
				for i := 2 * levels; i >= levels; i-- {
					down = append(down, path[i])
				}
				to[down[0]] += p * min(1, accepted(f, up, down))
				return
			}
			i := len(path) // of the step up
			if i > levels {
				i = 2*levels + 1 - i
			}
			here := path[len(path)-1]
			for y := range n {
				path = append(path, y)
				walk(p * steps[i][here*n+y])
				path = path[:len(path)-1]
			}
		}
		walk(1)
		for y, p := range to {
			if y != x && p > 0 {
				visit(y, p)
			}
		}
	}}
}

// wholePath is the quotient by which Neal accepts.
func wholePath(f [][]float64, up, down []int) float64 {
	q := 1.0
	for i := 1; i < len(f); i++ {
		q *= f[i][up[i-1]] / f[i-1][up[i-1]] * f[i-1][down[i-1]] / f[i][down[i-1]]
	}
	return q
}

// endsAlone is the slip to accept by the ends of the path.
func endsAlone(f [][]float64, up, down []int) float64 { return f[0][down[0]] / f[0][up[0]] }

// TestTempered holds the kernel to the literal reading, and to the laws.
func TestTempered(t *testing.T) {
	for _, g := range []grid.Grid{cube(4).Of(grid.Any), grid.New(3).Of(grid.Any), grid.New(3, 2),
		grid.New(5).Of(grid.Ring), grid.New(4, 2).Of(grid.Any, grid.Ring).WithWalls(5), grid.New(1, 4)} {
		for levels := 1; levels <= kernels.MostTempered; levels++ {
			got, _ := matrix(kernels.Tempered{Levels: levels}, g, puzzle(g))
			want, _ := matrix(temperedBy(levels, wholePath), g, puzzle(g))
			must.Each(t, open(g, got), open(g, want), 1e-14, "%d levels on %s", levels, g.String())
			chaintest.LawsOn(t, kernels.Tempered{Levels: levels}, puzzle(g), g)
		}
	}
}

// TestTemperedByItsEnds: to accept by the ends of the path leaves another density invariant, and the laws say so.
func TestTemperedByItsEnds(t *testing.T) {
	if len(chaintest.Breaches(temperedBy(1, endsAlone), chaintest.Annealer)) == 0 {
		t.Error("no law notices that a path is accepted by its ends")
	}
}

// TestTemperedFits: on 9 spins two levels have 10^4 paths, and on 18 too many.
func TestTemperedFits(t *testing.T) {
	if err := chains.Fits(kernels.Tempered{Levels: 2}, cube(9).Of(grid.Any)); err != nil {
		t.Error(err)
	}
	says := "all paths of 4 steps, which are 130321, more than 100000"
	err := chains.Fits(kernels.Tempered{Levels: 2}, cube(18).Of(grid.Any))
	if err == nil || !strings.Contains(err.Error(), says) {
		t.Errorf("two levels on 18 spins: %v", err)
	}
}
