package score

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"breadboard/chains"
	"breadboard/experiments"
	"breadboard/toys"
)

// A Function has a value in every cell, which chains average.
type Function struct {
	Name string // as in flags: mean:1, logf
	Of   []float64
}

// Truth is the exact mean, and Var_p[h].
func (f Function) Truth(p []float64) (mean, spread float64) {
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

// usual are the specs of the functions that are scored if none are named.
var usual = []string{"mean", "var", "logf", "mode"}

// Functions makes the functions that specs name on a target:
//
//	mean:AXIS   the coordinate, from axis 1
//	var:AXIS    its squared deviation from the exact mean
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
	case name != "mean" && name != "var":
		return nil, experiments.Faultf("%v %q is unknown; mean:AXIS, var:AXIS, logf, mode:I or file:PATH would do",
			fieldFunction, spec)
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

// ofAxis is a coordinate, or its squared deviation from the mean.
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
	return Function{Of: of}
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
