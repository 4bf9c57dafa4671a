package apart

import (
	"cmp"
	"context"
	"errors"
	"math"

	"breadboard/chains"
	"breadboard/chains/programs"
	"breadboard/exact/accounts"
)

// A Side is one of the two programs, the gold standard or the target. It is made once and can be
// compared with many others.
type Side struct {
	Account accounts.Account
	weights *weights // nil if they are not known
}

// weights are the laws of V = 1/ŵ in reverse runs. A cell that is in no family has one value of V.
type weights struct {
	families []family
	missed   []bool // by cell: whether V may be 0, because no forward run returns the cell that way
}

func newWeights(cells int) *weights { return &weights{missed: make([]bool, cells)} }

// NewSide returns the side of a program with this account, aimed at this problem. It enumerates at most so
// many runs. If there are too many to find the laws of weights, the side is good for M = 1 only.
func NewSide(ctx context.Context, a accounts.Account, e programs.Program, p programs.Problem, most int) (s Side,
	err error) {
	s.Account = a
	if direct, ok := e.(programs.Direct); ok {
		s.weights = ofLaw(direct, s.Account)
		return s, nil
	}
	if still, ok := newStill(e, p); ok {
		s.weights, err = still.weights(ctx)
	} else {
		s.weights, err = enumerated(ctx, e, p, most)
	}
	if errors.Is(err, accounts.ErrTooLarge) {
		return s, nil
	}
	return s, err
}

// Weighed reports whether the laws of weights are known, so that the side is good for any M.
func (s Side) Weighed() bool { return s.weights != nil }

// ofLaw are the weights of a program whose weight is a function of the cell.
func ofLaw(e programs.Direct, a accounts.Account) *weights {
	w := newWeights(len(a.P))
	_, logq := e.Law()
	for x, logp := range a.LogP {
		w.missed[x] = math.IsInf(logq[x], -1) && !math.IsInf(logp, -1)
	}
	return w
}

// enumerated are the weights of all reverse runs from every cell with mass.
func enumerated(ctx context.Context, e programs.Program, p programs.Problem, most int) (*weights, error) {
	w := newWeights(p.Grid.Size())
	var atoms []atom
	cell := 0
	finish := func() {
		if len(atoms) > 0 {
			w.families = append(w.families, alone(cell, atoms))
		}
	}
	err := accounts.ReverseRuns(ctx, e, p, most, func(x int, prob, logw float64) {
		if x != cell {
			finish()
			cell, atoms = x, atoms[:0]
		}
		if math.IsInf(logw, 1) {
			w.missed[x] = true
		} else {
			atoms = append(atoms, atom{-logw, prob})
		}
	})
	if err != nil {
		return nil, err
	}
	finish()
	return w, nil
}

// parts are own and other of one cell, and a bound on the error of both.
type parts struct{ own, other, off float64 }

// at returns the parts of the bias by cell with M runs. The error is accounts.ErrTooLarge or ctx's.
func (s Side) at(ctx context.Context, M int) ([]parts, error) {
	if s.weights == nil {
		return nil, accounts.ErrTooLarge
	}
	terms, all := 0, make([]parts, len(s.weights.missed))
	for x, missed := range s.weights.missed {
		if missed {
			all[x].other = math.Inf(1)
		}
	}
	f := s.weights.families
	for _, f := range f {
		terms += f.terms()
	}
	errs := make([]error, len(f))
	chains.ParallelGroups(len(f), 1+terms*aboutNodes/(1+len(f)), func(from, to int) {
		for i := from; i < to; i++ {
			errs[i] = f[i].addTo(ctx, all, M, terms)
		}
	})
	return all, cmp.Or(errs...)
}

// aboutNodes is the usual number of nodes of an integral.
const aboutNodes = 500

// mean is the mean of a function of the parts over cells that have the law q.
func mean(q []float64, all []parts, of func(parts) float64) (sum float64) {
	for x, prob := range q {
		if prob > 0 {
			sum += prob * of(all[x])
		}
	}
	return sum
}

func own(p parts) float64 { return p.own }

func other(p parts) float64 { return p.other }

func off(p parts) float64 { return p.off }

// lost is +Inf if a forward run may have weight 0: its ratio is infinite whatever M is.
func lost(a accounts.Account) float64 {
	for x, q := range a.Q {
		if q > 0 && math.IsInf(a.F[x], -1) {
			return math.Inf(1)
		}
	}
	return 0
}
