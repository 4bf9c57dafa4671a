package evidence

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"breadboard/chains/sample"
	"breadboard/grid/must"
)

var third = []float64{1. / 3, 1. / 3, 1. / 3}

// walk counts 3000 moves from uniform draws of three cells; row is how far they go round.
func walk(row []float64, seed uint64) *Tally {
	d, tally := sample.Seeded(17, seed), NewTally(3)
	for range 3000 {
		x := d.Pick(third)
		tally.Add(x, (x+d.Pick(row))%3)
	}
	return tally
}

// TestBalance: the uniform distribution is invariant under moves that mostly go one way round, and no other is.
func TestBalance(t *testing.T) {
	round := walk([]float64{0.5, 0.4, 0.1}, 1)
	if f, unseen := round.Balance(third); f.P < 0.001 || unseen != 0 {
		t.Errorf("the uniform distribution has p = %v, and %v is unseen", f.P, unseen)
	}
	if f, _ := round.Balance([]float64{0.5, 0.25, 0.25}); f.P > 1e-4 {
		t.Errorf("a distribution that leans to cell 0 has p = %v", f.P)
	}
}

// TestBalanceUnseen: cell 1 is never left: a third is unseen, and nothing can be said until too much goes to cell 0,
// whatever is unseen.
func TestBalanceUnseen(t *testing.T) {
	half := NewTally(3)
	for range 1000 {
		half.Add(0, 2)
		half.Add(2, 0)
	}
	if f, unseen := half.Balance(third); f.P != 1 || math.Abs(unseen-1./3) > 1e-12 {
		t.Errorf("p = %v, and %v is unseen, want 1 and 1/3", f.P, unseen)
	}
	for range 1000 {
		half.Add(2, 0)
		half.Add(0, 0)
	}
	if f, _ := half.Balance(third); f.P > 1e-6 || f.Worst != 0 {
		t.Errorf("too much in cell 0: p = %v, want at most 1e-6; the worst is cell %d", f.P, f.Worst)
	}
}

// TestBalanceCorners: p-values by hand of a rare cell that is not entered, of one without mass, and of nothing.
func TestBalanceCorners(t *testing.T) {
	rare := []float64{0.999, 0.001}
	tally := NewTally(2)
	for range 7000 {
		tally.Add(0, 0)
		tally.Add(1, 0)
	}
	f, _ := tally.Balance(rare)
	if want := 4 * math.Exp(-7/0.999); math.Abs(f.P-want) > 1e-9*want || f.N != 7007 || f.Worst != 1 {
		t.Errorf("%+v, want P = %v of 7007 moves, at cell 1", f, want)
	}
	if f, _ := tally.Balance([]float64{1, 0}); f.P != 1 {
		t.Errorf("a distribution of one cell that is not left: P is %v, want 1", f.P)
	}
	tally.Add(0, 1)
	if f, _ = tally.Balance([]float64{1, 0}); f.P != 0 || f.Worst != 1 {
		t.Errorf("a cell without mass is entered: P is %v, want 0; the worst is cell %d, want 1", f.P, f.Worst)
	}
	f, unseen := NewTally(2).Balance(rare)
	fits(t, "nothing", f, 1, 0)
	if unseen != 1 {
		t.Errorf("nothing: %v is unseen, want 1", unseen)
	}
}

// TestMidRankByHand: a p-value by hand.
func TestMidRankByHand(t *testing.T) {
	// Ranks 0.2, 0.55, 0.8 and 0.95 are 2.5 off their mean together, with the variance 1000 (1 - 0.1)/12.
	four := []float64{0.4, 0.3, 0.2, 0.1}
	fits(t, "many draws", MidRank([]int{400, 310, 190, 100}, four, []float64{0, 1, 2, 3}),
		math.Erfc(2.5/math.Sqrt(75)/math.Sqrt2), 1e-12)
	fits(t, "all tied", MidRank([]int{0, 0, 2}, third, []float64{1, 1, 1}), 1, 0)
	fits(t, "a tie of nearly all", MidRank([]int{995, 5}, []float64{0.998, 0.002}, []float64{0, 1}),
		binomial(995, 1000, 0.998), 1e-12)
	fits(t, "impossible", MidRank([]int{0, 1}, []float64{1, 0}, []float64{0, 1}), 0, 0)
}

// byOrders returns Smirnov's p by all choices of the first sample's places in the pooled one.
func byOrders(first, second []float64) (distance, p float64) {
	pooled := slices.Concat(first, second)
	of := func(chosen uint) float64 {
		worst := 0.0
		for _, v := range pooled {
			one, two := 0.0, 0.0
			for i, w := range pooled {
				switch {
				case w > v:
				case chosen>>i&1 == 1:
					one += 1 / float64(len(first))
				default:
					two += 1 / float64(len(second))
				}
			}
			worst = max(worst, math.Abs(one-two))
		}
		return worst
	}
	distance = of(1<<len(first) - 1)
	all, far := 0.0, 0.0
	for chosen := range uint(1) << len(pooled) {
		count := 0
		for i := range pooled {
			count += int(chosen >> i & 1)
		}
		if count != len(first) {
			continue
		}
		all++
		if of(chosen) >= distance-1e-9 {
			far++
		}
	}
	return distance, far / all
}

// TestSmirnov: samples with ties and without, of equal sizes and others, by enumeration.
func TestSmirnov(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		draw := func(n, values int) []float64 {
			v := make([]float64, n)
			for i := range v {
				v[i] = float64(rng.IntN(values))
			}
			return v
		}
		values := 1 + rng.IntN(12)
		first := draw(1+rng.IntN(5), values)
		second := draw(1+rng.IntN(5), values)
		d, p := Smirnov(first, second)
		wantD, wantP := byOrders(first, second)
		if math.Abs(d-wantD) > 1e-12 {
			t.Errorf("%v and %v are %v apart, want %v", first, second, d, wantD)
		}
		must.Near(t, p, wantP, 1e-12, "%v and %v have p", first, second)
	}
}
