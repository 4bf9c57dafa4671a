package validation

import (
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
	"breadboard/grid"
	"breadboard/toys"
)

// A Bug is a fault that people put into samplers, seeded in the sound annealing, and the law that
// should catch it. A field that is nil leaves that part of the annealing sound.
type Bug struct {
	Name, About string
	Caught      laws.Law                      // the law that should catch it
	Witness     string                        // a regular expression that the law's witness matches
	Cause       string                        // the cause that is named; "" is none
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

// BugNamed returns the bug of the catalogue with this name. It panics if there is none.
func BugNamed(name string) Bug {
	return Bugs[slices.IndexFunc(Bugs, func(b Bug) bool { return b.Name == name })]
}

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
	walls := grid.New(lens...).WallsWhere(func(x int) bool { return math.IsInf(logf[x], -1) })
	return toys.Target{Grid: walls, LogF: logf}
}

// seededLevels is the number of levels of the annealing that bugs are put into.
const seededLevels = 5

// sound is the annealing that bugs are put into: Metropolis on the scene, from
// uniform, over five levels.
func sound() chains.Annealing {
	s := Scene()
	return chains.Annealing{Grid: s.Grid, Kernel: metropolis, Schedule: chains.Linear(seededLevels),
		Bridge: chains.Geometric{From: chains.Uniform(s.LogF), To: s.LogF}}
}
