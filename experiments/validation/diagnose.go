package validation

import (
	"slices"

	"breadboard/chains/laws"
	"breadboard/experiments/validation/cause"
)

// A cause is looked for at up to mostLooks levels, evenly chosen among those that break a law, on
// up to mostDiagnosed cells: the matrices of all of them are kept at once.
const mostLooks, mostDiagnosed = 4, 512

// diagnose finds the likely cause of what is broken. again validates a candidate anew, without a
// cause.
func (v *Validation) diagnose(again func(Candidate) (Validation, error)) {
	s := v.Candidate
	if v.OK() || s.Grid.Size() > mostDiagnosed {
		return
	}
	levels := slices.DeleteFunc(slices.Clone(v.Levels), func(l Level) bool { return len(l.broken()) == 0 })
	if len(levels) == 0 {
		return
	}
	c := cause.Case{Annealing: s.Annealing, Given: s.Given != nil, Declared: s.Declared}
	c.Keeps = func(tolerance float64) bool {
		tolerant := s
		tolerant.Slack = tolerance
		w, err := again(tolerant)
		return err == nil && w.OK()
	}
	n := min(len(levels), mostLooks)
	for i := range n {
		l := levels[i*(len(levels)-1)/max(n-1, 1)]
		c.Levels = append(c.Levels, cause.Level{Written: s.write(l.T, l.Beta, s.Kernel.On(s.Grid)), Broken: l.broken()})
	}
	v.Cause = cause.Of(c)
}

// broken has the laws that are not kept at the level.
func (l Level) broken() map[laws.Law]bool {
	broken := map[laws.Law]bool{}
	for _, f := range laws.Broken(l.Laws) {
		broken[f.Law] = true
	}
	return broken
}
