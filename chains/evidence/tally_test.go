package evidence

import (
	"math"
	"testing"

	"breadboard/chains/sample"
)

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
	if f, unseen := NewTally(2).Balance(rare); f.P != 1 || f.Method != byNothing || unseen != 1 {
		t.Errorf("nothing: %+v, %v", f, unseen)
	}
}
