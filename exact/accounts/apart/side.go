package apart

import (
	"cmp"
	"context"
	"errors"
	"math"

	"breadboard/chains"
	"breadboard/chains/programs"
	"breadboard/exact"
	"breadboard/exact/accounts"
)

// A Side is one of the two programs, the gold standard or the target. It is made once and can be
// compared with many others.
type Side struct {
	Account accounts.Account
	laws    []law // by cell; nil if they are not known
}

// NewSide returns the side of a program that is aimed at a problem. If there are too many runs to
// find the laws of weights, the side is good for M = 1 only.
func NewSide(ctx context.Context, e programs.Program, p programs.Problem) (s Side, err error) {
	if s.Account, err = accounts.Of(ctx, e, p); err != nil {
		return Side{}, err
	}
	ends := exact.NewEnds(p.Annealing)
	switch e := e.(type) {
	case programs.Direct:
		_, logq := e.Law()
		s.laws = direct(ends.LogP, logq)
	default:
		s.laws, err = enumerated(ctx, e, p)
	}
	if errors.Is(err, accounts.ErrTooLarge) {
		return s, nil
	}
	return s, err
}

// direct returns the laws of a program whose weight is a function of the cell.
func direct(logp, logq []float64) []law {
	laws := make([]law, len(logp))
	for x := range laws {
		laws[x] = newLaw([]atom{{chains.LogRatio(logq[x], logp[x]), 1}})
	}
	return laws
}

// enumerated returns the laws of all reverse runs from every cell with mass.
func enumerated(ctx context.Context, e programs.Program, p programs.Problem) ([]law, error) {
	laws := make([]law, p.Grid.Size())
	var atoms []atom
	last := 0
	err := accounts.ReverseRuns(ctx, e, p, func(x int, prob, logw float64) {
		if x != last {
			laws[last] = newLaw(atoms)
			last, atoms = x, atoms[:0]
		}
		atoms = append(atoms, atom{-logw, prob})
	})
	if err != nil {
		return nil, err
	}
	laws[last] = newLaw(atoms)
	return laws, nil
}

// at returns the parts of the bias by cell with M runs. The error is accounts.ErrTooLarge or ctx's.
func (s Side) at(ctx context.Context, M int) ([]parts, error) {
	if s.laws == nil {
		return nil, accounts.ErrTooLarge
	}
	all, errs := make([]parts, len(s.laws)), make([]error, len(s.laws))
	terms := 0
	for _, l := range s.laws {
		terms += 2 * len(l.mass)
	}
	chains.ParallelGroups(len(all), max(1, terms*aboutNodes/len(all)), func(from, to int) {
		for x := from; x < to; x++ {
			all[x], errs[x] = s.laws[x].at(ctx, M, terms)
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
