package evidence

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/sample"
)

// powered is the share of samplings in which a law that is off is found by this test.
func powered(n int, test func(n int, d chains.Dice) (p float64)) float64 {
	const replicates, level = 200, 0.01
	d, k := sample.Seeded(5, uint64(n)), 0
	for range replicates {
		if test(n, d) <= level {
			k++
		}
	}
	return float64(k) / replicates
}

// Needed is enough: at so many draws the hardest fault of that size is found with the power stated, and at a quarter
// of them far less often. NeededForBalance is enough too: moves worth so many draws find a kernel that jumps by
// a law fault away from p with the power stated at least, spread over the cells or
// all in one; and a sixteenth of them hardly ever do.
func TestNeeded(t *testing.T) {
	const fault, level, power = 0.1, 0.01, 0.9
	p, spread := []float64{0.25, 0.25, 0.25, 0.25}, []float64{0.3, 0.3, 0.2, 0.2}
	draws := func(n int, d chains.Dice) float64 { return Multinomial(draw(d, n, spread), p, level, d).P }
	n := Needed(fault, len(p), level, power)
	if f := powered(n, draws); math.Abs(f-power) > 4*math.Sqrt(power*(1-power)/200) {
		t.Errorf("%d draws find it %v of the time, want %v", n, f, power)
	}
	if f := powered(n/4, draws); f > 0.6 {
		t.Errorf("%d draws find it %v of the time", n/4, f)
	}
	moves := func(q []float64) func(n int, d chains.Dice) float64 {
		return func(n int, d chains.Dice) float64 {
			seen := NewTally(len(p))
			for i := range n {
				seen.Add(i%len(p), d.Pick(q))
			}
			f, _ := seen.Balance(p)
			return f.P
		}
	}
	n = NeededForBalance(fault, len(p), level, power)
	for _, q := range [][]float64{spread, {0.25 + fault, 0.25 - fault/3, 0.25 - fault/3, 0.25 - fault/3}} {
		if f := powered(n, moves(q)); f < power {
			t.Errorf("moves worth %d draws find %v %v of the time, want %v", n, q, f, power)
		}
	}
	if f := powered(n/16, moves(spread)); f > 0.1 {
		t.Errorf("moves worth %d draws find it %v of the time", n/16, f)
	}
	if more := NeededForBalance(fault, 5, level, power); more <= n {
		t.Errorf("five cells need %d, want more than the %d of four", more, n)
	}
	for _, needed := range []func(fault float64, cells int, level, power float64) int{Needed, NeededForBalance} {
		one, all, tiny := needed(fault, 1, level, power), needed(1, 2, level, power), needed(1e-12, 2, level, power)
		if one != 0 || all < 1 || tiny != math.MaxInt {
			t.Errorf("one cell needs %d, all wrong %d, and a fault of 1e-12 %d", one, all, tiny)
		}
	}
}

// With one degree of freedom the noncentral chi-square is the square of a normal
// about √λ, and without a fault power is the level.
func TestPower(t *testing.T) {
	phi := func(z float64) float64 { return math.Erfc(-z/math.Sqrt2) / 2 }
	for _, level := range []float64{0.05, 1e-3, 1e-6} {
		z := math.Sqrt(quantile(1, level))
		for _, lambda := range []float64{0.1, 3, 20, 200} {
			want := phi(math.Sqrt(lambda)-z) + phi(-math.Sqrt(lambda)-z)
			if got := powerOf(1, lambda, level); math.Abs(got-want) > 1e-9 {
				t.Errorf("level %v, λ %v: %v, want %v", level, lambda, got, want)
			}
		}
		for _, df := range []int{1, 4, 48} {
			if got := powerOf(df, 0, level); math.Abs(got-level) > 1e-9*level+1e-12 {
				t.Errorf("df %d, level %v without a fault: %v", df, level, got)
			}
		}
	}
	n := NeededToSee(1e-4, 0.9)
	if n != 23025 {
		t.Errorf("%d draws to see 1e-4, want 23025", n)
	}
	if missed := math.Pow(1-1e-4, float64(n)); missed > 0.1 {
		t.Errorf("%d draws miss 1e-4 with probability %v, want at most 0.1", n, missed)
	}
	if n := NeededToSee(1, 0.9); n != 1 {
		t.Errorf("%d draws to see what is certain, want 1", n)
	}
}

// As in R's p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm").
func TestHolm(t *testing.T) {
	got, want := Holm([]float64{0.01, 0.04, 0.03, 0.005}), []float64{0.03, 0.06, 0.06, 0.02}
	for i := range want {
		if math.Abs(got[i]-want[i]) > 1e-12 {
			t.Errorf("%v, want %v", got, want)
		}
	}
	if len(Holm(nil)) != 0 {
		t.Error("of nothing")
	}
}

// The definition: two p-values that are uniform and independent, over a fine lattice of both. The p-value of both
// looks is at most v in a share v of all pairs at most, for every v; and in a share L/10 at the limit, to the
// lattice's width. A p-value of the second look alone, or their smaller one, would break this.
func TestTwiceKeepsItsLevel(t *testing.T) {
	const level, n = 0.008, 2000
	by := NewTwice(level)
	share := func(v float64) float64 {
		low := 0
		for i := range n {
			p := (float64(i) + 0.5) / n
			if !by.Asks(p) {
				if p <= v {
					low += n
				}
				continue
			}
			for k := range n {
				if by.P((float64(k)+0.5)/n) <= v {
					low++
				}
			}
		}
		return float64(low) / n / n
	}
	for _, v := range []float64{by.Clear, by.Limit / 3, by.Limit, level, by.Doubted / 2, by.Doubted, 0.5, 1} {
		if got := share(v); got > v+1.0/n {
			t.Errorf("the p-value is at most %v with probability %v", v, got)
		}
	}
	if got := share(by.Limit); math.Abs(got-by.Limit) > 1.0/n || by.Limit > level {
		t.Errorf("a sound kernel is accused with probability %v; the limit is %v, and the level %v", got, by.Limit, level)
	}
}

// What is clear is not asked again, nor what is no more than chance; a second look can clear and convict.
func TestTwiceAsks(t *testing.T) {
	by := NewTwice(0.001)
	for p, asks := range map[float64]bool{0: false, 1e-127: false, 1e-6: false, 1.1e-6: true, 8e-4: true, 0.05: true,
		0.051: false, 1: false} {
		if got := by.Asks(p); got != asks {
			t.Errorf("p = %v is asked again: %v, want %v", p, got, asks)
		}
	}
	for u, accused := range map[float64]bool{0: true, 0.0019: true, 0.0021: false, 0.5: false} {
		if got := by.P(u) <= by.Limit; got != accused {
			t.Errorf("after %v in the second look the kernel is accused: %v, want %v", u, got, accused)
		}
	}
}
