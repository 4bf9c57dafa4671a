package exact_test

import (
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/grid"
	"breadboard/grid/must"
)

// deepEnds are pairs of log densities. Those of a span s lie on both sides of what a float64 holds: e^-708.4 is the
// smallest with all its digits, and e^-745.1 the smallest of all.
func deepEnds(s float64) map[string][2][]float64 {
	return map[string][2][]float64{
		"down to one cell":       {{0, 0}, {0, -s}},
		"up from one cell":       {{0, -s}, {0, 0.5}},
		"from one to the other":  {{0, -s}, {-s, 0}},
		"a valley":               {{0, 0.1, 0}, {0, -s, -1}},
		"by a hill that is left": {{-s, 0, -s / 2}, {0, -s / 3, 1}},
		"by two cells":           {{0, -s / 3, -2 * s / 3, -s}, {-s, -s / 2, 0, -1}},
		"four cells, evenly":     {{0, 0, 0, 0}, {0, -s / 3, -2 * s / 3, -s}},
		"four cells, evenly up":  {{0, -s / 3, -2 * s / 3, -s}, {0, 0, 0, 0}},
	}
}

// TestDeepMasses holds J and B of every kernel, and the bounds on their errors, against big floats, where masses of the
// laws lie near and below the smallest float. The bounds are narrow, and hold; where there is none 1e-12 is held.
func TestDeepMasses(t *testing.T) {
	if testing.Short() {
		t.Skip("some seconds")
	}
	for i, s := range []float64{500, 690, 706, 709, 742, 745, 746, 760, 900, 1110, 1200} {
		all := deepEnds(s)
		for j, name := range slices.Sorted(maps.Keys(all)) {
			ends := all[name]
			for l, k := range kernels.Catalogue {
				for T := 2; T <= 4; T++ {
					if !tried(i+j+l+T, 8) {
						continue
					}
					a := between(ends[0], ends[1], T, k.Make)
					a.SkipLast = T == 3
					what := fmt.Sprintf("%s of %v nats, %s, T = %d", name, s, k.Name, T)
					want := truth(t, a)
					deepHolds(t, what, must.Have(exact.Measure(t.Context(), a))(t), want.J.Mid(), want.B.Mid())
				}
			}
		}
	}
}

// tried thins scenes that are numbered along each of several lists: one of so many is tried, in turns, so that
// whatever two lists have meets.
func tried(number, of int) bool { return number%of == 0 }

// deepHolds holds J and B against the truth.
func deepHolds(t *testing.T, what string, g exact.Measured, J, B *big.Float) {
	t.Helper()
	for _, c := range []struct {
		name string
		got  float64
		want *big.Float
	}{{"J", g.J(), J}, {"B", g.B(), B}} {
		want, _ := c.want.Float64()
		if math.IsInf(want, 1) && math.IsInf(c.got, 1) {
			continue
		}
		apart, _ := new(big.Float).Sub(big.NewFloat(c.got), c.want).Float64()
		const squared = 1e-30 // of a rounding: the least divergence that means anything
		if !(math.Abs(apart) <= max(1e-12*want, squared)) {
			t.Errorf("%s: %s = %.17g is off by %g", what, c.name, c.got, apart)
		}
	}
}

// TestDeepMassesFromPrior: of a kernel without a definition J and B by the sums of its own definition in big floats:
// from x a draw y of p_1 is accepted with min(1, w(y)/w(x)), w = f/p_1.
func TestDeepMassesFromPrior(t *testing.T) {
	for _, s := range []float64{500, 700, 742, 760, 1200, 2024} {
		for name, ends := range deepEnds(s) {
			for T := 2; T <= 4; T++ {
				a := between(ends[0], ends[1], T, kernels.FromPrior{})
				what := fmt.Sprintf("%s of %v nats, T = %d", name, s, T)
				J, B := fromPrior(ends[0], ends[1], T)
				deepHolds(t, what, must.Have(exact.Measure(t.Context(), a))(t), J, B)
			}
		}
	}
}

const wideBits = 400

func newBig() *big.Float { return new(big.Float).SetPrec(wideBits) }

// bigExp is e^v of a v of big size, by the square of e^(v/2) until the series is short.
func bigExp(v *big.Float) *big.Float {
	const halvings = 40
	y := newBig().SetMantExp(v, -halvings)
	sum := newBig().SetInt64(1)
	for k := 30; k > 0; k-- { // 1 + y/k (1 + y/(k+1) (...
		sum.Mul(sum, y)
		sum.Quo(sum, newBig().SetInt64(int64(k)))
		sum.Add(sum, newBig().SetInt64(1))
	}
	for range halvings {
		sum.Mul(sum, sum)
	}
	return sum
}

// bigLog is log v by Newton's steps on e^l = v.
func bigLog(v *big.Float) *big.Float {
	mant := newBig()
	exp := v.MantExp(mant)
	m, _ := mant.Float64()
	l := newBig().SetFloat64(math.Log(m) + float64(exp)*math.Ln2)
	for range 6 {
		ratio := newBig().Quo(v, bigExp(l))
		l.Add(l, ratio.Sub(ratio, newBig().SetInt64(1)))
	}
	return l
}

