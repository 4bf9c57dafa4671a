package spectra

import (
	"cmp"
	"fmt"
	"math"
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
	// AdditiveGap is the spectral gap of the additive reversibilisation, half the sum of the chain and its reversal. It
	// is the least quotient of Dirichlet form and variance: Gap if the chain is reversible, and at most Gap if not.
	AdditiveGap float64
	// SLEM is the second largest modulus of an eigenvalue: 1 if the chain is periodic or has more than one class.
	SLEM float64
	// RelaxationTime is 1/(1 - SLEM), +Inf if SLEM is 1. It is 1/Gap unless a negative or complex eigenvalue is slower.
	RelaxationTime float64
	// Kemeny is the sum of 1/(1 - λ) over the other eigenvalues: the expected number of steps, counted from 0, to a
	// state drawn from π, wherever the chain starts. It is +Inf if there is more than one class.
	Kemeny float64

	// Second is the eigenfunction f, Pf = λf, of the slowest mode of the chain if that is reversible, otherwise of its
	// additive reversibilisation. It has mean 0 and variance 1 under π, and is positive where it is largest. It is 0 in
	// cells without mass, and in all if there is a single state.
	Second     []float64
	Reversible bool
}

// Spectrum returns the spectrum of the matrix on the cells with mass under pi, which it must leave invariant.
func (m Matrix) Spectrum(pi []float64) (Spectrum, error) {
	sub, p, states, err := m.onSupport(pi)
	if err != nil {
		return Spectrum{}, err
	}
	s := Spectrum{Reversible: sub.reversible(p), Second: make([]float64, len(m))}
	classes, periodic := sub.Classes(), false
	var second []float64
	for _, c := range classes {
		if !c.Closed {
			return Spectrum{}, fmt.Errorf("state %d has probability %g and is left for good; "+
				"a stationary distribution has none there", states[c.States[0]], p[c.States[0]])
		}
		inside := chains.In(c.States, p)
		floats.Scale(1/floats.Sum(inside), inside)
		if second, err = s.addClass(sub.On(c.States), inside); err != nil {
			return Spectrum{}, err
		}
		periodic = periodic || c.Period > 1
	}
	if len(classes) > 1 { // two numbers, positive on the first class, with mean 0 and variance 1
		mass := floats.Sum(chains.In(classes[0].States, p))
		second = slices.Repeat([]float64{-math.Sqrt(mass / (1 - mass))}, len(p))
		for _, x := range classes[0].States {
			second[x] = math.Sqrt((1 - mass) / mass)
		}
	}
	for i, x := range states {
		s.Second[x] = second[i]
	}
	s.finish(len(classes), periodic)
	return s, nil
}

// addClass adds the gaps of one class, and returns the eigenfunction of its slowest mode.
func (s *Spectrum) addClass(m Matrix, pi []float64) (second []float64, err error) {
	s.Gaps = append(s.Gaps, 0)
	if len(m) == 1 {
		return make([]float64, 1), nil
	}
	inverse := m.groupInverse(pi)
	gaps, second, err := m.gaps(inverse, s.Reversible)
	if err != nil {
		return nil, err
	}
	s.Gaps = append(s.Gaps, gaps...)
	if !s.Reversible {
		additive := m.additive(pi)
		if gaps, second, err = additive.gaps(additive.groupInverse(pi), true); err != nil {
			return nil, err
		}
	}
	s.AdditiveGap = real(gaps[0])
	return second, nil
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
			s.Kemeny += real(1 / g)
		}
	}
	switch {
	case classes > 1:
		s.Gap, s.AdditiveGap = 0, 0
		least = 0
		s.Kemeny = math.Inf(1)
	case len(s.Gaps) == 1:
		s.Gap, s.AdditiveGap = 1, 1
	default:
		s.Gap = real(s.Gaps[1])
	}
	if periodic || !(least > 0) {
		least, s.SLEM = 0, 1
	}
	s.RelaxationTime = 1 / least
}
