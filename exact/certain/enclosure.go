package certain

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"breadboard/chains/numbers"
)

// An Enclosure is two numbers that are proved to have a real number between them. If both are infinite so is the
// number.
type Enclosure struct{ Lo, Hi *big.Float }

// enclosed returns the ends of an interval.
func enclosed(z *numbers.Interval) Enclosure {
	return Enclosure{new(big.Float).Set(&z.Lo), new(big.Float).Set(&z.Hi)}
}

// infinite returns the enclosure of +Inf.
func infinite() Enclosure {
	inf := new(big.Float).SetInf(false)
	return Enclosure{inf, inf}
}

// IsInf reports whether the number is +Inf.
func (e Enclosure) IsInf() bool { return e.Lo.IsInf() }

// Mid returns a number near the middle.
func (e Enclosure) Mid() *big.Float {
	if e.IsInf() {
		return e.Lo
	}
	mid := new(big.Float).Add(e.Lo, e.Hi)
	return mid.Quo(mid, big.NewFloat(2))
}

// up returns the least float64 that is not below v.
func up(v *big.Float) float64 {
	f, acc := v.Float64()
	if acc == big.Below {
		f = math.Nextafter(f, math.Inf(1))
	}
	return f
}

// Vanishes reports whether the number cannot be told from 0.
func (e Enclosure) Vanishes() bool {
	return !e.IsInf() && e.Off(0) <= floor
}

// floor is the largest divergence that a float64 result cannot tell from 0.
const floor = 1e-50

// Sure reports whether the number is known to 15 digits, or vanishes.
func (e Enclosure) Sure() bool {
	if e.IsInf() || e.Vanishes() {
		return true
	}
	least := e.least()
	return least.Sign() > 0 && up(quotientUp(e.width(), least)) < sure
}

// width returns the distance of the ends, rounded up.
func (e Enclosure) width() *big.Float {
	return new(big.Float).SetMode(big.ToPositiveInf).Sub(e.Hi, e.Lo)
}

// least returns the least size that the number can have. It is not positive if the number may be 0.
func (e Enclosure) least() *big.Float {
	if e.Lo.Sign() > 0 {
		return e.Lo
	}
	return new(big.Float).Neg(e.Hi)
}

// quotientUp returns x/y, rounded up.
func quotientUp(x, y *big.Float) *big.Float {
	return new(big.Float).SetPrec(64).SetMode(big.ToPositiveInf).Quo(x, y)
}

// Off returns the largest possible distance of v from the number, rounded up: 0 if both are +Inf, and +Inf if only one
// is or v is NaN.
func (e Enclosure) Off(v float64) float64 {
	switch {
	case math.IsNaN(v):
		return math.Inf(1)
	case e.IsInf() || math.IsInf(v, 0):
		if e.IsInf() && math.IsInf(v, 1) {
			return 0
		}
		return math.Inf(1)
	}
	at := new(big.Float).SetFloat64(v)
	below := new(big.Float).SetMode(big.ToPositiveInf).Sub(at, e.Lo)
	above := new(big.Float).SetMode(big.ToPositiveInf).Sub(e.Hi, at)
	return max(up(below), up(above), 0)
}

// Digits returns the number of right digits of v, -log10 of the largest relative error that it can have: at most
// MostDigits, and NaN for a number that vanishes.
func (e Enclosure) Digits(v float64) float64 {
	if e.Vanishes() {
		return math.NaN()
	}
	off := e.Off(v)
	if off == 0 {
		return MostDigits
	}
	least := e.least()
	if least.Sign() <= 0 || math.IsInf(off, 1) {
		return 0
	}
	rel, _ := quotientUp(big.NewFloat(off), least).Float64()
	return min(max(-math.Log10(rel), 0), MostDigits)
}

// MostDigits is the largest number of digits of a float64: half a unit in its last place is 1.1e-16 of it.
const MostDigits = 16

// agrees reports whether the middles of two enclosures of a number agree to 15 digits. f is the narrower one.
func (e Enclosure) agrees(f Enclosure) bool {
	if e.IsInf() || f.IsInf() || f.Vanishes() {
		return e.IsInf() == f.IsInf()
	}
	distance := new(big.Float).Sub(e.Mid(), f.Mid())
	rel, _ := distance.Quo(distance, f.Mid()).Float64()
	return math.Abs(rel) < sure
}

// Decimal returns the number to at most this many significant digits, as many as are sure up to one unit of the last,
// and a bound on their error, rounded up. A number that vanishes is 0.
func (e Enclosure) Decimal(most int) (text string, within float64) {
	switch {
	case e.IsInf():
		return "inf", 0
	case e.Hi.IsInf():
		return "unknown", math.Inf(1)
	case e.Vanishes():
		return "0", e.Off(0)
	}
	for digits := most; ; digits-- {
		text, within = e.Mid().Text('e', digits-1), 0
		at, _ := new(big.Rat).SetString(text)
		for _, end := range []*big.Float{e.Lo, e.Hi} { // the distance of the number from the decimal, rounded up
			r, _ := end.Rat(nil)
			d, exact := r.Sub(r, at).Abs(r).Float64()
			if !exact {
				d = math.Nextafter(d, math.Inf(1))
			}
			within = max(within, d)
		}
		_, exponent, _ := strings.Cut(text, "e")
		power, _ := strconv.Atoi(exponent)
		if unit := math.Pow(10, float64(power-digits+1)); within > unit && digits > 1 {
			continue
		}
		if power >= -4 && power < digits {
			text = e.Mid().Text('f', digits-1-power)
		}
		return text, within
	}
}
