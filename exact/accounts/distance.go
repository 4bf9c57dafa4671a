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
	"breadboard/exact"
	"breadboard/exact/accounts/laplace"
)

// A Distance says how far apart two programs are on one target, and what AIDE's estimate of that
// expects. It does not change, to the last bit, if the gold standard and the target program change
// places; only its terms do.
type Distance struct {
	// Laws are the divergences between the laws of what the programs return: Forward is
	// KL(gold||target) and Reverse is KL(target||gold).
	Laws     exact.Divergence
	Expected float64 // the expectation of AIDE's estimate; NaN if a program has no reverse
	Bias     Bias
	Off      float64 // bounds the error of the numbers above, as far as is known
}

// Symmetrised is the divergence that AIDE estimates, the sum of the two in Laws.
func (d Distance) Symmetrised() float64 { return d.Laws.Jeffreys() }

// A Bias has the four terms of Eq. 3, by which the estimate's expectation is above the symmetrised
// divergence. With u the rest of a run that returns x, q(u|x) is its law given x, and r(u;x) the law
// that the reverse run draws from. At M = 1 the terms are divergences between these two laws. With
// more runs they are smaller (Between).
type Bias struct {
	GoldOwn     float64 // E_{x~gold} KL(q_gold(u|x) || r_gold(u;x))
	TargetOther float64 // E_{x~gold} KL(r_target(u;x) || q_target(u|x))
	TargetOwn   float64 // E_{x~target} KL(q_target(u|x) || r_target(u;x))
	GoldOther   float64 // E_{x~target} KL(r_gold(u;x) || q_gold(u|x))
}

// Total is the sum of the terms.
func (b Bias) Total() float64 { return (b.GoldOwn + b.TargetOwn) + (b.GoldOther + b.TargetOther) }

// Gold is the part that more reverse runs of the gold standard lower.
func (b Bias) Gold() float64 { return b.GoldOwn + b.GoldOther }

// Target is the part that more reverse runs of the target program lower.
func (b Bias) Target() float64 { return b.TargetOwn + b.TargetOther }

// Apart returns the distance between two programs on one target, with one run of each (M = 1). Their
// initial densities may differ.
func Apart(gold, target Account) Distance {
	d := Distance{Off: gold.Off + target.Off}
	d.Laws = exact.BetweenLaws(gold.Q, gold.LogQ, target.Q, target.LogQ)
	if gold.G == nil || target.G == nil {
		nan := math.NaN()
		d.Expected = nan
		d.Bias = Bias{nan, nan, nan, nan}
		return d
	}
	for x := range gold.Q {
		d.Expected += expected(gold, target, x)
	}
	d.Bias = Bias{gold.own(), target.other(gold.Q), target.own(), gold.other(target.Q)}
	return d
}

// expected is the part of a cell: q_g G_t + q_t G_g - F_g - F_t, written as
//
//	(q_g - q_t)(G_t - G_g) + (q_g G_g - F_g) + (q_t G_t - F_t)
//
// The last two are at least 0. They are 0 for a program whose weight is a function of the cell. So
// two programs that are nearly the same do not cost digits, however far they are from the target.
func expected(gold, target Account, x int) float64 {
	qg, qt := gold.Q[x], target.Q[x]
	if qg == 0 && qt == 0 {
		return 0
	}
	if gold.loses(x) || target.loses(x) {
		return math.Inf(1)
	}
	Gg, Gt := gold.G[x], target.G[x]
	if qg == 0 || qt == 0 || math.IsInf(Gg, 1) || math.IsInf(Gt, 1) {
		return (times(qg, Gt) + times(qt, Gg)) - (gold.F[x] + target.F[x])
	}
	return (qg-qt)*(Gt-Gg) + ((qg*Gg - gold.F[x]) + (qt*Gt - target.F[x]))
}

// loses reports whether a run that returns x may have weight 0.
func (a Account) loses(x int) bool { return math.IsInf(a.F[x], -1) }

// times is p v, and 0 if p is 0.
func times(p, v float64) float64 {
	if p == 0 {
		return 0
	}
	return p * v
}

// own is E_{x~q} KL(q(u|x) || r(u;x)): the mean of log p/(q ŵ) over forward runs.
func (a Account) own() (sum float64) {
	for x, q := range a.Q {
		if a.loses(x) {
			return math.Inf(1)
		}
		if q > 0 {
			sum += q*a.above(x) - a.F[x]
		}
	}
	return max(sum, 0) // less is a rounding
}

// other is E_{x~law} KL(r(u;x) || q(u|x)): the mean of log q ŵ/p over reverse runs from the law.
func (a Account) other(law []float64) (sum float64) {
	for x, s := range law {
		if s == 0 {
			continue
		}
		if math.IsInf(a.LogP[x], -1) || math.IsInf(a.G[x], 1) {
			return math.Inf(1)
		}
		sum += s * (a.G[x] - a.above(x))
	}
	return max(sum, 0) // less is a rounding
}

