package lanes

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"breadboard/chains/numbers"
	"breadboard/grid/must"
)

// cells returns n masses, some of them 0, and two functions on them.
func cells(dice *rand.Rand, n int) (p []float64, u Pair) {
	draw := func() []float64 {
		v := make([]float64, n)
		for x := range v {
			v[x] = dice.NormFloat64()
		}
		return v
	}
	p = draw()
	u = Pair{draw(), draw()}
	for x := range p {
		p[x] = math.Exp(9 * p[x])
		if dice.IntN(5) == 0 {
			p[x] = 0
		}
	}
	return p, u
}

func same(t *testing.T, what string, got, want []float64) {
	t.Helper()
	for i := range want {
		if math.Float64bits(got[i]) != math.Float64bits(want[i]) {
			t.Fatalf("%s: cell %d is %v, plainly %v", what, i, got[i], want[i])
		}
	}
}

func copyPair(u Pair) Pair { return Pair{slices.Clone(u[0]), slices.Clone(u[1])} }

// TestCurrents: the fast currents are the plain ones to the last bit, for every number of
// edges and every distance, and nothing is written past the last edge.
func TestCurrents(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 2))
	for n := 1; n < 40; n++ {
		for by := 1; by < n; by++ {
			p, u := cells(dice, n)
			open, _ := cells(dice, n-by)
			for name, loops := range map[string][2]func(dst, u *Pair){
				"metropolis": {
					func(dst, u *Pair) { Metropolis.Currents(dst, u, p, open, by) },
					func(dst, u *Pair) { Metropolis.plainCurrents(dst, u, p, open, by) },
				},
				"barker": {
					func(dst, u *Pair) { Barker.Currents(dst, u, p, open, by) },
					func(dst, u *Pair) { Barker.plainCurrents(dst, u, p, open, by) },
				},
			} {
				_, got := cells(dice, n)
				want := copyPair(got)
				loops[0](&got, &u)
				loops[1](&want, &u)
				same(t, name, got[0], want[0])
				same(t, name, got[1], want[1])
			}
		}
	}
}

// TestSettle: what cells get is the plain loop's to the last bit, also in place, and
// a cell without mass keeps what it has.
func TestSettle(t *testing.T) {
	dice := rand.New(rand.NewPCG(3, 4))
	for n := 1; n < 40; n++ {
		p, base := cells(dice, n)
		var streams [2]Stream
		for i, by := range []int{1 + dice.IntN(n), 1 + dice.IntN(2*n)} {
			_, currents := cells(dice, n+by)
			streams[i] = Stream{by, currents}
			for x, v := range p {
				if v == 0 {
					for k := range 2 {
						currents[k][x], currents[k][x+by] = 0, 0
					}
				}
			}
		}
		want := copyPair(base)
		got := copyPair(base)
		place := copyPair(base)
		plainSettle(&want, &base, &streams[0], &streams[1], p)
		Settle(&got, &base, &streams[0], &streams[1], p)
		Settle(&place, &place, &streams[0], &streams[1], p)
		for k := range 2 {
			same(t, "settle", got[k], want[k])
			same(t, "settle in place", place[k], want[k])
			for x, v := range p {
				if v == 0 && got[k][x] != base[k][x] {
					t.Fatalf("a cell without mass went from %v to %v", base[k][x], got[k][x])
				}
			}
		}
	}
}

