package accounts

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/exact/accounts/laplace"
)

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
