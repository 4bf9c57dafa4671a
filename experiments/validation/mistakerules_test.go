package validation

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/chaintest/bugs"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
	"breadboard/grid"
	"breadboard/toys"
)

// misread is a rule with log f replaced by read of it.
func misread(rule kernels.Rule, read func(v float64) float64) kernels.Rule {
	return func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		wrong := make([]float64, len(logf))
		for i, v := range logf {
			wrong[i] = read(v)
		}
		rule(g, wrong, x, visit)
	}
}

// wallsAt moves as if there were no walls; a wall has this log f.
func wallsAt(wall float64) kernels.Rule {
	return misread(openBox, func(v float64) float64 {
		if math.IsInf(v, -1) {
			return wall
		}
		return v
	})
}

// openBox makes single moves on the box as if it had no walls.
func openBox(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
	box := g.WithWalls()
	for m := range box.Moves() {
		if y, ok := box.Move(x, m); ok {
			if p := bugs.Accept(logf[y] - logf[x]); p != 0 {
				visit(y, p/float64(g.Moves()))
			}
		}
	}
}

// gibbsRule picks an axis with this probability, and redraws the coordinate along it among all
// cells of the line except the last short ones.
func gibbsRule(short int, pick func(g grid.Grid, x, axis int) float64) kernels.Rule {
	return func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		for axis := range g.Axes() {
			stride := g.Stride(axis)
			first := x - g.Coord(x, axis)*stride
			sum := 0.0
			for i := range g.Len(axis) - short {
				sum += math.Exp(logf[first+i*stride])
			}
			for i := range g.Len(axis) - short {
				if y := first + i*stride; y != x && sum > 0 {
					visit(y, pick(g, x, axis)*math.Exp(logf[y])/sum)
				}
			}
		}
	}
}

// proposing proposes moves to these cells with probability q, and refuses those into walls. If all is right, which is
// power 1, they are accepted with the odds f(y) q(y,x)/(f(x) q(x,y)). Forgetful ones leave q out, and muddled ones
// turn it upside down.
func proposing(to func(g grid.Grid, x int) []int, q func(g grid.Grid, x, y int) float64, power float64) kernels.Rule {
	return func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		for _, y := range to(g, x) {
			if !math.IsInf(logf[y], -1) {
				odds := logf[y] - logf[x] + power*math.Log(q(g, y, x)/q(g, x, y))
				visit(y, q(g, x, y)*bugs.Accept(odds))
			}
		}
	}
}

// proposingAlike proposes all these moves alike.
func proposingAlike(to func(g grid.Grid, x int) []int, power float64) kernels.Rule {
	return proposing(to, func(g grid.Grid, x, _ int) float64 { return 1 / float64(len(to(g, x))) }, power)
}

// singles are the single moves that stay on the grid, into walls too or not.
func singles(walls bool) func(g grid.Grid, x int) []int {
	return func(g grid.Grid, x int) (to []int) {
		if walls {
			g = g.WithWalls()
		}
		for m := range g.Moves() {
			if y, ok := g.Move(x, m); ok {
				to = append(to, y)
			}
		}
		return to
	}
}

// slanted proposes single moves along some axes with these probabilities, back and forth, and others with 1/4.
func slanted(back, forth float64, axes ...int) func(g grid.Grid, x, y int) float64 {
	return func(g grid.Grid, x, y int) float64 {
		for _, a := range axes {
			switch d := g.Coord(y, a) - g.Coord(x, a); {
			case d < 0:
				return back
			case d > 0:
				return forth
			}
		}
		return 0.25
	}
}

// seam adds moves from the end of each line to the start of the next, and back if both is true.
func seam(forth, back bool) kernels.Rule {
	return func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		bugs.Plain(g, logf, x, visit)
		to := func(y int, ok bool) {
			if ok && y >= 0 && y < g.Size() && !g.Wall(y) {
				visit(y, bugs.Accept(logf[y]-logf[x])/float64(g.Moves()))
			}
		}
		to(x+1, forth && g.Coord(x, 1) == g.Len(1)-1)
		to(x-1, back && g.Coord(x, 1) == 0)
	}
}

// dropped never takes a move against these odds.
func dropped(odds float64) kernels.Rule {
	return bugs.Single(func(d float64) float64 {
		if d < math.Log(odds) {
			return 0
		}
		return bugs.Accept(d)
	})
}