// TestCarry: in two pieces, cell by cell to the last bit; the sums are added in another order, and
// agree to as many roundings of their largest part.
func TestCarry(t *testing.T) {
	dice := rand.New(rand.NewPCG(5, 6))
	for n := 1; n < 40; n++ {
		p, u := cells(dice, n)
		rise, step := cells(dice, n)
		shrink, _ := cells(dice, n)
		s := BetaStep{Rise: rise, Grow: step[0], More: step[1], Shrink: shrink}
		gotP, got := slices.Clone(p), copyPair(u)
		half := n / 2
		first, last := Pair{got[0][:half], got[1][:half]}, Pair{got[0][half:], got[1][half:]}
		a := Carry(gotP[:half], &first, &BetaStep{rise[:half], step[0][:half], step[1][:half], shrink[:half]})
		a = a.Add(Carry(gotP[half:], &last, &BetaStep{rise[half:], step[0][half:], step[1][half:], shrink[half:]}))
		b := plainCarry(p, &u, &s)
		same(t, "p", gotP, p)
		same(t, "u", got[0], u[0])
		same(t, "v", got[1], u[1])
		size := 0.0
		for x := range p {
			weights := 1 + math.Abs(rise[x]) + math.Abs(s.Grow[x])
			values := 1 + math.Abs(u[0][x]) + math.Abs(u[1][x]) + math.Abs(s.More[x])
			size += math.Abs(p[x]) * weights * values
		}
		for i, d := range []float64{a.Grow - b.Grow, a.More - b.More, a.Lag - b.Lag, a.Gain - b.Gain} {
			if !(math.Abs(d) <= 1e-14*size) {
				t.Errorf("%d cells: sum %d is off by %g of %g", n, i, d, size)
			}
		}
	}
}

// TestRates: by the laws of the exponential.
func TestRates(t *testing.T) {
	dice := rand.New(rand.NewPCG(7, 8))
	step := func(n int) *BetaStep {
		return &BetaStep{make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)}
	}
	for n := 1; n < 40; n++ {
		slope := make([]float64, n)
		for x := range slope {
			slope[x] = 4 * (2*dice.Float64() - 1)
		}
		pace := Small / 4 * dice.Float64()
		got := step(n)
		Rates(got, slope, pace)
		for x, rise := range got.Rise {
			if d := got.Grow[x] - math.Expm1(rise); !(math.Abs(d) <= 4e-16*math.Abs(rise)) {
				t.Errorf("grow at %g is off by %g", rise, d)
			}
			if d := got.Shrink[x] - math.Expm1(-rise); !(math.Abs(d) <= 4e-16*math.Abs(rise)) {
				t.Errorf("shrink at %g is off by %g", rise, d)
			}
			if more := Expm1mx(rise); got.More[x] != more {
				t.Errorf("more at %g is %g, not %g", rise, got.More[x], more)
			}
		}
	}
}

// TestExpm1mx holds the series to numbers of 400 bits, on both sides of the bounds between its lengths.
func TestExpm1mx(t *testing.T) {
	for _, size := range []float64{1e-20, 1e-5, 0x1.fp-11, 0x1p-10, 0x1.1p-10, 0.1, 0.3, 0.5, 0.51, 0.99, 3} {
		for _, x := range []float64{size, -size} {
			at := numbers.Zero(400).Of(x)
			want := at.Exp().Minus(at.Of(1)).Minus(at).Float()
			if got := Expm1mx(x); !(math.Abs(got-want) <= 1e-15*want) {
				t.Errorf("exp(x) - 1 - x at %g is %g, not %g", x, got, want)
			}
		}
	}
}

// TestShortSlices: no loop reads or writes past the end of what it is given.
func TestShortSlices(t *testing.T) {
	const n, by = 8, 3
	p := make([]float64, n)
	for name, loop := range map[string]struct {
		slices, short int // the number of slices, of which the first are of n cells, and the others of by more
		run           func(v [8][]float64)
	}{
		"Currents": {5, 2, func(v [8][]float64) {
			Metropolis.Currents(&Pair{v[0], v[1]}, &Pair{v[2], v[3]}, v[4], p, by)
		}},
		"Settle": {8, 4, func(v [8][]float64) {
			Settle(&Pair{v[0], v[1]}, &Pair{v[2], v[3]},
				&Stream{by, Pair{v[4], v[5]}}, &Stream{by, Pair{v[6], v[7]}}, p)
		}},
		"Carry": {6, 6, func(v [8][]float64) {
			Carry(slices.Clone(p), &Pair{v[0], v[1]}, &BetaStep{v[2], v[3], v[4], v[5]})
		}},
	} {
		for cut := range loop.slices {
			var v [8][]float64
			for i := range v {
				v[i] = make([]float64, n+by)
				if i < loop.short {
					v[i] = v[i][:n]
				}
			}
			loop.run(v)
			v[cut] = slices.Clip(v[cut][:len(v[cut])-1])
			must.Panic(t, func() { loop.run(v) }, "%s with slice %d a cell short", name, cut)
		}
	}
}
