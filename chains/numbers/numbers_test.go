package numbers

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"breadboard/grid/must"
)

// an interval and a number of it, both exact.
type point struct {
	in *Interval
	at *big.Rat
}

func rat(v *big.Float) *big.Rat {
	r, _ := v.Rat(nil)
	return r
}

// points draws intervals at 64 bits, of both signs and many sizes, some of a single
// number, and of each an end or a number in between.
func points() *rapid.Generator[point] {
	return rapid.Custom(func(t *rapid.T) point {
		end := func(name string) *big.Float {
			v := rapid.Float64Range(-4, 4).Draw(t, name)
			return new(big.Float).SetMantExp(big.NewFloat(v), rapid.IntRange(-90, 90).Draw(t, name+"'s exponent"))
		}
		a, b := end("a"), end("b")
		if rapid.Bool().Draw(t, "single") {
			b = a
		}
		if a.Cmp(b) > 0 {
			a, b = b, a
		}
		in := Zero(64)
		in.Lo.Set(a)
		in.Hi.Set(b)
		share := rapid.SampledFrom([]float64{0, 0.25, 0.7, 1}).Draw(t, "share")
		at := new(big.Rat).Sub(rat(b), rat(a))
		at.Mul(at, new(big.Rat).SetFloat64(share)).Add(at, rat(a))
		return point{in, at}
	})
}

func holds(z *Interval, v *big.Rat) bool { return rat(&z.Lo).Cmp(v) <= 0 && v.Cmp(rat(&z.Hi)) <= 0 }

// TestEnclosed: whatever numbers of two intervals are taken, what is made of the
// intervals holds what is made of the numbers.
func TestEnclosed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := points().Draw(t, "x")
		y := points().Draw(t, "y")
		r := func() *big.Rat { return new(big.Rat) }
		check := func(name string, z *Interval, want *big.Rat) {
			if !holds(z, want) {
				t.Fatalf("%s of %v and %v is %v, which does not hold %v", name, x.in, y.in, z, want)
			}
		}
		check("sum", Zero(64).Add(x.in, y.in), r().Add(x.at, y.at))
		check("difference", Zero(64).Sub(x.in, y.in), r().Sub(x.at, y.at))
		check("product", Zero(64).Mul(x.in, y.in), r().Mul(x.at, y.at))
		check("negative", Zero(64).Neg(x.in), r().Neg(x.at))
		less := x.at
		if y.at.Cmp(x.at) < 0 {
			less = y.at
		}
		check("minimum", x.in.Min(y.in), less)
		if y.in.Lo.Sign() > 0 {
			check("quotient", Zero(64).Quo(x.in, y.in), r().Quo(x.at, y.at))
		}
	})
}

// TestNotEnclosed: with rounding to the nearest, as math/big has it where nobody
// asks for more, a third times three is 1 and lies in no interval of a single
// number beside it: such a real is refused.
func TestNotEnclosed(t *testing.T) {
	nearest := new(big.Float).SetPrec(64).Quo(big.NewFloat(1), big.NewFloat(3))
	z := &Interval{Lo: *nearest, Hi: *nearest}
	if holds(z, big.NewRat(1, 3)) {
		t.Error("a third is a float")
	}
	if good := Zero(64).Quo(Zero(64).SetInt(1), Zero(64).SetInt(3)); !holds(good, big.NewRat(1, 3)) {
		t.Errorf("a third is not in %v", good)
	}
	must.Panic(t, func() { z.Add(Zero(64), Zero(64)) }, "a real that rounds to the nearest")
}

// TestFarApart: a number below every bit of the other is not written out.
func TestFarApart(t *testing.T) {
	tiny := Zero(64)
	tiny.Lo.SetMantExp(big.NewFloat(1), -1<<30)
	tiny.Hi.Set(&tiny.Lo)
	one := Zero(64).SetInt(1)
	for _, z := range []*Interval{Zero(64).Add(one, tiny), Zero(64).Add(tiny, one)} {
		if z.Lo.Cmp(unit) != 0 {
			t.Errorf("1 + 2^-2^30 is in %v, which does not begin at 1", z)
		}
		if z.Hi.Cmp(unit) <= 0 {
			t.Errorf("1 + 2^-2^30 is in %v, which does not hold it", z)
		}
		if z.Hi.Cmp(big.NewFloat(1+1e-15)) > 0 {
			t.Errorf("1 + 2^-2^30 is in %v, which is wide", z)
		}
	}
}

// TestEndlessSums: what is infinite stays so, whatever is added and in which order.
func TestEndlessSums(t *testing.T) {
	endless := Zero(64).SetFloat(math.Inf(1))
	for _, v := range []float64{0, 1, 1e300, -1e300, math.Inf(1)} {
		x := Zero(64).SetFloat(v)
		for _, z := range []*Interval{Zero(64).Add(endless, x), Zero(64).Add(x, endless)} {
			if !z.Lo.IsInf() || !z.Hi.IsInf() || z.Lo.Sign() < 0 {
				t.Errorf("+Inf + %g is in %v", v, z)
			}
		}
	}
}

// known holds numbers to 60 decimals, computed elsewhere.
var known = []struct {
	name, digits string
	function     func(c *Calculator, z, x *Interval) *Interval
	at           float64
}{
	{"exp 1", "2.718281828459045235360287471352662497757247093699959574966967", (*Calculator).Exp, 1},
	{"exp -1", "0.367879441171442321595523770161460867445811131031767834507836", (*Calculator).Exp, -1},
	{"log 2", "0.693147180559945309417232121458176568075500134360255254120680", (*Calculator).Log, 2},
	{"log 10", "2.302585092994045684017991454684364207601101488628772976033327", (*Calculator).Log, 10},
	{"log 3/4", "-0.287682072451780927439219005993827431503509710897761056506665", (*Calculator).Log, 0.75},
}