// onlyMoves keeps some of the moves of Metropolis.
func onlyMoves(keeps func(g grid.Grid, x, y int) bool) kernels.Rule {
	return func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		bugs.Plain(g, logf, x, func(y int, p float64) {
			if keeps(g, x, y) {
				visit(y, p)
			}
		})
	}
}

// alongAxis keeps the moves that change one axis.
func alongAxis(axis int) kernels.Rule {
	return onlyMoves(func(g grid.Grid, x, y int) bool { return g.Coord(x, axis) != g.Coord(y, axis) })
}

// untilAccepted proposes again until a move is accepted.
func untilAccepted(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
	sum := 0.0
	bugs.Plain(g, logf, x, func(_ int, p float64) { sum += p })
	bugs.Plain(g, logf, x, func(y int, p float64) { visit(y, p/sum) })
}

// nearEdge reports whether a cell has fewer moves than a neighbour, or more.
func nearEdge(g grid.Grid, x int) bool {
	to := singles(false)
	return slices.ContainsFunc(to(g, x), func(y int) bool { return len(to(g, x)) != len(to(g, y)) })
}

// elsewhere is Metropolis on the scene, aimed at the level that at returns.
func elsewhere(at func(t int, beta float64) (int, float64)) chains.Kernel {
	return aimedAt(soundAnnealing(), at)
}

// aimedAt is Metropolis that is aimed at another level of an annealing.
func aimedAt(a chains.Annealing, at func(t int, beta float64) (int, float64)) chains.Kernel {
	return bugs.Changed(metropolis, func(op chains.Operator) chains.Operator {
		other := a.NewLevel()
		return &bugs.Altered{Operator: op, AimAt: func(l *chains.Level) *chains.Level {
			other.Move(at(l.T, l.Beta))
			return other
		}}
	})
}

// byMatrix is Metropolis with its matrix changed.
func byMatrix(change func(rows [][]float64) [][]float64) chains.Kernel {
	return kernels.Rows{To: func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		op, _ := chains.Annealing{Grid: g, Bridge: chains.Geometric{From: logf, To: logf},
			Kernel: metropolis}.Aimed(1, 0)
		for y, p := range change(laws.RowsOf(op, len(logf)))[x] {
			if y != x && p > 0 {
				visit(y, p)
			}
		}
	}}
}

// shortRow takes a thousandth off the largest entry of the row of cell (4, 4), which then
// sums to 0.999.
func shortRow(m [][]float64) [][]float64 {
	row := m[7*4+4]
	row[floats.MaxIdx(row)] -= 1e-3
	return m
}

// transposed swaps rows and columns.
func transposed(m [][]float64) [][]float64 {
	return entryByEntry(m, func(x, y int) float64 { return m[y][x] })
}

// entryByEntry is a matrix made anew, entry by entry.
func entryByEntry(m [][]float64, entry func(x, y int) float64) [][]float64 {
	all := make([][]float64, len(m))
	for x := range all {
		all[x] = make([]float64, len(m))
		for y := range all {
			all[x][y] = entry(x, y)
		}
	}
	return all
}

// mistakenScene returns the target of the table of mistakes: EASY RANDOM with two walls side by side. It
// has no symmetry and no repeated value that could hide a mistake.
func mistakenScene() toys.Target {
	easy := toys.Easy(toys.EasySeed)
	logf := slices.Clone(easy.LogF)
	for _, x := range []int{easy.Grid.Index(2, 3), easy.Grid.Index(2, 4)} {
		logf[x] = math.Inf(-1)
	}
	t := boxWithWalls(logf, 7, 7)
	t.Name = "easy with walls"
	return t
}

// boxWithWalls is a target on a box whose cells without mass are walls.
func boxWithWalls(logf []float64, lens ...int) toys.Target {
	walls := grid.New(lens...).WallsWhere(func(x int) bool { return math.IsInf(logf[x], -1) })
	return toys.Target{Grid: walls, LogF: logf}
}

// mistakenLevels is the number of levels of the annealing that mistakes are put into.
const mistakenLevels = 5

// soundAnnealing is the annealing that mistakes are put into: Metropolis on the scene, from
// uniform, over five levels.
func soundAnnealing() chains.Annealing {
	s := mistakenScene()
	return chains.To(s.LogF, s.Grid, metropolis, mistakenLevels)
}

// tryingAgain returns Metropolis with this number of tries.
func tryingAgain(tries int) kernels.Rule {
	return func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		chance := 1.0
		for range tries {
			stay := 1.0
			bugs.Plain(g, logf, x, func(y int, p float64) {
				visit(y, chance*p)
				stay -= p
			})
			chance *= stay
		}
	}
}
