package experiments

import (
	"math"
	"os"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/outside"
	"breadboard/grid/text"
)

// bothGiven is the fault of two fields, of which one leaves no room for the other.
const bothGiven = "%v %s and %v %s are both given; one of the two would do"

// checkAlone is the fault of a kernel or a schedule beside matrices, which have their own.
func (s Setting) checkAlone() error {
	switch {
	case s.Kernel != s.Matrix:
		return Faultf(bothGiven, FieldMatrix, s.Matrix, FieldKernel, s.Kernel)
	case s.Schedule != OfMatrices:
		return Faultf("%v %s stands at its own betas, so %v %s cannot be kept; leave %v out", FieldMatrix, s.Matrix,
			FieldSchedule, s.Schedule, FieldSchedule)
	}
	return nil
}

// openMatrices reads the folder, on so many cells. Its betas are the schedule, and their number is T.
func (s Setting) openMatrices(cells int) (k foundKernel, own foundSchedule, err error) {
	info, err := os.Stat(s.Matrix)
	switch {
	case err != nil:
		return k, own, Faultf("%v %s: %v; a folder of matrices would do", FieldMatrix, s.Matrix,
			text.Pathless(err))
	case !info.IsDir():
		return k, own, Faultf("%v %s is one matrix, of one beta; a folder with one for each level, beta-0.5.csv and "+
			"so on, would do", FieldMatrix, s.Matrix)
	}
	f, err := outside.OpenFolder(s.Matrix, cells)
	if err != nil {
		return k, own, err
	}
	k = foundKernel{Kernel: s.repeated(kernels.Matrices{N: cells}), matrices: f.P}
	own = foundSchedule{curve: func(int) chains.Schedule { return f.Schedule }, own: f.Schedule.Len(), fixed: true}
	return k, own, nil
}

// ByMatrices returns the annealing with these matrices as its kernel, one for each level of its schedule, of which the
// first may be nil, or one for all. clean are the matrices as the kernel has them, with new rows for cells without mass
// at both ends of the bridge: these lead to the heaviest cell. No chain is ever there, so that the rows may be
// anything, even zeros and NaN. Rows that stay would each be a class of its own.
func ByMatrices(a chains.Annealing, p [][]float64) (by chains.Annealing, clean [][]float64) {
	first, last := a.Ends()
	k := kernels.Matrices{N: a.Grid.Size()}
	clean = slices.Clone(p)
	for i, given := range p {
		if given == nil {
			continue // no chain steps by a first matrix
		}
		clean[i] = slices.Clone(given)
		for x, n := 0, len(last); x < n; x++ {
			if math.IsInf(first[x], -1) && math.IsInf(last[x], -1) {
				row := clean[i][x*n:][:n]
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

// takeMatrices makes a kernel of the matrices. It is a fault if one of them breaks a law: the reverse chain, and so B,
// exist only for kernels that leave their level invariant.
func (s Setting) takeMatrices(a chains.Annealing, p [][]float64) (chains.Kernel, error) {
	a, clean := ByMatrices(a, p)
	a, _ = a.Lowered() // a log density of 1e7 has an error of 1e-9
	level := a.NewLevel()
	op := chains.On(a.Kernel, a.Grid)
	for t := 2; t <= a.T(); t++ {
		a.LevelAt(level, t)
		if err := brokenBy(a.Grid, level, op, clean[t-1]); err != nil {
			return nil, Faultf("%v %s, beta = %v: %v; matrices that breadboard validate %v %s accepts would do",
				FieldMatrix, s.Matrix, level.Beta, err, FieldMatrix, s.Matrix)
		}
	}
	k := a.Kernel.(kernels.Matrices)
	k.Rounded = true
	for i, p := range k.P {
		k.P[i] = asProbabilities(p, k.N)
	}
	return s.repeated(k), nil
}

// asProbabilities returns the matrix without what rounding leaves below 0, or above 1 in the moves
// of a row. The diagonal is 1 less the sum of the moves.
func asProbabilities(p []float64, n int) []float64 {
	p = slices.Clone(p)
	for x := range n {
		row, moves := p[x*n:][:n], 0.0
		for y, v := range row {
			if row[y] = max(v, 0); y != x {
				moves += row[y]
			}
		}
		if moves > 1 {
			floats.Scale(1/moves, row)
		}
	}
	return p
}
