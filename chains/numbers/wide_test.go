package numbers_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"breadboard/chains/numbers"
)

// exactly returns the number, without rounding.
func exactly(x numbers.Wide) *big.Float {
	v := new(big.Float).SetPrec(53).SetFloat64(x.M)
	return v.SetMantExp(v, int(x.E))
}

// TestWide holds every operation against big floats of 53 bits, whose exponents are as wide: the same bits. Among the
// operands are powers of two, numbers just below one, subnormal floats, zeros, and numbers that differ by a rounding.
func TestWide(t *testing.T) {
	dice := rand.New(rand.NewPCG(7, 7))
	ends := []float64{1, -1, 0x1p-256, 0x1p256, 0x1p-1074, 3 * 0x1p-1074, 0x1p-1022, math.MaxFloat64, 0,
		math.Nextafter(1, 0), math.Nextafter(0x1p-256, 0)}
	draw := func() numbers.Wide {
		if dice.IntN(3) == 0 {
			return numbers.WideOf(ends[dice.IntN(len(ends))])
		}
		x := numbers.WideOf(math.Ldexp(dice.Float64()-0.5, dice.IntN(2000)-1000))
		for range dice.IntN(4) {
			x = x.Times(numbers.WideOf(math.Ldexp(1, dice.IntN(2000)-1000)))
		}
		return x
	}
	same := func(what string, x, y, got numbers.Wide, want *big.Float) {
		t.Helper()
		if exactly(got).Cmp(want) != 0 {
			t.Fatalf("%v %s %v is %v, and not %v", exactly(x), what, exactly(y), exactly(got), want)
		}
		if size := math.Abs(got.M); size != 0 && !(size >= 0.5 && size < 1) {
			t.Fatalf("%v %s %v has the wrong exponent: %v", exactly(x), what, exactly(y), got)
		}
	}
	for range 100_000 {
		x, y := draw(), draw()
		if dice.IntN(5) == 0 {
			y = x.Times(numbers.WideOf(1 + 0x1p-52))
		}
		a, b := exactly(x), exactly(y)
		same("+", x, y, x.Plus(y), rounded().Add(a, b))
		same("-", x, y, x.Minus(y), rounded().Sub(a, b))
		same("*", x, y, x.Times(y), rounded().Mul(a, b))
		if !y.IsZero() {
			same("/", x, y, x.Over(y), rounded().Quo(a, b))
		}
		if got := x.Compare(y); got != a.Cmp(b) {
			t.Fatalf("%v compared with %v is %d", a, b, got)
		}
		if f, _ := a.Float64(); x.Float() != f {
			t.Fatalf("%v is the float %v, and not %v", a, x.Float(), f)
		}
	}
}

func rounded() *big.Float { return new(big.Float).SetPrec(53) }

// TestWideExp holds exponentials and logarithms against intervals of 200 bits.
func TestWideExp(t *testing.T) {
	for _, v := range []float64{0, 1, -1, 177, 178, -177.5, 354.9, 355, -500, -708.4, -745.2,
		-1110, 2024, -69315, 1e5, -1e6} {
		want := numbers.Zero(200).Of(v).Exp()
		off := new(big.Float).SetPrec(200).Sub(exactly(numbers.WideExp(v)), &want.Lo)
		relative, _ := off.Quo(off, &want.Lo).Float64()
		if math.Abs(relative) > 4e-16 {
			t.Errorf("e^%v is off by %g of it", v, relative)
		}
		if back := numbers.WideExp(v).LogFloat(); math.Abs(back-v) > 2e-16*max(1, math.Abs(v)) {
			t.Errorf("log e^%v is %v", v, back)
		}
	}
	if !numbers.WideExp(math.Inf(-1)).IsZero() || !math.IsInf(numbers.Wide{}.LogFloat(), -1) {
		t.Error("e^-Inf is not 0, or log 0 not -Inf")
	}
}

// TestWideFar has exponentials that no big float holds. Up to 1e16 nats their logarithms differ, and beyond they are in
// order.
func TestWideFar(t *testing.T) {
	for _, v := range []float64{1e9, 1e12, 1e15, 1e16, -1e9, -1e12, -1e15, -1e16} {
		if back := numbers.WideExp(v).LogFloat(); math.Abs(back-v) > 1e-15*math.Abs(v) {
			t.Errorf("log e^%v is %v", v, back)
		}
	}
	far := numbers.WideExp(-2e300)
	if far.IsZero() || far.Float() != 0 || far.Times(far).Over(far) != far || far.Compare(numbers.WideExp(-1e16)) >= 0 {
		t.Errorf("e^-2e300 is %v", far)
	}
	if least := far.Vanishing(); least.Compare(far) >= 0 || least.Times(far).IsZero() {
		t.Errorf("the least mass is %v, and e^-2e300 is %v", least, far)
	}
}
