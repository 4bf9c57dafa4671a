package validation_test

import (
	"math"

	"breadboard/chains"
	"breadboard/chains/chaintest/bugs"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
	"breadboard/experiments/validation"
	"breadboard/grid"
)

// A slip is a kernel with one slip, the sentence that names it, and the kernels that follow the advice.
type slip struct {
	name   string
	says   string
	advice string
	broken validation.Candidate
	cured  []validation.Candidate
}

// annealing is a rule on a 4x5 grid with no symmetry, from an initial density, in four levels.
func annealing(from []float64, k chains.Kernel) validation.Candidate {
	a := chains.Annealing{Grid: grid.New(4, 5), Schedule: chains.Linear(4), Kernel: k,
		Bridge: chains.Geometric{From: from, To: rugged(20)}}
	return validation.Candidate{Name: "rule", Annealing: a, Base: a}
}

func ruled(rule kernels.Rule) validation.Candidate {
	return annealing(make([]float64, 20), kernels.Rows{To: rule})
}

// walled is a rule on 4x5 cells, of which three are walls.
func walled(rule kernels.Rule) validation.Candidate {
	logf := rugged(20)
	for _, x := range []int{6, 7, 13} {
		logf[x] = math.Inf(-1)
	}
	t := validation.Walled(logf, 4, 5)
	a := chains.Annealing{Grid: t.Grid, Schedule: chains.Linear(4), Kernel: kernels.Rows{To: rule},
		Bridge: chains.Geometric{From: chains.Uniform(logf), To: logf}}
	return validation.Candidate{Name: "rule", Annealing: a, Base: a}
}

// parted is a kernel where walls part the target.
func parted(k chains.Kernel) validation.Candidate {
	inf := math.Inf(-1)
	t := validation.Walled([]float64{0, 1, 2, inf, inf, inf, 1, 0, 3}, 3, 3)
	return validation.Candidate{Annealing: chains.Annealing{Grid: t.Grid, Kernel: k, Schedule: chains.Linear(3),
		Bridge: chains.Geometric{From: chains.Uniform(t.LogF), To: t.LogF}}}
}

// filed is the matrix of a kernel at the last level, changed, as it would come from a file.
func filed(k chains.Kernel, change func(x, y int, m [][]float64) float64) validation.Candidate {
	s := annealing(make([]float64, 20), k)
	op, level := k.On(s.Grid), s.NewLevel()
	level.Move(4, 1)
	op.Aim(level)
	rows := laws.RowsOf(op, 20)
	given := make([][]float64, 20)
	for x := range given {
		given[x] = make([]float64, 20)
		for y := range given[x] {
			given[x][y] = change(x, y, rows)
		}
	}
	s.Given = func(int) [][]float64 { return given }
	s.Kernel = kernels.Matrices{N: 20, P: [][]float64{flat(given)}}
	return s
}

func asIs(x, y int, m [][]float64) float64 { return m[x][y] }

func shiftedRows(by int) func(x, y int, m [][]float64) float64 {
	return func(x, y int, m [][]float64) float64 { return m[(x+by+20)%20][y] }
}

// stale is Metropolis whose level is so many levels on.
func stale(by int) validation.Candidate {
	from := make([]float64, 20)
	for x := range from {
		from[x] = math.Cos(2.3 * float64(x))
	}
	s := annealing(from, kernels.Metropolis{})
	if by == 0 {
		return s
	}
	other := s.NewLevel()
	s.Kernel = bugs.Changed(kernels.Metropolis{}, bugs.Alter(bugs.Altered{AimAt: func(l *chains.Level) *chains.Level {
		t := min(max(l.T+by, 1), 4)
		other.Move(t, s.Schedule.Beta(t))
		return other
	}}))
	return s
}

// proposes is a proposal that is accepted with the odds f(y) q(y,x)/(f(x) q(x,y)) if all is right, where q is what
// weight says of a move. Forgetful ones leave q out, and muddled ones turn it upside down.
func proposes(q func(g grid.Grid, x, y int) float64, power float64) kernels.Rule {
	return func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		for m := range g.Moves() {
			if y, ok := g.Move(x, m); ok && !math.IsInf(logf[y], -1) {
				odds := logf[y] - logf[x] + power*math.Log(q(g, y, x)/q(g, x, y))
				visit(y, q(g, x, y)*bugs.Accept(odds))
			}
		}
	}
}

// oneOfMoves proposes one of the moves that stay on the grid.
func oneOfMoves(g grid.Grid, x, _ int) float64 { return 1 / exits(g, x) }

