package toys_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/toys"
)

func smallRepresentation() toys.Representation {
	return toys.Representation{Clustering: toys.Clustering{N: 3, K: 2, D: 1, Centres: 1.5, Noise: 0.7}, Values: 3}
}

// TestRepresentations: the uncollapsed density summed over centres is the collapsed one, in
// every assignment and after any number of observations. With other centres it is not.
func TestRepresentations(t *testing.T) {
	r := smallRepresentation()
	y := r.Uncollapsed().Simulated(3).Model.Data
	if off := offCollapsed(r.Uncollapsed(), r.Collapsed(), y); !(off < 1e-13) { // a rounding of each term
		t.Errorf("the two representations are off by %g", off)
	}
	broken := r
	broken.Centres *= 1.01
	if off := offCollapsed(r.Uncollapsed(), broken.Collapsed(), y); off < 1e-4 {
		t.Errorf("with centres 1%% wider they are off by %g only", off)
	}
}

// offCollapsed is the largest difference of the logs of the two densities of an assignment.
func offCollapsed(whole, collapsed toys.Model, y [][]float64) (worst float64) {
	long, short := whole.Given(y).Model, collapsed.Given(y).Model
	n := collapsed.Grid.Size()
	for t := range long.Steps {
		for z := range n {
			var logf []float64
			for centres := range whole.Grid.Size() / n {
				logf = append(logf, long.Steps[t][centres*n+z])
			}
			worst = max(worst, math.Abs(floats.LogSumExp(logf)-short.Steps[t][z]))
		}
	}
	return worst
}

// TestRepresentationEvidence: p(y) is a sum of products of normal densities in big floats.
func TestRepresentationEvidence(t *testing.T) {
	r := smallRepresentation()
	values, weights := []float64{-2 * r.Centres, 0, 2 * r.Centres}, []float64{math.Exp(-2), 1, math.Exp(-2)}
	floats.Scale(1/floats.Sum(weights), weights)
	evidence(t, r.Uncollapsed(), 1, func(x []int, y [][]float64) *big.Float {
		p := bigOf(1. / 8)
		for _, c := range x[:2] {
			p.Mul(p, bigOf(weights[c]))
		}
		for i, row := range y {
			cov := [][]*big.Float{{bigOf(r.Noise * r.Noise)}}
			p.Mul(p, density(cov, []float64{row[0] - values[x[x[2+i]]]}))
		}
		return p
	})
}

// joint draws latents and data.
func joint(m toys.Model) func(rng *rand.Rand) (int, [][]float64) {
	return func(rng *rand.Rand) (int, [][]float64) {
		x := m.Latents(rng)
		return x, m.Draw(x, rng)
	}
}

// TestRepresentationDraws: latents are exact draws in both, also with data that the other drew.
func TestRepresentationDraws(t *testing.T) {
	r := smallRepresentation()
	whole, short := r.Uncollapsed(), r.Collapsed()
	if off := fair(joint(whole), whole); math.Abs(off) > 4 {
		t.Errorf("draws of centres and assignments are off by %v standard errors", off)
	}
	if off := fair(joint(short), short); math.Abs(off) > 4 {
		t.Errorf("draws of assignments are off by %v standard errors", off)
	}
	if off := fair(func(rng *rand.Rand) (int, [][]float64) {
		x, y := joint(whole)(rng)
		return x % short.Grid.Size(), y
	}, short); math.Abs(off) > 4 {
		t.Errorf("assignments of the uncollapsed model are off by %v standard errors in the collapsed one", off)
	}
	if got, want := chains.LogSum(short.Prior()), 0.0; math.Abs(got) > 1e-15 {
		t.Errorf("the log prior sums to %g, want %g", got, want)
	}
}
