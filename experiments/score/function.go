package score

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"breadboard/chains"
	"breadboard/experiments"
	"breadboard/toys"
)

// A Function has a value in every cell, and chains average it.
type Function struct {
	Name   string // as in flags: mean:1, logf
	Values []float64
}

// Truth returns the exact mean, and Var_p[h].
func (f Function) Truth(p []float64) (mean, spread float64) {
	support := chains.Support(p)
	return stat.PopMeanVariance(chains.In(support, f.Values), chains.In(support, p))
}

// fieldFunction names functions in faults.
const fieldFunction experiments.Field = "function"

// mostModes bounds the modes of the spec mode, the heaviest first.
const mostModes = 8

// Functions makes the functions that specs name on a target:
//
//	mean:AXIS   the coordinate, from axis 1
//	var:AXIS    its squared deviation from the exact mean
//	logf        the log density
//	mode:I      1 in the I-th heaviest mode, 0 elsewhere
//	file:PATH   one value a cell, in the form of a target's file
//
// A spec without its number stands for all axes, or for up to mostModes modes. A function that is constant on the cells
// with mass has no RESS, and is only named in constant.
func Functions(t toys.Target, specs []string) (all []Function, constant []string, err error) {
	p := chains.Normalized(t.LogF)
	for _, spec := range specs {
		made, err := functionsOf(t, p, spec)
		if err != nil {
			return nil, nil, err
		}
		for _, f := range made {
			const most = 1e300 // of floats, less room for sums
			switch _, spread := f.Truth(p); {
			case isConstant(f.Values, p):
				constant = append(constant, f.Name)
			case !(spread >= 1/most && spread <= most):
				return nil, nil, experiments.Faultf("%v %s has the variance %.3g; multiply its values by a number",
					fieldFunction, f.Name, spread)
			default:
				all = append(all, f)
			}
		}
	}
	return all, constant, nil
}

// functionsOf makes the functions of one spec.
func functionsOf(t toys.Target, p []float64, spec string) (all []Function, err error) {
	name, number, numbered := strings.Cut(spec, ":")
	var what string // what is numbered
	var most, usual int
	var of func(i int) []float64
	switch {
	case spec == "logf":
		return []Function{{Name: spec, Values: t.LogF}}, nil
	case name == "file" && numbered:
		values, err := toys.OpenFunction(number, t.Grid)
		return []Function{{Name: spec, Values: values}}, err
	case name == "mean" || name == "var":
		what = "axes"
		most = t.Grid.Axes()
		usual = most
		of = func(i int) []float64 { return axisValues(t, p, i, name == "var") }
	case name == "mode":
		modes := chains.Modes(t.Grid, t.LogF)
		what = "modes"
		most = len(modes)
		usual = min(most, mostModes)
		of = func(i int) []float64 {
			inside := make([]float64, len(p))
			for _, x := range modes[i].Basin {
				inside[x] = 1
			}
			return inside
		}
	default:
		return nil, experiments.Faultf("%v %q is unknown; use mean:AXIS, var:AXIS, logf, mode:I or file:PATH",
			fieldFunction, spec)
	}
	if numbered {
		i, err := strconv.Atoi(number)
		if err != nil || i < 1 || i > most {
			return nil, experiments.Faultf("%v %s: the %s of %s are numbered from 1 to %d; use one of these "+
				"numbers",
				fieldFunction, spec, what, t.Name, most)
		}
		return []Function{{spec, of(i - 1)}}, nil
	}
	for i := range usual {
		all = append(all, Function{fmt.Sprintf("%s:%d", name, i+1), of(i)})
	}
	return all, nil
}

// axisValues returns a coordinate of each cell, or its squared deviation from the mean.
func axisValues(t toys.Target, p []float64, axis int, squared bool) []float64 {
	of := make([]float64, len(p))
	for x := range p {
		of[x] = float64(t.Grid.Coord(x, axis))
	}
	if squared {
		mean := floats.Dot(p, of)
		for x, v := range of {
			of[x] = (v - mean) * (v - mean)
		}
	}
	return of
}

// isConstant reports whether a function has one value on all cells with mass, up to rounding: the mean of a symmetric
// distribution on two cells may be 0.5 + 1e-16, and its squared deviations then differ from 0.25 in the last digit.
func isConstant(of, p []float64) bool {
	const rounding = 1e-12
	values := chains.In(chains.Support(p), of)
	low := slices.Min(values)
	high := slices.Max(values)
	return high-low <= rounding*max(math.Abs(low), math.Abs(high))
}
