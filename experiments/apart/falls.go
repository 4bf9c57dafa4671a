package apart

import (
	"context"
	"fmt"
	"math"

	"breadboard/chains/aide"
	"breadboard/chains/sample"
)

// Falls say how far the estimate falls in expectation as one program has M reverse runs in place of one:
// Theorem 1 says that neither is below 0. From looks the fall is paired: every look is compared with
// itself. A StdErr is NaN if the fall is exact.
type Falls struct {
	Runs         Counts // M of each; no fall is known if it is 1
	Gold, Target sample.Estimate
	// GoldChance and TargetChance bound the probability of looks like these if the program obeys its law
	// (aide.Estimate.Chances). They are 1 for exact falls.
	GoldChance, TargetChance float64
}

// newFalls has the falls that looks show, which have so many runs of each.
func newFalls(looks aide.Estimate, m Counts) Falls {
	f := Falls{Runs: m, Gold: estimate(looks.Drop(one, Counts{Gold: m.Gold, Target: 1})),
		Target: estimate(looks.Drop(one, Counts{Gold: 1, Target: m.Target}))}
	f.GoldChance, f.TargetChance = looks.Chances(m)
	return f
}

// exactFalls has the falls of a pair whose biases are known at any M. The part of the bias that belongs
// to a program depends on the number of its own runs alone.
func exactFalls[X any](ctx context.Context, p Pair[X]) (Falls, error) {
	m := Counts{Gold: leastSearched, Target: leastSearched}
	d, _, err := p.Biases(ctx, m, 1)
	from := p.Exact.Bias
	return Falls{m, estimate(from.Gold()-d.Bias.Gold(), math.NaN()), estimate(from.Target()-d.Bias.Target(), math.NaN()),
		1, 1}, err
}

// unlikely is the chance below which a program is accused: that of four standard deviations. A normal
// law is no good here. The estimate may rise by four standard errors because one run in 5000 has a small
// weight, and no forward run has shown it yet.
const unlikely = 3e-5

// warnings say if the forward runs of a program do not fit its reverse runs.
func (f Falls) warnings() (all []string) {
	for _, one := range []struct {
		name   string
		chance float64
	}{{"the gold standard", f.GoldChance}, {"the program", f.TargetChance}} {
		if one.chance < unlikely {
			all = append(all, fmt.Sprintf("the estimate rises with more reverse runs of %s, in the looks at its own runs: "+
				"if it obeys its law, that has probability %.1g at most", one.name, one.chance))
		}
	}
	return all
}
