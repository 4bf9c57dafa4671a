package accounts

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"sort"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/aide"
	"breadboard/chains/crew"
	"breadboard/chains/programs"
	"breadboard/exact/accounts/laplace"
)

// With any numbers of runs, M_g of the gold standard and M_t of the target program, AIDE's estimate expects less.
//
// Let V = 1/ŵ for a reverse run of a program from x. Its mean is q(x)/p(x), and by the law of package programs V has in
// forward runs that return x the distribution of the reverse runs times V p(x)/q(x). Let S be the mean of M independent
// V of reverse runs, over E[V | x]. In a look at x that the other program returned, the log of the mean ξ is log S but
// for log q(x). If the program itself returned x one of the M runs is a forward run, which weighs the distribution of S
// by S. So the parts of the bias (Eq. 3) with M runs are
//
//	own(x)   = E[S log S | x]   which is KL(q(u|x) || r(u;x)) at M = 1
//	other(x) = -E[log S | x]    which is KL(r(u;x) || q(u|x)) at M = 1
//
//	E[estimate] = symmetrised divergence + <q_g, own_g + other_t> + <q_t, own_t + other_g>
//
// Both parts are at least 0, and fall with M to 0 (Theorem 1). They depend on the program alone, and not on the other.
// They come from the distribution of V in each cell, as integrals over its Laplace transform (package laplace).

// A Side is one of the two programs, the gold standard or the target. It can be compared with many others.
type Side struct {
	Account Account
	weights *weights // nil if they are not known
}

// weights holds the distributions of V = 1/ŵ in reverse runs. A cell without one has one value of V.
type weights struct {
	cells  []cellWeights
	missed []bool // by cell: whether V may be 0, because no forward run returns the cell that way
}

// mostReverse bounds the reverse runs that a side enumerates: a second's work at most.
const mostReverse = 10_000

// NewSide returns the side of a program with this account, aimed at this problem. It enumerates at most mostReverse
// runs, and the ways of a Told without a bound. If there are more the side is good for M = 1 only.
func NewSide(ctx context.Context, a Account, e programs.Program, p programs.Problem) (s Side, err error) {
	s.Account = a
	w := &weights{missed: make([]bool, len(a.P))}
	if direct, ok := e.(programs.Direct); ok { // its weight is a function of the cell
		_, logq := direct.Distribution()
		for x, logp := range a.LogP {
			w.missed[x] = math.IsInf(logq[x], -1) && !math.IsInf(logp, -1)
		}
		s.weights = w
		return s, nil
	}
	err = w.enumerate(ctx, e, p)
	if errors.Is(err, ErrTooLarge) || err == nil && !w.agree(a) {
		return s, nil
	}
	s.weights = w
	return s, err
}

// Weighed reports whether the side is good for any M.
func (s Side) Weighed() bool { return s.weights != nil }

// enumerate goes through all reverse runs from every cell with mass. The error is ErrTooLarge, if there are more than
// mostReverse, or ctx's.
func (w *weights) enumerate(ctx context.Context, e programs.Program, p programs.Problem) error {
	atoms := make([][]atom, len(w.missed))
	a := newBuilder(p)
	left, err := a.newCountdown(ctx, e, mostReverse)
	if err != nil {
		return err
	}
	err = a.reverseRuns(left, e, func(run programs.Way) {
		w.missed[run.Cell] = w.missed[run.Cell] || math.IsInf(run.LogW, 1)
		atoms[run.Cell] = append(atoms[run.Cell], atom{-run.LogW, run.P})
	})
	for x, some := range atoms {
		if slices.ContainsFunc(some, func(a atom) bool { return !math.IsInf(a.logv, -1) }) {
			w.cells = append(w.cells, newCellWeights(x, some))
		}
	}
	return err
}

// agree reports whether p E[V | x] is q where no forward run is lost. It is not if reverse runs of probabilities below
// any float have the largest V.
func (w *weights) agree(a Account) bool {
	const digits = 1e-9
	return !slices.ContainsFunc(w.cells, func(c cellWeights) bool {
		return !a.loses(c.cell) && !(math.Abs(math.Exp(c.logmean+a.LogP[c.cell])-a.Q[c.cell]) < digits)
	})
}

// parts holds own and other of one cell, and a bound on the error of both.
type parts struct{ own, other, off float64 }

// terms returns the terms of the bias by M runs of the program, in looks at its own runs and at another program's. The
// error is ErrTooLarge or ctx's.
func (s Side) terms(ctx context.Context, M int, another Account) (own, other, off float64, err error) {
	if s.weights == nil {
		return 0, 0, 0, ErrTooLarge
	}
	all := make([]parts, len(s.weights.missed))
	cells := s.weights.cells
	errs := make([]error, len(cells))
	work := 0
	for _, c := range cells {
		work += len(c.logs) * usualNodes / len(cells)
	}
	crew.ParallelGroups(len(cells), work, func(from, to int) {
		for i, c := range cells[from:to] {
			all[c.cell], errs[from+i] = c.parts(ctx, M)
		}
	})
	for x, missed := range s.weights.missed {
		if missed {
			all[x].other = math.Inf(1)
		}
	}
	offOther := 0.
	for x, p := range all {
		if q := s.Account.Q[x]; q > 0 {
			own += q * p.own
			off += q * p.off
		}
		if q := another.Q[x]; q > 0 {
			other += q * p.other
			offOther += q * p.off
		}
	}
	for x, q := range s.Account.Q {
		if q > 0 && s.Account.loses(x) {
			own = math.Inf(1) // such a run has an infinite ratio at any M
		}
	}
	return own, other, off + offOther, cmp.Or(errs...)
}

