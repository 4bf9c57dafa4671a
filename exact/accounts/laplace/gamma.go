package laplace

import "math/cmplx"

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
