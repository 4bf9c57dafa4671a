package validation

import (
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/laws"
	"breadboard/exact/spectra"
)

// A Pattern holds facts that follow from a chain's possible moves, whatever their
// probabilities. It is known even if the rows are no probabilities. If only samples are seen it is of
// the moves that were, and a way that it has not may exist.
type Pattern struct {
	Heaviest  int             // the cell of the largest mass
	Unreached []int           // cells with mass that are never reached from the heaviest
	Period    int             // the least common multiple of the closed classes'
	Classes   []spectra.Class // of the cells with mass and of those that they lead to; nil on too many cells
	Transient []int           // cells with mass that the chain leaves for good
	Absorbing []int           // cells that it never leaves
}

// patternOf returns the pattern of a kernel that is written out.
func patternOf(w *laws.Written) *Pattern {
	return patternFrom(spectra.Dense(len(w.P), slices.Concat(tolerated(w)...)), w.P)
}

// pattern returns the pattern of the counted moves; nil on too many cells.
func (w *watched) pattern() *Pattern {
	n := len(w.P)
	if n > spectra.MaxStates {
		return nil
	}
	seen := make([]float64, n*n)
	for at := range w.all.All() {
		seen[at[0]*n+at[1]] = 1
	}
	return patternFrom(spectra.Dense(n, seen), w.P)
}

// patternFrom returns the pattern of the entries above 0, on the cells with mass.
func patternFrom(m *spectra.Matrix, mass []float64) *Pattern {
	p := &Pattern{Heaviest: floats.MaxIdx(mass), Unreached: m.Unreached(mass)}
	p.Classes = classesOf(m, m.Reached(massive(mass)))
	p.Period = spectra.Period(p.Classes)
	for _, c := range p.Classes {
		switch {
		case !c.Closed:
			p.Transient = append(p.Transient, slices.DeleteFunc(slices.Clone(c.States),
				func(x int) bool { return mass[x] == 0 })...)
		case len(c.States) == 1 && c.Period > 0: // it has a way to itself
			p.Absorbing = append(p.Absorbing, c.States[0])
		}
	}
	slices.Sort(p.Transient)
	return p
}

// massive are the cells with mass.
func massive(p []float64) []int {
	var cells []int
	for x, v := range p {
		if v > 0 {
			cells = append(cells, x)
		}
	}
	return cells
}

// classesOf returns the classes of these states, which no way leads out of.
func classesOf(m *spectra.Matrix, in []bool) []spectra.Class {
	var states []int
	for x, is := range in {
		if is {
			states = append(states, x)
		}
	}
	classes := m.On(states).Classes()
	for _, class := range classes {
		for k, x := range class.States {
			class.States[k] = states[x]
		}
	}
	return classes
}

// tolerated returns the rows without what a tolerance forgives. If entries were written with
// few digits, a rare move is written as 0: such a move exists if the way back does, and if
// detailed balance makes it no larger than the tolerance.
func tolerated(w *laws.Written) [][]float64 {
	rows, slack := rowsSummingTo1(w), float64(w.Slack)
	if slack == 0 {
		return rows
	}
	for x, row := range rows {
		for y, back := range w.P {
			if row[y] == 0 && rows[y][x] > 0 && back*rows[y][x] <= slack*w.P[x] {
				row[y] = slack
			}
		}
	}
	return rows
}

// widePattern returns the pattern of an aimed operator whose rows do not fit. It follows all ways
// from the heaviest cell once. If the operator leaves p invariant no cell with mass is left for
// good, so that the cells on these ways are one class.
func widePattern(op chains.Operator, p []float64) *Pattern {
	found := &Pattern{Heaviest: floats.MaxIdx(p)}
	steps := slices.Repeat([]int{-1}, len(p))
	steps[found.Heaviest] = 0
	for queue := []int{found.Heaviest}; len(queue) > 0; queue = queue[1:] {
		x, stay, visits := queue[0], 1.0, 0.0
		lead := func(y int) {
			if steps[y] < 0 {
				steps[y] = steps[x] + 1
				queue = append(queue, y)
			}
			found.Period = spectra.GCD(found.Period, max(steps[x]+1-steps[y], steps[y]-steps[x]-1))
		}
		op.Row(x, func(y int, v float64) {
			stay -= v
			visits++
			if v > 0 {
				lead(y)
			}
		})
		if stay > visits*0x1p-53 { // more than round-off
			lead(x)
		}
	}
	for x, v := range p {
		if v > 0 && steps[x] < 0 {
			found.Unreached = append(found.Unreached, x)
		}
	}
	return found
}
