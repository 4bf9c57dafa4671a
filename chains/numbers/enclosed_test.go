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
		if low, high := x.floats(); x.in.IsZero() != (low == 0 && high == 0) {
			t.Errorf("%v is zero: %v", x.in, x.in.IsZero())
		}
	},
	"AtMost": func(t *testing.T, x, y number) {
		if x.in.AtMost(y.in) != (x.in == y.in || x.in.Hi.Cmp(&y.in.Lo) <= 0) {
			t.Errorf("%v is at most %v: %v", x.in, y.in, x.in.AtMost(y.in))
		}
	},
	"Compare": func(t *testing.T, x, y number) {
		if x.in != y.in && x.in.AtMost(y.in) && x.in.Compare(y.in) > 0 {
			t.Errorf("%v is at most %v, and is sorted behind it", x.in, y.in)
		}
	},
	"Floors": func(t *testing.T, x, _ number) {
		low, high := x.in.Floors()
		if first, last := x.floats(); low != int(math.Floor(first)) || high != int(math.Floor(last)) {
			t.Errorf("%v is rounded down to %d to %d", x.in, low, high)
		}
	},
	"Of": func(t *testing.T, x, _ number) {
		at := big.NewRat(5, 8)
		exactly(t, "0.625", x.in.Of(0.625), at, at)
	},
	"Vanishing": func(t *testing.T, x, _ number) {
		z := x.in.Vanishing()
		if z.Lo.Sign() <= 0 || z.Hi.MantExp(nil) > -1e6 || z.Lo.Cmp(&z.Hi) != 0 {
			t.Errorf("%v vanishes", z)
		}
	},
	"Root": func(t *testing.T, x, _ number) {
		if x.in.Lo.Sign() < 0 {
			return
		}
		low, high := x.floats()
		z := number{in: x.in.Root()}
		from, to := z.floats()
		if slack := 1 + 2*math.Ldexp(1, 1-bits); from > math.Sqrt(low) || to < math.Sqrt(high) ||
			from*slack < math.Sqrt(low) || to > math.Sqrt(high)*slack || from < 0 {
			t.Errorf("the root of %v is %v", x.in, z.in)
		}
		if (x.in.IsZero() || x.in.Is(1)) && z.in != x.in {
			t.Errorf("the root of %v is not itself", x.in)
		}
	},
	"Exp": func(t *testing.T, x, _ number) {
		low, high := x.floats()
		exactly(t, "an exponential", x.in.Exp(), rat(math.Exp(low)), rat(math.Exp(high)))
	},
	"Log": func(t *testing.T, x, _ number) {
		if low, high := x.floats(); low > 0 {
			exactly(t, "a logarithm", x.in.Log(), rat(math.Log(low)), rat(math.Log(low)+(high-low)/low))
		}
	},
	"Or": func(t *testing.T, x, y number) {
		least, most := hull(func(x, _ *big.Rat) *big.Rat { return x }, x, x)
		other, beyond := hull(func(y, _ *big.Rat) *big.Rat { return y }, y, y)
		exactly(t, "one or the other", x.in.Or(y.in), enclosed["Min"](least, other), enclosed["Max"](most, beyond))
	},
}

// hull returns the least and the greatest result at ends of both numbers, between which monotone results lie.
func hull(of func(x, y *big.Rat) *big.Rat, x, y number) (least, most *big.Rat) {
	for _, a := range []*big.Float{&x.in.Lo, &x.in.Hi} {
		for _, b := range []*big.Float{&y.in.Lo, &y.in.Hi} {
			first, _ := a.Rat(nil)
			second, _ := b.Rat(nil)
			at := of(first, second)
			if least == nil || at.Cmp(least) < 0 {
				least = at
			}
			if most == nil || at.Cmp(most) > 0 {
				most = at
			}
		}
	}
	return least, most
}

// bits is the number of bits of the intervals here: as few as make roundings large.
const bits = 6

// exactly holds an interval against the narrowest one of its bits around two points.
func exactly(t *testing.T, what string, z *numbers.Interval, low, high *big.Rat) {
	want := numbers.Zero(bits)
	want.Lo.SetRat(low)
	want.Hi.SetRat(high)
	if z.Lo.Cmp(&want.Lo) != 0 || z.Hi.Cmp(&want.Hi) != 0 || z.Lo.Prec() != bits || z.Hi.Prec() != bits {
		t.Errorf("%s is %v, and %v is as narrow as can be", what, z, want)
	}
}

func rat(v float64) *big.Rat { return new(big.Rat).SetFloat64(v) }

// floats returns the ends.
func (x number) floats() (low, high float64) {
	low, _ = x.in.Lo.Float64()
	high, _ = x.in.Hi.Float64()
	return low, high
}

// TestEveryMethodEncloses: whatever points lie in two intervals, the result for them lies in the result for the
// intervals, which is as narrow as its bits can tell. Every method of Number has its definition here. The intervals
// overlap or not, share an end, are points, 0 or 1, and lie below each other's bits.
func TestEveryMethodEncloses(t *testing.T) {
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
	for range 8_000 {
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
			if name != "Min" && name != "Max" {
				least, most := hull(of, x, y)
				if difference && !y.in.IsZero() {
					least = enclosed["Max"](least, new(big.Rat))
				}
				exactly(t, name, z, least, most)
			} else if known := x.in.AtMost(y.in) || y.in.AtMost(x.in); known != (z == x.in || z == y.in) {
				t.Errorf("%s of %v and %v is %v", name, x.in, y.in, z)
			}
			unchanged := x.in.IsZero() || y.in.IsZero()
			if name == "Times" {
				unchanged = unchanged || x.in.Is(1) || y.in.Is(1)
			}
			if (name == "Plus" || name == "Times") && unchanged && z != x.in && z != y.in {
				t.Errorf("%s of %v and %v is neither itself", name, x.in, y.in)
			}
		}
		for _, of := range stated {
			of(t, x, y)
		}
		if t.Failed() {
			t.Fatalf("x is %v, y %v", x.in, y.in)
		}
	}
}

// holds reports whether a point lies in an interval.
func holds(z *numbers.Interval, at *big.Rat) bool {
	low, _ := z.Lo.Rat(nil)
	high, _ := z.Hi.Rat(nil)
	return low.Cmp(at) <= 0 && at.Cmp(high) <= 0
}
