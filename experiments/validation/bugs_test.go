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

// BugNamed returns the bug of the catalogue with this name; "" is none.
func BugNamed(name string) (bug Bug) {
	for _, b := range Bugs {
		if b.Name == name {
			bug = b
		}
	}
	return bug
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

// Bugs has the bugs of the committed table, in its order.
var Bugs = []Bug{
	{Name: "wrong temperature", About: "the kernel runs at 0.9 of beta",
		Cause: "temperature", Caught: laws.EachCell, Witness: "cell",
		Kernel: elsewhere(func(t int, beta float64) (int, float64) { return t, 0.9 * beta })},
	{Name: "level before", About: "T_t is still aimed at p_{t-1}",
		Cause: "level-before", Caught: laws.EachCell, Witness: "cell",
		Kernel: elsewhere(func(t int, _ float64) (int, float64) {
			t = max(t-1, 1)
			return t, chains.Linear(seededLevels).Beta(t)
		})},
	{Name: "always the target", About: "the kernel runs at beta = 1 from the first level on",
		Cause: "always-target", Caught: laws.EachCell, Witness: "at beta = 0 cell",
		Kernel: elsewhere(func(t int, _ float64) (int, float64) { return t, 1 })},
	{Name: "acceptance inverted", About: "accepts with min(1, f(x)/f(y))",
		Cause: "inverted", Caught: laws.EachCell, Witness: "cell",
		Kernel: bugs.Inverted},
	{Name: "acceptance above 1", About: "accepts with f(y)/f(x), not cut at 1",
		Cause: "uncut", Caught: laws.Entries, Witness: `from cell \d+ (\[\d \d\]) to \d+ \[\d \d\]: -`,
		Kernel: kernels.Rows{To: bugs.Uncut}},
	{Name: "no Hastings ratio at edges", About: "proposes moves that stay on the grid only, and accepts as if that " +
		"were symmetric",
		Cause: "edges", Caught: laws.Reversal, Witness: "from cell",
		Kernel: kernels.Rows{To: alike(singles(false), 0)},
		Near:   nearEdge},
	{Name: "lopsided proposal", About: "proposes forth more often than back, without the ratio",
		Cause: "lopsided", Caught: laws.Reversal, Witness: "from cell",
		Kernel: kernels.Rows{To: proposing(singles(false), slanted(0.15, 0.35, 0, 1), 0)}},
	{Name: "right edge forgotten", About: "a move forth from the last column lands in the next row",
		Cause: "wrapped", Caught: laws.Reversal, Witness: `from cell \d+ \[\d 6\] to \d+ \[\d 0\]`,
		Kernel: kernels.Rows{To: seam(true, false)},
		Near:   func(g grid.Grid, x int) bool { return g.Coord(x, 1)%6 == 0 }},
	{Name: "walls entered", About: "log f of a wall is taken to be 0",
		Cause: "walls", Caught: laws.Walls, Witness: `to \d+ \[2 [34]\], which has no mass`,
		Kernel: kernels.Rows{To: wallsAt(0)}},
	{Name: "NaN between walls", About: "exp of -inf less -inf, where one wall is beside another",
		Cause: "undefined", Caught: laws.Entries, Witness: `\[2 [34]\]: NaN`,
		Kernel: kernels.Rows{To: open},
		Near:   func(g grid.Grid, x int) bool { return g.Wall(x) }},
	{Name: "until accepted", About: "proposes again until a move is accepted: nobody stays",
		Cause: "impatient", Caught: laws.EachCell, Witness: "cell",
		Kernel: kernels.Rows{To: untilAccepted}},
	{Name: "one cell off by 1e-6", About: "leaves cell [3 2] too seldom by one part in a million",
		Caught: laws.Reversal, Witness: `\[3 2\]`,
		Kernel: kernels.Rows{To: bugs.Leaving(7*3 + 2)}},
	{Name: "rare wrong jump", About: "jumps from cell [5 5] to [1 1] with probability 1e-4",
		Caught: laws.Reversal, Witness: `(from cell 40 \[5 5\] to 8 \[1 1\]|from cell 8 \[1 1\] to 40 \[5 5\])`,
		Kernel: kernels.Rows{To: func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
			rare := 0.0
			if x == g.Index(5, 5) {
				rare = 1e-4
				visit(g.Index(1, 1), rare)
			}
			bugs.Plain(g, logf, x, func(y int, p float64) { visit(y, (1-rare)*p) })
		}},
		Near: func(g grid.Grid, x int) bool { return x == g.Index(5, 5) || x == g.Index(1, 1) }},
	{Name: "one uniform used twice", About: "the uniform that picks the move also decides on it",
		Caught: laws.Reversal, Witness: "from cell",
		Kernel: kernels.Rows{To: bugs.Moving(func(g grid.Grid, _, m int, d float64) float64 {
			n := float64(g.Moves()) // u < accept(d), and m is the whole part of n u
			return max(min(bugs.Accept(d)-float64(m)/n, 1/n), 0)
		})}},
	{Name: "small odds dropped", About: "a move with odds below one in twenty is never taken",
		Cause: "dropped", Caught: laws.Reversal, Witness: "and back 0$|flows 0 and",
		Kernel: kernels.Rows{To: dropped(0.05)}},
	{Name: "single precision", About: "log f is rounded to 24 bits",
		Cause: "single-log-f", Caught: laws.EachCell, Witness: "cell",
		Kernel: kernels.Rows{To: misread(bugs.Plain, func(v float64) float64 { return float64(float32(v)) })}},
	{Name: "one axis", About: "moves along the last axis only: invariant, and in many classes",
		Cause: "axis", Caught: laws.Declared, Witness: "from cell",
		Kernel: kernels.Rows{To: alongAxis(1)}},
	{Name: "no reference set", About: "two tries, one picked by its density, accepted as if it were the only one",
		Caught: laws.Reversal, Witness: "from cell",
		Kernel: kernels.Rows{To: bugs.NoReference}, Undeclared: true},
	{Name: "second stage like the first", About: "delayed rejection whose second stage forgets the first's ratio",
		Caught: laws.Reversal, Witness: "from cell",
		Kernel: kernels.Rows{To: bugs.SecondStage}, Undeclared: true},
	{Name: "lines one short", About: "Gibbs over all cells of a line but the last",
		Cause: "line-ends", Caught: laws.EachCell, Witness: "cell",
		Kernel:   kernels.Rows{To: gibbsRule(1, func(g grid.Grid, _, _ int) float64 { return 1 / float64(g.Axes()) })},
		Declared: kernels.HeatBath{}},
	{Name: "axis by state", About: "Gibbs whose choice of the axis depends on where it is",
		Caught: laws.Reversal, Witness: "from cell",
		Kernel: kernels.Rows{To: gibbsRule(0, func(g grid.Grid, x, axis int) float64 {
			return 0.3 + 0.4*float64((g.Coord(x, 0)+axis)%2)
		})}, Declared: kernels.HeatBath{}},
	{Name: "sweep not reversed", About: "rows then columns, in the reverse chain as well",
		Cause: "reversal", Caught: laws.Reversal, Witness: "from cell",
		Kernel: kernels.Rows{To: bugs.Sweep(1, 0)}, Undeclared: true},
	{Name: "push of another kernel", About: "pushes half of what it steps",
		Caught: laws.Push, Witness: "cell",
		Kernel: bugs.Changed(metropolis, bugs.HalfPush)},
	{Name: "row short of 1", About: "the row of cell [4 4] sums to 0.999",
		Caught: laws.Sums, Witness: `the row of cell 32 \[4 4\] sums to 0\.99`,
		Kernel: byMatrix(shortRow), Rows: shortRow},
	{Name: "matrix transposed", About: "columns for rows",
		Cause: "transposed", Caught: laws.Sums, Witness: "the row of cell",
		Kernel: byMatrix(transposed), Rows: transposed},
	{Name: "weight after the move", About: "log w gains log f_t - log f_{t-1} at x_t",
		Caught: laws.Crooks, Witness: "at step [2-5]",
		Forward: atNext},
	{Name: "reverse weight before the move", About: "in reverse log w gains at x_t, before the step to x_{t-1}",
		Caught: laws.MeanInvW, Witness: "first at step 3",
		Reverse: atNext},
	{Name: "one side normalised", About: "f_{t-1} is divided by its sum and f_t is not",
		Caught: laws.MeanW, Witness: "first at step 2",
		Forward: func(s laws.Step) laws.Gain {
			return func(x, y int) float64 { return s.Forward(x, y) + floats.LogSumExp(s.From.LogF) }
		}},
	{Name: "last weight left out", About: "log w ends with the step to level T-1",
		Caught: laws.MeanW, Witness: "first at step 5",
		Forward: func(s laws.Step) laws.Gain {
			if s.To.Beta < 1 {
				return s.Forward
			}
			return func(_, _ int) float64 { return 0 }
		}},
	{Name: "one start for all", About: "forward chains all start in cell [3 3]",
		Caught: laws.Start, Witness: `\[3 3\]`,
		Start: func(p []float64) []float64 {
			q := make([]float64, len(p))
			q[7*3+3] = 1
			return q
		}},
	{Name: "posterior drawn wrongly", About: "reverse chains start from p_T flattened, not from p_T",
		Caught: laws.ReverseStart, Witness: "with probability",
		ReverseStart: func(p []float64) []float64 {
			q := make([]float64, len(p))
			for x, v := range p {
				q[x] = math.Sqrt(v)
			}
			floats.Scale(1/floats.Sum(q), q)
			return q
		}},
}

