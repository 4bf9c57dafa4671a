package experiments

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
	"breadboard/chains/outside"
)

// A user's kernel is known by its rows, level by level: the matrices of a folder, or the rows of a command. Before they
// are used they are checked to be distributions, and measured how far they miss the density of their level: the reverse
// chain, and so B, exist only for kernels that leave it invariant.

// findMatrices reads the folder for a target of this many cells. Its betas are the schedule, and their number is T.
func (s Setting) findMatrices(cells int) (p [][]float64, own schedule, err error) {
	switch {
	case s.Kernel != s.Matrix:
		return nil, own, Faultf(bothGiven, FieldMatrix, s.Matrix, FieldKernel, s.Kernel)
	case s.Schedule != OfMatrices:
		return nil, own, Faultf("%v %s has betas of its own, so that %v %s cannot be used; leave %v out", FieldMatrix,
			s.Matrix, FieldSchedule, s.Schedule, FieldSchedule)
	case cells == 0: // the target has a fault
		return nil, own, nil
	}
	f, err := outside.OpenFolder(s.Matrix, cells)
	if err != nil {
		return nil, own, err
	}
	return f.P, schedule{curve: func(int) chains.Schedule { return f.Schedule }, own: f.Schedule.Len()}, nil
}

// byMatrices returns the folder's matrices as a kernel, and how far they miss the levels; "" if they keep them.
func (f Resolved) byMatrices(a chains.Annealing) (k chains.Kernel, misses string, err error) {
	return f.byRows(a, func(t int) (levelRows, error) {
		p, err := checkedRows(a, t, f.matrices[t-1])
		if err != nil {
			err = Faultf("%v %s, beta = %v: %v; use matrices that breadboard validate %v %s accepts",
				FieldMatrix, f.Matrix, a.Schedule.Beta(t), err, FieldMatrix, f.Matrix)
		}
		return p, err
	})
}

// A levelRows has the rows of one level as a kernel takes them, and how far a step moves a draw of its density.
type levelRows struct {
	p      []float64
	moved  float64 // the total variation between pT and p; 0 if it is rounding
	misses string  // the cell that shows it most
}

// byRows returns the same of these rows at the levels of an annealing.
func (s Setting) byRows(a chains.Annealing, rowsAt func(t int) (levelRows, error)) (by chains.Kernel, misses string,
	err error) {
	k := kernels.Matrices{N: a.Grid.Size(), Betas: a.Schedule.Betas(), Rounded: true, P: make([][]float64, a.T())}
	most := 0.0
	for t := 2; t <= a.T(); t++ {
		rows, err := rowsAt(t)
		if err != nil {
			return nil, "", err
		}
		k.P[t-1] = rows.p
		if rows.moved > most {
			most = rows.moved
			misses = fmt.Sprintf("at beta = %.6g they move draws of p by %.2g in total variation, and %s",
				a.Schedule.Beta(t), most, rows.misses)
		}
	}
	return s.repeated(k), misses, nil
}

// ByMatrices returns the annealing with these matrices as its kernel: one for all levels, or one for each level of its
// schedule, where the first may be nil. clean has the matrices as the kernel uses them. A cell without mass at both
// ends of the bridge has a new row there, which leads to the heaviest cell: no chain is ever in such a cell, so that
// its row may hold anything, even zeros and NaN. A row that stays would make the cell a class of its own.
func ByMatrices(a chains.Annealing, p [][]float64) (by chains.Annealing, clean [][]float64) {
	first, last := a.Ends()
	k := kernels.Matrices{N: a.Grid.Size()}
	clean = slices.Clone(p)
	for i, given := range p {
		if given == nil {
			continue // no chain moves at the first level, or no rows are known
		}
		clean[i] = slices.Clone(given)
		for x := range last {
			if isWall(first[x]) && isWall(last[x]) {
				row := clean[i][x*k.N:][:k.N]
				clear(row)
				row[floats.MaxIdx(last)] = 1
			}
		}
	}
	k.P = clean
	if len(p) > 1 {
		k.Betas = a.Schedule.Betas()
	}
	a.Kernel = k
	return a, clean
}

// checkedRows returns the matrix of level t as a kernel takes it, and how far it misses the density there. The error is
// the first law that makes it no kernel at all: a row is no distribution, or enters a cell without mass.
func checkedRows(a chains.Annealing, t int, p []float64) (rows levelRows, err error) {
	by, clean := ByMatrices(a, [][]float64{p})
	by, _ = by.WithoutConstants() // a log density of 1e7 has an error of 1e-9
	op, level := by.Aimed(t, by.Schedule.Beta(t))
	w := laws.At(by.Grid, level)
	w.Tolerance = roundingSlack(clean[0])
	w.Precision = laws.Single
	w.ComputedOn(a)
	w.Write(op, slices.Collect(slices.Chunk(clean[0], by.Grid.Size())))
	broken := laws.Broken([]laws.Finding{w.Entries(), w.Sums(), w.Walls()})
	if len(broken) > 0 {
		return rows, errors.New(broken[0].String())
	}
	rows.p = asProbabilities(clean[0], by.Grid.Size())
	off, all, each := w.Invariance()
	if missed := laws.Broken([]laws.Finding{all, each}); len(missed) > 0 {
		rows.moved = floats.Norm(off, 1) / 2
		rows.misses = missed[0].Witness
	}
	return rows, nil
}

// roundingSlack returns the error that rounding to its digits leaves in each entry of a matrix: half a unit of the last
// digit if the longest entry has six to fifteen digits, as in 0.333333. Other matrices are exact, as 0.25, up to the
// rounding that the laws of given rows allow for.
func roundingSlack(p []float64) laws.Tolerance {
	most := 0
	for _, v := range p {
		mantissa, _, _ := strings.Cut(strconv.FormatFloat(math.Abs(v), 'e', -1, 64), "e")
		most = max(most, len(strings.Replace(mantissa, ".", "", 1))) // the digits that v needs
	}
	if most < 6 || most > 15 { // decimal digits that every float64 keeps
		return 0
	}
	return laws.Tolerance(0.5 * math.Pow10(-most))
}

// asProbabilities returns the matrix without entries that rounding leaves below 0, and without moves that sum to more
// than 1. The kernel takes 1 less the sum of the moves as the diagonal.
func asProbabilities(p []float64, n int) []float64 {
	p = slices.Clone(p)
	for x := range n {
		row, moves := p[x*n:][:n], 0.0
		for y, v := range row {
			row[y] = max(v, 0)
			if y != x {
				moves += row[y]
			}
		}
		if moves > 1 {
			floats.Scale(1/moves, row)
		}
	}
	return p
}
