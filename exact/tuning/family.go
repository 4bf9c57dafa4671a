package tuning

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"breadboard/chains"
)

// A Family is an annealing for all values of some parameters of its kernel and of its bridge: the SCALE of jumps, the
// share of a mixture, the Q of a path. All of them run on the same cells, from the same initial density to the same
// target.
type Family struct {
	Parameters []Parameter
	// At is the annealing at some values, one for each parameter. Nobody asks for its schedule.
	At func(values []float64) chains.Annealing
}

// A Parameter is a number of the bridge or of the kernel, between two ends.
type Parameter struct {
	Bends     bool // it is of the bridge, which knows how it bends; else it is of the kernel
	Low, High float64
	Spacing   chains.Spacing // Ratios of a scale, which goes down by its logarithm; else Steps
	// Linear says of a parameter of the kernel that pushes are linear in it, as in the share of a part in a mixture.
	Linear bool
}

// A Gradient is J or B of an annealing, and its derivatives.
type Gradient struct {
	Value  float64
	Betas  []float64 // by the beta of each level, with all else where it is; 0 at both ends, which stay
	Values []float64 // by each parameter
}

// Gradients returns J and B at some values of the parameters, with their derivatives, as the function Gradients does.
// Those by a parameter of the bridge are as exact as those by the betas. Those by one of the kernel have all digits if
// it is Linear, and otherwise eight of the largest of the changes that they sum up. It panics unless Check is nil.
func (f Family) Gradients(s chains.Schedule, values []float64) (J, B Gradient) {
	if err := f.Check(); err != nil {
		panic("tuning: " + err.Error())
	}
	p := newPasses(f.lowered(values), s.Len())
	p.turnTo(f, values)
	of := func(by goal) (g Gradient) {
		g.Betas = make([]float64, s.Len())
		g.Value = by(p, s.Betas(), g.Betas)
		g.Values = slices.Clone(p.byParameter)
		return g
	}
	return of((*passes).J), of((*passes).B)
}

// lowered is At without the constants of the densities.
func (f Family) lowered(values []float64) chains.Annealing {
	a, _ := f.At(values).Lowered()
	return a
}

// Check is why there is no gradient by a parameter, or nil: it goes in whole steps, or its ends are too near for a
// push beside it; the bridge does not know how it bends; or a cell has mass at one end of the range and none at the
// other.
func (f Family) Check() error {
	for k, p := range f.Parameters {
		if p.Spacing == chains.Wholes {
			return fmt.Errorf("parameter %d goes in whole steps", k+1)
		}
		if !(p.High-p.Low > leastRange*p.distance(p.High)) {
			return fmt.Errorf("parameter %d from %v to %v has no room", k+1, p.Low, p.High)
		}
		if !p.Bends {
			continue
		}
		values := f.middle()
		values[k] = p.Low
		low := f.At(values)
		values[k] = p.High
		high := f.At(values)
		if !chains.Bend(low.Bridge, make([]float64, low.Grid.Size()), 0.5) {
			return fmt.Errorf("the bridge does not know how it bends with parameter %d", k+1)
		}
		if !sameCells(low, high) {
			return errors.New("the path goes through other cells at the other end of its range")
		}
	}
	return nil
}

// leastRange is the least range of a parameter, in distances of its pushes.
const leastRange = 8

// middle has all parameters half-way between their ends.
func (f Family) middle() (values []float64) {
	for _, p := range f.Parameters {
		values = append(values, p.at(0.5))
	}
	return values
}

// sameCells reports whether two annealings have mass in the same cells half-way, and the same walls.
func sameCells(a, b chains.Annealing) bool {
	n := a.Grid.Size()
	one := make([]float64, n)
	other := make([]float64, n)
	a.Bridge.At(one, 0.5)
	b.Bridge.At(other, 0.5)
	for x := range n {
		if math.IsInf(one[x], -1) != math.IsInf(other[x], -1) || a.Grid.Wall(x) != b.Grid.Wall(x) {
			return false
		}
	}
	return true
}

// at is the value at a share of the way from Low to High.
func (p Parameter) at(share float64) float64 {
	v := (1-share)*p.Low + share*p.High
	if p.Spacing == chains.Ratios {
		v = p.Low * math.Pow(p.High/p.Low, share)
	}
	return min(max(v, p.Low), p.High)
}

// share is the share of the way at which a value lies.
func (p Parameter) share(v float64) float64 {
	s := (v - p.Low) / (p.High - p.Low)
	if p.Spacing == chains.Ratios {
		s = math.Log(v/p.Low) / math.Log(p.High/p.Low)
	}
	return min(max(s, 0), 1)
}

// perShare is the derivative of the value by the share.
func (p Parameter) perShare(v float64) float64 {
	if p.Spacing == chains.Ratios {
		return v * math.Log(p.High/p.Low)
	}
	return p.High - p.Low
}

// distance is how far beside a value pushes are taken.
func (p Parameter) distance(v float64) float64 {
	if p.Spacing == chains.Ratios {
		return beside * v
	}
	return beside
}