// elsewhere is Metropolis on the scene, aimed at the level that at returns.
func elsewhere(at func(t int, beta float64) (int, float64)) chains.Kernel { return aimed(sound(), at) }

// aimed is Metropolis that is aimed at another level of an annealing.
func aimed(a chains.Annealing, at func(t int, beta float64) (int, float64)) chains.Kernel {
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

// shortRow takes a thousandth off the largest entry of the row of cell [4 4], which then
// sums to 0.999.
func shortRow(m [][]float64) [][]float64 {
	row := m[7*4+4]
	row[floats.MaxIdx(row)] -= 1e-3
	return m
}

// transposed swaps rows and columns.
func transposed(m [][]float64) [][]float64 {
	return changed(m, func(x, y int) float64 { return m[y][x] })
}

// changed is a matrix made anew, entry by entry.
func changed(m [][]float64, entry func(x, y int) float64) [][]float64 {
	all := make([][]float64, len(m))
	for x := range all {
		all[x] = make([]float64, len(m))
		for y := range all {
			all[x][y] = entry(x, y)
		}
	}
	return all
}

// atNext takes the weight's step at x_t instead of x_{t-1}.
func atNext(s laws.Step) laws.Gain {
	return func(_, y int) float64 { return chains.LogRatio(s.To.LogF[y], s.From.LogF[y]) }
}

// nearEdge reports whether a cell has fewer moves than a neighbour, or more.
func nearEdge(g grid.Grid, x int) bool {
	to := singles(false)
	return slices.ContainsFunc(to(g, x), func(y int) bool { return len(to(g, x)) != len(to(g, y)) })
}

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
	return misread(open, func(v float64) float64 {
		if math.IsInf(v, -1) {
			return wall
		}
		return v
	})
}

// open makes single moves on the box as if it had no walls.
func open(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
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
			p := pick(g, x, axis)
			bugs.Redrawn(g, logf, x, axis, short, func(y int, q float64) {
				if y != x {
					visit(y, p*q)
				}
			})
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

// alike proposes all these moves alike.
func alike(to func(g grid.Grid, x int) []int, power float64) kernels.Rule {
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

// kings are a king's moves that stay on the grid, into walls too or not.
func kings(walls bool) func(g grid.Grid, x int) []int {
	return func(g grid.Grid, x int) (to []int) {
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

// only keeps some of the moves of Metropolis.
func only(keeps func(g grid.Grid, x, y int) bool) kernels.Rule {
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
	return only(func(g grid.Grid, x, y int) bool { return g.Coord(x, axis) != g.Coord(y, axis) })
}

// untilAccepted proposes again until a move is accepted.
func untilAccepted(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
	sum := 0.0
	bugs.Plain(g, logf, x, func(_ int, p float64) { sum += p })
	bugs.Plain(g, logf, x, func(y int, p float64) { visit(y, p/sum) })
}
