// Package toys has targets: densities on small grids whose annealing is worth watching.
// Three are the paper's: Easy, Hard and Barrier (byhand.go). Each of the
// others makes annealing fail in one way, and its comment says how and by how much; a test
// checks the figures. Clustering, Attributes, LowRank, Regression, Linear and Autoregression are models: their
// targets are posteriors of data. Catalogue (toys.go) lists all, by the names that commands take. Read
// reads a target from a CSV file of log f.
package toys

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/floats"

	"breadboard/grid"
	"breadboard/grid/orbits"
	"breadboard/grid/text"
)

// A Target is a log density on a grid. It is not normalised; -Inf is a cell without mass.
type Target struct {
	Name string
	Grid grid.Grid
	LogF []float64
	// Model is the model of which the target is the posterior, with its data; nil for others.
	Model *Observed
	Parts
	// Headed says that the first row of its file looks like the names of columns, as pandas writes them.
	Headed bool
	// Told is what the table in its file has besides numbers and commas, as text.Plain tells it.
	Told string
	// Orbits are the states, if they are no cells; Cells has log f of a cell of each, and LogF that of all its cells
	// together.
	Orbits *orbits.Space
	Cells  []float64
}

// OfCell is log f of a cell, by state.
func (t Target) OfCell() []float64 {
	if t.Orbits != nil {
		return t.Cells
	}
	return t.LogF
}

// Uniform is the log density of the uniform law on the cells with mass.
func (t Target) Uniform() []float64 {
	uniform := make([]float64, len(t.LogF))
	for x, v := range t.LogF {
		if math.IsInf(v, -1) {
			uniform[x] = v
		}
	}
	return t.OfStates(uniform)
}

// OfStates turns log densities of a cell, by state, into those of states: of an orbit, of all its cells together.
func (t Target) OfStates(ofCell []float64) []float64 {
	if t.Orbits != nil {
		floats.Add(ofCell, t.Orbits.LogSizes)
	}
	return ofCell
}

// Ordered reports whether the order of the states has a meaning: that of cells has one, and that of some orbits.
func (t Target) Ordered() bool { return t.Orbits == nil || t.Orbits.Ordered() }

// A Toy makes targets: a different one for each seed if it is Seeded, and for each value
// of its parameters if it has any.
type Toy struct {
	Name string
	// Params are the names of the parameters with colons between, "" if there are none. In brackets is a setting, which
	// may be left out: "N:K[:weights=ALPHA]".
	Params  string
	Example string // values that they may have, in the same form
	About   string
	Seeded  bool
	Seed    uint64 // the default
	// Of makes the target of a toy without parameters.
	Of func(seed uint64) Target
	// With reads the parameters of a toy that has any, as many as Params names, and a setting behind them. It returns
	// the grid of the target, and a function that makes the target, which may be large. The
	// error is one sentence that names the first wrong parameter.
	With func(params []string, seed uint64) (grid.Grid, func() Target, error)
	// Model reads the parameters of a toy that is a model, and returns it without data; With
	// simulates some. It is nil for other toys.
	Model func(params []string) (Model, error)
	// Exchangeable says that the states are orbits: those of sites that can be exchanged.
	Exchangeable bool
	// Symmetric reads the parameters of a toy that declares symmetries. It is nil for other toys.
	Symmetric func(params []string, seed uint64) (Symmetric, error)
	// Parts reads the parameters of a toy that says of what log f of a cell is made, before its target is. They were
	// read before, and are right. It is nil for other toys.
	Parts func(params []string, seed uint64) Parts
	// Family is Model with hyperparameters, for observations of d numbers each. A model whose
	// parameters say how many these are does not look at d. It is nil for other toys.
	Family func(params []string, d int) (Family, error)
}

// Spec returns the toy's name with the names of its parameters: "ising:ROWSxCOLS:COUPLING".
func (t Toy) Spec() string {
	if t.Params == "" {
		return t.Name
	}
	return t.Name + ":" + t.Params
}

// Takes reports whether so many parameters are as many as the toy needs, or a setting more.
func (t Toy) Takes(n int) bool {
	needed, _, settings := strings.Cut(t.Params, "[")
	n -= strings.Count(needed, ":") + 1
	return n == 0 || settings && n == 1
}

// MostCells is the largest number of cells of a target, 2^30, whatever the memory: states
// are stored in 32 bits.
const MostCells = 1 << mostSpins

