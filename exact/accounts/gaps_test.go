package accounts_test

import (
	"errors"
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/enumerate"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/exact/accounts"
	"breadboard/grid/must"
)

// A spot is a value of log w less log R, with its probability.
type spot struct{ logw, mass float64 }

// spots are those of a run along every path of the dice.
func spots(run func(d chains.Dice) float64) (all []spot) {
	logw := 0.
	for prob := range enumerate.Every(func(d chains.Dice) { logw = run(d) }) {
		all = append(all, spot{logw, prob})
	}
	return all
}

// means are the values of the mean of two.
func means(a, b []spot) (all []spot) {
	for _, one := range a {
		for _, other := range b {
			all = append(all, spot{(one.logw + other.logw) / 2, one.mass * other.mass})
		}
	}
	return all
}

// under is the probability that a number of rev less one of fwd is below b.
func under(rev, fwd []spot, b float64) (sum float64) {
	for _, r := range rev {
		for _, f := range fwd {
			if r.logw-f.logw < b {
				sum += r.mass * f.mass
			}
		}
	}
	return sum
}

// The chance that B from two runs each way is below a number is the sum over all pairs of paths of the dice, whether
// both reverse runs start from one draw or each from its own; by kernels that are not reversible too, and from starts
// other than the target. The two ways differ by far more than the chances are off.
func TestGapsAreSums(t *testing.T) {
	differ := 0
	for _, k := range []chains.Kernel{kernels.Metropolis{}, kernels.GibbsSweep{}} {
		for _, spec := range []string{"ais", "importance"} {
			p := chaintest.Tilted(k, 3)
			e := of(t, spec, p).(programs.Program)
			a := account(t, e, p)
			fwd := spots(func(d chains.Dice) float64 { _, logw := e.Forward(d); return logw })
			for _, start := range [][]float64{a.P, {0.5, 0.5}, {0, 1}} {
				var own, shared []spot
				for x, mass := range start {
					from := spots(func(d chains.Dice) float64 { return e.Reverse(x, d) })
					for i := range from {
						from[i].mass *= mass
					}
					own = append(own, from...)
					for _, s := range means(from, from) {
						if mass > 0 {
							shared = append(shared, spot{s.logw, s.mass / mass})
						}
					}
				}
				own = means(own, own)
				for _, b := range []float64{-0.4, 0.0123, 0.31, 1.1} {
					got := must.Have(accounts.Gaps(t.Context(), e, p, [][]float64{start}, 2, b))(t)[0]
					for name, one := range map[string]struct {
						got  accounts.Chance
						want float64
					}{"one draw": {got.Shared, under(shared, means(fwd, fwd), b)},
						"own draws": {got.Own, under(own, means(fwd, fwd), b)}} {
						if !(math.Abs(one.got.Value-one.want) <= one.got.Off && one.got.Off < 0.01) {
							t.Errorf("%s, %s, from %v: P(B < %g) is %v, and %v is right", spec, name, start, b,
								one.got, one.want)
						}
					}
					if math.Abs(got.Shared.Value-got.Own.Value) > 5*(got.Shared.Off+got.Own.Off) {
						differ++
					}
				}
			}
		}
	}
	if differ < 10 {
		t.Errorf("one draw and own draws differ in %d cases", differ)
	}
}

// From one cell, of many runs, the estimate is near G(x) - ΣF: it is below a number above that, and not below one
// beneath.
func TestGapsOfManyRuns(t *testing.T) {
	p := chaintest.Problems(kernels.Metropolis{}, 5)[1]
	e := of(t, "ais", p)
	a := account(t, e, p)
	for x, g := range a.G {
		start := make([]float64, len(a.G))
		start[x] = 1
		for by, want := range map[float64]float64{0.05: 1, -0.05: 0} {
			b := g + a.Paths.Forward + by
			got := must.Have(accounts.Gaps(t.Context(), e, p, [][]float64{start}, 100_000, b))(t)[0]
			if !(math.Abs(got.Shared.Value-want) < 0.01) {
				t.Errorf("from cell %d: P(B < %g) is %v, want %g", x, b, got.Shared, want)
			}
		}
	}
}

// A run of weight 0 makes the estimate infinite, and not below anything. A start where the target has no mass has no
// chance, and a program whose law is not known from one cell is refused.
func TestGapsWithoutRuns(t *testing.T) {
	p := ends([]float64{0, 0, 0}, []float64{0, 1, math.Inf(-1)})
	e := of(t, "importance", p)
	a := account(t, e, p)
	got := must.Have(accounts.Gaps(t.Context(), e, p, [][]float64{a.P}, 1, 1000))(t)[0]
	must.Near(t, got.Own.Value, 2./3, 1e-9, "the mass of runs of positive weight")
	got = must.Have(accounts.Gaps(t.Context(), e, p, [][]float64{{0, 0, 1}}, 1, 0))(t)[0]
	if !math.IsNaN(got.Own.Value) || !math.IsNaN(got.Shared.Value) {
		t.Errorf("a start on a wall: %v", got)
	}
	_, err := accounts.Gaps(t.Context(), of(t, "sir:2", p), p, [][]float64{a.P}, 1, 0)
	if !errors.Is(err, accounts.ErrTooLarge) {
		t.Errorf("sir: %v", err)
	}
}
