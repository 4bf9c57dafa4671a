package accounts

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/programs"
	"breadboard/exact"
	"breadboard/exact/accounts/laplace"
)

// annealed makes the account of annealed importance sampling. J and B are the same bits as those
// of exact.Run. F and G come from another pass, and Off is the distance between the two.
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
	if a.deepFirst() {
		err = a.deepen(ctx, p.Annealing)
	}
	return err
}

// deepen finds the law of a forward run in logarithms, for masses of p_1 that are below any float: exact.Weigh
// takes these for 0. J is then finite where it says that it may be.
func (a *making) deepen(ctx context.Context, of chains.Annealing) (err error) {
	logLost := slices.Clone(a.logFirst)
	for x := range logLost {
		if !a.wasted(x) {
			logLost[x] = math.Inf(-1)
		}
	}
	if logLost, err = logLaw(ctx, of, logLost); err != nil {
		return err
	}
	a.LogQ, err = logLaw(ctx, of, a.logFirst)
	for x, lost := range logLost {
		if !math.IsInf(lost, -1) {
			a.F[x], a.FwdSquare, a.Paths.Forward = math.Inf(-1), math.Inf(1), math.Inf(1)
		}
	}
	a.final()
	return err
}

// logLaw pushes masses through the chain, all by their logarithms.
func logLaw(ctx context.Context, of chains.Annealing, start []float64) ([]float64, error) {
	low, _ := of.Lowered()
	level, op, n := low.NewLevel(), low.Kernel.On(low.Grid), len(start)
	sums := make([]laplace.LogSum, n)
	for shift, part := range laplace.Bands(start) {
		law, next := slices.Clone(part), make([]float64, n)
		for t := 2; t <= low.PathEnd(); t++ {
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			low.LevelAt(level, t)
			op.Aim(level)
			chains.PushLaw(op, next, law)
			law, next = next, law
		}
		for x, q := range law {
			sums[x].Add(shift + math.Log(q))
		}
	}
	return laplace.LogsOf(sums), nil
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
