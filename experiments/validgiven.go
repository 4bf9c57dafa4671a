package experiments

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/kernels"
)

// Given are the matrices of a kernel that came from outside: one for each level of
// the schedule, of which the first may be missing, or a single one.
type Given struct {
	Path     string
	Schedule chains.Schedule
	P        [][]float64 // row-major
	Declared bool        // the matrices are said to be the chain's own kernel's
}

// Given is the matrices on the chain's bridge as a candidate, and the annealing that
// the catalogue can run beside it.
func (c Chain) Given(m Given) (s Candidate, base chains.Annealing) {
	n := c.Target.Grid.Size()
	k := kernels.Matrices{N: n}
	m.P = slices.Clone(m.P)
	for i, p := range m.P {
		if p == nil {
			continue // no chain steps by a first matrix
		}
		p = c.unvisited(p)
		m.P[i] = p
		if k.P = append(k.P, p); len(m.P) > 1 {
			k.Betas = append(k.Betas, m.Schedule.Beta(i+1))
		}
	}
	base = chains.Annealing{Grid: c.Target.Grid, Bridge: c.bridge, Schedule: m.Schedule, Kernel: k, SkipLast: c.SkipLast}
	s = Candidate{Name: fmt.Sprintf("%s on %s", m.Path, c.Target.Name), Annealing: base}
	if m.Declared {
		s.Declared = c.kernel
	}
	s.Given = func(t int) [][]float64 {
		p := m.P[min(t, len(m.P))-1]
		if p == nil {
			return nil
		}
		rows := make([][]float64, n)
		for x := range rows {
			rows[x] = p[x*n:][:n]
		}
		return rows
	}
	return s, base
}

// unvisited is the matrix with rows that lead to the heaviest cell for the cells without
// mass at either end of the bridge: no chain is ever there, and their rows may be
// anything, zeros and NaN among it. Staying there would be a class of its own.
func (c Chain) unvisited(p []float64) []float64 {
	n := c.Target.Grid.Size()
	l := chains.NewLevel(c.bridge, n)
	l.Move(1, 0)
	first := slices.Clone(l.LogF())
	l.Move(2, 1)
	last := l.LogF()
	p = slices.Clone(p)
	for x := range n {
		if math.IsInf(first[x], -1) && math.IsInf(last[x], -1) {
			row := p[x*n:][:n]
			clear(row)
			row[floats.MaxIdx(last)] = 1
		}
	}
	return p
}
