package kernels_test

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
	"breadboard/grid/must"
)

// subsampled makes one that draws so many of four data, with an annealing of a prior and a likelihood of these.
func subsampled(size int) (a chains.Annealing, prior []float64, terms [][]float64) {
	g := grid.New(3, 2)
	prior = []float64{0.1, -0.4, 0.6, 0, 0.2, math.Inf(-1)}
	terms = [][]float64{{0, 1, 0.5, -2, 0.3, 0}, {0.4, -1, 0, 1, 2, 0}, {-0.2, 0.7, 1.1, 0, -0.5, 0},
		{1, 0, -1.5, 0.5, 0.25, 0}}
	logf := make([]float64, g.Size())
	for x := range logf {
		logf[x] = prior[x]
		for _, term := range terms {
			logf[x] += term[x]
		}
	}
	a = chains.Annealing{Grid: g.WithWalls(5), Bridge: chains.Geometric{From: prior, To: logf},
		Schedule: chains.Linear(4), Kernel: kernels.Subsampled{Size: size}.OnTerms(terms)}
	return a, prior, terms
}

// A row is that of the algorithm, word by word: a move is proposed, two of four data are drawn, and the move is
// accepted by twice their part of the likelihood.
func TestSubsampledByHand(t *testing.T) {
	a, prior, terms := subsampled(2)
	const beta = 0.6
	op, _ := a.Aimed(2, beta)
	for x := range 5 {
		want := make([]float64, 6)
		for m := range a.Grid.Moves() {
			for i := range 4 {
				for j := range 4 {
					if i == j {
						continue
					}
					chance := 1 / float64(a.Grid.Moves()*4*3)
					y, ok := a.Grid.Move(x, m)
					if !ok || a.Grid.Wall(y) {
						want[x] += chance
						continue
					}
					rise := prior[y] - prior[x] +
						beta*2*(terms[i][y]-terms[i][x]+terms[j][y]-terms[j][x])
					accept := math.Min(1, math.Exp(rise))
					want[y] += chance * accept
					want[x] += chance * (1 - accept)
				}
			}
		}
		got := make([]float64, 6)
		got[x] = chains.StayProbability(op, x)
		op.Row(x, func(y int, p float64) { got[y] += p })
		must.Each(t, got, want, 1e-14, "from cell %d", x)
	}
}

// With all data it is Metropolis.
func TestSubsampledByAllData(t *testing.T) {
	a, _, _ := subsampled(4)
	op, _ := a.Aimed(2, 0.6)
	a.Kernel = kernels.Metropolis{}
	want, _ := a.Aimed(2, 0.6)
	for x := range 5 {
		rows := [2][]float64{make([]float64, 6), make([]float64, 6)}
		for i, o := range []chains.Operator{op, want} {
			rows[i][x] = chains.StayProbability(o, x)
			o.Row(x, func(y int, p float64) { rows[i][y] += p })
		}
		must.Each(t, rows[0], rows[1], 1e-14, "from cell %d", x)
	}
}

func TestSubsampledFits(t *testing.T) {
	a, _, terms := subsampled(2)
	k := kernels.Subsampled{Size: 2}
	must.Fail(t, chains.Fits(k, a.Grid), "there are none", "without data")
	must.Fail(t, chains.Fits(kernels.Subsampled{Size: 5}.OnTerms(terms), a.Grid), "5 data of 4", "too few data")
	must.Fail(t, chains.Fits(k.OnTerms(terms), grid.New(2)), "of 6 cells", "another grid")
	many := make([][]float64, 40)
	for i := range many {
		many[i] = make([]float64, 6)
	}
	must.Fail(t, chains.Fits(kernels.Subsampled{Size: 20}.OnTerms(many), a.Grid), "1.38e+11 sets", "too many sets")
}
