package accounts

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains/programs"
	"breadboard/exact"
)

// annealed makes the account of annealed importance sampling. J and B of the state are the same
// bits as those of exact.Run, where no mass is below any float. F and G come from another pass, and Off is the distance between the two.
func (a *making) annealed(ctx context.Context, p programs.AIS) error {
	res, err := exact.Options{Progress: a.Progress}.Weigh(ctx, p.Annealing)
	if err != nil {
		return err
	}
	a.How = Propagated
	a.LogR, a.P, a.Q, a.F, a.G = res.LogR, res.P, res.Q, res.F, res.G
	a.Final, a.Paths = res.Final, res.Paths
	a.MeanW, a.MeanInvW = res.MeanW, res.MeanInvW
	a.FwdSquare, a.RevSquare = square(res.Paths.Forward, res.FwdLaw), square(res.Paths.Reverse, res.RevLaw)
	a.Off = max(apart(-floats.Sum(a.F), a.Paths.Forward), apart(dot(a.P, a.G), a.Paths.Reverse),
		math.Abs(floats.Sum(a.Q)-1), 1e-15)
	if deep(a.first, a.logFirst) {
		err = a.deepen(ctx, p.Annealing)
	}
	return err
}

// square is E[(log w - log R)²] for a log w with this law, whose mean is off from log R.
func square(off float64, law exact.Moments) float64 {
	if math.IsInf(off, 0) {
		return math.Inf(1)
	}
	return law.Variance + off*off
}

// apart is the distance of two numbers; 0 if both are the same infinity.
func apart(a, b float64) float64 {
	if a == b {
		return 0
	}
	return math.Abs(a - b)
}
