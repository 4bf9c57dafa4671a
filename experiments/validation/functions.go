package validation

import (
	"fmt"

	"breadboard/chains"
)

// A function is a function of the state that the chain averages.
type function struct {
	name string
	of   []float64
}

// functions are log f of the target, then the coordinates, and then whether the chain is
// near the heaviest mode.
func (s Candidate) functions(modes []chains.Mode) (all []function, coordinates int) {
	target := s.target()
	all = []function{{"log f", target}}
	for a := range s.Grid.Axes() {
		if s.Grid.Len(a) > 1 {
			f := make([]float64, len(target))
			for x := range f {
				f[x] = float64(s.Grid.Coord(x, a))
			}
			coordinates++
			all = append(all, function{fmt.Sprintf("coordinate %d", a+1), f})
		}
	}
	if len(modes) > 1 {
		f := make([]float64, len(target))
		for _, x := range modes[0].Basin {
			f[x] = 1
		}
		all = append(all, function{"being in the heaviest mode", f})
	}
	return all, coordinates
}

// modes are the modes of the target, the heaviest first.
func (s Candidate) modes() []chains.Mode { return chains.Modes(s.Grid, s.target()) }
