package shipped

import (
	"slices"

	"breadboard/chains"
)

// replaying lets the offspring of the kept particle go along its path as well.
func replaying() steps {
	s := right
	s.follows = func(before []bool, ancestors []int) []bool {
		next := make([]bool, len(before))
		for i, a := range ancestors {
			next[i] = before[a]
		}
		return next
	}
	return s
}

// unkept draws all particles of the conditional run anew.
type unkept struct{ filter }

func (p unkept) Reverse(_ int, d chains.Dice) float64 {
	_, logw := p.Forward(d)
	return logw
}

func (p unkept) again(d chains.Dice) []int {
	path, _ := p.run(nil, d)
	return path
}

// uniformIncrement takes the mean of a level's own weights, as if those before it were equal.
func uniformIncrement() steps {
	s := right
	s.evidence = func(_ int, _, gains []float64) float64 { return logMean(gains) }
	return s
}

// lastLost loses the weight of the last level, if it resamples there.
func lastLost(levels int, share float64) steps {
	s := right
	s.evidence = func(t int, logs, gains []float64) float64 {
		if t == levels && ess(sum(logs, gains)) < share*float64(len(logs)) {
			return 0
		}
		return right.evidence(t, logs, gains)
	}
	return s
}

// unweighted returns any particle, whatever the last weights are.
func unweighted() steps {
	s := right
	s.returned = func(logs []float64, d chains.Dice) int { return d.Pick(slices.Repeat([]float64{1}, len(logs))) }
	return s
}

// forgotten drops the weights of a level that did not resample.
func forgotten() steps {
	s := right
	s.carried = func(logs []float64) []float64 { return make([]float64, len(logs)) }
	return s
}

// weightsKept leaves a resampled particle the weight by which it was drawn.
func weightsKept() steps {
	s := right
	s.resampled = func(logs []float64, ancestors []int) []float64 {
		next := make([]float64, len(logs))
		for i, a := range ancestors {
			next[i] = logs[a]
		}
		return next
	}
	return s
}

// withoutKept decides on resampling by the ESS of the free particles alone.
func withoutKept() steps {
	s := right
	s.size = func(logs []float64, kept bool) float64 {
		if kept {
			return ess(logs[1:]) * float64(len(logs)) / float64(len(logs)-1)
		}
		return ess(logs)
	}
	return s
}
