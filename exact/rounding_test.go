package exact_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/grid"
)

// anyScene draws a small annealing: any kernel and bridge, log densities from 1e-13 to hundreds of nats apart, and
// schedules that stand still, so that J may be anything from 100 down to 1e-150.
func anyScene(dice *rand.Rand) scene {
	pick := func(n int) int { return dice.IntN(n) }
	lens := [][]int{{2}, {3}, {4}, {2, 2}, {2, 3}, {1, 3}}[pick(6)]
	g := grid.New(lens...)
	family := kernels.Catalogue[pick(len(kernels.Catalogue))]
	k := family.Make
	switch k.(type) {
	case kernels.Swap, kernels.King, kernels.Hamiltonian: // seconds in big floats
		k = kernels.Perfect{}
	}
	name := fmt.Sprintf("%T on %v", k, lens)
	if by := []float64{0, 0, 0, 1e-4, 1e-9, 1e-12}[pick(6)]; by > 0 {
		k, name = kernels.Lazy{A: by, Kernel: k}, fmt.Sprintf("%s, lazy %g", name, by)
	}
	density := func(scale float64) []float64 {
		logf := make([]float64, g.Size())
		for x := range logf {
			logf[x] = scale * dice.NormFloat64()
		}
		return logf
	}
	scale := []float64{1e-13, 1e-9, 1e-5, 1e-2, 1, 3, 10, 30, 200}[pick(9)]
	to := density(scale)
	from := make([]float64, len(to))
	switch pick(4) {
	case 0:
		from = density(scale)
	case 1:
		from = tame(to, 0.7)
	case 2:
		to = tame(to, 3)
		from = shift(to, 0)
		for x, v := range density(1e-13) {
			from[x] += v
		}
	}
	if pick(6) == 0 {
		from[0] = -inf
	}
	if pick(6) == 0 {
		to[len(to)-1] = -inf
	}
	var bridge chains.Bridge = chains.Geometric{From: from, To: to}
	if pick(4) == 0 {
		q := []float64{0, 0.5, 2}[pick(3)]
		bridge, name = chains.NewQPath(from, to, q), fmt.Sprintf("%s, power:%g", name, q)
	}
	T := []int{2, 3, 4, 7, 20, 40}[pick(6)]
	if T > 7 && slow(k) {
		T = 7
	}
	betas := chains.Linear(T).Betas()
	if T > 3 && pick(2) == 0 {
		for t := range betas {
			betas[t] = min(1, betas[t]*float64(2+pick(3)))
		}
		name += ", held"
	}
	for t := 1; t < T; t++ {
		betas[t] = max(betas[t], betas[t-1])
	}
	schedule, err := chains.NewSchedule(betas)
	if err != nil {
		panic(err)
	}
	a := chains.Annealing{Grid: g, Kernel: k, Schedule: schedule, Bridge: bridge, SkipLast: pick(5) == 0}
	return scene{fmt.Sprintf("%s, T = %d, %g nats, %v", name, T, scale, a.SkipLast), a.Extended()}
}

// rounded runs a scene with its errors; ok is false if it has no numbers, or infinite ones.
func (s scene) rounded(t *testing.T) (g exact.Gap, ok bool) {
	if s.a.Check() != nil {
		return g, false
	}
	g, err := exact.Rounded(t.Context(), s.a)
	return g, err == nil && !math.IsInf(g.J()+g.B(), 0)
}

// TestErrorsAreBounded: J, of states and of cells, and B are off from the proved ones by no more than their bounds,
// whatever their size.
func TestErrorsAreBounded(t *testing.T) {
	dice := rand.New(rand.NewPCG(25, 6))
	for range 800 {
		s := anyScene(dice)
		g, ok := s.rounded(t)
		if !ok {
			continue
		}
		is := truth(t, s.a)
		j, b := is.J.Off(g.J()), is.B.Off(g.B())
		const proof = 1e-140 // the width of an enclosure of 0
		if !(j <= g.Final.Off+proof) || !(b <= g.Paths.Off+proof) {
			t.Errorf("%s: J = %v is off by %g, bound %g; B = %v by %g, bound %g", s.name, g.J(), j, g.Final.Off, g.B(), b,
				g.Paths.Off)
		}
		parts := exact.PathErrors(g)
		fwd, rev := is.Fwd.Off(g.Paths.Forward), is.Rev.Off(g.Paths.Reverse)
		if g.B() > 0 && !(fwd <= parts.Forward+proof && rev <= parts.Reverse+proof) {
			t.Errorf("%s: the parts of B are off by %g and %g, bounds %g and %g", s.name, fwd, rev, parts.Forward, parts.Reverse)
		}
		for name, pair := range map[string][2]float64{"J": {g.J(), is.J.Off(0)}, "B": {g.B(), is.B.Off(0)}} {
			if pair[0] == 0 && pair[1] > 1e-12 {
				t.Errorf("%s: %s is 0, and no rounding: it is %v", s.name, name, pair[1])
			}
		}
		_, _, cell := g.Marginal(len(g.P) / s.a.PerCell())
		if off := is.Cell.J.Off(cell.Jeffreys()); !(off <= cell.Off+proof) {
			t.Errorf("%s: J of the cells = %v is off by %g, bound %g", s.name, cell.Jeffreys(), off, cell.Off)
		}
	}
}

// TestBoundsAreNarrow: the bounds are far below J and B, if these are not tiny themselves. Only a mass of the law below
// the smallest float with all its digits may widen that of J: its logarithm has lost digits.
func TestBoundsAreNarrow(t *testing.T) {
	dice := rand.New(rand.NewPCG(25, 7))
	for range 3000 {
		s := anyScene(dice)
		g, ok := s.rounded(t)
		if !ok {
			continue
		}
		const wide = 1e-6
		lost := slices.ContainsFunc(g.Q, func(q float64) bool { return q > 0 && q < 0x1p-1022 })
		if !lost && g.Final.Off > wide*g.J()+1e-8 || g.Paths.Off > wide*g.B()+1e-8 {
			t.Errorf("%s: J = %v within %v, B = %v within %v", s.name, g.J(), g.Final.Off, g.B(), g.Paths.Off)
		}
	}
}
