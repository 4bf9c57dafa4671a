package bugs

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
	"breadboard/grid"
	"breadboard/toys"
)

// A Bug is a fault that people put into samplers, seeded in the annealing Sound, and the law that
// should catch it. A field that is nil leaves that part of the annealing sound.
type Bug struct {
	Name, About string
	Caught      laws.Law                      // the law that should catch it
	Witness     string                        // a regular expression that the law's witness matches
	Near        func(g grid.Grid, x int) bool // the cells that the witness may name; nil is any

	Kernel     chains.Kernel                       // in place of Metropolis
	Declared   chains.Kernel                       // the kernel that it claims to be; nil is Metropolis
	Undeclared bool                                // it declares no kernel
	Rows       func(sound [][]float64) [][]float64 // turns Metropolis' matrix into the one that is handed in

	Start, ReverseStart func(p []float64) []float64 // the law that chains start from; the right one is p
	Forward, Reverse    func(laws.Step) laws.Gain   // what chains add to their log weights
}

// metropolis is the kernel that most bugs claim to be.
var metropolis = kernels.Metropolis{}

// Scene returns the target that bugs are seeded on: EASY RANDOM with two walls side by side. It
// has no symmetry and no repeated value that could hide a bug.
func Scene() toys.Target {
	easy := toys.Easy(toys.EasySeed)
	logf := slices.Clone(easy.LogF)
	for _, x := range []int{easy.Grid.Index(2, 3), easy.Grid.Index(2, 4)} {
		logf[x] = math.Inf(-1)
	}
	t := Walled(logf, 7, 7)
	t.Name = "easy with walls"
	return t
}

// Walled is a target on a box whose cells without mass are walls.
func Walled(logf []float64, lens ...int) toys.Target {
	var walls []int
	for x, v := range logf {
		if math.IsInf(v, -1) {
			walls = append(walls, x)
		}
	}
	return toys.Target{Grid: grid.New(lens...).WithWalls(walls...), LogF: logf}
}

// levels is the number of levels of the annealing that bugs are put into.
const levels = 5

// Sound is the annealing that bugs are put into: Metropolis on the scene, from
// uniform, over five levels.
func Sound() chains.Annealing {
	s := Scene()
	return chains.Annealing{Grid: s.Grid, Kernel: metropolis, Schedule: chains.Linear(levels),
		Bridge: chains.Geometric{From: chains.Uniform(s.LogF), To: s.LogF}}
}

// matrix is Metropolis with its matrix changed.
func matrix(change func(rows [][]float64) [][]float64) chains.Kernel {
	return kernels.Rows{To: func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		level := chains.NewLevel(chains.Geometric{From: logf, To: logf}, len(logf))
		level.Move(1, 0)
		op := metropolis.On(g)
		op.Aim(level)
		for y, p := range change(laws.RowsOf(op, len(logf)))[x] {
			if y != x && p > 0 {
				visit(y, p)
			}
		}
	}}
}

// shortRow takes a thousandth off the largest entry of the row of cell [4 4], which then
// sums to 0.999.
func shortRow(m [][]float64) [][]float64 {
	row := m[7*4+4]
	row[floats.MaxIdx(row)] -= 1e-3
	return m
}

// transposed swaps rows and columns.
func transposed(m [][]float64) [][]float64 {
	t := make([][]float64, len(m))
	for y := range t {
		t[y] = make([]float64, len(m))
		for x := range m {
			t[y][x] = m[x][y]
		}
	}
	return t
}

// atNext takes the weight's step at x_t instead of x_{t-1}.
func atNext(s laws.Step) laws.Gain {
	return func(_, y int) float64 { return chains.LogRatio(s.To.LogF[y], s.From.LogF[y]) }
}

// Named returns the bug of the catalogue with this name. It panics if there is none.
func Named(name string) Bug {
	return Catalogue[slices.IndexFunc(Catalogue, func(b Bug) bool { return b.Name == name })]
}
