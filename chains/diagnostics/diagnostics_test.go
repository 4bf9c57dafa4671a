package diagnostics

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// autoregressive returns m chains of n values of x' = phi x + normal noise, from their stationary
// law of variance 1; 3 + 2 x is returned.
func autoregressive(r *rand.Rand, m, n int, phi float64) [][]float64 {
	chains := make([][]float64, m)
	for i := range chains {
		chains[i] = make([]float64, n)
		x := r.NormFloat64()
		for k := range chains[i] {
			x = phi*x + math.Sqrt(1-phi*phi)*r.NormFloat64()
			chains[i][k] = 3 + 2*x
		}
	}
	return chains
}

// onLattice rounds values, so that there are many ties.
func onLattice(chains [][]float64) [][]float64 { return each(chains, math.Round) }

// each replaces the values of chains one by one.
func each(chains [][]float64, by func(v float64) float64) [][]float64 {
	all := make([][]float64, len(chains))
	for i, c := range chains {
		for _, v := range c {
			all[i] = append(all[i], by(v))
		}
	}
	return all
}

func dice(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 13)) }

// near reports equality up to a relative error, of NaN with NaN and of infinities too.
func near(a, b, relative float64) bool {
	return a == b || math.IsNaN(a) && math.IsNaN(b) || math.Abs(a-b) <= relative*max(math.Abs(a), math.Abs(b))
}

func TestCatalogueIsComplete(t *testing.T) {
	var names []string
	for _, d := range Catalogue {
		names = append(names, d.Name)
		if d.Kind == "" || d.About == "" || d.Cite == "" || d.Estimates == "" || d.Of == nil || d.Fine == nil {
			t.Errorf("%s: a field is missing", d.Name)
		}
	}
	slices.Sort(names)
	if len(slices.Compact(names)) != len(Catalogue) {
		t.Errorf("two diagnostics of one name: %v", names)
	}
}

// A chain says the same in other units: h and 5 - 4h, and the same chains in another order.
func TestUnitsAndOrderDoNotMatter(t *testing.T) {
	for seed := range uint64(5) {
		chains := onLattice(autoregressive(dice(seed), 5, 301, 0.8))
		moved := each(chains, func(v float64) float64 { return 5 - 4*v })
		turned := append(slices.Clone(chains[2:]), chains[:2]...)
		for _, d := range Catalogue {
			if d.Name == "ess-tail" || d.Name == "geweke" {
				moved = each(chains, func(v float64) float64 { return 5 + 4*v }) // these know up from down
			}
			was := d.Of(NewChains(chains))
			if is := d.Of(NewChains(moved)); !near(is, was, 1e-9) {
				t.Errorf("%s: %v in other units, was %v", d.Name, is, was)
			}
			if is := d.Of(NewChains(turned)); !near(is, was, 1e-9) {
				t.Errorf("%s: %v in another order, was %v", d.Name, is, was)
			}
		}
	}
}

// What is made of ranks knows no more than the order of values.
func TestRanksSeeOrderAlone(t *testing.T) {
	for seed := range uint64(5) {
		chains := onLattice(autoregressive(dice(seed), 4, 300, 0.8))
		// Ranks of distances from the median change: its part of r-hat-rank is left out.
		bulk := func(c *Chains) float64 { return c.normalScores().reduction() }
		for name, of := range map[string]func(*Chains) float64{
			"ess-bulk": essBulk.Of, "ess-tail": essTail.Of, "r-hat-rank, not folded": bulk,
		} {
			if was, is := of(NewChains(chains)), of(NewChains(each(chains, math.Exp))); !near(is, was, 1e-12) {
				t.Errorf("%s: %v of exp h, %v of h", name, is, was)
			}
		}
		was, is := essMonotone.Of(NewChains(chains)), essMonotone.Of(NewChains(each(chains, math.Exp)))
		if near(is, was, 1e-3) {
			t.Errorf("ess-monotone is %v of exp h and %v of h: the test sees nothing", is, was)
		}
	}
}

func repeated(v float64, n int) []float64 { return slices.Repeat([]float64{v}, n) }

