package score

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"breadboard/chains"
	"breadboard/experiments"
	"breadboard/toys"
)

// A Start has the distribution of the cell where a chain starts. The start does not count in the average.
type Start struct {
	Name         string    // as in flags: exact, cell:3
	Distribution []float64 // nil for Worst, whose cell depends on the function and the number of steps
}

// Worst names the start in the cell with the largest mean squared error, for each kernel, function and number of steps
// by itself. Only exact scores have it: no chain is drawn from it.
const Worst = "worst"

// fieldStart names starts in faults.
const fieldStart experiments.Field = "start"

// Starts makes the starts that specs name on a target:
//
//	exact    a draw of the target
//	lightest the cell of least mass above 0
//	worst    the cell with the largest mean squared error
//	cell:I   cell I, from 0
func Starts(t toys.Target, specs []string) (all []Start, err error) {
	p := chains.Normalized(t.LogF)
	for _, spec := range specs {
		name, number, _ := strings.Cut(spec, ":")
		switch {
		case spec == "exact":
			all = append(all, Start{spec, p})
		case spec == "lightest":
			all = append(all, Start{spec, pointMass(lightest(p), len(p))})
		case spec == Worst:
			all = append(all, Start{Name: spec})
		case name == "cell":
			x, err := strconv.Atoi(number)
			if err != nil || x < 0 || x >= len(p) {
				return nil, experiments.Faultf("%v %s: the cells of %s are numbered from 0 to %d; use one of "+
					"these numbers", fieldStart, spec, t.Name, len(p)-1)
			}
			if p[x] == 0 {
				return nil, experiments.Faultf("%v %s: cell %d of %s has no mass; use one with mass, as %d",
					fieldStart, spec, x, t.Name, lightest(p))
			}
			all = append(all, Start{spec, pointMass(x, len(p))})
		default:
			return nil, experiments.Faultf("%v %q is unknown; use exact, lightest, worst or cell:I",
				fieldStart, spec)
		}
	}
	return all, nil
}

// lightest returns the first cell of the least mass above 0.
func lightest(p []float64) int {
	return slices.MinFunc(chains.Support(p), func(x, y int) int { return cmp.Compare(p[x], p[y]) })
}

// pointMass returns the distribution on one cell.
func pointMass(x, cells int) []float64 {
	distribution := make([]float64, cells)
	distribution[x] = 1
	return distribution
}
