package experiments

import (
	"context"
	"math"

	"breadboard/exact/tuning"
)

// Lengths holds the lengths of a run's path. They say what B would be if every step were short.
type Lengths struct {
	Exact
	Fisher   float64 // of the path; with a perfect kernel B tends to its square over T-1, by the best schedule
	Friction float64 // of the path under the kernel, in place of a perfect one
	Near     float64 // B near equilibrium on the run's schedule
	Action   float64 // what bounds both path KLs near equilibrium; NaN if the kernel is not its own reversal
}

// LengthsOf puts the lengths of its path beside a run.
//
// Guo, Tao and Chen (2025) bound KL between the forward and the reverse path by the action of the path, the integral of
// its squared speed in the metric of optimal transport, over the time taken. Theirs is on R^d, and this is its analogue
// on a discrete space, not their theorem: there that metric is the one of Maas (2011) under a reversible kernel T, and
// on the path of equilibria it needs no transport: the squared speed is <s, (I - T)^-1 s>_p of the centred slope s, the
// mean of the friction and of the variance of s. So the action of a schedule is the mean of its actions by the two
// lengths.
func LengthsOf(r Exact) (Lengths, error) {
	if r.Chain.FromOutside() {
		return Lengths{}, Faultf("the lengths of a path need the rows of the kernel %s at all betas, "+
			"and it has them at those of the schedule alone; a kernel of the catalogue would do", r.Chain.Kernel)
	}
	var of [2]*tuning.Length
	for i, name := range []string{"fisher", "friction"} {
		var err error
		if of[i], err = r.Chain.Length(context.Background(), name); err != nil {
			return Lengths{}, Faultf("the %s length: %v", name, err)
		}
	}
	l := Lengths{Exact: r, Fisher: of[0].Total(), Friction: of[1].Total(), Near: of[1].Action(r.Schedule),
		Action: math.NaN()}
	if r.Chain.Reversible() {
		l.Action = (l.Near + of[0].Action(r.Schedule)) / 2
	}
	return l, nil
}
