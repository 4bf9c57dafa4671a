package experiments

import (
	"errors"
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

// A user's kernel is known by its rows, level by level: the matrices of a folder, or the rows of a command. The laws of
// kernels are checked before the rows are used.

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

// kernelOfMatrices returns the kernel of the folder's matrices, at the levels of the annealing.
func (f Found) kernelOfMatrices(a chains.Annealing) (chains.Kernel, error) {
	return f.kernelOfRows(a, func(t int) ([]float64, error) {
		p, err := checkedRows(a, t, f.matrices[t-1])
		if err != nil {
			err = Faultf("%v %s, beta = %v: %v; use matrices that breadboard validate %v %s accepts",
				FieldMatrix, f.Matrix, a.Schedule.Beta(t), err, FieldMatrix, f.Matrix)
		}
		return p, err
	})
}

// kernelOfRows returns the kernel that has these rows at the levels of an annealing.
func (s Setting) kernelOfRows(a chains.Annealing, rowsAt func(t int) ([]float64, error)) (chains.Kernel, error) {
	k := kernels.Matrices{N: a.Grid.Size(), First: 2, Rounded: true}
	for t := 2; t <= a.T(); t++ {
		p, err := rowsAt(t)
		if err != nil {
			return nil, err
		}
		k.Betas = append(k.Betas, a.Schedule.Beta(t))
		k.P = append(k.P, p)
	}
	return s.repeated(k), nil
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
			continue // no chain moves at the first level
		}
		clean[i] = slices.Clone(given)
		for x := range last {
			if isWall(first[x]) && isWall(last[x]) {
				row := clean[i][x*k.N:][:k.N]
				clear(row)
				row[floats.MaxIdx(last)] = 1
			}
		}
		k.P = append(k.P, clean[i])
		if len(p) > 1 {
			k.Betas = append(k.Betas, a.Schedule.Beta(i+1))
			k.First = i + 2 - len(k.P)
		}
	}
	a.Kernel = k
	return a, clean
}

// checkedRows returns the matrix of level t as a kernel takes it. The error is the first law that the matrix breaks:
// the reverse chain, and so B, exist only for kernels that leave their level invariant.
func checkedRows(a chains.Annealing, t int, p []float64) ([]float64, error) {
	by, clean := ByMatrices(a, [][]float64{p})
	by, _ = by.Lowered() // a log density of 1e7 has an error of 1e-9
	level := by.NewLevel()
	by.LevelAt(level, t)
	op := chains.On(by.Kernel, by.Grid)
	op.Aim(level)
	w := laws.At(by.Grid, level)
	w.Slack = roundingSlack(clean[0])
	w.Write(op, slices.Collect(slices.Chunk(clean[0], by.Grid.Size())))
	_, all, each := w.Invariance()
	broken := laws.Broken([]laws.Finding{w.Entries(), w.Sums(), w.Walls(), all, each})
	if len(broken) > 0 {
		return nil, errors.New(broken[0].String())
	}
	return asProbabilities(clean[0], by.Grid.Size()), nil
}

// roundingSlack returns the error that rounding to its digits leaves in each entry of a matrix: half a unit of the last
// digit if the longest entry has six to fifteen digits, as in 0.333333, and half a unit of single precision if all
// entries are single precision or the longest has its eight or nine digits. Other matrices are exact, as 0.25, up to
// the rounding that every law allows for.
func roundingSlack(p []float64) laws.Slack {
	most, single := 0, true
	for _, v := range p {
		mantissa, _, _ := strings.Cut(strconv.FormatFloat(math.Abs(v), 'e', -1, 64), "e")
		most = max(most, len(strings.Replace(mantissa, ".", "", 1))) // the digits that v needs
		single = single && v == float64(float32(v))
	}
	switch {
	case most > 15 && single, most == 8, most == 9:
		return 0x1p-25 // of an entry from 1/2 to 1
	case most < 6 || most > 15: // decimal digits that every float64 keeps
		return 0
	}
	return laws.Slack(0.5 * math.Pow10(-most))
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
