package evidence

import (
	"math"
	"testing"

	"breadboard/chains/sample"
)

// Sums of binomial terms, one by one.
func TestBinomial(t *testing.T) {
	for _, c := range []struct {
		n int
		p float64
	}{{1, 0.3}, {7, 0.5}, {40, 0.02}, {40, 0.98}, {5, 0}, {5, 1}} {
		for k := 0; k <= c.n; k++ {
			below, above := 0.0, 0.0
			for j := 0; j <= c.n; j++ {
				term := math.Exp(fact(c.n)-fact(j)-fact(c.n-j)) * math.Pow(c.p, float64(j)) * math.Pow(1-c.p, float64(c.n-j))
				if j <= k {
					below += term
				}
				if j >= k {
					above += term
				}
			}
			if want := min(1, 2*min(below, above)); math.Abs(Binomial(k, c.n, c.p)-want) > 1e-12 {
				t.Errorf("%d of %d at %v: %v, want %v", k, c.n, c.p, Binomial(k, c.n, c.p), want)
			}
		}
	}
}

// Ranks of a law with ties have mean 1/2 and the variance (1 - sum P³)/12; a sum of
// n of them is tested with it. A variance of 1/12, ties or not, is a broken version:
// its p-values are far from uniform.
func TestMidRank(t *testing.T) {
	p := []float64{0.3, 0, 0.2, 0.1, 0.4}
	values := []float64{2, 7, 1, 2, 5} // cells 0 and 3 are tied
	tb, ranks := ties([]int{1, 0, 2, 3, 4}, p, values)
	if len(ranks) != 3 || tb.counts[0] != 2 || tb.counts[1] != 4 || tb.counts[2] != 4 ||
		math.Abs(ranks[0]-0.1)+math.Abs(ranks[1]-0.4)+math.Abs(ranks[2]-0.8) > 1e-12 {
		t.Fatalf("%+v %v", tb, ranks)
	}
	mean, square, cubes := 0.0, 0.0, 0.0
	for i, q := range tb.p {
		mean, square, cubes = mean+q*ranks[i], square+q*ranks[i]*ranks[i], cubes+q*q*q
	}
	if math.Abs(mean-0.5) > 1e-12 || math.Abs(square-mean*mean-(1-cubes)/12) > 1e-12 {
		t.Errorf("mean %v, variance %v", mean, square-mean*mean)
	}
	d := sample.Seeded(11)
	for _, n := range []int{20, 1000} {
		tenth := uniformity(t, "mid-ranks", 1000, func() float64 { return MidRank(draw(d, n, p), p, values).P })
		if tenth < 0.06 { // the exact one is discrete, of steps of some hundredths
			t.Errorf("%d draws: %v of the p-values at or below 0.1", n, tenth)
		}
	}
	naive, two := 0, []float64{0.9, 0.1}
	for range 1000 {
		counts := draw(d, 1000, two)
		z := math.Abs(float64(counts[0])*(0.45-0.5)+float64(counts[1])*(0.95-0.5)) / math.Sqrt(1000./12)
		if math.Erfc(z/math.Sqrt2) <= 0.1 {
			naive++
		}
	}
	if naive > 60 {
		t.Errorf("without the correction for ties %d of 1000 are at or below 0.1; a broken test was to be seen", naive)
	}
	uniformity(t, "a tie of nearly all", 1000, func() float64 {
		return MidRank(draw(d, 1000, []float64{0.998, 0.002}), []float64{0.998, 0.002}, []float64{0, 1}).P
	})
}

// By hand: two draws from thirds with values 0, 1, 2 and both in the highest: ranks
// 5/6 each, as far off as both in the lowest, so P = 2/9.
func TestMidRankByHand(t *testing.T) {
	third := []float64{1. / 3, 1. / 3, 1. / 3}
	f := MidRank([]int{0, 0, 2}, third, []float64{0, 1, 2})
	if math.Abs(f.P-2./9) > 1e-12 || f.Method != Exact {
		t.Errorf("%+v", f)
	}
	if f := MidRank([]int{0, 0, 2}, third, []float64{1, 1, 1}); f.P != 1 || f.Method != Nothing {
		t.Errorf("all tied: %+v", f)
	}
	if f := MidRank([]int{0, 1}, []float64{1, 0}, []float64{0, 1}); f.P != 0 || f.Method != Impossible {
		t.Errorf("impossible: %+v", f)
	}
}

// A drift that is spread over many cells is found by ranks where the test of all
// cells is still blind.
func TestMidRankFindsDrift(t *testing.T) {
	const n, cells = 2000, 50
	p, q, values := make([]float64, cells), make([]float64, cells), make([]float64, cells)
	for x := range p {
		p[x], values[x] = 1./cells, float64(x)
		q[x] = (1 + 0.12*(float64(x)-(cells-1)/2.)/(cells/2.)) / cells
	}
	d, ranks, all := sample.Seeded(13), 0, 0
	for range 100 {
		counts := draw(d, n, q)
		if MidRank(counts, p, values).P <= 0.01 {
			ranks++
		}
		if Multinomial(counts, p, 0.01, d).P <= 0.01 {
			all++
		}
	}
	// The mean rank is off by 0.12/6 = 0.02, 3.1 standard deviations of 1/√(12 n).
	if ranks < 55 || all > 40 {
		t.Errorf("of 100 the ranks find %d, all cells %d", ranks, all)
	}
}

