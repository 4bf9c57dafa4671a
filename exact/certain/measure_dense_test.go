package certain_test

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact/certain"
	"breadboard/grid"
)

// oracleBits is the precision of the dense matrices: 72 digits.
const oracleBits bits = 240

// TestDense: a certificate holds what dense matrices of 240 bits say, for every
// kernel, bridge and initial density, with constants in the log densities. So do the
// enclosures of passes in few bits, in which a number that is rounded the wrong way
// shows.
func TestDense(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, a := problems(t)
		faults, err := faults(t.Context(), p, a)
		if err != nil {
			t.Skip(err) // which is no miss; if many were refused, rapid would fail
		}
		for _, fault := range faults {
			t.Errorf("%v: %s", p, fault)
		}
	})
}

// TestDenseLeaves: walkers that are sure to leave a cell. Of three tries in the middle of
// three cells one is always accepted, because the references are fewer, or as many with
// the walker's own cell and of the same density; between cells of the same density
// nothing is rejected. So the initial mass in the middle is all gone, and J is finite if
// the target has none there and infinite if it has some.
func TestDenseLeaves(t *testing.T) {
	inf := math.Inf(1)
	tries := kernels.MultipleTry{Tries: 3}
	for _, c := range []struct {
		kernel   chains.Kernel
		bridge   string
		from, to []float64
		endless  bool
	}{
		{tries, "geometric", []float64{0, 0, 0}, []float64{0.25, -inf, 0}, false},
		{tries, "mixture", []float64{-1e9, -1e9 - 0.25, -1e9}, []float64{1, -inf, -0.5}, false},
		{tries, "geometric", []float64{-inf, 0, -inf}, []float64{0, 0, 0}, true},
		{tries, "mixture", []float64{-inf, 0, -inf}, []float64{0, 0, 0}, true},
		{kernels.Metropolis{}, "geometric", []float64{-inf, 0, -inf, -inf}, []float64{0, 0, 0, 1}, true},
		{kernels.Metropolis{}, "mixture", []float64{-inf, 0, -inf, -inf}, []float64{0, 0, 0, 1}, true},
		{kernels.Lifted{}, "power", []float64{-inf, 0, 0, -inf}, []float64{0, 0, 0, 1}, true},
	} {
		p := problem{lens: []int{len(c.to)}, from: c.from, to: c.to, bridge: c.bridge, kernel: c.kernel}
		p.betas = []float64{0, 1}
		faults, err := faults(t.Context(), p, p.annealing(nil))
		if err != nil {
			t.Errorf("%v: no certificate: %v", p, err)
		}
		for _, fault := range faults {
			t.Errorf("%v: %s", p, fault)
		}
		if J := p.reckon(oracleBits).J; J.inf != c.endless {
			t.Errorf("%v: J is infinite: %v", p, J.inf)
		}
	}
}

// faults lists what is wrong with the certificate of a problem. The error says why
// there is none.
func faults(ctx context.Context, p problem, a chains.Annealing) (all []string, _ error) {
	want := p.reckon(oracleBits)
	truth, err := certain.Measure(ctx, a, quiet)
	if err != nil {
		return nil, err
	}
	all = misses(want, truth)
	for _, few := range []uint{53, 64} {
		truth, err := certain.Pass(ctx, a, few)
		if err != nil {
			continue // so few bits may not tell whether there is mass
		}
		for _, miss := range misses(want, truth) {
			all = append(all, fmt.Sprintf("in %d bits, %s", few, miss))
		}
	}
	return all, nil
}

// TestDenseRounding: the oracle at 240 bits is as far from itself at twice that as it
// says at the most.
func TestDenseRounding(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, _ := problems(t)
		rough, fine := p.reckon(oracleBits).all(), p.reckon(2*oracleBits).all()
		for name, n := range rough {
			if n.inf != fine[name].inf {
				t.Fatalf("%v: %s is infinite: %v; in twice the bits: %v", p, name, n.inf, fine[name].inf)
			}
			if n.inf {
				continue
			}
			if off := new(big.Float).Sub(n.v, fine[name].v); off.Abs(off).Cmp(n.within) > 0 {
				t.Errorf("%v: %s is off by %.3g and says %.3g", p, name, off, n.within)
			}
		}
	})
}

// TestDenseMatrices: the oracle's rows sum to 1 and leave the density invariant.
func TestDenseMatrices(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, _ := problems(t)
		l := p.ladder(oracleBits)
		tiny := math.Ldexp(1, lost-int(oracleBits))
		for i, T := range l.kernel {
			if T == nil {
				continue
			}
			for x, row := range T {
				sum := l.num(-1)
				for _, v := range row {
					sum = l.add(sum, v)
				}
				if off, _ := sum.Float64(); !(math.Abs(off) <= tiny) {
					t.Errorf("%v: at level %d row %d sums to 1 and %g", p, i+1, x, off)
				}
			}
			for x, v := range l.push(l.p[i], T) {
				if off, _ := l.sub(v, l.p[i][x]).Float64(); !(math.Abs(off) <= tiny) {
					t.Errorf("%v: level %d moves %g to cell %d", p, i+1, off, x)
				}
			}
		}
	})
}

func (r reckoning) all() map[string]number {
	return map[string]number{"KL(q||p)": r.QP, "KL(p||q)": r.PQ, "J": r.J,
		"KL(fwd||rev)": r.Fwd, "KL(rev||fwd)": r.Rev, "B": r.B, "log R": r.LogR}
}

// misses lists the enclosures that do not hold the oracle's number.
func misses(want reckoning, t certain.Truth) (all []string) {
	got := map[string]certain.Enclosure{"KL(q||p)": t.QP, "KL(p||q)": t.PQ, "J": t.J,
		"KL(fwd||rev)": t.Fwd, "KL(rev||fwd)": t.Rev, "B": t.B, "log R": t.LogR}
	for name, n := range want.all() {
		e := got[name]
		if n.inf {
			if !e.Hi.IsInf() {
				all = append(all, fmt.Sprintf("%s is infinite, and enclosed by %.40g and %.40g", name, e.Lo, e.Hi))
			}
			continue
		}
		low, high := new(big.Float).Sub(n.v, n.within), new(big.Float).Add(n.v, n.within)
		if e.Lo.Cmp(high) > 0 || e.Hi.Cmp(low) < 0 {
			all = append(all, fmt.Sprintf("%s is %.40g, and enclosed by %.40g and %.40g", name, n.v, e.Lo, e.Hi))
		}
	}
	slices.Sort(all)
	return all
}

func (p problem) String() string {
	return fmt.Sprintf("%#v on %v, %s %v, from %v to %v, betas %v, without its last step %v",
		p.kernel, p.lens, p.bridge, p.q, p.from, p.to, p.betas, p.skipLast)
}

// annealing returns the problem as package certain gets it.
func (p problem) annealing(walls []int) chains.Annealing {
	s, err := chains.NewSchedule(p.betas)
	if err != nil {
		panic(err)
	}
	g := grid.New(p.lens...).WithWalls(walls...)
	a := chains.Annealing{Grid: g, Schedule: s, Kernel: p.kernel, SkipLast: p.skipLast}
	i := slices.IndexFunc(chains.Bridges, func(b chains.Entry[chains.BridgeFamily]) bool { return b.Name == p.bridge })
	a.Bridge = chains.Bridges[i].Make.Of(p.q, p.from, p.to)
	return a.Extended()
}