// Catalogue lists the toys.
var Catalogue = []Toy{
	{Name: "easy", About: "EASY RANDOM: log f ~ N(0, 2) on 7x7 cells", Seeded: true, Seed: EasySeed, Of: Easy},
	{Name: "hard", About: "HARD RANDOM: log f ~ N(0, 10) on 7x7 cells", Seeded: true, Seed: HardSeed, Of: Hard},
	{Name: "random", Params: "SIGMA", Example: "4", About: "log f ~ N(0, SIGMA) on 7x7 cells",
		Seeded: true, Seed: 1, With: with(randomOf)},
	{Name: "barrier", About: "BARRIER: four modes, a cross between them", Of: only(Barrier)},
	{Name: "golf", About: "one deep hole that nothing leads to", Of: only(Golf)},
	{Name: "staircase", About: "a winding corridor that climbs", Of: only(Staircase)},
	{Name: "two-basins", Params: "DEPTH", Example: "8", About: "a valley with a ridge across it",
		With: with(twoBasinsOf)},
	{Name: "funnel", About: "Neal's funnel: a wide mouth, a thin neck", Of: only(Funnel)},
	{Name: "ising", Params: "ROWSxCOLS:COUPLING[:field=H]", Example: "3x3:0.4", About: "spins on a torus",
		With:      with(byCells(isingOf)),
		Symmetric: symmetric(isingOf), Parts: partsOf(bonded(isingOf))},
	{Name: "potts", Params: "ROWSxCOLS:STATES:COUPLING", Example: "2x3:3:1",
		About: "sites of several states on a torus", With: with(byCells(pottsOf)), Symmetric: symmetric(pottsOf),
		Parts: partsOf(bonded(pottsOf))},
	{Name: "spin-glass", Params: "ROWSxCOLS:SEED", Example: "3x3:1",
		About: "spins on a torus, each bond drawn by SEED", With: with(byCells(spinGlassOf)),
		Symmetric: symmetric(spinGlassOf), Parts: partsOf(bonded(spinGlassOf))},
	{Name: "rbm", Params: "VISIBLE:HIDDEN:SEED", Example: "8:4:1",
		About: "a Boltzmann machine, its weights drawn by SEED", With: with(rbmOf), Parts: partsOf(rbmParts)},
	{Name: "curie-weiss", Params: "N:COUPLING[:field=H]", Example: "100:1",
		About: "N spins, each acting on all; by the number up",
		With:  with(curieWeissOf), Exchangeable: true, Parts: partsOf(partsOfCurieWeiss)},
	{Name: "mean-field-potts", Params: "N:STATES:COUPLING", Example: "30:3:3",
		About: "N sites of several states, each acting on all", With: with(meanFieldPottsOf), Exchangeable: true},
	{Name: "hopfield", Params: "N:PATTERNS:SEED", Example: "40:2:1", About: "N spins that remember patterns",
		With: with(hopfieldOf), Exchangeable: true},
	labels(modelToy("clustering", "N:K[:weights=ALPHA]", "6:2", "a model: N points in the plane, K clusters",
		clusteringOf, func(c Clustering, d int) Family { c.D = d; return c.Family() })),
	modelToy("attributes", "N:K", "3:2", "a model: N points, sums of K attributes", attributesOf,
		func(m Attributes, d int) Family { m.D = d; return m.Family() }),
	modelToy("lowrank", "N:D:K[:scales=2]", "3:2:1", "a model: NxD numbers, nearly of rank K", lowRankOf,
		func(m LowRank, _ int) Family { return m.Family() }),
	modelToy("regression", "N:POINTS", "2:7", "a model: a line through N noisy points", regressionOf, nil),
	modelToy("linear", "N:K:POINTS", "4:1:5", "a model: linear regression on K inputs", linearOf(NewLinear),
		func(l Linear, _ int) Family { return l.Family() }),
	modelToy("logistic", "N:K:POINTS", "6:1:5", "a model: logistic regression on K inputs", linearOf(NewLogistic),
		func(l Linear, _ int) Family { return l.Family() }),
	modelToy("ar1", "N:POINTS", "6:5", "a model: a series, each point from the last", autoregressionOf,
		func(a Autoregression, _ int) Family { return a.Family() }),
}

func with(of func(p *parameters, seed uint64) (grid.Grid, func() Target)) func([]string, uint64) (grid.Grid,
	func() Target, error) {
	return func(words []string, seed uint64) (grid.Grid, func() Target, error) {
		p := &parameters{words: words}
		g, target := of(p, seed)
		return g, target, p.err
	}
}

