package experiments

import (
	"math"
	"strings"

	"breadboard/chains"
	"breadboard/grid/text"
	"breadboard/toys"
)

// initial returns the initial log density for a target. d says what a file holds.
func initial(spec string, d toys.Density, target toys.Target) ([]float64, error) {
	if path, ok := InitialFile(spec); ok {
		return toys.OpenInitial(path, d, target.Grid)
	}
	name, text, given := strings.Cut(spec, ":")
	switch {
	case name == "uniform" && given:
		return nil, Faultf("%v %s: uniform takes no parameter; uniform would do", FieldInitial, spec)
	case name == "uniform":
		return chains.Uniform(target.LogF), nil
	case spec == prior && target.Model == nil:
		return nil, Faultf("%v %s: %s has none, for it is no model; uniform would do", FieldInitial, spec, target.Name)
	case spec == prior:
		return target.Model.Steps[0], nil
	case name == prior:
		return nil, Faultf("%v %s: %s takes no parameter; %s would do", FieldInitial, spec, prior, prior)
	case name == "tempered":
		return tempered(spec, text, target)
	}
	return nil, Unknown(FieldInitial, spec, Specs(FieldInitial))
}

// InitialFile returns the path of an initial density that comes from a file: "file:PATH",
// or a PATH that exists or ends in .csv, .npy or .npz. A name of the catalogue is not a path.
func InitialFile(spec string) (path string, ok bool) {
	if path, ok := strings.CutPrefix(spec, "file:"); ok {
		return path, true
	}
	if inCatalogue(FieldInitial, stem(spec)) {
		return "", false
	}
	return spec, looksLikeFile(spec, ".csv", ".npy", ".npz")
}

// tempered returns the target's log density, less its largest, times beta. It refuses a beta that is not a
// finite number, or makes numbers that are too large.
func tempered(spec, word string, target toys.Target) ([]float64, error) {
	beta, err := text.Float(word)
	if err != nil {
		return nil, Faultf("%v %s: %q is not a BETA; a finite number, as in tempered:0.5, would do", FieldInitial,
			spec, word)
	}
	from := chains.Tempered(target.LogF, beta)
	for x, v := range from {
		if math.Abs(v) > toys.Largest && !math.IsInf(target.LogF[x], -1) {
			return nil, Faultf("%v %s: log f of cell %v becomes %g; a power that keeps it within %g would do",
				FieldInitial, spec, target.Grid.Coords(x), v, toys.Largest)
		}
	}
	return from, nil
}