// None is known of chains that cannot vary, are too short or hold no numbers.
func TestNothingToSay(t *testing.T) {
	odd := autoregressive(dice(1), 2, 100, 0.5)
	odd[1][7] = math.Inf(-1)
	for name, chains := range map[string][][]float64{
		"one constant chain":    {repeated(0.1, 100)},
		"equal constant chains": {repeated(0.1, 100), repeated(0.1, 100)},
		"three values":          {{1, 2, 3}, {2, 1, 3}},
		"no values":             {{}, {}},
		"an infinite value":     odd,
	} {
		for _, d := range Catalogue {
			if v := d.Of(NewChains(chains)); !math.IsNaN(v) {
				t.Errorf("%s of %s is %v, want NaN", d.Name, name, v)
			}
			if d.Fine(math.NaN(), len(chains)) {
				t.Errorf("%s: NaN is fine", d.Name)
			}
		}
	}
}

// Chains that stand still at different values are seen through by all. 0.1 and 0.3 are no
// floats: sums of them round.
func TestStuckChains(t *testing.T) {
	chains := [][]float64{repeated(0.1, 1000), repeated(0.3, 1000), repeated(0.7, 1000), repeated(0.3, 1000)}
	for _, d := range Catalogue {
		v := d.Of(NewChains(chains))
		switch {
		case d.Kind == ESS && !(v >= 0 && v < 4.1): // half a draw for each of 8 halves
			t.Errorf("%s is %v, want from 0 to 4.1", d.Name, v)
		case d.Kind == RHat && !math.IsInf(v, 1):
			t.Errorf("%s is %v, want +Inf", d.Name, v)
		case (d.Kind == Score || d.Kind == PValue) && !math.IsNaN(v):
			t.Errorf("%s is %v, want NaN", d.Name, v)
		}
		if d.Fine(v, 4) {
			t.Errorf("%s: %v is fine", d.Name, v)
		}
	}
}

// The shortest chains, one chain, and chains of which one stands still: no panic, and a value
// of its kind or NaN.
func TestShortAndLonely(t *testing.T) {
	still := autoregressive(dice(2), 3, 60, 0.5)
	still[1] = repeated(0.1, 60)
	for name, chains := range map[string][][]float64{
		"four values":       {{1, 2, 2, 3}, {2, 2, 1, 1}},
		"four, one chain":   {{1, 2, 2, 3}},
		"one move":          {{0, 0, 0, 1}},
		"two values in all": {{0, 1, 0, 1, 0, 1, 0, 1}, {1, 0, 1, 0, 1, 0, 1, 0}},
		"one stands still":  still,
		"one chain":         autoregressive(dice(3), 1, 100, 0.5),
	} {
		for _, d := range Catalogue {
			v := d.Of(NewChains(chains))
			if (d.Kind == ESS || d.Kind == RHat) && v < 0 || d.Kind == PValue && (v < 0 || v > 1) {
				t.Errorf("%s of %s is %v", d.Name, name, v)
			}
		}
	}
	one := autoregressive(dice(3), 1, 100, 0.5)
	for _, d := range Catalogue {
		if lonely := math.IsNaN(d.Of(NewChains(one))); lonely != (d.Name == "r-hat-classic") {
			t.Errorf("%s of one chain: NaN is %v", d.Name, lonely)
		}
	}
}

func BenchmarkCatalogue(b *testing.B) {
	for name, chains := range map[string][][]float64{
		"lattice": onLattice(autoregressive(dice(1), 8, 1000, 0.9)), "reals": autoregressive(dice(1), 8, 1000, 0.9),
		"slow lattice": onLattice(autoregressive(dice(1), 8, 1000, 0.999)),
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				c := NewChains(chains)
				for _, d := range Catalogue {
					d.Of(c)
				}
			}
		})
	}
}

func BenchmarkDiagnostic(b *testing.B) {
	chains := onLattice(autoregressive(dice(1), 8, 1000, 0.9))
	for _, d := range Catalogue {
		b.Run(d.Name, func(b *testing.B) {
			for b.Loop() {
				d.Of(NewChains(chains))
			}
		})
	}
}
