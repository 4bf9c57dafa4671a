package numbers_test

import (
	"math"
	"math/big"
	"runtime"
	"testing"

	"breadboard/chains/numbers"
	"breadboard/grid/must"
)

// TestFarApart: a number below every bit of the other is not written out.
func TestFarApart(t *testing.T) {
	tiny := numbers.Zero(64)
	tiny.Lo.SetMantExp(big.NewFloat(1), -1<<30)
	tiny.Hi.Set(&tiny.Lo)
	one := numbers.Zero(64).Of(1)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	sums := []*numbers.Interval{one.Plus(tiny), tiny.Plus(one)}
	runtime.ReadMemStats(&after)
	if all := after.TotalAlloc - before.TotalAlloc; all > 1<<20 {
		t.Errorf("1 + 2^-2^30 takes %d bytes", all)
	}
	for _, z := range sums {
		if z.Lo.Cmp(big.NewFloat(1)) != 0 || z.Hi.Cmp(big.NewFloat(1+0x1p-52)) > 0 {
			t.Errorf("1 + 2^-2^30 is in %v", z)
		}
	}
}

// TestMass holds exponentials and their logarithms against intervals of 200 bits. Beyond MostNats they are those there,
// so that they stay in order with a vanishing number.
func TestMass(t *testing.T) {
	for _, v := range []float64{0, 1, -1, 177, 178, -177.5, 354.9, 355, -500, -708.4, -745.2, -1110, 2024, -69315, 1e5,
		-1e6} {
		want := numbers.Zero(200).Of(v).Exp()
		z := numbers.Mass(v)
		off := new(big.Float).SetPrec(200).Sub(&z.Lo, &want.Lo)
		relative, _ := off.Quo(off, &want.Lo).Float64()
		if math.Abs(relative) > 4e-16 || z.Lo.Cmp(&z.Hi) != 0 {
			t.Errorf("e^%v is %v, off by %g of it", v, z, relative)
		}
		if back := z.LogMass(); math.Abs(back-v) > 2e-16*max(1, math.Abs(v)) {
			t.Errorf("log e^%v is %v", v, back)
		}
		if back := z.Float(); back != math.Exp(v) && math.Abs(back-math.Exp(v)) > 4e-16*math.Exp(v) {
			t.Errorf("e^%v is the float %v", v, back)
		}
	}
	least := numbers.Mass(-numbers.MostNats)
	if none := numbers.Mass(math.Inf(-1)); !none.IsZero() || !math.IsInf(none.LogMass(), -1) {
		t.Error("e^-Inf is not 0, or log 0 not -Inf")
	}
	if far := numbers.Mass(-2e300); far.Compare(least) != 0 || !(math.Abs(far.LogMass()/numbers.MostNats+1) < 1e-15) {
		t.Errorf("e^-2e300 is %v, of the logarithm %v", far, far.LogMass())
	}
	if last := least.Vanishing(); last.Compare(least) >= 0 || last.Times(last).IsZero() {
		t.Errorf("the least mass is %v, and e^-%v is %v", last, numbers.MostNats, least)
	}
}

// TestEndlessSums: what is infinite stays so, whatever is added and in which order.
func TestEndlessSums(t *testing.T) {
	endless := numbers.Zero(64).Of(math.Inf(1))
	for _, v := range []float64{0, 1, 1e300, -1e300, math.Inf(1)} {
		x := numbers.Zero(64).Of(v)
		for _, z := range []*numbers.Interval{endless.Plus(x), x.Plus(endless)} {
			if !z.Lo.IsInf() || !z.Hi.IsInf() || z.Lo.Sign() < 0 {
				t.Errorf("+Inf + %g is in %v", v, z)
			}
		}
	}
}

// known holds numbers to 60 digits, computed elsewhere.
var known = []struct {
	name, digits string
	function     func(x *numbers.Interval) *numbers.Interval
	at           float64
}{
	{"exp 1", "2.718281828459045235360287471352662497757247093699959574966967", (*numbers.Interval).Exp, 1},
	{"exp -1", "0.367879441171442321595523770161460867445811131031767834507836", (*numbers.Interval).Exp, -1},
	{"log 2", "0.693147180559945309417232121458176568075500134360255254120680", (*numbers.Interval).Log, 2},
	{"log 10", "2.302585092994045684017991454684364207601101488628772976033327", (*numbers.Interval).Log, 10},
	{"exp 30", "10686474581524.46214699046865074140165002449500547305499022291", (*numbers.Interval).Exp, 30},
	{"exp -1e5", "3.562949565309373121071174418748652368608766222182630519875780E-43430",
		(*numbers.Interval).Exp, -1e5},
	{"exp 2^-30", "1.000000000931322575049159384753834034792046984499344770193334", (*numbers.Interval).Exp,
		0x1p-30},
	{"log 1e5", "11.51292546497022842008995727342182103800550744314386488016664", (*numbers.Interval).Log, 1e5},
	{"log 3/4", "-0.287682072451780927439219005993827431503509710897761056506665", (*numbers.Interval).Log, 0.75},
}

