package experiments

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/grid/text"
	"breadboard/toys"
)

// makeInitial returns the initial log density for a target.
func makeInitial(spec string, target toys.Target) ([]float64, error) {
	if path, ok := InitialFile(spec); ok {
		return toys.OpenInitial(path, target.Grid)
	}
	name, word, given := strings.Cut(spec, ":")
	switch {
	case given && (name == uniform || name == Prior):
		return nil, Faultf("%v %s: %s takes no parameter; %s would do", FieldInitial, spec, name, name)
	case name == uniform:
		return chains.Uniform(target.LogF), nil
	case spec == Prior && target.Model == nil:
		return nil, Faultf("%v %s: %s has none, for it is no model; uniform would do", FieldInitial, spec, target.Name)
	case spec == Prior:
		return target.Model.Steps[0], nil
	case name != tempered:
		return nil, Unknown(FieldInitial, spec, Specs(FieldInitial))
	case isRange(word):
		return nil, oneOfRange(FieldInitial, spec)
	}
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

// InitialFile returns the path of an initial density that comes from a file: "file:PATH",
// or a PATH that exists or ends in .csv or .npy. A name of the catalogue is not a path.
func InitialFile(spec string) (path string, ok bool) {
	if path, ok := strings.CutPrefix(spec, "file:"); ok {
		return path, true
	}
	if inCatalogue(FieldInitial, stem(spec)) {
		return "", false
	}
	return spec, looksLikeFile(spec, ".csv", ".npy")
}

// readsFile reports whether the target or the initial density is a file.
func (s Setting) readsFile() bool {
	_, file := InitialFile(s.Initial)
	return file || s.Target != ""
}

// doubts are faults of files that were read as log f, but look like probabilities, or like a table with names of
// columns.
func (s Setting) doubts(of bothEnds) (doubts []error) {
	target := of.target
	if target.Told != "" {
		doubts = append(doubts, Faultf("%s: read with %s: %v cells", s.Target, target.Told, target.Grid))
	}
	if target.Headed {
		doubts = append(doubts, Faultf("%s: row 1 looks like the names of columns, 0, 1 and so on, and is taken for "+
			"a row of the grid; the file without it, or with 0.0 in place of its 0, leaves this out", s.Target))
	}
	path, read := InitialFile(s.Initial)
	for _, file := range []struct {
		path string
		read bool
		logf []float64
	}{{s.Target, s.Target != "", target.LogF}, {path, read, of.initial}} {
		if file.read && len(file.logf) > 0 && toys.LikeP(file.logf) {
			doubts = append(doubts, Faultf("%s: the numbers look like probabilities, for they sum to %s, and are "+
				"taken for log f; of probabilities their logs would do", file.path,
				fmt.Sprintf("%.3g", floats.Sum(file.logf))))
		}
	}
	return doubts
}
