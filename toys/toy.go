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
	// Params has the names of the parameters with colons between, "" if there are none. A setting in brackets may be
	// left out: "ROWSxCOLS:COUPLING[:field=H]".
	Params  string
	Example string // valid values, in the same form
	About   string
	Seeded  bool
	Seed    uint64 // the default
	Model   bool   // it is a model, and its targets are posteriors
	// Hierarchical tells that the model can have hyperparameters: Made.Hierarchical is set.
	Hierarchical bool
	// Read reads the parameters that Params names, and a setting after them. The error is one sentence that names the
	// first wrong parameter.
	Read func(params []string) (Made, error)
}

// Made is a toy with its parameters.
type Made struct {
	Grid   grid.Grid
	Target func(seed uint64) Target // makes the target, which may be large; a model simulates data
	Model  Model                    // without data; empty if the toy is no model
	// Hierarchical returns Model with hyperparameters, for observations of d numbers each. A model whose parameters fix
	// that number ignores d. It is nil if the model has none.
	Hierarchical func(d int) Hierarchical
}

// Of returns the target by right parameters.
func (t Toy) Of(seed uint64, params ...string) Target {
	made, err := t.Read(params)
	if err != nil {
		panic("toys: " + err.Error())
	}
	return made.Target(seed)
}

// Title returns BREAD's name of a toy, for prose and figures, and any other name as it is.
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

// Takes reports whether n is the number of parameters that the toy needs, with or without a setting.
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
	// Doubts say how its file was read if it may have meant something else.
	Doubts []string
	// Model is the model whose posterior is the target, with its data; nil for others.
	Model *Observed
}

// MostCells is the largest number of cells of a target, 2^30, whatever the memory: states have 32 bits.
const MostCells = 1 << mostSpins

// mostSpins spins make MostCells cells.
const mostSpins = 30

// cellwise returns the target with this log f, by the place of a cell along every axis.
func cellwise(name string, g grid.Grid, logf func(at []int) float64) Target {
	t := Target{Name: name, Grid: g, LogF: make([]float64, g.Size())}
	for x := range t.LogF {
		t.LogF[x] = logf(g.Coords(x))
	}
	return t
}

// walled returns the grid with walls where this log f has no mass.
func walled(g grid.Grid, logf []float64) grid.Grid {
	return g.WallsWhere(func(x int) bool { return math.IsInf(logf[x], -1) })
}
