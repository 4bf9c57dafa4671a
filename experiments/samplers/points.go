package samplers

import (
	"breadboard/experiments/columns"
	"breadboard/experiments/score"
)

// Points are what Figure 3 shows of the runs from a start, of the first axis of each density, at most so
// many a class.
func (s Study) Points(start string, most int) []score.Point {
	ess, all := s.Index(usual), []score.Point{}
	for _, r := range s.Runs {
		if r.Function == r.Class()+":1" {
			all = append(all, score.Point{Density: r.Density, Kernel: r.Kernel, Function: r.Function, Start: r.Start,
				N: r.N, Chains: r.Chains, ESS: columns.Real(r.Alone[ess]), Real: columns.Real(r.Sampled)})
		}
	}
	return score.Figure3(all, start, most)
}
