package experiments

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/toys"
)

// ReadsDensity reports whether the target or the initial density is a file, to which Density
// applies.
func (s Setting) ReadsDensity() bool {
	_, file := InitialFile(s.Initial)
	return file || s.Target != ""
}

// ReadAs says whether files of densities are read as log f or p; "" if there are no files.
func (s Setting) ReadAs() string {
	if !s.ReadsDensity() {
		return ""
	}
	return string(s.density())
}

// density returns what files of densities hold.
func (s Setting) density() toys.Density {
	if s.Density == string(toys.P) {
		return toys.P
	}
	return toys.LogF
}

// CheckDensity returns a fault if the density is unknown, or if no file is read.
func (s Setting) CheckDensity() error {
	switch {
	case s.Density == "":
		return nil
	case !slices.Contains(Specs(FieldDensity), s.Density):
		return Unknown(FieldDensity, s.Density, Specs(FieldDensity))
	case !s.ReadsDensity():
		return Faultf("%v %s is given, but neither the target nor the initial density is a file; leave it out",
			FieldDensity, s.Density)
	}
	return nil
}

// Doubts are faults of files that were read as log f, but look like probabilities, or like a table with names of
// columns. Whoever says that they are log f has no doubts of the first kind.
func (s Space) Doubts() []error { return s.doubts(s.target, s.initial) }

// Doubts returns the doubts of the chain's space.
func (c Chain) Doubts() []error {
	if !c.ReadsDensity() {
		return nil
	}
	initial, _ := c.Ends()
	return c.doubts(c.Target, initial)
}

func (s Setting) doubts(target toys.Target, initial []float64) (doubts []error) {
	if target.Headed {
		doubts = append(doubts, Faultf("%s: row 1 looks like the names of columns, 0, 1 and so on, and is taken for a row of "+
			"the grid; the file without it, or with 0.0 in place of its 0, leaves this out", s.Target))
	}
	if s.Density != "" {
		return doubts
	}
	path, read := InitialFile(s.Initial)
	for _, file := range []struct {
		path string
		read bool
		logf []float64
	}{{s.Target, s.Target != "", target.LogF}, {path, read, initial}} {
		if file.read && len(file.logf) > 0 && toys.LikeP(file.logf) {
			doubts = append(doubts, Faultf("%s: the numbers look like probabilities, for they sum to %s, and are taken for "+
				"log f; %v p would take them as probabilities, and %v log leaves this out",
				file.path, fmt.Sprintf("%.3g", floats.Sum(file.logf)), FieldDensity, FieldDensity))
		}
	}
	return doubts
}
