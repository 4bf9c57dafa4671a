package flows_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/grid"
	"breadboard/grid/must"
)

// noted dice note the weights of their only draw.
type noted struct{ weights []float64 }

func (d *noted) Pick(weights []float64) int {
	d.weights = weights
	return 0
}

// TestProposed: over steps that move and steps that stay, each cell is proposed as often as moves lead there, and -1 as
// often as they leave the grid.
func TestProposed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.SampledFrom([]chains.Kernel{kernels.Metropolis{}, kernels.Barker{}}).Draw(t, "kernel")
		g := grid.New(rapid.IntRange(1, 3).Draw(t, "rows"), rapid.IntRange(2, 4).Draw(t, "columns"))
		g = chaintest.DrawKinds(t, k, g)
		logf := drawnDensity(t, g, rapid.Bool().Draw(t, "walled"))
		op, _ := aimed(k, g.WallsWhere(func(x int) bool { return math.IsInf(logf[x], -1) }), logf)
		for x := range logf {
			if math.IsInf(logf[x], -1) {
				continue
			}
			want := map[int]float64{}
			for m := range g.Moves() {
				y, ok := g.Move(x, m)
				if !ok {
					y = -1
				}
				want[y] += 1 / float64(g.Moves())
			}
			got := map[int]float64{}
			stays := 1.0
			op.Row(x, func(y int, p float64) {
				got[op.(chains.Proposer).Proposed(x, y, nil)] += p
				stays -= p
			})
			if stays > 1e-12 {
				rejectedAt(op, x, stays, got)
			}
			for y, p := range want {
				must.Near(t, got[y], p, 1e-12, "from %d the proposal of %d", x, y)
			}
		}
	})
}

// rejectedAt adds the proposals of steps that stay at x.
func rejectedAt(op chains.Operator, x int, stays float64, got map[int]float64) {
	var all noted
	op.(chains.Proposer).Proposed(x, x, &all)
	for i := range all.weights {
		y := op.(chains.Proposer).Proposed(x, x, picks(i))
		got[y] += stays * all.weights[i] / floats.Sum(all.weights)
	}
}

// picks always picks one outcome.
type picks int

func (i picks) Pick([]float64) int { return int(i) }
