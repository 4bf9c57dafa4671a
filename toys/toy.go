package toys

import (
	"strings"

	"breadboard/grid"
)

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
