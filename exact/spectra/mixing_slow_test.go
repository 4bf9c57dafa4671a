package spectra_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/exact/spectra"
)

// slowPair draws a reversible chain of 2 to 6 states in two groups, between which it moves about
// once in 10^decades steps.
func slowPair(r *rand.Rand, decades float64) *spectra.Matrix {
	n := 2 + r.IntN(5)
	p := make([]float64, n*n)
	for x := range n {
		for y := range x {
			v := math.Pow(10, -3*r.Float64())
			if (x < n/2) != (y < n/2) {
				v *= math.Pow(10, -decades)
			}
			p[x*n+y], p[y*n+x] = v, v
		}
		p[x*n+x] = r.Float64()
	}
	for x := range n {
		row := p[x*n:][:n]
		sum, off := 0.0, 0.0
		for _, v := range row {
			sum += v
		}
		for y := range row {
			if row[y] /= sum; y != x {
				off += row[y]
			}
		}
		row[x] = 1 - off
	}
	return spectra.Dense(n, p)
}

// bigMixing finds the worst mixing time in 256 bits, from the powers P^(2^k).
func bigMixing(m *spectra.Matrix, pi []float64, eps float64) int {
	far := func(a [][]*big.Float) bool {
		worst, _ := bigVariation(a, pi)
		return worst.Cmp(flt(eps)) > 0
	}
	powers := [][][]*big.Float{bigMatrix(m)}
	for far(powers[len(powers)-1]) {
		last := powers[len(powers)-1]
		powers = append(powers, bigTimes(last, last))
	}
	t, law := 0, [][]*big.Float(nil)
	for k := len(powers) - 1; k >= 0; k-- {
		next := powers[k]
		if law != nil {
			next = bigTimes(law, next)
		}
		if far(next) {
			law = next
			t += 1 << k
		}
	}
	return t + 1
}

// TestMixingDoubt compares mixing times of up to about 1e17 steps with those in 256 bits. Each
// is within its own doubt. The doubt is 0 below 1e11 steps, and always below a thousandth of the
// time.
func TestMixingDoubt(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	doubted := 0
	for range 600 {
		m := slowPair(r, 15*r.Float64())
		pi := bigStationary(m)
		mix := mixing(t, m, pi, 0.25)
		want := bigMixing(m, pi, 0.25)
		if off := max(mix.Worst-want, want-mix.Worst); off > mix.WorstDoubt {
			t.Errorf("%d states mix in %d steps, not %d: %d off, and said to be %d off at most",
				m.N(), want, mix.Worst, off, mix.WorstDoubt)
		}
		if want < 1e11 && mix.WorstDoubt > 0 {
			t.Errorf("a doubt of %d steps about %d", mix.WorstDoubt, want)
		}
		if float64(mix.WorstDoubt) > 1e-3*float64(want) {
			t.Errorf("a doubt of %d steps about %d is of no use", mix.WorstDoubt, want)
		}
		if mix.WorstDoubt > 0 {
			doubted++
		}
	}
	if doubted < 50 {
		t.Errorf("only %d of 600 chains are slow enough to be in doubt", doubted)
	}
}

// TestMixingDoubtOfTwoStates: from the rarer state the distance after t steps is 3/4 (1 - a -
// b)^t, so the mixing time has a closed form.
func TestMixingDoubtOfTwoStates(t *testing.T) {
	for _, q := range []float64{1e-9, 1e-11, 0x1p-42, 0x1p-46, 0x1p-50} {
		m := rows([]float64{1 - 3*q, 3 * q}, []float64{q, 1 - q})
		mix := mixing(t, m, []float64{0.25, 0.75}, 0.1)
		want := int(math.Ceil(math.Log(0.1/0.75) / math.Log1p(-4*q)))
		// the closed form itself has an ulp or two
		slack := mix.WorstDoubt + int(0x1p-51*float64(want))
		if off := max(mix.Worst-want, want-mix.Worst); off > slack {
			t.Errorf("q = %g: %d steps, want %d, with a doubt of %d", q, mix.Worst, want, mix.WorstDoubt)
		}
	}
}

// TestMixingTie: a distance that is 1/4 after 1e15 steps, where the next ones are as near, is in
// doubt; one that is 1/4 after a single step is not.
func TestMixingTie(t *testing.T) {
	quarter := rows([]float64{0.75, 0.25}, []float64{0.25, 0.75})
	once := mixing(t, quarter, []float64{0.5, 0.5}, 0.25)
	is(t, "a quarter after one step", once, spectra.Mixing{Worst: 1, Average: 1})
	const q = 0x1p-50
	slow := rows([]float64{1 - q, q}, []float64{q, 1 - q})
	mix := mixing(t, slow, []float64{0.5, 0.5}, 0.25)
	if mix.WorstDoubt == 0 {
		t.Errorf("no doubt whether %d steps are the worst", mix.Worst)
	}
	if mix.AverageDoubt == 0 {
		t.Errorf("no doubt whether %d steps are the average", mix.Average)
	}
}

// TestSlowMixing: four states in two pairs, within which the chain moves most of the time. After
// 1e13 steps the mixing time still follows from the slowest mode, c (1 - gap)^t = eps, and its
// doubt is told. If the rows of products were not divided by their sums, they would sum to 1.001
// by then.
func TestSlowMixing(t *testing.T) {
	const q, eps = 1e-13, 0.1
	m := rows(
		[]float64{0.1, 0.9, 0, 0},
		[]float64{0.9, 0.1 - q, q, 0},
		[]float64{0, q, 0.1 - q, 0.9},
		[]float64{0, 0, 0.9, 0.1})
	pi := stationary(t, m)
	s := spectrum(t, m, pi)
	c := 0.0
	for x, f := range s.Second {
		c += pi[x] * math.Abs(f) / 2
	}
	c *= floats.Norm(s.Second, math.Inf(1))
	mix := mixing(t, m, pi, eps)
	if mix.WorstDoubt == 0 {
		t.Errorf("no doubt about %d steps", mix.Worst)
	}
	within(t, "mixing time", float64(mix.Worst), math.Log(c/eps)/s.Gap, 1e-11)

	m = rows([]float64{1 - 3*q, 3 * q}, []float64{q, 1 - q})
	mix = mixing(t, m, []float64{0.25, 0.75}, eps)
	is(t, "the worst start", mix.From, 0)
	within(t, "mixing time of two states", float64(mix.Worst), math.Log(0.75/eps)/(4*q), 1e-11)
}
