package hidden_test

import (
	"errors"
	"testing"

	"breadboard/chains"
	"breadboard/chains/aide"
	"breadboard/chains/enumerate"
	"breadboard/chains/hidden"
	"breadboard/chains/programs"
	"breadboard/exact/accounts"
	exactly "breadboard/exact/hidden"
)

func filter(m *hidden.Model, p programs.Proposal, particles int) hidden.Filter {
	return hidden.Filter{Sequence: hidden.NewSequence(m, p), P: particles}
}

// expected is the expectation of AIDE's estimate, along every path of its dice.
func expected(gold, target hidden.Program, m aide.Counts) (mean float64) {
	var looked float64
	for prob := range enumerate.Every(func(d chains.Dice) {
		looked = aide.See(gold, target, m.Gold, m.Target, d).Ratio(m.Gold, m.Target)
	}) {
		mean += prob * looked
	}
	for prob := range enumerate.Every(func(d chains.Dice) {
		looked = aide.See(target, gold, m.Target, m.Gold, d).Ratio(m.Target, m.Gold)
	}) {
		mean += prob * looked
	}
	return mean
}

// Between filters of one particle AIDE's estimate is right in expectation, for every number of runs.
func TestApartIsWhatAIDEExpects(t *testing.T) {
	m := three(t)
	posterior := hidden.NewPosterior(m)
	for _, c := range []struct{ gold, target hidden.Program }{
		{posterior, filter(m, programs.Prior, 1)},
		{posterior, filter(m, programs.Optimal, 1)},
		{filter(m, programs.Optimal, 1), filter(m, programs.Prior, 1)},
	} {
		d, err := exactly.Apart(t.Context(), c.gold, c.target)
		if err != nil {
			t.Fatal(err)
		}
		for _, runs := range []aide.Counts{{Gold: 1, Target: 1}, {Gold: 3, Target: 2}} {
			if got := expected(c.gold, c.target, runs); !near(d.Expected, got) || !near(d.Symmetrised(), got) {
				t.Errorf("%T: AIDE expects %.12g, and the distance is %.12g", c.gold, got, d)
			}
		}
	}
}

func TestApartDoesNotKnow(t *testing.T) {
	m := authors(t)
	posterior := hidden.NewPosterior(m)
	for name, target := range map[string]hidden.Program{
		"optimal, 2 particles": filter(m, programs.Optimal, 2),
		"prior, 100 particles": filter(m, programs.Prior, 100),
	} {
		if _, err := exactly.Apart(t.Context(), posterior, target); !errors.Is(err, accounts.ErrTooLarge) {
			t.Errorf("%s: the error is %v", name, err)
		}
	}
}

// The distance does not change, to the last bit, if the two change places.
func TestApartIsSymmetric(t *testing.T) {
	m := three(t)
	for _, P := range []int{1, 2} {
		a, err := exactly.Apart(t.Context(), hidden.NewPosterior(m), filter(m, programs.Prior, P))
		if err != nil {
			t.Fatal(err)
		}
		b, err := exactly.Apart(t.Context(), filter(m, programs.Prior, P), hidden.NewPosterior(m))
		if err != nil {
			t.Fatal(err)
		}
		if a.Expected != b.Expected {
			t.Errorf("P = %d: %v and %v", P, a.Expected, b.Expected)
		}
	}
}
