package accounts

import (
	"context"
	"iter"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/chains/enumerate"
	"breadboard/chains/programs"
	"breadboard/exact"
	"breadboard/exact/accounts/laplace"
)

// mostWalks is the largest number of paths of the dice that are enumerated: a few seconds' work if each computes few
// log densities. All of them together may compute mostDensities.
const (
	mostWalks     = 2_000_000
	mostDensities = 10 * mostWalks
)

// enumeratedOff bounds the error of a sum over all runs, as a share of the sum of the sizes of its terms.
const enumeratedOff = 1e-12

// enumerate runs the program along every path of its dice, forward and in reverse from every cell with mass. That is
// the definition of an account, and the oracle of every other way. No dice draw a mass of p_1 that is below any float:
// the error is then unsound.
func (a *builder) enumerate(ctx context.Context, e programs.Estimator) error {
	a.How = Enumerated
	if exact.HasFaint(a.ends.P1, a.ends.LogP1) {
		return unsound(belowFloats)
	}
	left, err := a.newCountdown(ctx, e, mostWalks)
	if err != nil {
		return err
	}
	told, _ := e.(programs.Followed)
	for w := range runsOf(told.Ahead, func(d chains.Dice) (w programs.Way) {
		w.Cell, w.LogW = e.Forward(d)
		return w
	}) {
		logHat := w.LogW - a.LogR // log ŵ
		a.Q[w.Cell] += w.P
		a.F[w.Cell] += w.P * logHat
		a.FwdSquare += w.P * logHat * logHat
		a.MeanW += math.Exp(math.Log(w.P) + logHat)
		a.VarW += squareOfW(math.Log(w.P), logHat)
		if !math.IsInf(logHat, -1) {
			a.MeanInvW += w.P
		}
		if err := left.count(); err != nil {
			return err
		}
	}
	a.VarW -= (a.MeanW - 1) * (a.MeanW - 1)
	if p, ok := e.(programs.Program); ok {
		if err := a.enumerateReverse(left, p); err != nil {
			return err
		}
	} else {
		a.oneWay()
	}
	a.divergences()
	means := max(1, magnitude(a.F, a.G), math.Sqrt(magnitude([]float64{a.FwdSquare, a.RevSquare})))
	a.Off = enumeratedOff*means + 1e-15*math.Abs(a.LogR) // log R is taken off log w
	return nil
}

// enumerateReverse sets G and the other numbers of the reverse runs. By the law of package programs q(x), but for runs
// of weight 0, is p(x) E_rev[1/ŵ | x]. That gives log q where q is below any float, and no dice draw x. E_rev[1/ŵ] is
// likewise the probability that log w is finite forward, which MeanInvW is at first.
func (a *builder) enumerateReverse(left *countdown, p programs.Program) error {
	logq := make([]laplace.LogSum, len(a.Q))
	inverse := 0.
	err := a.reverseRuns(left, p, func(w programs.Way) {
		start, logHat := w.Cell, w.LogW
		logMass := a.LogP[start] + math.Log(w.P)
		a.G[start] += w.P * logHat
		if !math.IsInf(logHat, 1) {
			a.RevSquare += math.Exp(logMass) * logHat * logHat
			inverse += math.Exp(logMass - logHat)
			logq[start].Add(logMass - logHat)
		}
	})
	if !exact.HasFaint(a.P, a.LogP) { // a reverse run may draw from the target, as that of shme does
		a.MeanInvW = inverse
	}
	a.LogQ = chains.LogMasses(a.Q)
	for x, sum := range logq {
		if a.Q[x] == 0 && math.Exp(sum.Log()) < chains.LeastNormal {
			a.LogQ[x] = sum.Log()
		}
	}
	return err
}

// reverseRuns calls see with every reverse run from every cell with mass, which has log ŵ in place of log w.
func (a *builder) reverseRuns(left *countdown, p programs.Program, see func(programs.Way)) error {
	told, isTold := p.(programs.Followed)
	for start, logp := range a.LogP {
		if math.IsInf(logp, -1) {
			continue
		}
		var ways []programs.Way
		if isTold {
			ways = told.From(start)
		}
		for w := range runsOf(ways, func(d chains.Dice) programs.Way {
			return programs.Way{Cell: start, LogW: p.Reverse(start, d)}
		}) {
			w.LogW -= a.LogR
			see(w)
			if err := left.count(); err != nil {
				return err
			}
		}
	}
	return nil
}

// runsOf yields a run along every path of its dice. Those of a Told are its ways: to pick each of n ways costs n.
func runsOf(told []programs.Way, run func(d chains.Dice) programs.Way) iter.Seq[programs.Way] {
	if told != nil {
		return slices.Values(told)
	}
	return func(yield func(programs.Way) bool) {
		var w programs.Way
		for prob := range enumerate.Every(func(d chains.Dice) { w = run(d) }) {
			if w.P = prob; !yield(w) {
				return
			}
		}
	}
}

// A countdown is the number of paths of the dice that may still be enumerated.
type countdown struct {
	ctx  context.Context
	left int
}

// count counts one path. The error is ErrTooLarge, or the context's cause.
func (w *countdown) count() error {
	if w.left--; w.left < 0 {
		return ErrTooLarge
	}
	if w.left%1024 == 0 && w.ctx.Err() != nil {
		return context.Cause(w.ctx)
	}
	return nil
}

// newCountdown returns the countdown from at most this many paths of a program. A path is taken to compute at least the
// densities of all levels, cell by cell. The error is ErrTooLarge if the picks of one path suggest many more paths: 10
// picks among 49 outcomes each have about 10^17. A Told has its ways already.
func (a *builder) newCountdown(ctx context.Context, e programs.Estimator, most int) (*countdown, error) {
	if _, ok := e.(programs.Followed); ok {
		return &countdown{ctx, math.MaxInt}, nil
	}
	const many = 1000
	levels := float64(a.problem.T() * a.problem.Grid.Size())
	w := &countdown{ctx, int(min(float64(most), mostWalks, mostDensities/max(1, e.Cost(), levels)))}
	var d firstDice
	e.Forward(&d)
	if d.logPaths > math.Log(many*float64(w.left)) {
		return nil, ErrTooLarge
	}
	return w, nil
}

// firstDice take the first outcome of every pick, and estimate the number of paths.
type firstDice struct{ logPaths float64 }

// Pick returns the first outcome that has a weight.
func (f *firstDice) Pick(weights []float64) int {
	at, n := 0, 0
	for i, w := range weights {
		if w > 0 {
			if n++; n == 1 {
				at = i
			}
		}
	}
	f.logPaths += math.Log(float64(n))
	return at
}

// divergences computes J and B from the vectors.
func (a *builder) divergences() {
	known := a.LogQ != nil
	if !known {
		a.LogQ = chains.LogMasses(a.Q)
	}
	a.computeJ(known)
	a.Paths = exact.Divergence{Forward: 0, Reverse: math.NaN()}
	for _, f := range a.F {
		a.Paths.Forward -= f
	}
	if math.IsInf(a.Paths.Forward, 1) {
		a.FwdSquare = a.Paths.Forward
	}
	if a.G == nil {
		return
	}
	a.Paths.Reverse = dot(a.P, a.G)
	for x, g := range a.G { // a mass below any float counts
		if math.IsInf(g, 1) && !math.IsInf(a.LogP[x], -1) {
			a.Paths.Reverse = g
			a.RevSquare = g
		}
	}
}
