package certain_test

import (
	"math"
	"math/big"
	"testing"

	"breadboard/exact/certain"
)

// TestDigits: the number of digits follows from the relative error at the end of the
// enclosure that is farther away.
func TestDigits(t *testing.T) {
	e := certain.Enclosure{Lo: big.NewFloat(2), Hi: big.NewFloat(2.002)}
	near := func(name string, got, want float64) {
		if !(math.Abs(got-want) < 1e-3) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	near("in the middle", e.Digits(2.001), 3.301)
	near("at an end", e.Digits(2), 3)
	near("outside", e.Digits(4), 0)
	near("negative", certain.Enclosure{Lo: big.NewFloat(-2.002), Hi: big.NewFloat(-2)}.Digits(-2), 3)
	point := certain.Enclosure{Lo: big.NewFloat(2), Hi: big.NewFloat(2)}
	near("the number itself", point.Digits(2), certain.MostDigits)
	near("no number", point.Digits(math.NaN()), 0)
	if off := point.Off(math.Inf(1)); !math.IsInf(off, 1) {
		t.Errorf("infinity is %v off 2", off)
	}
}

// TestVanishes: what no float64 can tell from 0 is sure, and has no digits.
func TestVanishes(t *testing.T) {
	zero := certain.Enclosure{Lo: big.NewFloat(0), Hi: big.NewFloat(1e-60)}
	if !zero.Vanishes() {
		t.Error("1e-60 does not vanish")
	}
	if digits := zero.Digits(1e-30); !math.IsNaN(digits) {
		t.Errorf("1e-30 has %v digits of what vanishes, want NaN", digits)
	}
	if !zero.Sure(15) {
		t.Error("what vanishes is not sure to 15 digits")
	}
}

// TestDecimal: as many digits are written as are sure, with a bound on their error.
func TestDecimal(t *testing.T) {
	e := certain.Enclosure{Lo: big.NewFloat(2), Hi: big.NewFloat(2.002)}
	text, within := e.Decimal(20)
	if text != "2.00" {
		t.Errorf("between 2 and 2.002 is %s", text)
	}
	if !(within >= 0.001 && within < 0.0021) {
		t.Errorf("between 2 and 2.002 is %s, within %v", text, within)
	}
	thirdOf := func(bits uint) *big.Float {
		return new(big.Float).SetPrec(bits).Quo(big.NewFloat(1), big.NewFloat(3))
	}
	third := certain.Enclosure{Lo: thirdOf(200), Hi: thirdOf(201)}
	text, within = third.Decimal(20)
	if text != "0.33333333333333333333" {
		t.Errorf("a third is %s", text)
	}
	if !(within > 3.3e-21 && within < 3.4e-21) {
		t.Errorf("a third is %s, within %v", text, within)
	}
}

// TestSure: the digits that a width leaves are sure, and none are of either sign.
func TestSure(t *testing.T) {
	e := certain.Enclosure{Lo: big.NewFloat(2), Hi: big.NewFloat(2.002)}
	if e.Sure(4) {
		t.Error("four digits of 2 to 2.002 are said to be sure")
	}
	if !e.Sure(2) {
		t.Error("two digits of 2 to 2.002 are said not to be sure")
	}
	if (certain.Enclosure{Lo: big.NewFloat(-1), Hi: big.NewFloat(1)}).Sure(1) {
		t.Error("a digit of -1 to 1 is said to be sure")
	}
}