// TestKnownDigits: the published digits lie in the enclosure, which at 212 bits is
// narrower than they tell.
func TestKnownDigits(t *testing.T) {
	for _, bits := range []uint{64, 128, 212, 512} {
		c := NewCalculator(bits)
		for _, k := range known {
			z := Zero(bits)
			k.function(c, z, Zero(64).SetFloat(k.at))
			want, ok := new(big.Rat).SetString(k.digits)
			if !ok {
				t.Fatal(k.digits)
			}
			last := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Exp(big.NewInt(10), big.NewInt(56), nil))
			low := new(big.Rat).Sub(rat(&z.Lo), last)
			high := new(big.Rat).Add(rat(&z.Hi), last)
			if low.Cmp(want) > 0 || high.Cmp(want) < 0 {
				t.Errorf("%s at %d bits: %v, known as %s", k.name, bits, z, k.digits)
			}
			if w, _ := new(big.Float).Sub(&z.Hi, &z.Lo).Float64(); !(w < 40*math.Ldexp(1, -int(bits))) {
				t.Errorf("%s at %d bits is %g wide", k.name, bits, w)
			}
		}
	}
}

// TestFunctions: the addition law of the exponential, and the logarithm as its
// inverse, over all that levels have: arguments from -1e5 to 40, and next to 0.
func TestFunctions(t *testing.T) {
	c := NewCalculator(128)
	rapid.Check(t, func(t *rapid.T) {
		argument := func(name string) float64 {
			size := rapid.SampledFrom([]float64{40, 1, 1e-9, 1e-300, -1e-12, -1, -50, -1e5}).Draw(t, name)
			return size * rapid.Float64Range(0, 1).Draw(t, name+"'s share")
		}
		x := Zero(128).SetFloat(argument("x"))
		y := Zero(128).SetFloat(argument("y"))
		ex := Zero(128)
		ey := Zero(128)
		both := Zero(128)
		again := Zero(128)
		c.Exp(ex, x)
		c.Exp(ey, y)
		c.Exp(both, Zero(128).Add(x, y))
		if product := Zero(128).Mul(ex, ey); product.Lo.Cmp(&both.Hi) > 0 || product.Hi.Cmp(&both.Lo) < 0 {
			t.Fatalf("e^%v e^%v is %v and e^sum %v", x, y, product, both)
		}
		if c.Log(again, ex); again.Lo.Cmp(&x.Lo) > 0 || again.Hi.Cmp(&x.Hi) < 0 {
			t.Fatalf("log e^x is %v, x %v", again, x)
		}
		for _, z := range []*Interval{ex, ey, both} {
			if w := new(big.Float).Sub(&z.Hi, &z.Lo); w.Quo(w, &z.Lo).Cmp(big.NewFloat(1e-30)) > 0 {
				t.Fatalf("an exponential is only known to be in %v", z)
			}
		}
	})
}

// TestWideArguments: of an interval from a to b, narrow or wide, the exponential holds
// e^a and e^b, and the logarithm of those holds a and b. Both rise, so that all between
// is held too.
func TestWideArguments(t *testing.T) {
	c := NewCalculator(128)
	rapid.Check(t, func(t *rapid.T) {
		a := rapid.Float64Range(-40, 40).Draw(t, "a")
		b := a + math.Ldexp(rapid.Float64Range(0.5, 1).Draw(t, "width"), rapid.IntRange(-30, 3).Draw(t, "its exponent"))
		wide := Zero(128)
		wide.Lo.SetFloat64(a)
		wide.Hi.SetFloat64(b)
		low := Zero(128)
		high := Zero(128)
		both := Zero(128)
		c.Exp(low, Zero(128).SetFloat(a))
		c.Exp(high, Zero(128).SetFloat(b))
		c.Exp(both, wide)
		if both.Lo.Cmp(&low.Hi) > 0 || both.Hi.Cmp(&high.Lo) < 0 {
			t.Errorf("e^[%v, %v] is in %v, its ends in %v and %v", a, b, both, low, high)
		}
		wide.Lo.Set(&low.Lo)
		wide.Hi.Set(&high.Hi)
		c.Log(both, wide)
		if at := Zero(128).SetFloat(a); both.Lo.Cmp(&at.Lo) > 0 {
			t.Errorf("log %v is in %v, which %v is below", wide, both, a)
		}
		if at := Zero(128).SetFloat(b); both.Hi.Cmp(&at.Hi) < 0 {
			t.Errorf("log %v is in %v, which %v is above", wide, both, b)
		}
	})
}

// Next to 1, closer than the calculator's own digits, a logarithm keeps its sign and stays on its side: log(1+d) is
// below d.
func TestLogNextToOne(t *testing.T) {
	c := NewCalculator(64)
	for _, sign := range []float64{1, -1} {
		at := Zero(192)
		d := new(big.Float).SetMantExp(big.NewFloat(sign), -65)
		at.Lo.Add(unit, d)
		at.Hi.Set(&at.Lo)
		if z := c.Log(Zero(64), at); z.Lo.Cmp(d) >= 0 || sign > 0 && z.Hi.Cmp(d) < 0 {
			t.Errorf("log(1+%v) is in %v", d, z)
		}
	}
}
