package accounts

import (
	"context"
	"math"

	"breadboard/chains"
	"breadboard/chains/enumerate"
	"breadboard/chains/programs"
	"breadboard/exact"
)

// mostWalks is the largest number of paths of the dice that are enumerated: a few seconds'
// work if each computes few log densities. All of them together may compute mostDensities.
const (
	mostWalks     = 2_000_000
	mostDensities = 10 * mostWalks
)

// enumerate runs the program along every path of its dice, forward and in reverse from every
// cell with mass. It is the definition of an account, and the oracle of every other way.
func (a *making) enumerate(ctx context.Context, e programs.Estimator) error {
	a.How = Enumerated
	w := &walker{ctx: ctx, left: a.walks(e)}
	if hopeless(e, w.left) {
		return ErrTooLarge
	}
	x, logw := 0, 0.0
	a.MeanW, a.FwdSquare = 0, 0
	for prob := range enumerate.Every(func(d chains.Dice) { x, logw = e.Forward(d) }) {
		by := logw - a.LogR
		a.Q[x] += prob
		a.F[x] += prob * by
		a.FwdSquare += prob * by * by
		a.MeanW += prob * math.Exp(by)
		if err := w.walk(); err != nil {
			return err
		}
	}
	if p, ok := e.(programs.Program); ok {
		if err := a.enumerateReverse(w, p); err != nil {
			return err
		}
	} else {
		a.G, a.MeanInvW, a.RevSquare = nil, math.NaN(), math.NaN()
	}
	a.compare()
	a.Off = 1e-12*a.size() + 1e-15*math.Abs(a.LogR) // log R is taken off log w
	return nil
}

// enumerateReverse makes G and the other numbers of the reverse runs.
func (a *making) enumerateReverse(w *walker, p programs.Program) error {
	return a.reverseRuns(w, p, func(start int, prob, by float64) {
		mass := a.P[start]
		a.G[start] += prob * by
		a.RevSquare += mass * prob * by * by
		a.MeanInvW += mass * prob * math.Exp(-by)
	})
}

// reverseRuns calls see with every reverse run from every cell with mass: its probability given
// the cell, and log ŵ.
func (a *making) reverseRuns(w *walker, p programs.Program, see func(start int, prob, logw float64)) error {
	logw := 0.0
	for start, mass := range a.P {
		if mass == 0 {
			continue
		}
		for prob := range enumerate.Every(func(d chains.Dice) { logw = p.Reverse(start, d) }) {
			see(start, prob, logw-a.LogR)
			if err := w.walk(); err != nil {
				return err
			}
		}
	}
	return nil
}

// ReverseRuns calls see with every reverse run from every cell with mass: its probability given the
// cell, and log ŵ. The error is ErrTooLarge, if there are more than most, or ctx's.
func ReverseRuns(ctx context.Context, e programs.Program, p programs.Problem, most int,
	see func(start int, prob, logw float64)) error {
	a := newAccount(p)
	w := &walker{ctx: ctx, left: min(most, a.walks(e))}
	if hopeless(e, w.left) {
		return ErrTooLarge
	}
	return a.reverseRuns(w, e, see)
}

// A walker counts down the paths that may still be walked.
type walker struct {
	ctx  context.Context
	left int
}

// walk counts one path. The error is ErrTooLarge, or the context's cause.
func (w *walker) walk() error {
	if w.left--; w.left < 0 {
		return ErrTooLarge
	}
	if w.left%1024 == 0 && w.ctx.Err() != nil {
		return context.Cause(w.ctx)
	}
	return nil
}

// walks is the number of paths that are enumerated before the program is too large. A path is
// taken to compute at least the densities of all levels, cell by cell.
func (a *making) walks(e programs.Estimator) int {
	levels := float64(a.problem.T() * a.problem.Grid.Size())
	return int(min(mostWalks, mostDensities/max(1, e.Cost(), levels)))
}

// hopeless guesses from the picks of one path whether a program has many more paths than most:
// with 10 picks among 49 outcomes each it has about 10^17.
func hopeless(e programs.Estimator, most int) bool {
	const many = 1000
	f := &first{}
	e.Forward(f)
	return f.logPaths > math.Log(many*float64(most))
}

// first are dice that take the first outcome of every pick.
type first struct{ logPaths float64 }

// Pick returns the first outcome that has a weight.
func (f *first) Pick(weights []float64) int {
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

// compare computes J and B from the vectors.
func (a *making) compare() {
	if a.LogQ == nil {
		a.LogQ = exact.Logs(a.Q)
	}
	a.Final = exact.BetweenLaws(a.Q, a.LogQ, a.P, a.LogP)
	a.Paths = exact.Divergence{Forward: 0, Reverse: math.NaN()}
	for _, f := range a.F {
		a.Paths.Forward -= f
	}
	if a.G != nil {
		a.Paths.Reverse = dot(a.P, a.G)
	}
}
