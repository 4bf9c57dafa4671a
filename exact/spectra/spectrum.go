package spectra

import (
	"cmp"
	"fmt"
	"math/cmplx"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// A Spectrum says how fast a chain forgets, on the cells with mass.
type Spectrum struct {
	// Values are the eigenvalues, the largest real part first: 1 once for each closed class, then the others.
	Values []complex128
	// Gaps are 1 - Values with digits of their own: the least of them have some twelve, while 1 - λ of a rounded λ has
	// none.
	Gaps []complex128

	// Gap is the spectral gap, 1 less the largest real part of the other eigenvalues: 0 if there is more than one
	// class, 1 if there is a single state.
	Gap float64
	// SLEM is the second largest modulus of an eigenvalue: 1 if the chain is periodic or has more than one class.
	SLEM float64
	// RelaxationTime is 1/(1 - SLEM), +Inf if SLEM is 1. It is 1/Gap unless a negative or complex eigenvalue is slower.
	RelaxationTime float64
}

// Spectrum returns the spectrum of the matrix on the cells with mass under pi, which it must leave invariant.
func (m Matrix) Spectrum(pi []float64) (Spectrum, error) {
	sub, p, states, err := m.onSupport(pi)
	if err != nil {
		return Spectrum{}, err
	}
	var s Spectrum
	reversible := sub.reversible(p)
	classes, periodic := sub.Classes(), false
	for _, c := range classes {
		if !c.Closed {
			return Spectrum{}, fmt.Errorf("state %d has probability %g and is left for good; "+
				"a stationary distribution has none there", states[c.States[0]], p[c.States[0]])
		}
		s.Gaps = append(s.Gaps, 0)
		periodic = periodic || c.Period > 1
		if len(c.States) == 1 {
			continue
		}
		inside := chains.In(c.States, p)
		floats.Scale(1/floats.Sum(inside), inside)
		others, err := sub.On(c.States).gaps(inside, reversible)
		if err != nil {
			return Spectrum{}, err
		}
		s.Gaps = append(s.Gaps, others...)
	}
	s.finish(len(classes), periodic)
	return s, nil
}

// finish sorts the gaps and sets the numbers that follow from them.
func (s *Spectrum) finish(classes int, periodic bool) {
	slices.SortFunc(s.Gaps, func(a, b complex128) int {
		return cmp.Or(cmp.Compare(real(a), real(b)), cmp.Compare(imag(a), imag(b)))
	})
	least := 1.0 // 1 - SLEM
	for i, g := range s.Gaps {
		s.Values = append(s.Values, 1-g)
		if i >= classes {
			// 1 - |λ| by way of 1 - |λ|^2, which has the digits of g
			modulus := cmplx.Abs(1 - g)
			least = min(least, (2*real(g)-real(g)*real(g)-imag(g)*imag(g))/(1+modulus))
			s.SLEM = max(s.SLEM, min(modulus, 1))
		}
	}
	switch {
	case classes > 1:
		least = 0
	case len(s.Gaps) == 1:
		s.Gap = 1
	default:
		s.Gap = real(s.Gaps[1])
	}
	if periodic || !(least > 0) {
		least, s.SLEM = 0, 1
	}
	s.RelaxationTime = 1 / least
}
