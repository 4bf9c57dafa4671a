package accounts

import (
	"context"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/exact"
	"breadboard/exact/accounts/laplace"
)

// A mass may be below any float and count all the same: one of e^-900 may have all of the target. Wherever a law
// is found by its logarithm it is right there. What is summed over runs or pushed as masses lacks it.

// deep reports whether a law, given by its masses and their logarithms, has a mass that is nearly none.
func deep(law, logs []float64) bool {
	for x, p := range law {
		if p < rare && !math.IsInf(logs[x], -1) {
			return true
		}
	}
	return false
}

// rare is so small a mass that 1 over it is hardly a float.
const rare = 1e-290

// final computes J. It is infinite if one law has a mass, be it below any float, where the other has none. That q
// has none in a cell is known if its logarithm was computed; or if a reverse run from there comes from nowhere.
func (a *making) final(known bool) {
	a.Final = exact.BetweenLaws(a.Q, a.LogQ, a.P, a.LogP)
	for x, logq := range a.LogQ {
		if math.IsInf(a.LogP[x], -1) && !math.IsInf(logq, -1) {
			a.Final.Forward = math.Inf(1)
		}
		if math.IsInf(logq, -1) && !math.IsInf(a.LogP[x], -1) && (known || a.G != nil && math.IsInf(a.G[x], 1)) {
			a.Final.Reverse = math.Inf(1)
		}
	}
}

// wasted reports whether p_1 has mass in a cell where the target has none. A forward run that starts there
// has weight 0. The mass may be below any float: log w is -Inf with positive probability all the same.
func (a *making) wasted(x int) bool {
	return !math.IsInf(a.logFirst[x], -1) && math.IsInf(a.LogP[x], -1)
}

// logWasted is log p_1 in such cells, and -Inf in others.
func (a *making) logWasted() []float64 {
	logs := slices.Clone(a.logFirst)
	for x := range logs {
		if !a.wasted(x) {
			logs[x] = math.Inf(-1)
		}
	}
	return logs
}

// waste counts the forward runs that start where the target has no mass, and p_1 one below any float: no dice
// draw it. log w is -Inf with positive probability. How small that is does not matter.
func (a *making) waste() {
	for x, p := range a.first {
		if p == 0 && a.wasted(x) {
			if a.LogQ == nil {
				a.LogQ = exact.Logs(a.Q)
			}
			a.LogQ[x] = max(a.LogQ[x], a.logFirst[x])
			a.F[x], a.FwdSquare = math.Inf(-1), math.Inf(1)
		}
	}
}

// deepen finds the law of a forward run in logarithms, for masses of p_1 that are below any float: exact.Weigh
// takes these for 0. J is then finite where it says that it may be.
func (a *making) deepen(ctx context.Context, of chains.Annealing) error {
	logLost, err := logLaw(ctx, of, a.logWasted())
	if err != nil {
		return err
	}
	a.LogQ, err = logLaw(ctx, of, a.logFirst)
	for x, lost := range logLost {
		if !math.IsInf(lost, -1) {
			a.F[x], a.FwdSquare, a.Paths.Forward = math.Inf(-1), math.Inf(1), math.Inf(1)
		}
	}
	a.final(false)
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
			sums[x].Add(shift + chains.LogMass(q))
		}
	}
	return laplace.LogsOf(sums), nil
}
