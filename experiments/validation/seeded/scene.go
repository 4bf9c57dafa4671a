package seeded

import (
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/grid"
	"breadboard/toys"
)

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

// Levels is the number of levels of the annealing that bugs are put into.
const Levels = 5

// sound is the annealing that bugs are put into: Metropolis on the scene, from
// uniform, over five levels.
func sound() chains.Annealing {
	s := Scene()
	return chains.To(s.LogF, s.Grid, metropolis, Levels)
}