// oneOfBox proposes one of the moves that stay on the grid, into walls too, where it is refused.
func oneOfBox(g grid.Grid, x, _ int) float64 { return 1 / exits(g.WithWalls(), x) }

// oneOfFree proposes one of the moves that stay on the grid and enter no wall.
func oneOfFree(g grid.Grid, x, _ int) float64 {
	n := 0.0
	for m := range g.Moves() {
		if y, ok := g.Move(x, m); ok && !g.Wall(y) {
			n++
		}
	}
	return 1 / n
}

// proposingKing proposes one of a king's moves that stay on the grid. If power is 0 the acceptance forgets that
// there are fewer at the border. Walls are proposed, and refused, or not even proposed.
func proposingKing(power float64, walls bool) kernels.Rule {
	near := func(g grid.Grid, x int) (to []int) {
		for y := range g.Size() {
			far := 0
			for a := range g.Axes() {
				far = max(far, g.Coord(x, a)-g.Coord(y, a), g.Coord(y, a)-g.Coord(x, a))
			}
			if far == 1 && (walls || !g.Wall(y)) {
				to = append(to, y)
			}
		}
		return to
	}
	return func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		from := float64(len(near(g, x)))
		for _, y := range near(g, x) {
			if g.Wall(y) {
				continue
			}
			visit(y, bugs.Accept(logf[y]-logf[x]+power*math.Log(from/float64(len(near(g, y)))))/from)
		}
	}
}

// claims is a candidate that claims to be Metropolis.
func claims(s validation.Candidate) validation.Candidate {
	s.Declared = kernels.Metropolis{}
	return s
}

// slanted proposes moves along an axis with these probabilities, back and forth.
func slanted(axis int, back, forth float64) func(g grid.Grid, x, y int) float64 {
	return func(g grid.Grid, x, y int) float64 {
		switch d := g.Coord(y, axis) - g.Coord(x, axis); {
		case d < 0:
			return back
		case d > 0:
			return forth
		}
		return 0.25
	}
}

// seam adds moves from the end of each line to the start of the next, and back if both is true.
func seam(forth, back bool) kernels.Rule {
	return func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		bugs.Plain(g, logf, x, visit)
		last := g.Len(1) - 1
		if y := x + 1; forth && g.Coord(x, 1) == last && y < g.Size() {
			visit(y, bugs.Accept(logf[y]-logf[x])/4)
		}
		if y := x - 1; back && g.Coord(x, 1) == 0 && y >= 0 {
			visit(y, bugs.Accept(logf[y]-logf[x])/4)
		}
	}
}

// unentered never enters the cells at a place along an axis, along that axis.
func unentered(axis, place int) kernels.Rule {
	return func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		bugs.Plain(g, logf, x, func(y int, p float64) {
			if g.Coord(x, axis) == g.Coord(y, axis) || g.Coord(y, axis) != place {
				visit(y, p)
			}
		})
	}
}

// along keeps the moves that change one axis.
func along(axis int) kernels.Rule {
	return func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		bugs.Plain(g, logf, x, func(y int, p float64) {
			if g.Coord(x, axis) != g.Coord(y, axis) {
				visit(y, p)
			}
		})
	}
}

// reordered reads log f at another cell.
func reordered(of func(g grid.Grid, x int) int) validation.Candidate {
	return ruled(read(func(g grid.Grid, logf []float64, x int) float64 { return logf[of(g, x)] }))
}

// untilAccepted proposes again until a move is accepted.
func untilAccepted(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
	sum := 0.0
	bugs.Plain(g, logf, x, func(_ int, p float64) { sum += p })
	bugs.Plain(g, logf, x, func(y int, p float64) { visit(y, p/sum) })
}

// nextToWalls moves as if there were no walls; a wall has this log f.
func nextToWalls(wall float64) kernels.Rule {
	return func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		box := g.WithWalls()
		value := func(z int) float64 {
			if math.IsInf(logf[z], -1) {
				return wall
			}
			return logf[z]
		}
		for m := range box.Moves() {
			if y, ok := box.Move(x, m); ok {
				if p := bugs.Accept(value(y) - value(x)); p != 0 {
					visit(y, p/4)
				}
			}
		}
	}
}

// betaTwice multiplies beta in a second time.
func betaTwice(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
	whole := rugged(20)
	times((logf[1]-logf[0])/(whole[1]-whole[0]))(g, logf, x, visit)
}
