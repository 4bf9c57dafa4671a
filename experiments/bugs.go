package experiments

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
	"breadboard/toys"
)

// A Bug is a fault that people put into samplers, seeded on purpose, and the law
// that is to catch it.
type Bug struct {
	Name, About string
	Caught      string                        // the law that is to catch it
	Witness     string                        // a regular expression that the law's witness matches
	seed        func(g *Candidate)            // puts it into a sound candidate
	at          func(g grid.Grid, x int) bool // the cells that the witness may name; nil is any
}

// Scene is where bugs are seeded: EASY RANDOM with two walls side by side, which
// has no symmetry and no repeated value that could hide one.
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

// Sound is the annealing that bugs are put into: Metropolis on the scene, from
// uniform, over five levels.
func Sound() Candidate {
	s := Scene()
	return Candidate{Name: "sound", Declared: kernels.Metropolis{}, Annealing: chains.Annealing{Grid: s.Grid, Kernel: kernels.Metropolis{},
		Schedule: chains.Linear(5), Bridge: chains.Geometric{From: chains.Uniform(s.LogF), To: s.LogF}}}
}

// Candidate is the sound annealing with the bug in it.
func (b Bug) Candidate() Candidate {
	s := Sound()
	s.Name = b.Name
	b.seed(&s)
	return s
}

// Guilty reports whether the bug is at cell x, or about it.
func (b Bug) Guilty(x int) bool { return b.at == nil || b.at(Scene().Grid, x) }

// rule seeds a kernel given by its rows.
func rule(r kernels.Rule) func(*Candidate) {
	return func(s *Candidate) { s.Kernel = kernels.Rows{To: r} }
}

// matrix seeds a kernel whose matrix has been changed, as if it had come from a
// file: at every level, from the sound one.
func matrix(change func(rows [][]float64) [][]float64) func(*Candidate) {
	return func(s *Candidate) {
		sound := *s
		s.Given = func(t int) [][]float64 {
			op := sound.Kernel.On(sound.Grid)
			return change(newStage(sound, t, sound.Schedule.Beta(t), op, op).rows)
		}
		s.Kernel = kernels.Rows{To: func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
			rows := make([][]float64, len(logf))
			for from := range rows {
				stay := 1.0
				rows[from] = make([]float64, len(logf))
				single(accept)(g, logf, from, func(y int, p float64) {
					rows[from][y] = p
					stay -= p
				})
				rows[from][from] = stay
			}
			for y, p := range change(rows)[x] {
				if y != x && p > 0 {
					visit(y, p)
				}
			}
		}}
	}
}

// gibbs declares the kernel to be heat-bath.
func gibbs(r kernels.Rule) func(*Candidate) {
	return func(s *Candidate) {
		s.Kernel, s.Declared = kernels.Rows{To: r}, kernels.HeatBath{}
	}
}

// undeclared says nothing of what kernel it is.
func undeclared(r kernels.Rule) func(*Candidate) {
	return func(s *Candidate) { s.Kernel, s.Declared = kernels.Rows{To: r}, nil }
}

