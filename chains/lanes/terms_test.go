package lanes

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// TestNearTerms: terms are those of big floats to fourteen digits, also where both masses are nearly the same, never
// negative, and the plain loop's to the last bit. Of masses that are not near there are none.
func TestNearTerms(t *testing.T) {
	dice := rand.New(rand.NewPCG(43, 44))
	for n := range 20 {
		for range 30 {
			a, b := make([]float64, n), make([]float64, n)
			for i := range a {
				a[i] = dice.Float64()
				b[i] = a[i] * (1 + 0.2*math.Pow(10, -9*dice.Float64())*(2*dice.Float64()-1))
				switch dice.IntN(9) {
				case 0:
					b[i] = 0
				case 1:
					a[i] = 0
				case 2:
					b[i] = a[i]
				}
			}
			up, down := make([]float64, n), make([]float64, n)
			plainUp := make([]float64, n)
			plainDown := make([]float64, n)
			NearTerms(up, down, a, b)
			plainNearTerms(plainUp, plainDown, a, b)
			for i := range a {
				z := (b[i] - a[i]) / a[i]
				if !(math.Abs(z) < 0.1) {
					for _, v := range []float64{up[i], down[i], plainUp[i], plainDown[i]} {
						if v == v {
							t.Fatalf("%v of %v and %v, which are not near", v, a[i], b[i])
						}
					}
					continue
				}
				same(t, "up", up[i:i+1], plainUp[i:i+1])
				same(t, "down", down[i:i+1], plainDown[i:i+1])
				wantUp, wantDown := bigTerms(a[i], b[i])
				if !(up[i] >= 0 && math.Abs(up[i]-wantUp) <= 1e-14*wantUp) {
					t.Fatalf("up of %v and %v is %v, and by big floats %v", a[i], b[i], up[i], wantUp)
				}
				if !(down[i] >= 0 && math.Abs(down[i]-wantDown) <= 1e-14*wantDown) {
					t.Fatalf("down of %v and %v is %v, and by big floats %v", a[i], b[i], down[i], wantDown)
				}
			}
		}
	}
}

// bigTerms are the terms by the series log(1+z) = z - z²/2 + z³/3 - ..., in 300 bits.
func bigTerms(a, b float64) (up, down float64) {
	const bits = 300
	num := func(v float64) *big.Float { return new(big.Float).SetPrec(bits).SetFloat64(v) }
	z := num(b)
	z.Sub(z, num(a))
	z.Quo(z, num(a))
	log := num(0)
	power := num(-1)
	for k := 1; k <= 100; k++ {
		power.Mul(power, z)
		power.Neg(power)
		term := num(0).Quo(power, num(float64(k)))
		log.Add(log, term)
	}
	rise := num(0).Sub(num(b), num(a))
	first := num(0).Mul(num(a), log)
	first.Sub(rise, first)
	up, _ = first.Float64()
	second := num(0).Mul(num(b), log)
	second.Sub(second, rise)
	down, _ = second.Float64()
	return up, down
}
