package numbers_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"reflect"
	"testing"

	"breadboard/chains/numbers"
)

// number is a number with a point that lies in it: the methods of one hold for the other.
type number struct {
	in *numbers.Interval
	at *big.Rat
}

// enclosed holds the methods that make a number of two, each with the definition for points.
var enclosed = map[string]func(x, y *big.Rat) *big.Rat{
	"Plus":  func(x, y *big.Rat) *big.Rat { return new(big.Rat).Add(x, y) },
	"Minus": func(x, y *big.Rat) *big.Rat { return new(big.Rat).Sub(x, y) },
	"Times": func(x, y *big.Rat) *big.Rat { return new(big.Rat).Mul(x, y) },
	"Over":  func(x, y *big.Rat) *big.Rat { return new(big.Rat).Quo(x, y) },
	"Min": func(x, y *big.Rat) *big.Rat {
		if y.Cmp(x) < 0 {
			return y
		}
		return x
	},
	"Max": func(x, y *big.Rat) *big.Rat {
		if y.Cmp(x) > 0 {
			return y
		}
		return x
	},
	"Excess": func(x, y *big.Rat) *big.Rat { return new(big.Rat).Sub(x, y) },
	"Left":   func(x, y *big.Rat) *big.Rat { return new(big.Rat).Sub(x, y) },
}

// stated holds the methods that say something of one number, or of two. They may only say what is so of every point.
var stated = map[string]func(t *testing.T, x, y number){
	"IsZero": func(t *testing.T, x, _ number) {
		if x.in.IsZero() && x.at.Sign() != 0 {
			t.Errorf("%v is zero, and %v lies in it", x.in, x.at)
		}
	},
	"AtMost": func(t *testing.T, x, y number) {
		if x.in != y.in && x.in.AtMost(y.in) && x.at.Cmp(y.at) > 0 {
			t.Errorf("%v is at most %v, and %v is above %v", x.in, y.in, x.at, y.at)
		}
	},
	"Compare": func(t *testing.T, x, y number) {
		if x.in != y.in && x.in.AtMost(y.in) && x.in.Compare(y.in) > 0 {
			t.Errorf("%v is at most %v, and is sorted behind it", x.in, y.in)
		}
	},
	"Floors": func(t *testing.T, x, _ number) {
		low, high := x.in.Floors()
		at := new(big.Int).Div(x.at.Num(), x.at.Denom()) // the floor, as denominators are positive
		if at.Cmp(big.NewInt(int64(low))) < 0 || at.Cmp(big.NewInt(int64(high))) > 0 {
			t.Errorf("%v is rounded down to %d to %d, and %v lies in it", x.in, low, high, x.at)
		}
	},
	"Of": func(t *testing.T, x, _ number) {
		if z := x.in.Of(0.625); !holds(z, big.NewRat(5, 8)) {
			t.Errorf("0.625 is %v", z)
		}
	},
	"Vanishing": func(t *testing.T, x, _ number) {
		z := x.in.Vanishing()
		if z.Lo.Sign() <= 0 || z.Hi.MantExp(nil) > -1e6 {
			t.Errorf("%v vanishes", z)
		}
	},
	"Root": func(t *testing.T, x, _ number) {
		if x.in.Lo.Sign() < 0 {
			return
		}
		z := x.in.Root()
		square := z.Times(z.Plus(z.Of(0)))
		if !holds(square, x.at) || z.Lo.Sign() < 0 {
			t.Errorf("the root of %v is %v, and its square %v without %v", x.in, z, square, x.at)
		}
	},
	"Exp": func(t *testing.T, x, _ number) {
		at, _ := x.at.Float64()
		if !near(x.in.Exp(), math.Exp(at)) {
			t.Errorf("e to the power %v is %v, without e^%v", x.in, x.in.Exp(), x.at)
		}
	},
	"Log": func(t *testing.T, x, _ number) {
		at, _ := x.at.Float64()
		if x.in.Lo.Sign() > 0 && !near(x.in.Log(), math.Log(at)) {
			t.Errorf("the logarithm of %v is %v, without log %v", x.in, x.in.Log(), x.at)
		}
	},
	"Or": func(t *testing.T, x, y number) {
		both := x.in.Or(y.in)
		for _, at := range []*big.Rat{x.at, y.at} {
			if !holds(both, at) {
				t.Errorf("%v or %v is %v, without %v", x.in, y.in, both, at)
			}
		}
	},
}

// TestEveryMethodEncloses: whatever points lie in two intervals, the result for them lies in the result for the
// intervals. Every method of Number has its definition here. The intervals overlap or not, share an end, are points, 0
// or 1, lie below each other's bits, and have as few bits as make roundings large.
func TestEveryMethodEncloses(t *testing.T) {
	const bits = 6
	all := reflect.TypeFor[numbers.Number[*numbers.Interval]]()
	for i := range all.NumMethod() {
		name := all.Method(i).Name
		if (enclosed[name] == nil) == (stated[name] == nil) {
			t.Errorf("Number has the method %s, and this test no definition of it", name)
		}
	}
	dice := rand.New(rand.NewPCG(4, 4))
	ends := func() *big.Float {
		v := big.NewFloat(float64(dice.IntN(41)-20) / 8)
		return v.SetMode(big.ToNearestEven).SetMantExp(v, -20*dice.IntN(2))
	}
	draw := func() number {
		z := numbers.Zero(bits)
		low, high := ends(), ends()
		if dice.IntN(4) == 0 {
			high = low
		}
		if low.Cmp(high) > 0 {
			low, high = high, low
		}
		z.Lo.Set(low)
		z.Hi.Set(high)
		first, _ := z.Lo.Rat(nil)
		last, _ := z.Hi.Rat(nil)
		at := new(big.Rat).Sub(last, first)
		at.Mul(at, big.NewRat(dice.Int64N(5), 4)) // one of the ends, or between
		return number{z, at.Add(at, first)}
	}
	for range 20_000 {
		x, y := draw(), draw()
		if dice.IntN(10) == 0 {
			y = x
		}
		for name, of := range enclosed {
			if name == "Over" && y.in.Lo.Sign() <= 0 {
				continue // the quotient is by positive numbers alone
			}
			difference := name == "Excess" || name == "Left"
			if difference && (x.in == y.in || x.at.Cmp(y.at) < 0 || x.in.Hi.Cmp(&y.in.Lo) < 0) {
				continue // y is known not to be larger
			}
			method := reflect.ValueOf(x.in).MethodByName(name)
			z := method.Call([]reflect.Value{reflect.ValueOf(y.in)})[0].Interface().(*numbers.Interval)
			want := of(x.at, y.at)
			if !holds(z, want) {
				t.Fatalf("%s of %v and %v is %v, without %v of %v and %v", name, x.in, y.in, z, want, x.at, y.at)
			}
		}
		for _, of := range stated {
			of(t, x, y)
		}
		if t.Failed() {
			return
		}
	}
}

// near reports whether a float that may be off by some roundings lies in an interval of a few bits.
func near(z *numbers.Interval, at float64) bool {
	low, _ := z.Lo.Float64()
	high, _ := z.Hi.Float64()
	slack := 1e-14 * math.Abs(at)
	return low-slack <= at && at <= high+slack
}

// holds reports whether a point lies in an interval.
func holds(z *numbers.Interval, at *big.Rat) bool {
	low, _ := z.Lo.Rat(nil)
	high, _ := z.Hi.Rat(nil)
	return low.Cmp(at) <= 0 && at.Cmp(high) <= 0
}
