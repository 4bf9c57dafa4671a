package toys

import (
	"cmp"
	"math"
	"strings"

	"breadboard/grid"
)

// A Toy makes targets: a different one for each seed if it is Seeded, and for each value
// of its parameters if it has any.
type Toy struct {
	Name string
	// Params are the names of the parameters with colons between, "" if there are none. In brackets is a setting, which
	// may be left out: "ROWSxCOLS:COUPLING[:field=H]".
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
	// Family is Model with hyperparameters, for observations of d numbers each. A model whose
	// parameters say how many these are does not look at d. It is nil for other toys.
	Family func(params []string, d int) (Family, error)
}

// Title is BREAD's name of a toy, for prose and figures, and any other name as it is.
func Title(name string) string {
	titles := map[string]string{"easy": "EASY RANDOM", "hard": "HARD RANDOM", "barrier": "BARRIER"}
	return cmp.Or(titles[name], name)
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

// A Target is a log density on a grid. It is not normalised; -Inf is a cell without mass.
type Target struct {
	Name string
	Grid grid.Grid
	LogF []float64
	// Model is the model of which the target is the posterior, with its data; nil for others.
	Model *Observed
	// Headed says that the first row of its file looks like the names of columns, as pandas writes them.
	Headed bool
	// Told is what the table in its file has besides numbers and commas, as text.ReadTable tells it.
	Told string
}

// MostCells is the largest number of cells of a target, 2^30, whatever the memory: states
// are stored in 32 bits.
const MostCells = 1 << mostSpins

// mostSpins spins make MostCells cells.
const mostSpins = 30

// cellwise returns the target with this log f, by the place of a cell along every axis.
func cellwise(name string, g grid.Grid, logf func(at []int) float64) Target {
	t := Target{Name: name, Grid: g, LogF: make([]float64, g.Size())}
	at := make([]int, g.Axes())
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

// walled returns the grid with walls where this log f has no mass.
func walled(g grid.Grid, logf []float64) grid.Grid {
	return g.WallsWhere(func(x int) bool { return math.IsInf(logf[x], -1) })
}
