package apart

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/exact/accounts/laplace"
)

// A law is that of V/E[V] in the reverse runs from a cell, with these masses at the values e^logv.
// It has no values if no reverse run has a V above 0.
type law struct{ mass, logv []float64 }

// An atom is a value of log 1/ŵ with its probability.
type atom struct{ logv, mass float64 }

// oneWeight is the distance within which two log weights count as equal. Roundings of a sum of
// weights move its log by less.
const oneWeight = 1e-13

// newLaw divides the values by their mean. It joins equal values, and changes the order of atoms.
func newLaw(atoms []atom) (l law) {
	slices.SortFunc(atoms, func(a, b atom) int { return cmp.Compare(a.logv, b.logv) })
	for _, a := range atoms {
		if n := len(l.logv); n > 0 && (a.logv == l.logv[n-1] || a.logv-l.logv[n-1] < oneWeight) {
			l.mass[n-1] += a.mass
			continue
		}
		l.mass, l.logv = append(l.mass, a.mass), append(l.logv, a.logv)
	}
	if len(l.logv) == 0 || math.IsInf(l.logv[len(l.logv)-1], -1) {
		return law{}
	}
	parts := make([]float64, len(l.mass))
	for i, mass := range l.mass {
		parts[i] = math.Log(mass) + l.logv[i]
	}
	floats.AddConst(-floats.LogSumExp(parts), l.logv)
	return l
}

// parts are own and other of one cell, and a bound on the error of both.
type parts struct{ own, other, off float64 }

// at returns the parts for a mean of M values. All cells together have so many terms at a node.
func (l law) at(ctx context.Context, M, terms int) (parts, error) {
	if len(l.mass) == 0 {
		return parts{other: math.Inf(1)}, nil
	}
	if len(l.mass) == 1 {
		return parts{}, nil
	}
	weighed := make([]float64, len(l.mass))
	for i, mass := range l.mass {
		weighed[i] = mass * math.Exp(l.logv[i])
	}
	mean := laplace.NewMean(l.mass, l.logv, M)
	var own, other laplace.Integral
	for n, err := range laplace.Nodes(ctx, terms, mean.Low, mean.High) {
		if err != nil {
			return parts{}, err
		}
		logphi, others, drawn := mean.At(n)
		own.Add(n, -n.Above(others+laplace.LogAtoms(weighed, drawn)))
		other.Add(n, n.Above(logphi))
	}
	p := parts{max(own.Value(), 0), max(other.Value(), 0), own.Off() + other.Off() + 1e-15}
	if math.IsInf(l.logv[0], -1) { // the smallest
		p.other, p.off = math.Inf(1), own.Off()+1e-15
	}
	return p, nil
}
