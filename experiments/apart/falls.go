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
}

// newFalls has the falls that looks show, which have so many runs of each.
func newFalls(looks aide.Estimate, m Counts) Falls {
	return Falls{m, estimate(looks.Drop(one, Counts{Gold: m.Gold, Target: 1})),
		estimate(looks.Drop(one, Counts{Gold: 1, Target: m.Target}))}
}

// exactFalls has the falls of a pair whose biases are known at any M. The part of the bias that belongs
// to a program depends on the number of its own runs alone.
func exactFalls[X any](ctx context.Context, p Pair[X]) (Falls, error) {
	m := Counts{Gold: leastSearched, Target: leastSearched}
	d, _, err := p.Biases(ctx, m, 1)
	from := p.Exact.Bias
	return Falls{m, estimate(from.Gold()-d.Bias.Gold(), math.NaN()), estimate(from.Target()-d.Bias.Target(), math.NaN())},
		err
}

// warnings say if an estimate rises by more than four standard errors, which chance explains with
// probability 3e-5. A program that does not obey its law can do that.
func (f Falls) warnings() (all []string) {
	for _, one := range []struct {
		name string
		fall sample.Estimate
	}{{"the gold standard", f.Gold}, {"the program", f.Target}} {
		if v := one.fall; v.Value < -4*v.StdErr {
			all = append(all, fmt.Sprintf("the estimate rises by %.3g ± %.2g with more reverse runs of %s, which it does "+
				"not if both programs obey their law", -v.Value, v.StdErr, one.name))
		}
	}
	return all
}