// modelToy is a toy that is a model. of reads its parameters.
func modelToy[M interface{ Model() Model }](name, params, example, about string, of func(*parameters) M,
	family func(m M, d int) Family) Toy {
	toy := Toy{Name: name, Params: params, Example: example, About: about, Seeded: true, Seed: ModelSeed}
	toy.Model = func(words []string) (Model, error) { return made(words, of, M.Model) }
	toy.With = func(words []string, seed uint64) (grid.Grid, func() Target, error) {
		m, err := toy.Model(words)
		return m.Grid, func() Target { return m.Simulated(seed) }, err
	}
	if family != nil {
		toy.Family = func(words []string, d int) (Family, error) {
			return made(words, of, func(m M) Family { return family(m, d) })
		}
	}
	return toy
}

// labels declares that the labels of a model can be exchanged.
func labels(toy Toy) Toy {
	toy.Symmetric = func(words []string, _ uint64) (Symmetric, error) {
		m, err := toy.Model(words)
		return Symmetric{Grid: m.Grid, By: func() []orbits.Symmetry { return orbits.Renamed(m.Grid) }}, err
	}
	return toy
}

// made makes of parameters what they stand for, unless one is wrong.
func made[M, R any](words []string, of func(*parameters) M, result func(M) R) (r R, err error) {
	p := &parameters{words: words}
	m := of(p)
	p.end()
	if p.err != nil {
		return r, p.err
	}
	return result(m), nil
}

// only wraps a target that does not depend on the seed.
func only(of func() Target) func(uint64) Target { return func(uint64) Target { return of() } }

// cellwise returns the target with this log f, by the place of a cell along every axis.
func cellwise(name string, g grid.Grid, logf func(at []int) float64) Target {
	t, at := Target{Name: name, Grid: g, LogF: make([]float64, g.Size())}, make([]int, g.Axes())
	for x := range t.LogF {
		t.LogF[x] = logf(at)
		for a := len(at) - 1; a >= 0; a-- { // the next place
			if at[a]++; at[a] < g.Len(a) {
				break
			}
			at[a] = 0
		}
	}
	return t
}

// withWalls returns the target. Its cells without mass are walls of the grid.
func withWalls(name string, g grid.Grid, logf []float64) Target {
	g = g.WallsWhere(func(x int) bool { return math.IsInf(logf[x], -1) })
	return Target{Name: name, Grid: g, LogF: logf}
}

// parameters are those of a toy, read one after the other. In place of a wrong one its least value is read.
type parameters struct {
	words   []string // to be read
	setting string   // that there is, "" for none
	err     error    // of the first that is wrong
}

func (p *parameters) next() (word string) {
	word, p.words = p.words[0], p.words[1:]
	return word
}

// given says whether the next word is a setting, written as in "weights=1". Its value is then the next word.
func (p *parameters) given(setting string) bool {
	p.setting = setting
	if len(p.words) == 0 || !strings.HasPrefix(p.words[0], setting+"=") {
		return false
	}
	p.words = append([]string{p.words[0][len(setting)+1:]}, p.words[1:]...)
	return true
}

// end refuses a word that was not read, for it is no setting.
func (p *parameters) end() {
	if len(p.words) > 0 {
		p.refuse("%s is no setting that it has; %s=NUMBER would do", text.Quote(p.words[0]), p.setting)
	}
}

// refuse says what is wrong, and makes no target.
func (p *parameters) refuse(format string, args ...any) (_ grid.Grid, _ func() Target) {
	if p.err == nil {
		p.err = fmt.Errorf(format, args...)
	}
	return
}

// real reads the parameter called name, a number between two bounds.
func (p *parameters) real(name string, low, high float64) float64 {
	word := p.next()
	v, err := text.Float(word)
	if err != nil || !(v >= low && v <= high) {
		p.refuse("%s is %s; a number from %g to %g would do", name, text.Quote(word), low, high)
		return low
	}
	return v
}

// integer reads the parameter called name, a whole number between two bounds.
func (p *parameters) integer(name string, low, high int) int {
	word := p.next()
	v, err := strconv.Atoi(word)
	if err != nil || v < low || v > high {
		p.refuse("%s is %s; a whole number from %d to %d would do", name, text.Quote(word), low, high)
		return low
	}
	return v
}

// box reads ROWSxCOLS, such as 3x4, with at least two sites.
func (p *parameters) box() (rows, cols int) {
	word := p.next()
	a, b, _ := strings.Cut(word, "x")
	rows, err := strconv.Atoi(a)
	cols, also := strconv.Atoi(b)
	if err != nil || also != nil || rows < 1 || cols < 1 || max(rows, cols) > MostCells || rows*cols < 2 {
		p.refuse("ROWSxCOLS is %s; two whole numbers from 1, with at least two sites, as in 3x3, would do",
			text.Quote(word))
		return 1, 2
	}
	return rows, cols
}
