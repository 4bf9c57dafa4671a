package score

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
	"breadboard/experiments"
	"breadboard/grid"
	"breadboard/toys"
)

// A Function has a value in every cell, which chains average; or it is the coordinate whose law they
// estimate, up to a KS distance.
type Function struct {
	Name string // as in flags: mean:1, logf, ks:1
	Of   []float64
	law  *marginal // of a KS distance; nil of an average
}

// Distance reports whether the function stands for a KS distance.
func (f Function) Distance() bool { return f.law != nil }

// Truth is the exact mean, and Var_p[h]. Of a KS distance it is 0, and R of its law.
func (f Function) Truth(p []float64) (mean, spread float64) {
	if f.Distance() {
		return 0, f.law.scale()
	}
	for x, mass := range p {
		if mass > 0 {
			mean += mass * f.Of[x]
		}
	}
	for x, mass := range p {
		if mass > 0 {
			spread += mass * (f.Of[x] - mean) * (f.Of[x] - mean)
		}
	}
	return mean, spread
}

// fieldFunction is the field of functions in faults.
const fieldFunction experiments.Field = "function"

// mostModes is the number of modes, the heaviest first, that get a function without being asked for.
const mostModes = 8

// averages are the specs of the functions that are scored on one density if none are named: all that
// are exact. On several KS distances are scored too, which are sampled.
var (
	averages = []string{"mean", "var", "logf", "mode"}
	usual    = []string{"mean", "var", "ks", "logf", "mode"}
)

// Functions makes the functions that specs name on a target:
//
//	mean:AXIS   the coordinate, from axis 1
//	var:AXIS    its squared deviation from the exact mean
//	ks:AXIS     the KS distance of its law from the exact one
//	logf        the log density
//	mode:I      1 in the I-th heaviest mode, 0 elsewhere
//	file:PATH   one value a cell, in the form of a target's file
//
// A spec without its number stands for all axes, or all modes up to mostModes. A function that is
// constant on the cells with mass has no RESS, and is only named in constant.
func Functions(t toys.Target, specs []string) (all []Function, constant []string, err error) {
	p := chains.Normalized(t.LogF)
	for _, spec := range specs {
		made, err := functionsOf(t, p, spec)
		if err != nil {
			return nil, nil, err
		}
		for _, f := range made {
			if isConstant(f.Of, p) {
				constant = append(constant, f.Name)
			} else {
				all = append(all, f)
			}
		}
	}
	return all, constant, nil
}

func functionsOf(t toys.Target, p []float64, spec string) (all []Function, err error) {
	name, number, numbered := strings.Cut(spec, ":")
	few := t.Grid.Axes()
	most := t.Grid.Axes()
	what := "axes" // so many without a number, and so many there are
	of := func(i int) Function { return ofAxis(t, p, name, i) }
	switch {
	case spec == "logf":
		return []Function{{Name: spec, Of: t.LogF}}, nil
	case name == "file" && numbered:
		of, err := toys.OpenFunction(number, t.Grid)
		return []Function{{Name: spec, Of: of}}, err
	case name == "mode":
		modes := chains.Modes(t.Grid, t.LogF)
		few = min(len(modes), mostModes)
		most = len(modes)
		what = "modes"
		of = func(i int) Function {
			f := Function{Of: make([]float64, len(p))}
			for _, x := range modes[i].Basin {
				f.Of[x] = 1
			}
			return f
		}
	case name != "mean" && name != "var" && name != "ks":
		return nil, experiments.Faultf("%v %q is unknown; mean:AXIS, var:AXIS, ks:AXIS, logf, mode:I or file:PATH "+
			"would do", fieldFunction, spec)
	}
	if numbered && number != "all" {
		i, err := strconv.Atoi(number)
		if err != nil || i < 1 || i > most {
			return nil, experiments.Faultf("%v %s: the %s of %s are numbered from 1 to %d; one of these numbers "+
				"would do",
				fieldFunction, spec, what, t.Name, most)
		}
		one := of(i - 1)
		one.Name = spec
		return []Function{one}, nil
	}
	for i := range few {
		all = append(all, of(i))
		all[i].Name = fmt.Sprintf("%s:%d", name, i+1)
	}
	return all, nil
}

// ofAxis is a coordinate, its squared deviation from the mean, or its KS distance.
func ofAxis(t toys.Target, p []float64, name string, axis int) Function {
	of, mean := make([]float64, len(p)), 0.0
	for x, mass := range p {
		of[x] = float64(t.Grid.Coord(x, axis))
		mean += mass * of[x]
	}
	if name == "var" {
		for x, v := range of {
			of[x] = (v - mean) * (v - mean)
		}
	}
	f := Function{Of: of}
	if name == "ks" {
		law := make([]float64, t.Grid.Len(axis))
		upTo := make([]float64, t.Grid.Len(axis))
		for x, mass := range p {
			law[t.Grid.Coord(x, axis)] += mass
		}
		f.law = &marginal{t.Grid.Lines(axis), floats.CumSum(upTo, law),
			sync.OnceValue(func() float64 { return bridgeScale(law) })}
	}
	return f
}

// isConstant reports whether a function has one value on all cells with mass, up to rounding: the
// mean of a symmetric law of two cells may be 0.5 + 1e-16, and the squared deviations from it are then
// 0.25 in both cells but for the last digit.
func isConstant(of, p []float64) bool {
	const rounding = 1e-12
	low, high := math.Inf(1), math.Inf(-1)
	for x, mass := range p {
		if mass > 0 {
			low, high = min(low, of[x]), max(high, of[x])
		}
	}
	return high-low <= rounding*max(math.Abs(low), math.Abs(high))
}

// A marginal is the law of one coordinate along an axis, and what KS distances from it need.
type marginal struct {
	along grid.Lines
	upTo  []float64      // the sums of the law, by coordinate
	scale func() float64 // R of the paper for this law, computed once
}

// bridges is how many Brownian bridges are drawn for the constant of a marginal. The square of
// their maximum has a standard deviation near its mean, so that the constant has an error of 0.7%.
// The squared distances of eight chains vary by a third.
const bridges = 20_000

// bridgeScale is N times the expected square of the KS distance of many independent draws of a
// discrete law: that of the largest distance from 0 of a Brownian bridge at the sums of the law.
// It is F(1-F) for two values, and at most Kolmogorov's. It is 0 for one value.
func bridgeScale(p []float64) float64 {
	normal := distuv.Normal{Sigma: 1, Src: rand.NewPCG(1, uint64(len(p)))}
	spread := make([]float64, len(p))
	path := make([]float64, len(p))
	for v, mass := range p {
		spread[v] = math.Sqrt(mass)
	}
	mean := 0.0
	for range bridges {
		var sum, upTo, far float64
		for v, s := range spread {
			if s > 0 {
				sum += s * normal.Rand()
			}
			path[v] = sum
		}
		for v, mass := range p {
			upTo += mass
			far = max(far, math.Abs(path[v]-upTo*sum))
		}
		mean += far * far / bridges
	}
	return mean
}
