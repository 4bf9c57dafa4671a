package experiments

import (
	"math"
	"slices"
	"strings"

	"breadboard/chains"
	"breadboard/grid/text"
	"breadboard/toys"
)

// An annealing begins at an initial density, and a bridge leads from there to its target. Both are looked up by name,
// and made when the target is made.

// findInitial looks up the initial density, and reads it if it is a file. The function that it returns makes the log
// density for a target, or says why the target has none.
func (f *Resolved) findInitial() (func(toys.Target) ([]float64, error), error) {
	spec := f.Initial
	if path, ok := fileOf(FieldInitial, spec, ".csv", ".npy"); ok {
		if f.Grid.Size() == 0 { // no target was found
			return nil, nil
		}
		from, err := toys.OpenInitial(path, f.Grid)
		f.read = append(slices.Clip(f.read), from)
		f.doubts = append(slices.Clip(f.doubts), probabilityDoubts(path, from)...)
		return func(toys.Target) ([]float64, error) { return from, nil }, err
	}
	name, word, given := strings.Cut(spec, ":")
	switch {
	case !inCatalogue(FieldInitial, name):
		return nil, Unknown(FieldInitial, spec, Specs(FieldInitial))
	case given && name != tempered:
		return nil, Faultf("%v %s: %s takes no parameter; use %s", FieldInitial, spec, name, name)
	case name == uniform:
		return func(t toys.Target) ([]float64, error) { return chains.Uniform(t.LogF), nil }, nil
	case name == Prior && !f.model:
		return nil, Faultf("%v %s: %s has none, for it is no model; use uniform", FieldInitial, spec,
			f.TargetName())
	case name == Prior:
		return func(t toys.Target) ([]float64, error) { return t.Model.Steps[0], nil }, nil
	}
	beta, err := text.Float(word)
	if err != nil {
		return nil, Faultf("%v %s: %q is not a BETA; use a finite number, as in tempered:0.5", FieldInitial,
			spec, word)
	}
	return func(t toys.Target) ([]float64, error) {
		from := chains.Tempered(t.LogF, beta)
		for x, v := range from {
			if math.Abs(v) > toys.Largest && !isWall(t.LogF[x]) {
				return nil, Faultf("%v %s: log f of cell %v becomes %g; use a power that keeps it within %g",
					FieldInitial, spec, t.Grid.Name(x), v, toys.Largest)
			}
		}
		return from, nil
	}, nil
}

// findBridge looks up the bridge. The function that it returns makes the bridge from an initial density, or says why
// the target has none.
func (f Resolved) findBridge() (func([]float64, toys.Target) (chains.Bridge, error), error) {
	switch {
	case stem(f.Bridge) == moments:
		return f.findMoments(strings.TrimPrefix(f.Bridge, moments+":"))
	case f.Bridge == observations && !f.model:
		return nil, Faultf("%v %s: %s is no model and has no observations; use a model, such as %s", FieldBridge,
			f.Bridge, f.TargetName(), exampleModel)
	case f.Bridge == observations && f.Initial != Prior:
		return nil, Faultf("%v %s begins at the prior, and %v is %s; use %v %s", FieldBridge, f.Bridge,
			FieldInitial, f.Initial, FieldInitial, Prior)
	case f.Bridge == observations:
		return func(_ []float64, t toys.Target) (chains.Bridge, error) { return *Observed(t), nil }, nil
	}
	bridge, param, err := findEntry(FieldBridge, f.Bridge, chains.Bridges)
	return func(from []float64, t toys.Target) (chains.Bridge, error) { return bridge(param, from, t.LogF), nil }, err
}

// findMoments looks up the bridge that averages the moments of some statistics.
func (f Resolved) findMoments(name string) (func([]float64, toys.Target) (chains.Bridge, error), error) {
	if !slices.Contains(momentStatistics, name) {
		return nil, Faultf("%v %s: one of %s must follow, as in %s:%s", FieldBridge, f.Bridge,
			strings.Join(momentStatistics, ", "), moments, momentStatistics[0])
	}
	return func(from []float64, t toys.Target) (chains.Bridge, error) {
		statistics, err := chains.Statistics(name, t.Grid)
		var b *chains.Moments
		if err == nil {
			b, err = chains.NewMoments(from, t.LogF, statistics...)
		}
		if err != nil {
			return nil, Faultf("%v %s: %v", FieldBridge, f.Bridge, err)
		}
		return b, nil
	}, nil
}

// isWall reports whether a log density belongs to a cell without mass.
func isWall(v float64) bool { return math.IsInf(v, -1) }