// Bugs is the catalogue.
var Bugs = []Bug{
	{Name: "wrong temperature", About: "the kernel runs at 0.9 of beta", Caught: LawEachCell, Witness: "cell",
		seed: func(s *Candidate) { s.Aimed = func(t int, beta float64) (int, float64) { return t, 0.9 * beta } }},
	{Name: "level before", About: "T_t is still aimed at p_{t-1}", Caught: LawEachCell, Witness: "cell",
		seed: func(s *Candidate) {
			betas := s.Schedule
			s.Aimed = func(t int, _ float64) (int, float64) { return max(t-1, 1), betas.Beta(max(t-1, 1)) }
		}},
	{Name: "always the target", About: "the kernel runs at beta = 1 from the first level on", Caught: LawEachCell, Witness: "at beta = 0 cell",
		seed: func(s *Candidate) { s.Aimed = func(t int, _ float64) (int, float64) { return t, 1 } }},
	{Name: "acceptance inverted", About: "accepts with min(1, f(x)/f(y))", Caught: LawEachCell, Witness: "cell",
		seed: rule(single(func(d float64) float64 { return accept(-d) * mass(d) }))},
	{Name: "acceptance above 1", About: "accepts with f(y)/f(x), not cut at 1", Caught: LawEntries, Witness: `from cell (\[\d \d\]) to \[\d \d\]: -`,
		seed: rule(single(uncut))},
	{Name: "no Hastings ratio at edges", About: "proposes moves that stay on the grid only, and accepts as if that were symmetric", Caught: LawReversal, Witness: "from cell",
		seed: rule(legal), at: nearEdge},
	{Name: "lopsided proposal", About: "proposes forth more often than back, without the ratio", Caught: LawReversal, Witness: "from cell",
		seed: rule(lopsided)},
	{Name: "right edge forgotten", About: "a move forth from the last column lands in the next row", Caught: LawReversal, Witness: `from cell \[\d 6\] to \[\d 0\]`,
		seed: rule(wrapped), at: func(g grid.Grid, x int) bool { return g.Coord(x, 1)%6 == 0 }},
	{Name: "walls entered", About: "log f of a wall is taken to be 0", Caught: LawWalls, Witness: `to \[2 [34]\], which has no mass`,
		seed: rule(through)},
	{Name: "NaN between walls", About: "exp of -inf less -inf, where one wall is beside another", Caught: LawEntries, Witness: `\[2 [34]\]: NaN`,
		seed: rule(open), at: func(g grid.Grid, x int) bool { return g.Wall(x) }},
	{Name: "until accepted", About: "proposes again until a move is accepted: nobody stays", Caught: LawEachCell, Witness: "cell",
		seed: rule(untilAccepted)},
	{Name: "one cell off by 1e-6", About: "leaves cell [3 2] too seldom by one part in a million", Caught: LawReversal, Witness: `\[3 2\]`,
		seed: rule(oneCell)},
	{Name: "rare wrong jump", About: "jumps from cell [5 5] to [1 1] with probability 1e-4", Caught: LawReversal, Witness: `(from cell \[5 5\] to \[1 1\]|from cell \[1 1\] to \[5 5\])`,
		seed: rule(rareJump), at: func(g grid.Grid, x int) bool { return x == g.Index(5, 5) || x == g.Index(1, 1) }},
	{Name: "one uniform used twice", About: "the uniform that picks the move also decides on it", Caught: LawReversal, Witness: "from cell",
		seed: rule(sameUniform)},
	{Name: "small odds dropped", About: "a move with odds below one in twenty is never taken", Caught: LawReversal, Witness: "and back 0$|flows 0 and",
		seed: rule(single(func(d float64) float64 {
			if d < math.Log(0.05) {
				return 0
			}
			return accept(d)
		}))},
	{Name: "single precision", About: "log f is rounded to 24 bits", Caught: LawEachCell, Witness: "cell", seed: rule(single32)},
	{Name: "one axis", About: "moves along the last axis only: invariant, and in many classes", Caught: LawDeclared, Witness: "from cell", seed: rule(oneAxis)},
	{Name: "no reference set", About: "two tries, one picked by its density, accepted as if it were the only one", Caught: LawReversal, Witness: "from cell",
		seed: undeclared(noReference)},
	{Name: "second stage like the first", About: "delayed rejection whose second stage forgets the first's ratio", Caught: LawReversal, Witness: "from cell",
		seed: undeclared(secondStage)},
	{Name: "lines one short", About: "Gibbs over all cells of a line but the last", Caught: LawEachCell, Witness: "cell", seed: gibbs(gibbsRule(1, nil))},
	{Name: "axis by state", About: "Gibbs whose choice of the axis depends on where it is", Caught: LawReversal, Witness: "from cell",
		seed: gibbs(gibbsRule(0, func(g grid.Grid, x, axis int) float64 { return 0.3 + 0.4*float64((g.Coord(x, 0)+axis)%2) }))},
	{Name: "sweep not reversed", About: "rows then columns, in the reverse chain as well", Caught: LawReversal, Witness: "from cell", seed: undeclared(rowsThenColumns)},
	{Name: "push of another kernel", About: "pushes half of what it steps", Caught: LawPush, Witness: "cell", seed: func(s *Candidate) { s.Kernel = halfPushed{} }},
	{Name: "row short of 1", About: "the row of cell [4 4] sums to 0.999", Caught: LawSums, Witness: `the row of cell \[4 4\] sums to 0\.99`,
		seed: matrix(func(m [][]float64) [][]float64 { return shortRow(m, 7*4+4) })},
	{Name: "matrix transposed", About: "columns for rows", Caught: LawSums, Witness: "the row of cell", seed: matrix(transposed)},
	{Name: "weight after the move", About: "log w gains log f_t - log f_{t-1} at x_t", Caught: LawCrooks, Witness: "at step [2-5]",
		seed: func(s *Candidate) { s.Weight = atNext }},
	{Name: "reverse weight before the move", About: "in reverse log w gains at x_t, before the step to x_{t-1}", Caught: LawMeanInvW, Witness: "first at step 3",
		seed: func(s *Candidate) { s.Unweight = atNext }},
	{Name: "one side normalised", About: "f_{t-1} is divided by its sum and f_t is not", Caught: LawMeanW, Witness: "first at step 2",
		seed: func(s *Candidate) {
			s.Weight = func(_ int, from, to []float64, x, _ int) float64 {
				return chains.LogRatio(to[x], from[x]) + floats.LogSumExp(from)
			}
		}},
	{Name: "last weight left out", About: "log w ends with the step to level T-1", Caught: LawMeanW, Witness: "first at step 5",
		seed: func(s *Candidate) {
			T := s.T()
			s.Weight = func(t int, from, to []float64, x, _ int) float64 {
				if t == T {
					return 0
				}
				return chains.LogRatio(to[x], from[x])
			}
		}},
	{Name: "one start for all", About: "forward chains all start in cell [3 3]", Caught: LawStart, Witness: `\[3 3\]`,
		seed: func(s *Candidate) {
			s.First = func(p []float64) []float64 {
				q := make([]float64, len(p))
				q[7*3+3] = 1
				return q
			}
		}},
	{Name: "posterior drawn wrongly", About: "reverse chains start from p_T flattened, not from p_T", Caught: LawReverse, Witness: "with probability",
		seed: func(s *Candidate) { s.Last = flattened }},
}