// TestKnownDigits: the published digits lie in the enclosure, which at 212 bits is
// narrower than they tell, of all that levels have: arguments from -1e5 to 30, and next to 0.
func TestKnownDigits(t *testing.T) {
	for _, bits := range []uint{64, 128, 212, 512} {
		for _, k := range known {
			z := k.function(numbers.Zero(bits).Of(k.at))
			want, _, err := big.ParseFloat(k.digits, 10, 600, big.ToNearestEven)
			must.Do(t, err)
			last := new(big.Float).Mul(want, big.NewFloat(1e-56))
			last.Abs(last)
			if new(big.Float).Sub(&z.Lo, last).Cmp(want) > 0 || new(big.Float).Add(&z.Hi, last).Cmp(want) < 0 {
				t.Errorf("%s at %d bits: %v, known as %s", k.name, bits, z, k.digits)
			}
			width := new(big.Float).Sub(&z.Hi, &z.Lo)
			if w, _ := width.Quo(width, want).Float64(); !(math.Abs(w) < 8*math.Ldexp(1, -int(bits))) {
				t.Errorf("%s at %d bits is %g of it wide", k.name, bits, w)
			}
		}
	}
}

// TestMisuse: what has no result says why.
func TestMisuse(t *testing.T) {
	half := numbers.Zero(64).Of(0.5)
	reaching := numbers.Zero(64).Or(half)
	below := half.Minus(half.Of(1))
	for want, misuse := range map[string]func(){
		"numbers: a quotient by [0, 0.5]":                 func() { half.Over(reaching) },
		"numbers: [-0.5, -0.5] is negative":               func() { below.Positive() },
		"numbers: the logarithm of [0, 0.5]":              func() { reaching.Log() },
		"numbers: the exponential of a number above 2^24": func() { half.Of(1 << 24).Exp() },
	} {
		func() {
			defer func() {
				if said := recover(); said != want {
					t.Errorf("it says %v in place of %s", said, want)
				}
			}()
			misuse()
		}()
	}
	if last := half.Of(1<<24 - 1).Exp(); last.Lo.IsInf() || below.Or(half).Positive().Lo.Sign() != 0 {
		t.Errorf("the last exponential is %v", last)
	}
}

// TestFloat: what is left of a sum of probabilities is 0 if it may be rounding.
func TestFloat(t *testing.T) {
	const one = numbers.Float(1)
	for left, want := range map[numbers.Float]numbers.Float{-0.5: 0, 0: 0, 0x1p-50: 0, 0x1p-49: 0x1p-49, 0.25: 0.25} {
		if got := one.Left(one - left); got != want || one.Excess(one-left) != max(left, 0) {
			t.Errorf("%g is left, and %g of it told", left, got)
		}
	}
	if low, high := numbers.Float(-1.5).Floors(); low != -2 || high != -2 {
		t.Errorf("-1.5 is rounded down to %d to %d", low, high)
	}
}

// TestIntervalLeft: of 1 nothing is left by a sum that is 1 or more for certain, and no less than nothing by one that
// may be more.
func TestIntervalLeft(t *testing.T) {
	one := numbers.Zero(64).Of(1)
	above, below := one.Of(1+0x1p-52), one.Of(1-0x1p-53)
	for _, sum := range []*numbers.Interval{one, one.Of(1), above, one.Of(2)} {
		if left := one.Left(sum); !left.IsZero() {
			t.Errorf("%v leaves %v", sum, left)
		}
	}
	if left := one.Left(below.Or(above)); left.Lo.Sign() != 0 || left.Hi.Cmp(big.NewFloat(0x1p-53)) != 0 {
		t.Errorf("from %v to %v leaves %v", below, above, left)
	}
	if left := one.Left(below); left.Float() != 0x1p-53 || one.Left(one.Of(0)) != one {
		t.Errorf("%v leaves %v, and 0 leaves %v", below, left, one.Left(one.Of(0)))
	}
}

// TestLogNextToOne: next to 1 a logarithm keeps its sign and stays on its side: log(1+d) is below d. Nothing
// cancels on either side, so that 150 bits are left.
func TestLogNextToOne(t *testing.T) {
	for _, sign := range []float64{1, -1} {
		at := numbers.Zero(192)
		d := new(big.Float).SetMantExp(big.NewFloat(sign), -185)
		at.Lo.Add(big.NewFloat(1), d)
		at.Hi.Set(&at.Lo)
		if z := at.Log(); z.Lo.Cmp(d) >= 0 || z.Hi.Sign() != d.Sign() {
			t.Errorf("log(1+%v) is in %v", d, z)
		} else if width := new(big.Float).Sub(&z.Hi, &z.Lo); width.MantExp(nil) > -185-150 {
			t.Errorf("log(1+%v) is in %v, known to %v only", d, z, width)
		}
	}
}
