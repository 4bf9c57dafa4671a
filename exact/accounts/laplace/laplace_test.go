package laplace

import (
	"math"
	"math/cmplx"
	"slices"
	"testing"

	"breadboard/grid/must"
)

// threeDraws calls do with the mean of every three draws of a law and its probability.
func threeDraws(mass, logv []float64, do func(prob, mean float64)) {
	for x, p := range mass {
		for y, q := range mass {
			for z, r := range mass {
				do(p*q*r, (math.Exp(logv[x])+math.Exp(logv[y])+math.Exp(logv[z]))/3)
			}
		}
	}
}

// The integrals over the transform of a mean of draws are the sums over all draws; of one draw
// more they are others.
func TestLogsOfAMean(t *testing.T) {
	mass, logv := []float64{0.2, 0.5, 0.3}, []float64{0.9, -30, 0.2}
	lack, last := 1., []float64{}
	for x, p := range mass {
		last = append(last, p*math.Exp(logv[x]))
		lack -= last[x] // 0.14
	}
	all, last, values := append(mass, 0), append(last, lack), append(logv, math.Inf(1))
	var log, square float64
	threeDraws(mass, logv, func(prob, mean float64) {
		log += prob * math.Log(mean)
		square += prob * math.Log(mean) * math.Log(mean)
	})
	for _, draws := range []int{3, 4} {
		var l Logs
		m := NewMean(all, last, values, draws)
		for n, err := range Nodes(t.Context(), len(mass), m.Low, m.High) {
			must.Do(t, err)
			l.Add(n, n.Above(m.At(n)))
		}
		if same := math.Abs(l.First.Value()-log) < 1e-12; same != (draws == 3) {
			t.Errorf("of %d draws E log is %v, and %v of 3", draws, l.First.Value(), log)
		}
		if same := math.Abs(l.Second.Value()-square) < 1e-10; same != (draws == 3) { // squares are up to 900
			t.Errorf("of %d draws E log² is %v, and %v of 3", draws, l.Second.Value(), square)
		}
		if off := l.First.Off(); off > 1e-12 {
			t.Errorf("of %d draws E log says that it is off by %g", draws, off)
		}
	}
}

// powers are E[V^-z] at z = c + ikη.
func powers(mass, logv []float64, c, eta float64, n int) []complex128 {
	all := make([]complex128, n)
	for k := range all {
		for x, p := range mass {
			all[k] += complex(p, 0) * cmplx.Exp(-complex(c, eta*float64(k))*complex(logv[x], 0))
		}
	}
	return all
}

// A law by its complex powers has the transform of its atoms.
func TestMellinHasTheTransform(t *testing.T) {
	mass, logv := []float64{0.2, 0.5, 0.3}, []float64{0.9, -3, 0.2}
	m := must.Have(NewMellin(BothSides, 4, func(c, eta float64, n int) ([]complex128, float64, error) {
		return Times(powers(mass, logv, c, eta, n), c, eta), 0, nil
	}))(t)
	drawn := make([]float64, len(mass))
	for _, u := range []float64{-20, -3, 0, 2, 5} {
		for x, v := range logv {
			drawn[x] = math.Exp(u + v)
		}
		got, off := m.LogTransform(u)
		if want := LogAtoms(mass, drawn); !(math.Abs(math.Exp(got)-math.Exp(want)) <= max(off, 1e-15)) {
			t.Errorf("at u = %v the transform is e^%v, and e^%v of the atoms", u, got, want)
		}
	}
}

// Values that are the same are one, with the masses of all; infinite ones too.
func TestDistinct(t *testing.T) {
	inf := math.Inf(-1)
	some, masses, of := Distinct([]float64{2, inf, 2, 1, inf},
		[]float64{0.5, 0.25, 0, 0.125, 0.125}, []float64{1, 2, 4, 8, 16})
	if !slices.Equal(some, []float64{2, inf, 1}) {
		t.Errorf("the values are %v", some)
	}
	if !slices.Equal(masses[0], []float64{0.5, 0.375, 0.125}) || !slices.Equal(masses[1], []float64{5, 18, 8}) {
		t.Errorf("their masses are %v", masses)
	}
	if !slices.Equal(of, []int32{0, 1, 0, 2, 1}) {
		t.Errorf("the numbers by place are %v", of)
	}
}

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