// above is log p/q. It keeps its digits if q is near p.
func (a Account) above(x int) float64 {
	if by := (a.P[x] - a.Q[x]) / a.Q[x]; math.Abs(by) < 0.5 {
		return math.Log1p(by)
	}
	return a.LogP[x] - a.LogQ[x]
}

// The expectation of AIDE's estimate with any numbers of runs, M_g of the gold standard and M_t of the target program.
//
// Let V = 1/ŵ for a reverse run of a program from x. Its mean is q(x)/p(x), and by the law of
// package programs V has the law of the reverse runs times V p(x)/q(x) in forward runs that return
// x. Let S be the mean of M independent V of reverse runs, over E[V | x]. In a look at x that the
// other program returned, the log of the mean ξ is log S but for log q(x). If the program itself
// returned x one of the M runs is a forward run, which weighs the law of S by S. So the parts of the
// bias (Eq. 3) with M runs are
//
//	own(x)   = E[S log S | x]   which is KL(q(u|x) || r(u;x)) at M = 1
//	other(x) = -E[log S | x]    which is KL(r(u;x) || q(u|x)) at M = 1
//
//	E[estimate] = symmetrised divergence + <q_g, own_g + other_t> + <q_t, own_t + other_g>
//
// Both parts are at least 0, and fall with M to 0 (Theorem 1). They depend on the program alone, and
// not on what it is compared with. They come from the law of V in each cell, as integrals over its
// Laplace transform (package laplace).

// A Side is one of the two programs, the gold standard or the target. It is made once and can be
// compared with many others.
type Side struct {
	Account Account
	weights *weights // nil if they are not known
}

// weights are the laws of V = 1/ŵ in reverse runs. A cell without a law has one value of V.
type weights struct {
	laws   []law
	missed []bool // by cell: whether V may be 0, because no forward run returns the cell that way
}

// NewSide returns the side of a program with this account, aimed at this problem. It enumerates at most so
// many runs. If there are too many to find the laws of weights, the side is good for M = 1 only.
func NewSide(ctx context.Context, a Account, e programs.Program, p programs.Problem, most int) (s Side,
	err error) {
	s.Account = a
	w := &weights{missed: make([]bool, len(a.P))}
	if direct, ok := e.(programs.Draw); ok { // its weight is a function of the cell
		_, logq := direct.Law()
		for x, logp := range a.LogP {
			w.missed[x] = math.IsInf(logq[x], -1) && !math.IsInf(logp, -1)
		}
		s.weights = w
		return s, nil
	}
	err = w.enumerate(ctx, e, p, most)
	if errors.Is(err, ErrTooLarge) || err == nil && !w.fit(a) {
		return s, nil
	}
	s.weights = w
	return s, err
}

// Weighed reports whether the laws of weights are known, so that the side is good for any M.
func (s Side) Weighed() bool { return s.weights != nil }

// enumerate goes through all reverse runs from every cell with mass. The error is ErrTooLarge, if there are more
// than most, or ctx's.
func (w *weights) enumerate(ctx context.Context, e programs.Program, p programs.Problem, most int) error {
	atoms := make([][]atom, len(w.missed))
	a := newAccount(p)
	walk, err := a.walker(ctx, e, most)
	if err != nil {
		return err
	}
	err = a.reverseRuns(walk, e, func(x int, prob, logw float64) {
		if math.IsInf(logw, 1) {
			w.missed[x] = true
		} else {
			atoms[x] = append(atoms[x], atom{-logw, prob})
		}
	})
	for x, some := range atoms {
		if len(some) > 0 {
			w.laws = append(w.laws, newLaw(x, some))
		}
	}
	return err
}

// fit reports whether p E[V | x] is q where no forward run is lost. It is not if reverse runs of probabilities below
// any float have the largest V.
func (w *weights) fit(a Account) bool {
	const digits = 1e-9
	return !slices.ContainsFunc(w.laws, func(l law) bool {
		return !a.loses(l.cell) && !(math.Abs(math.Exp(l.logmean+a.LogP[l.cell])-a.Q[l.cell]) < digits)
	})
}

// parts are own and other of one cell, and a bound on the error of both.
type parts struct{ own, other, off float64 }