// usualNodes is the usual number of nodes of an integral.
const usualNodes = 500

// DistanceAtRuns returns the distance between two programs on one target, with the expectation and the bias of AIDE's
// estimate with m runs of each. The error is ErrTooLarge or ctx's.
func DistanceAtRuns(ctx context.Context, gold, target Side, m aide.Counts) (Distance, error) {
	d := DistanceOf(gold.Account, target.Account)
	for _, c := range []struct {
		of         Side
		runs       int
		another    Account
		own, other *float64
	}{
		{gold, m.Gold, target.Account, &d.Bias.GoldOwn, &d.Bias.GoldOther},
		{target, m.Target, gold.Account, &d.Bias.TargetOwn, &d.Bias.TargetOther},
	} {
		if c.runs <= 1 {
			continue
		}
		own, other, off, err := c.of.terms(ctx, c.runs, c.another)
		if err != nil {
			return Distance{}, err
		}
		*c.own = own
		*c.other = other
		d.Off += off
		d.Expected = d.Symmetrised() + d.Bias.Total()
	}
	return d, nil
}

// MostHalving is the largest M that Halving looks at. It is a power of two, and the search takes about twenty biases.
const MostHalving = 1024

// Halving returns the least M at which the bias with M runs of each program is at most half the bias at M = 1. It is 0
// if the bias is still larger at MostHalving, and if it is infinite. The error is ErrTooLarge or ctx's.
func Halving(ctx context.Context, gold, target Side) (M int, err error) {
	half := DistanceOf(gold.Account, target.Account).Bias.Total() / 2
	if half == 0 {
		return 1, nil
	}
	if math.IsInf(half, 1) || math.IsNaN(half) {
		return 0, nil
	}
	atMost := func(M int) bool {
		d, failed := DistanceAtRuns(ctx, gold, target, aide.Counts{Gold: M, Target: M})
		err = cmp.Or(err, failed)
		return d.Bias.Total() <= half || err != nil
	}
	high := 2 // the bias is above half at half of it
	for !atMost(high) {
		if high *= 2; high > MostHalving {
			return 0, nil
		}
	}
	low := high/2 + 1
	M = low + sort.Search(high-low, func(i int) bool { return atMost(low + i) })
	return M, err
}

// A cellWeights is the distribution of V/E[V], V = 1/ŵ, in the reverse runs from one cell, on the rising values e^logs.
// It is kept twice: as it is, and weighed by the values, because the product of a value of e^1000 and its mass may be
// above any float.
type cellWeights struct {
	cell                int
	logs, mass, weighed []float64 // by value: its log, the probability, and that times the value
	logmean             float64   // log E[V]
}

// An atom is a value of log 1/ŵ with its probability.
type atom struct{ logv, mass float64 }

// sameWeight is the distance within which two log weights count as equal. Roundings of a sum of weights move its log by
// less.
const sameWeight = 1e-13

// newCellWeights returns the distribution in a cell with these atoms of V, of which one is above 0. It changes their
// order.
func newCellWeights(cell int, atoms []atom) cellWeights {
	slices.SortFunc(atoms, func(a, b atom) int { return cmp.Compare(a.logv, b.logv) })
	c := cellWeights{cell: cell}
	for _, a := range atoms {
		if n := len(c.logs); n > 0 && (a.logv == c.logs[n-1] || a.logv-c.logs[n-1] < sameWeight) {
			c.mass[n-1] += a.mass
			continue
		}
		c.logs = append(c.logs, a.logv)
		c.mass = append(c.mass, a.mass)
	}
	c.weighed = floats.AddTo(make([]float64, len(c.logs)), chains.LogMasses(c.mass), c.logs)
	c.logmean = chains.LogSum(c.weighed)
	chains.Normalize(c.weighed, c.weighed)
	floats.AddConst(-c.logmean, c.logs)
	return c
}

// leastOff bounds the rounding of an integral, over a range of 50 or so, of a function below 1 that is rounded to
// 1e-16.
const leastOff = 1e-14

// parts returns the parts of the cell with M runs. -E[log S] is an integral over E[e^-sS], and E[S log S] one over
// E[S e^-sS], in which one of the M values is drawn as weighed, and the others as they are.
func (c cellWeights) parts(ctx context.Context, M int) (parts, error) {
	if len(c.logs) == 1 {
		return parts{}, nil // S is 1
	}
	var own, other laplace.Integral
	mean := laplace.NewMean(c.mass, c.weighed, c.logs, M)
	for n, err := range laplace.Nodes(ctx, len(c.logs), mean.Low, mean.High) {
		if err != nil {
			return parts{}, err
		}
		other.Add(n, n.Above(mean.At(n)))
		kept := 0.0
		for i, p := range c.weighed {
			kept += p * n.Above(mean.Kept(n, i))
		}
		own.Add(n, -kept)
	}
	return parts{max(own.Value(), 0), max(other.Value(), 0), own.Off() + other.Off() + leastOff}, nil
}
