package numbers_test

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"breadboard/chains/numbers"
)

// bits is the number of bits of the intervals here: as few as make roundings large, and float64 exact.
const bits = 6

// enclosed holds the methods that compute a number of two, each with its definition for points. The results are
// monotone, so that the least and the greatest lie at ends.
var enclosed = map[string]func(x, y float64) float64{
	"Plus":   func(x, y float64) float64 { return x + y },
	"Minus":  func(x, y float64) float64 { return x - y },
	"Times":  func(x, y float64) float64 { return x * y },
	"Over":   func(x, y float64) float64 { return x / y },
	"Excess": func(x, y float64) float64 { return max(x-y, 0) },
	"Left":   func(x, y float64) float64 { return max(x-y, 0) },
}

// stated holds the other methods, each with what it says of one number, or of two.
var stated = map[string]func(t *testing.T, x, y *numbers.Interval){
	"IsZero": func(t *testing.T, x, _ *numbers.Interval) {
		if low, high := floats(x); x.IsZero() != (low == 0 && high == 0) {
			t.Errorf("it is zero: %v", x.IsZero())
		}
	},
	"AtMost": func(t *testing.T, x, y *numbers.Interval) {
		if x.AtMost(y) != (x == y || x.Hi.Cmp(&y.Lo) <= 0) {
			t.Errorf("x is at most y: %v", x.AtMost(y))
		}
	},
	"Compare": func(t *testing.T, x, y *numbers.Interval) {
		if x != y && x.AtMost(y) && x.Compare(y) > 0 {
			t.Error("x is at most y, and is sorted behind it")
		}
	},
	"Floors": func(t *testing.T, x, _ *numbers.Interval) {
		low, high := x.Floors()
		if first, last := floats(x); low != int(math.Floor(first)) || high != int(math.Floor(last)) {
			t.Errorf("it is rounded down to %d to %d", low, high)
		}
	},
	"Of": func(t *testing.T, x, _ *numbers.Interval) { exactly(t, "0.625", x.Of(0.625), 0.625, 0.625) },
	"Vanishing": func(t *testing.T, x, _ *numbers.Interval) {
		z := x.Vanishing()
		if z.Lo.Sign() <= 0 || z.Hi.MantExp(nil) > -1e6 || z.Lo.Cmp(&z.Hi) != 0 {
			t.Errorf("%v vanishes", z)
		}
	},
	"Root": func(t *testing.T, x, _ *numbers.Interval) {
		if x.Lo.Sign() < 0 {
			return
		}
		z := x.Root()
		low, high := floats(x)
		from, to := floats(z)
		const slack = 1 + 4./(1<<bits) // two units in the last place
		if from > math.Sqrt(low) || to < math.Sqrt(high) || from*slack < math.Sqrt(low) ||
			to > math.Sqrt(high)*slack || from < 0 || (x.IsZero() || x.Is(1)) && z != x {
			t.Errorf("the root is %v", z)
		}
	},
	"Exp": func(t *testing.T, x, _ *numbers.Interval) {
		low, high := floats(x)
		exactly(t, "the exponential", x.Exp(), math.Exp(low), math.Exp(high))
	},
	"Log": func(t *testing.T, x, _ *numbers.Interval) {
		if low, high := floats(x); low > 0 {
			exactly(t, "the logarithm", x.Log(), math.Log(low), math.Log(low)+(high-low)/low)
		}
	},
	"Or": func(t *testing.T, x, y *numbers.Interval) { both(t, x.Or(y), x, y) },
	"Min": func(t *testing.T, x, y *numbers.Interval) {
		if z := x.Min(y); !x.AtMost(y) && !y.AtMost(x) {
			both(t, z, x, y)
		} else if x.AtMost(y) && z != x || !x.AtMost(y) && z != y {
			t.Errorf("the smaller is %v", z)
		}
	},
	"Max": func(t *testing.T, x, y *numbers.Interval) {
		if z := x.Max(y); !x.AtMost(y) && !y.AtMost(x) {
			both(t, z, x, y)
		} else if x.AtMost(y) && z != y || !x.AtMost(y) && z != x {
			t.Errorf("the larger is %v", z)
		}
	},
}

// both holds an interval against the one of two together.
func both(t *testing.T, z, x, y *numbers.Interval) {
	low, high := floats(x)
	least, most := floats(y)
	exactly(t, "one or the other", z, min(low, least), max(high, most))
}

// exactly holds an interval against the narrowest one of its bits around two points.
func exactly(t *testing.T, what string, z *numbers.Interval, low, high float64) {
	want := numbers.Zero(bits)
	want.Lo.SetFloat64(low)
	want.Hi.SetFloat64(high)
	if z.Lo.Cmp(&want.Lo) != 0 || z.Hi.Cmp(&want.Hi) != 0 || z.Lo.Prec() != bits || z.Hi.Prec() != bits {
		t.Errorf("%s is %v, and %v is as narrow as can be", what, z, want)
	}
}

// floats returns the ends.
func floats(x *numbers.Interval) (low, high float64) {
	low, _ = x.Lo.Float64()
	high, _ = x.Hi.Float64()
	return low, high
}

// TestEveryMethodEncloses: whatever points lie in two intervals, the result for them lies in the result for the
// intervals, which is as narrow as its bits can tell. If 0 or 1 leaves an operand as it is, the result is the operand
// itself. Every method of Number has its definition here. The intervals overlap or not, share an end, are points, 0 or
// 1, and lie below each other's bits.
func TestEveryMethodEncloses(t *testing.T) {
	all := reflect.TypeFor[numbers.Number[*numbers.Interval]]()
	for i := range all.NumMethod() {
		name := all.Method(i).Name
		if (enclosed[name] == nil) == (stated[name] == nil) {
			t.Errorf("Number has the method %s, and this test no definition of it", name)
		}
	}
	dice := rand.New(rand.NewPCG(4, 4))
	ends := func() float64 { return math.Ldexp(float64(dice.IntN(41)-20)/8, -20*dice.IntN(2)) }
	draw := func() *numbers.Interval {
		z := numbers.Zero(bits)
		low, high := ends(), ends()
		if dice.IntN(4) == 0 {
			high = low
		}
		z.Lo.SetFloat64(min(low, high))
		z.Hi.SetFloat64(max(low, high))
		return z
	}
	for range 8_000 {
		x, y := draw(), draw()
		if dice.IntN(10) == 0 {
			y = x
		}
		low, high := floats(x)
		least, most := floats(y)
		for name, of := range enclosed {
			switch {
			case name == "Over" && least <= 0: // the quotient is by positive numbers alone
				continue
			case (name == "Excess" || name == "Left") && (x == y || low < 0 || high < least): // y is not larger
				continue
			}
			method := reflect.ValueOf(x).MethodByName(name)
			z := method.Call([]reflect.Value{reflect.ValueOf(y)})[0].Interface().(*numbers.Interval)
			at := []float64{of(low, least), of(low, most), of(high, least), of(high, most)}
			exactly(t, name, z, slices.Min(at), slices.Max(at))
			kept := name == "Plus" && (x.IsZero() || y.IsZero()) ||
				name == "Times" && (x.IsZero() || y.IsZero() || x.Is(1) || y.Is(1))
			if kept && z != x && z != y {
				t.Errorf("%s is neither itself", name)
			}
		}
		for _, of := range stated {
			of(t, x, y)
		}
		if t.Failed() {
			t.Fatalf("x is %v, y %v", x, y)
		}
	}
}