// terms are the terms of the bias by M runs of the program, in looks at its own runs and at another program's. The
// error is ErrTooLarge or ctx's.
func (s Side) terms(ctx context.Context, M int, another Account) (own, other, off float64, err error) {
	if s.weights == nil {
		return 0, 0, 0, ErrTooLarge
	}
	all := make([]parts, len(s.weights.missed))
	laws := s.weights.laws
	errs := make([]error, len(laws))
	work := 0
	for _, l := range laws {
		work += len(l.logv) * aboutNodes / len(laws)
	}
	crew.ParallelGroups(len(laws), work, func(from, to int) {
		for i, l := range laws[from:to] {
			all[l.cell], errs[from+i] = l.terms(ctx, M)
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
			own = math.Inf(1) // the ratio of such a run is infinite whatever M is
		}
	}
	return own, other, off + offOther, cmp.Or(errs...)
}

// aboutNodes is the usual number of nodes of an integral.
const aboutNodes = 500

// Between returns the distance between two programs on one target, with the expectation and the
// bias of AIDE's estimate with m runs of each. The error is ErrTooLarge or ctx's.
func Between(ctx context.Context, gold, target Side, m aide.Counts) (Distance, error) {
	d := Apart(gold.Account, target.Account)
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

// Halving returns the least M at which the bias with M runs of each program is at most half of that
// at M = 1. It looks no further than most; found is false if the bias is still larger there, and if
// it is infinite. The error is ErrTooLarge or ctx's.
func Halving(ctx context.Context, gold, target Side, most int) (M int, found bool, err error) {
	half := Apart(gold.Account, target.Account).Bias.Total() / 2
	if half == 0 {
		return 1, true, nil
	}
	if math.IsInf(half, 1) || math.IsNaN(half) {
		return 0, false, nil
	}
	atMost := func(M int) bool {
		d, failed := Between(ctx, gold, target, aide.Counts{Gold: M, Target: M})
		err = cmp.Or(err, failed)
		return d.Bias.Total() <= half || err != nil
	}
	low, high := 1, min(2, most) // the bias is above half at low
	for high > low && !atMost(high) {
		low, high = high, min(2*high, most)
	}
	if high == low || err != nil {
		return 0, false, err
	}
	M = low + 1 + sort.Search(high-low-1, func(i int) bool { return atMost(low + 1 + i) })
	if err != nil {
		return 0, false, err
	}
	return M, true, nil
}

// A law is that of V = 1/ŵ in the reverse runs from one cell, on the values e^logv, which rise. It is kept twice: as it
// is, and weighed by V/E[V]. If V is e^1000 its product with the mass is above any float, and the second says what it
// does.
type law struct {
	cell                int
	logv, mass, weighed []float64 // by value: its log, the probability, and that times V/E[V]
	logmean             float64   // log E[V]
}

// An atom is a value of log 1/ŵ with its probability.
type atom struct{ logv, mass float64 }

// oneWeight is the distance within which two log weights count as equal. Roundings of a sum of
// weights move its log by less.
const oneWeight = 1e-13

// newLaw returns the law of a cell with these atoms of V > 0. It changes the order of atoms.
func newLaw(cell int, atoms []atom) law {
	slices.SortFunc(atoms, func(a, b atom) int { return cmp.Compare(a.logv, b.logv) })
	l := law{cell: cell}
	for _, a := range atoms {
		if n := len(l.logv); n > 0 && a.logv-l.logv[n-1] < oneWeight {
			l.mass[n-1] += a.mass
			continue
		}
		l.logv = append(l.logv, a.logv)
		l.mass = append(l.mass, a.mass)
	}
	l.weighed = floats.AddTo(make([]float64, len(l.logv)), chains.LogMasses(l.mass), l.logv)
	l.logmean = chains.LogSum(l.weighed)
	chains.Normalize(l.weighed, l.weighed)
	return l
}

// smallest bounds the rounding of an integral, over a range of 50 or so, of a function below 1 that is
// rounded to 1e-16.
const smallest = 1e-14

// terms are the parts of the cell with M runs.
func (l law) terms(ctx context.Context, M int) (parts, error) {
	last := len(l.logv) - 1
	if last == 0 && l.mass[0] >= 1-1e-9 {
		return parts{}, nil // V has one value, and is never 0: S is 1
	}
	var own, other laplace.Integral
	// a mean of M values is at least 1/M of the least
	least := min(l.logv[0]-math.Log(float64(M)), l.logmean)
	for n, err := range laplace.Nodes(ctx, len(l.logv), laplace.Lowest-l.logv[last], laplace.Highest-least) {
		if err != nil {
			return parts{}, err
		}
		logown, logall, one := l.transforms(n, float64(M))
		own.Add(n, -one.Above(one.Phi(logown)))
		other.Add(n, one.Above(one.Phi(logall)))
	}
	return parts{max(own.Value(), 0), max(other.Value(), 0), own.Off() + other.Off() + smallest}, nil
}

// transforms returns the logs of E[S e^-sS] and of E[e^-sS], and the node at s, for the mean S of M
// values over their mean. With φ the transform of V/M, and ψ that of V/M with the law weighed by V,
// they are ψ φ^(M-1) and φ^M. 1 - φ is a sum of mass (1 - e^-t), where t is sV/M. Up to t = 1 mass is taken to be
// weighed by (s E[V]/M)/t.
func (l law) transforms(n laplace.Node, M float64) (logown, logall float64, one laplace.Node) {
	one = laplace.NodeAt(n.U + l.logmean)
	psi, less := 0., 0.
	first := 0. // up to t = 1
	for i, v := range l.logv {
		t := math.Exp(n.U - math.Log(M) + v)
		psi += l.weighed[i] * math.Exp(-t)
		switch {
		case t > 1:
			less -= l.mass[i] * math.Expm1(-t)
		case t > 0:
			first -= l.weighed[i] * math.Expm1(-t) / t
		default:
			first += l.weighed[i]
		}
	}
	if first > 0 {
		less += one.S / M * first
	}
	logphi := math.Log1p(-min(less, 1))
	return math.Log(psi) + (M-1)*logphi, M * logphi, one
}
