package laplace

import (
	"math"
	"math/cmplx"
	"testing"
)

// Values of Γ at real numbers are math.Gamma's. On two lines its modulus has a closed form:
// |Γ(iy)|² = π/(y sinh πy) and |Γ(1/2+iy)|² = π/cosh πy. Abramowitz and Stegun's table 6.7 has
// log Γ(1+i) = -0.650923199302 - 0.301640320468i.
func TestGamma(t *testing.T) {
	close := func(what string, got, want complex128) {
		if !(cmplx.Abs(got-want) <= 1e-13*cmplx.Abs(want)) { // a hundred roundings of log Γ
			t.Errorf("%s is %v, and %v is right", what, got, want)
		}
	}
	for _, x := range []float64{-0.5, -0.25, 0.25, 0.5, 1, 3.7, 11.9, 12.1, 30} {
		close("gamma of a real number", Gamma(complex(x, 0)), complex(math.Gamma(x), 0))
	}
	for _, y := range []float64{0.1, 1, 5, 11.99, 20, 30} {
		modulus := math.Sqrt(math.Pi / (y * math.Sinh(math.Pi*y)))
		close("|Γ(iy)|", complex(cmplx.Abs(Gamma(complex(0, y))), 0), complex(modulus, 0))
		half := math.Sqrt(math.Pi / math.Cosh(math.Pi*y))
		close("|Γ(1/2+iy)|", complex(cmplx.Abs(Gamma(complex(0.5, y))), 0), complex(half, 0))
		close("Γ(z+1)", Gamma(complex(0.5, y)), complex(-0.5, y)*Gamma(complex(-0.5, y)))
	}
	if got := cmplx.Log(Gamma(1 + 1i)); cmplx.Abs(got-complex(-0.650923199302, -0.301640320468)) > 1e-11 {
		t.Errorf("log Γ(1+i) is %v", got)
	}
}
