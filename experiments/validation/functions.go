package validation

import "fmt"

// A function is one whose averages people want.
type function struct {
	name       string
	of         []float64
	coordinate bool
}

// functions are log f of the target, the coordinates, and whether the chain is about the
// heaviest mode.
func (s Candidate) functions(target []float64, modes []Mode) []function {
	all := []function{{name: "log f", of: target}}
	for a := range s.Grid.Axes() {
		if s.Grid.Len(a) > 1 {
			f := make([]float64, len(target))
			for x := range f {
				f[x] = float64(s.Grid.Coord(x, a))
			}
			all = append(all, function{fmt.Sprintf("coordinate %d", a+1), f, true})
		}
	}
	if len(modes) > 1 {
		f := make([]float64, len(target))
		for _, x := range modes[0].Basin {
			f[x] = 1
		}
		all = append(all, function{name: "being in the heaviest mode", of: f})
	}
	return all
}
