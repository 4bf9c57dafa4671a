package laplace

import (
	"math"
	"math/cmplx"
)

// A Mellin is the law of a value V >= 0, known by its complex powers. With s = e^u
//
//	E[e^-sV] - [c < 0] = 1/2πi ∫ Γ(z) s^-z E[V^-z] dz  over z = c + iξ, for c in -1..0 or above 0
//
// if E[V^-c] is finite. Γ decays as e^(-π|ξ|/2), so that few powers are needed. A sum over
// ξ = kη is periodic in u; the period is so long that the other copies are below 1e-16. The
// error of the sum is a rounding of its largest terms. So it is taken on the line c where its
// largest terms are smallest.
type Mellin struct {
	eta   float64
	lines []line
}

// A line has Γ(z) E[V^-z] η/2π at z = c + ikη, and the sum of the sizes that are rounded.
type line struct {
	c      float64
	values []complex128
	size   float64
}

// BothSides and LeftSide are the c of the lines of a Mellin. A line right of 0 needs an E[V^-c]
// that is finite.
var BothSides, LeftSide = []float64{-0.5, 0.5}, []float64{-0.5, -0.25, -0.125}

// An OnLine returns Γ(z) E[V^-z] at z = c + ikη for k < n, and the size of what rounds in each.
type OnLine func(c, eta float64, n int) (values []complex128, size float64, err error)

// Times is Γ(z) times the values at z = c + ikη.
func Times(values []complex128, c, eta float64) []complex128 {
	for k, v := range values {
		values[k] = v * Gamma(complex(c, eta*float64(k)))
	}
	return values
}

// farthest is the ξ beyond which Γ is below 2e-17.
const farthest = 25

// NewMellin asks for E[V^-z] at z = c + ikη for k < n, line by line. log V spans so many nats.
// On a line e^(cu) times the left side falls by a factor of e within 1/|c| nats.
func NewMellin(crossings []float64, span float64, moments OnLine) (Mellin, error) {
	m := Mellin{eta: 2 * math.Pi / (span + 60/math.Abs(crossings[len(crossings)-1]))}
	n := int(farthest/m.eta) + 1
	for _, c := range crossings {
		values, rounded, err := moments(c, m.eta, n)
		if err != nil {
			return m, err
		}
		l := line{c: c, values: values, size: rounded * farthest / math.Pi}
		for k := range values {
			values[k] *= complex(m.eta/(2*math.Pi), 0)
			if k > 0 { // and its conjugate at -ξ
				values[k] *= 2
			}
			l.size += cmplx.Abs(values[k])
		}
		m.lines = append(m.lines, l)
	}
	return m, nil
}

// Terms is the number of powers of a line.
func (m Mellin) Terms() int { return len(m.lines[0].values) }

// LogTransform is log E[e^-sV] at s = e^u, and how far E[e^-sV] is off.
func (m Mellin) LogTransform(u float64) (logphi, off float64) {
	best, off := 0, math.Inf(1)
	for j, l := range m.lines {
		if size := math.Exp(-l.c*u) * l.size * 0x1p-52; size < off {
			best = j
			off = size
		}
	}
	l := m.lines[best]
	sum := 0.
	turn := cmplx.Exp(complex(0, -m.eta*u))
	by := complex(1, 0)
	for k, v := range l.values {
		if k%Afresh == 0 {
			by = cmplx.Exp(complex(0, -m.eta*u*float64(k)))
		}
		sum += real(v * by)
		by *= turn
	}
	sum *= math.Exp(-l.c * u)
	if l.c < 0 {
		return math.Log1p(max(sum, -1)), off
	}
	return math.Log(max(sum, 0)), off
}

// Afresh is the number of products after which a power is computed afresh, because every product
// adds a rounding.
const Afresh = 128

// stirling are the coefficients B_2k / (2k (2k-1)) of Stirling's series for log Γ.
var stirling = [...]float64{1. / 12, -1. / 360, 1. / 1260, -1. / 1680, 1. / 1188, -691. / 360360, 1. / 156,
	-3617. / 122400}

// logRoot is log(2π)/2.
const logRoot = 0.91893853320467274178032973640561764

// Gamma is Γ(z) for Re z > -1, except at the pole 0. Stirling's series from |z| = 12 on is off
// by 1e-17; smaller z are raised by Γ(z) = Γ(z+1)/z.
func Gamma(z complex128) complex128 {
	below := complex(1, 0)
	for cmplx.Abs(z) < 12 || real(z) < 0 {
		below *= z
		z++
	}
	sum, power := complex(0, 0), 1/z
	for _, c := range stirling {
		sum += complex(c, 0) * power
		power /= z * z
	}
	return cmplx.Exp((z-0.5)*cmplx.Log(z)-z+complex(logRoot, 0)+sum) / below
}