// fromPrior returns J and B of an annealing on few cells by dense matrices, as the paper defines them.
func fromPrior(from, to []float64, T int) (J, B *big.Float) {
	n := len(from)
	laws := make([][]*big.Float, T)
	for t := range laws {
		sum := newBig()
		beta := float64(t) / float64(T-1)
		for x := range n {
			logf := newBig().SetFloat64((1-beta)*from[x] + beta*to[x])
			laws[t] = append(laws[t], bigExp(logf))
			sum.Add(sum, laws[t][x])
		}
		for x := range n {
			laws[t][x].Quo(laws[t][x], sum)
		}
	}
	step := func(q []*big.Float, p []*big.Float) []*big.Float {
		next := make([]*big.Float, n)
		for x := range next {
			next[x] = newBig()
		}
		for x := range n {
			left := newBig().Set(q[x])
			for y := range n {
				ratio := newBig().Quo(newBig().Mul(p[y], laws[0][x]), newBig().Mul(p[x], laws[0][y]))
				if ratio.Cmp(big.NewFloat(1)) > 0 {
					ratio.SetInt64(1)
				}
				flow := newBig().Mul(q[x], newBig().Mul(laws[0][y], ratio))
				next[y].Add(next[y], flow)
				left.Sub(left, flow)
			}
			next[x].Add(next[x], left)
		}
		return next
	}
	gain := func(q, p, r []*big.Float) *big.Float { // E_q[log p/r]
		sum := newBig()
		for x := range n {
			sum.Add(sum, newBig().Mul(q[x], bigLog(newBig().Quo(p[x], r[x]))))
		}
		return sum
	}
	B = newBig()
	q := laws[0]
	for t := 1; t < T; t++ {
		B.Add(B, gain(q, laws[t-1], laws[t]))
		q = step(q, laws[t])
	}
	r := laws[T-1]
	for t := T - 1; t > 0; t-- { // the kernel is its own reversal, and leaves p_T as it is
		r = step(r, laws[t])
		B.Add(B, gain(r, laws[t], laws[t-1]))
	}
	last := laws[T-1]
	J = newBig().Add(gain(q, q, last), gain(last, last, q))
	return J, B
}

// TestFarSpans has a cell that all mass leaves along a line of three, on spans up to that of the floats themselves. The
// numbers that Run finds in two ways agree, and J is near its limit: q(0) of the chain that never comes back, times the
// span.
func TestFarSpans(t *testing.T) {
	for _, span := range []float64{1e3, 2e3, 1e6, 1e9, 1e12, 1e15, 2e300} {
		a := between([]float64{0, 0, 0}, []float64{-span, 0, -span / 2}, 10, kernels.Metropolis{})
		r := must.Have(exact.Run(t.Context(), a))(t)
		if !(r.Defect < 1e-12) {
			t.Errorf("%v nats: the defect is %v", span, r.Defect)
		}
		near := r.Q[0]*span + r.Q[2]*span/2
		if off := r.J()/near - 1; !(math.Abs(off) < 10/span+1e-12) {
			t.Errorf("%v nats: J is %v, and %v of that is not q times the span", span, r.J(), off)
		}
	}
}

// TestDeepESS holds the effective sample size of one weight by two closed forms, from spans that no weight notices to
// those of which a float holds nothing: 1/Σ p_T²/p_1 with a kernel that never moves, and with one that draws from p_t
// the product of 1/Σ p_t²/p_{t-1}. Below the smallest float it is 0, and a warning says so.
func TestDeepESS(t *testing.T) {
	for _, span := range []float64{0.5, 30, 340, 599, 601, 700, 710, 760, 900, 1400} {
		for _, ends := range [][2][]float64{{{0, -span}, {0, 0}}, {{0, 0.3}, {0, -span}},
			{{-span, 0, 1}, {0.2, 0, -span}}} {
			for _, bridge := range []chains.Bridge{chains.Geometric{From: ends[0], To: ends[1]},
				chains.NewQPath(ends[0], ends[1], 0)} {
				for _, T := range []int{2, 4} {
					still := chains.Annealing{Grid: grid.New(len(ends[0])), Kernel: kernels.Identity{}, Bridge: bridge,
						Schedule: chains.Linear(T)}
					what := fmt.Sprintf("%v nats, %T, T = %d", span, bridge, T)
					essIs(t, what+", no moves", still, -chiSquare(still, 1, T))
					draws := still
					draws.Kernel = kernels.Perfect{}
					sum := 0.0
					for s := 2; s <= T; s++ {
						sum += chiSquare(draws, s-1, s)
					}
					essIs(t, what+", exact draws", draws, -sum)
				}
			}
		}
	}
}

// chiSquare is log Σ p_to²/p_from.
func chiSquare(a chains.Annealing, from, to int) float64 {
	logs := func(t int) []float64 {
		l := a.NewLevel()
		a.LevelAt(l, t)
		logp := slices.Clone(l.LogF())
		floats.AddConst(-floats.LogSumExp(logp), logp)
		return logp
	}
	terms := logs(to)
	for x, v := range logs(from) {
		terms[x] = 2*terms[x] - v
	}
	return floats.LogSumExp(terms)
}

// essIs holds the effective sample size of a run and of one without checks.
func essIs(t *testing.T, what string, a chains.Annealing, logWant float64) {
	t.Helper()
	for _, o := range []exact.Options{{}, {Unchecked: true}} {
		res := must.Have(o.Run(t.Context(), a))(t)
		want := math.Exp(logWant)
		if !(math.Abs(res.ESS-want) <= 1e-9*want+math.SmallestNonzeroFloat64) {
			t.Errorf("%s, unchecked %v: ESS = %v, want e^%v", what, o.Unchecked, res.ESS, logWant)
		}
		said := slices.Contains(res.Warnings, "ess is below the smallest float")
		if said != (res.ESS == 0) {
			t.Errorf("%s: ESS = %v, and the warnings are %q", what, res.ESS, res.Warnings)
		}
	}
}
