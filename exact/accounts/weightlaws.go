package accounts

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/crew"
	"breadboard/exact"
	"breadboard/exact/accounts/laplace"
)

// A family is the laws of V = 1/ŵ in the reverse runs from some cells, on the same values e^logv,
// which rise. A law is kept twice: as it is, and weighed by V/E[V]. If V is e^1000 with mass e^-1000
// the first mass is below any float, and the second says what it does.
type family struct {
	logv []float64
	laws []law
}

// A law is that of one cell.
type law struct {
	cell          int
	mass, weighed []float64 // by value: the probability, and times V/E[V]
	logmean       float64   // log E[V]
}

// newLaw returns the law of a cell with masses in proportion to weighed, which it may change.
// E[V] is e^logmean.
func newLaw(cell int, logv, weighed []float64, logmean float64) law {
	floats.Scale(1/floats.Sum(weighed), weighed)
	l := law{cell, make([]float64, len(logv)), weighed, logmean}
	for i, v := range logv {
		if weighed[i] > 0 {
			l.mass[i] = math.Exp(chains.LogMass(weighed[i]) + logmean - v)
		}
	}
	return l
}

// An atom is a value of log 1/ŵ with its probability.
type atom struct{ logv, mass float64 }

// oneWeight is the distance within which two log weights count as equal. Roundings of a sum of
// weights move its log by less.
const oneWeight = 1e-13

// alone returns the family of one cell with these atoms of V > 0. It changes the order of atoms.
func alone(cell int, atoms []atom) family {
	slices.SortFunc(atoms, func(a, b atom) int { return cmp.Compare(a.logv, b.logv) })
	var logv, mass []float64
	for _, a := range atoms {
		if n := len(logv); n > 0 && a.logv-logv[n-1] < oneWeight {
			mass[n-1] += a.mass
			continue
		}
		logv = append(logv, a.logv)
		mass = append(mass, a.mass)
	}
	weighed := make([]float64, len(logv))
	for i, v := range logv {
		weighed[i] = chains.LogMass(mass[i]) + v
	}
	logmean := floats.LogSumExp(weighed)
	for i, v := range weighed {
		weighed[i] = math.Exp(v - logmean)
	}
	return family{logv, []law{newLaw(cell, logv, weighed, logmean)}}
}

// smallest bounds the rounding of an integral, over a range of 50 or so, of a function below 1 that is
// rounded to 1e-16.
const smallest = 1e-14

// addTo sets the parts of the family's cells with M runs. All families have so many terms.
func (f family) addTo(ctx context.Context, all []parts, M, terms int) error {
	if len(f.logv) == 1 && !slices.ContainsFunc(f.laws, func(l law) bool { return l.mass[0] < 1-1e-9 }) {
		return nil // V has one value in every cell, and is never 0: S is 1
	}
	own := make([]laplace.Integral, len(f.laws))
	other := make([]laplace.Integral, len(f.laws))
	least := f.logv[0] - math.Log(float64(M)) // a mean of M values is at least 1/M of the least
	for _, l := range f.laws {
		least = min(least, l.logmean)
	}
	// the range of u
	low := laplace.Lowest - f.logv[len(f.logv)-1]
	high := laplace.Highest - least
	at := &nodeOf{family: f, many: float64(M), logM: math.Log(float64(M)),
		one: make([]float64, len(f.logv)), less: make([]float64, len(f.logv))}
	for n, err := range laplace.Nodes(ctx, terms, low, high) {
		if err != nil {
			return err
		}
		at.move(n)
		crew.ParallelGroups(len(f.laws), len(f.logv), func(from, to int) {
			for i := from; i < to; i++ {
				logown, logall, one := at.transforms(f.laws[i])
				own[i].Add(n, -one.Above(one.Phi(logown)))
				other[i].Add(n, one.Above(one.Phi(logall)))
			}
		})
	}
	for i, l := range f.laws {
		p := &all[l.cell]
		p.own += max(own[i].Value(), 0)
		p.other += max(other[i].Value(), 0)
		p.off = own[i].Off() + other[i].Off() + smallest
	}
	return nil
}

