package experiments

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/toys"
)

// A Quantity is one of the two numbers that BREAD compares.
type Quantity string

// J is the Jeffreys divergence of the final states, B that of the whole paths,
// which bounds it; both in nats.
const (
	J Quantity = "J"
	B Quantity = "B"
)

// A Published is one number that BREAD prints in Appendix B.1.1.
type Published struct {
	Quantity Quantity
	T        int
	Printed  string // as printed, so that its digits are known: "1.840" has three decimals
}

// Value is the number printed.
func (p Published) Value() float64 {
	v, err := strconv.ParseFloat(p.Printed, 64)
	if err != nil {
		panic("experiments: a published figure " + err.Error())
	}
	return v
}

// Check compares x with what was printed. They agree where x, rounded to as many
// decimals as were printed, is what was printed; NaN agrees with nothing.
func (p Published) Check(x float64) Verdict {
	_, decimals, _ := strings.Cut(p.Printed, ".")
	v := p.Value()
	return Verdict{
		Agrees:     strconv.FormatFloat(x, 'f', len(decimals), 64) == p.Printed,
		Difference: x - v,
		Relative:   (x - v) / v,
	}
}

// A Verdict is how a computed number stands to the published one.
type Verdict struct {
	Agrees     bool    // to the digits published
	Difference float64 // computed less published
	Relative   float64 // that over the published
}

// String is "agrees to the digits published", or the difference.
func (v Verdict) String() string {
	if v.Agrees {
		return "agrees to the digits published"
	}
	return fmt.Sprintf("differs by %+.2g (%+.2g%%)", v.Difference, 100*v.Relative)
}

// A PaperToy is a toy of Appendix B.1.1 and everything printed about it there.
type PaperToy struct {
	toys.Toy
	Title     string // the paper's name for it
	Published []Published
}

// PaperToys are the three toys of Appendix B.1.1. The two random ones are draws
// that were never published, so what is printed of them says where other draws
// should lie, and not what they should be.
func PaperToys() []PaperToy {
	return []PaperToy{
		{paperToy("easy"), "EASY RANDOM", []Published{{J, 100, "0.13"}, {J, 1000, "0.00518"}, {B, 1000, "0.0705"}}},
		{paperToy("hard"), "HARD RANDOM", []Published{{J, 100, "4.73"}, {J, 1000, "1.840"}, {B, 1000, "2.309"}}},
		{paperToy("barrier"), "BARRIER", []Published{{J, 100, "1.65"}, {J, 1000, "1.085"}, {B, 1000, "1.184"}}},
	}
}

func paperToy(name string) toys.Toy {
	for _, t := range toys.Catalogue {
		if t.Name == name {
			return t
		}
	}
	panic("experiments: no toy " + name + " in the catalogue")
}

// Target is the toy at its default seed.
func (t PaperToy) Target() toys.Target { return t.Of(t.Seed) }

// PaperAnnealing is the paper's annealing of T levels: from the uniform
// distribution, by geometric averages on a linear schedule, with Metropolis
// moves.
func PaperAnnealing(t toys.Target, T int) chains.Annealing {
	return chains.Annealing{
		Grid:     t.Grid,
		Bridge:   chains.Geometric{From: chains.Uniform(t.LogF), To: t.LogF},
		Schedule: chains.Linear(T),
		Kernel:   kernels.Metropolis{},
	}
}

// LogSpaced returns integers from low to high, perDecade of them to a factor of
// ten and equally spaced but for rounding, without repeats. 3 a decade are
// rounded to 1, 2 and 5 times a power of ten. It panics unless 1 <= low <= high
// and perDecade >= 1.
func LogSpaced(low, high, perDecade int) []int {
	if low < 1 || high < low || perDecade < 1 {
		panic(fmt.Sprintf("experiments: %d integers a decade from %d to %d", perDecade, low, high))
	}
	var ts []int
	for k := 0; ; k++ {
		t := float64(low) * math.Pow(10, float64(k)/float64(perDecade))
		if perDecade == 3 {
			t = float64(low) * math.Pow(10, float64(k/3)) * []float64{1, 2, 5}[k%3]
		}
		n := int(math.Round(t))
		if n > high {
			return ts
		}
		if len(ts) == 0 || n > ts[len(ts)-1] {
			ts = append(ts, n)
		}
	}
}