// Moves of a chain on three cells that goes round: its flow is far from symmetric,
// and the uniform law is invariant. One that leans to cell 0 is not.
func TestTally(t *testing.T) {
	third := []float64{1. / 3, 1. / 3, 1. / 3}
	walk := func(row []float64, seed uint64) *Tally {
		d, tally := sample.Seeded(17, seed), NewTally(3)
		for range 3000 {
			x := d.Pick(third)
			tally.Add(x, (x+d.Pick(row))%3)
		}
		return tally
	}
	round, still := walk([]float64{0.5, 0.4, 0.1}, 1), walk([]float64{0.5, 0.25, 0.25}, 2)
	for _, pair := range round.Symmetry() {
		if pair.P > 1e-6 || pair.There != round.Count(pair.X, pair.Y) || pair.Again != round.Count(pair.Y, pair.X) {
			t.Errorf("round: %+v", pair)
		}
	}
	if n := len(round.Symmetry()); n != 3 {
		t.Errorf("%d pairs of 3", n)
	}
	for _, tally := range []*Tally{round, still} {
		if f, unseen := tally.Balance(third); f.P < 0.001 || unseen != 0 {
			t.Errorf("uniform: %+v, unseen %v", f, unseen)
		}
	}
	for _, pair := range still.Symmetry() {
		if pair.P < 0.001 {
			t.Errorf("still: %+v", pair)
		}
	}
	if f, _ := round.Balance([]float64{0.5, 0.25, 0.25}); f.P > 1e-4 {
		t.Errorf("the wrong law: %+v", f)
	}
	// Cell 1 is never left: a third is unseen, and nothing can be said.
	half := NewTally(3)
	for range 1000 {
		half.Add(0, 2)
		half.Add(2, 0)
	}
	if f, unseen := half.Balance(third); f.P != 1 || math.Abs(unseen-1./3) > 1e-12 {
		t.Errorf("unseen: %+v, %v", f, unseen)
	}
	for range 1000 { // and now too much goes to cell 0, whatever is unseen
		half.Add(2, 0)
		half.Add(0, 0)
	}
	if f, _ := half.Balance(third); f.P > 1e-6 || f.Worst != 0 {
		t.Errorf("too much: %+v", f)
	}
	total := 0
	for at, k := range round.All() {
		if total += k; round.Row(at[0])[at[1]] != k {
			t.Errorf("%v: %d", at, k)
		}
	}
	if total != 3000 || round.Moves() != 3000 || round.From(0)+round.From(1)+round.From(2) != 3000 ||
		round.To()[0] != round.Count(0, 0)+round.Count(1, 0)+round.Count(2, 0) || round.Cells() != 3 {
		t.Error("the sums do not agree")
	}
}

// Under an invariant law the balance's p-values are not too small: where cells are
// left very unequally often, and where hardly anything is counted, with which a
// normal limit is far off: no move is seen of seven expected once in e⁷ times, which
// would be seven standard deviations of what was counted.
func TestBalanceUnderTheLaw(t *testing.T) {
	p := []float64{0.5, 0.3, 0.2}
	d := sample.Seeded(19)
	uniformity(t, "balance", 1000, func() float64 {
		tally := NewTally(3)
		for range 300 {
			x := d.Pick([]float64{0.1, 0.1, 0.8})
			tally.Add(x, d.Pick(p))
		}
		f, _ := tally.Balance(p)
		return f.P
	})
	rare, tally := []float64{0.999, 0.001}, NewTally(2)
	for range 7000 {
		tally.Add(0, 0)
		tally.Add(1, 0)
	}
	f, _ := tally.Balance(rare)
	if want := 4 * math.Exp(-7/0.999); math.Abs(f.P-want) > 1e-9*want || f.N != 7007 || f.Worst != 1 {
		t.Errorf("%+v, want %v", f, want)
	}
	uniformity(t, "a rare cell", 2000, func() float64 {
		tally := NewTally(2)
		for range 700 {
			tally.Add(0, d.Pick([]float64{1 - 0.01/0.99, 0.01 / 0.99})) // p(0) T(0,1) = p(1) = 0.01
			tally.Add(1, 0)
		}
		f, _ := tally.Balance([]float64{0.99, 0.01})
		return f.P
	})
	if f, _ := tally.Balance([]float64{1, 0}); f.P != 1 {
		t.Errorf("a law of one cell that is not left: %+v", f)
	}
	tally.Add(0, 1)
	if f, _ := tally.Balance([]float64{1, 0}); f.P != 0 || f.Worst != 1 {
		t.Errorf("a cell without mass is entered: %+v", f)
	}
	if f, unseen := NewTally(2).Balance(rare); f.P != 1 || f.Method != Nothing || unseen != 1 {
		t.Errorf("nothing: %+v, %v", f, unseen)
	}
}