// A nodeOf has what all laws of a family need at a node s. With t = sV/M it is e^-t, and 1 - e^-t:
// over t for the first values, up to t = 1, and as it is for the others.
type nodeOf struct {
	family
	many, logM float64
	n          laplace.Node
	first      int
	one, less  []float64
}

func (a *nodeOf) move(n laplace.Node) {
	a.n = n
	a.first = 0
	for i, v := range a.logv {
		t := math.Exp(n.U - a.logM + v)
		a.one[i] = math.Exp(-t)
		a.less[i] = -math.Expm1(-t)
		if t <= 1 {
			a.first = i + 1
			a.less[i] = 1
			if t > 0 {
				a.less[i] = -math.Expm1(-t) / t
			}
		}
	}
}

// transforms returns the logs of E[S e^-sS] and of E[e^-sS], and the node at s, for the mean S of M
// values over their mean. With φ the transform of V/M, and ψ that of V/M with the law weighed by V,
// they are ψ φ^(M-1) and φ^M. 1 - φ is a sum of mass (1 - e^-t), and mass is weighed by (s E[V]/M)/t.
func (a *nodeOf) transforms(l law) (logown, logall float64, n laplace.Node) {
	n = laplace.NodeAt(a.n.U + l.logmean)
	less := floats.Dot(l.mass[a.first:], a.less[a.first:])
	if first := floats.Dot(l.weighed[:a.first], a.less[:a.first]); first > 0 {
		less += n.S / a.many * first
	}
	logphi := math.Log1p(-min(less, 1))
	return math.Log(floats.Dot(l.weighed, a.one)) + (a.many-1)*logphi, a.many * logphi, n
}

// mostPushed is the largest number of values times cells times steps: some seconds' work.
const mostPushed = 1 << 31

// still are the weights of annealing that stands still at the target from level jump on: its schedule goes from 0 to 1
// in one step. That is Markov chain Monte Carlo without annealing (AIDE, supplement D). The whole weight is that of
// the state before the step, so that log w has as many values as the ends of the bridge. still pushes p_1 from the
// cells of each weight through the steps at the target. Where such a run ends with probability q(i, x), V is e^logv(i)
// with probability q(i, x)/(p(x) e^logv(i)) in reverse.
func still(ctx context.Context, a chains.Annealing, jump int) (*weights, error) {
	ends := exact.EndLawsOf(a)
	logv := floats.ScaleTo(make([]float64, len(ends.LogW)), -1, ends.LogW)
	slices.Sort(logv)
	logv = slices.Compact(logv)
	cells := len(ends.P)
	if steps := max(1, a.PathEnd()-jump+1); float64(len(logv))*float64(cells)*float64(steps) > mostPushed {
		return nil, ErrTooLarge
	}
	laws := make([][]float64, len(logv))
	for k := range laws {
		laws[k] = make([]float64, cells)
	}
	for x, logw := range ends.LogW {
		k, _ := slices.BinarySearch(logv, -logw)
		laws[k][x] = ends.P1[x]
		if math.IsInf(logw, 1) {
			laws[k][x] = ends.P[x] // never drawn forward: where it ends V may be 0
		}
	}
	if err := pushed(ctx, a, jump, laws); err != nil {
		return nil, err
	}
	w := newWeights(cells) // with the family of all cells with mass
	from, to := 0, len(logv)
	if math.IsInf(logv[0], -1) {
		from = 1
	}
	if math.IsInf(logv[to-1], 1) { // forward runs of weight 0
		to--
	}
	f := family{logv: logv[from:to]}
	for x, logp := range ends.LogP {
		if math.IsInf(logp, -1) {
			continue
		}
		w.missed[x] = from == 1 && laws[0][x] > 0
		q, sum := make([]float64, len(f.logv)), 0.
		for k := range q {
			q[k] = max(laws[from+k][x], 0)
			sum += q[k]
		}
		if sum > 0 {
			f.laws = append(f.laws, newLaw(x, f.logv, q, math.Log(sum)-logp))
		} else {
			w.missed[x] = true
		}
	}
	w.families = append(w.families, f)
	return w, nil
}
