package programs

import (
	"fmt"

	"breadboard/chains"
)

// A Proposal says how an observation's own latents are drawn when it is taken in.
type Proposal string

// The proposals. All latents are explicit from the start (BDMC, Section 3.4.1). With the prior
// proposal the next observation's own latents stay as they are, and the weight is f_t/f_{t-1}
// (Eq. 16-17). With the optimal proposal both densities in this ratio are first summed over
// the observation's own latents, which are then redrawn given the others (Eq. 18-20).
const (
	Prior   Proposal = "prior"
	Optimal Proposal = "optimal"
)

// A Sequence is how the observations of a model are taken in, one at each step.
type Sequence struct {
	Proposal Proposal
	Steps    int // kernel steps after each observation
}

// sequence reads the parameters of a sequence.
func sequence(a *Args) Sequence {
	return Sequence{Proposal(a.WordOr("proposal", string(Prior), string(Optimal))), a.WholeOr("steps", 1, 0, MostSteps)}
}

// MostSteps is the largest number of kernel steps after an observation.
const MostSteps = 1000

// lacking returns an error if the problem has no observations that a program could take in.
func lacking(name string, p Problem) error {
	switch {
	case p.Observed == nil:
		return fmt.Errorf("%s takes in a model's observations, from its prior on; a model from its prior would do", name)
	case len(p.Observed.Steps[0]) != p.Grid.Size():
		return fmt.Errorf("%s takes in observations cell by cell and the kernel runs on %d states where the model "+
			"has %d cells; a kernel without states of its own would do", name, p.Grid.Size(), len(p.Observed.Steps[0]))
	}
	return nil
}

// lowered returns the annealing whose levels are the observations, with constants taken off.
func (s Sequence) lowered(p Problem) (a chains.Annealing, rise float64) {
	a = p.Annealing
	a.Bridge, a.Schedule = *p.Observed, chains.Linear(p.Observed.N()+1)
	return a.Lowered()
}

// path returns the path from the prior to the posterior; a comes from lowered. With SkipLast no
// kernel steps follow the last observation.
func (s Sequence) path(p Problem, a chains.Annealing) Path {
	l := newLevels(a, s.Steps)
	if s.Proposal == Prior {
		return l
	}
	return &optimal{levels: l, axes: p.Observed.Axes}
}

// cost is the mean number of log densities that a particle computes. The optimal proposal
// computes one for every value of the observation's own latents.
func (s Sequence) cost(p Problem) (cost float64) {
	for t, axes := range p.Observed.Axes {
		values := 1.0
		for _, a := range axes {
			if s.Proposal == Optimal {
				values *= float64(p.Grid.Len(a))
			}
		}
		cost += values
		if last := t == p.Observed.N()-1; !(last && p.SkipLast) {
			cost += float64(s.Steps) * chains.FactsOf(p.Kernel, p.Grid).Cost
		}
	}
	return cost
}

// optimal is a path through the observations with the optimal proposal. In reverse an
// observation's own latents are redrawn as they were before it was seen.
type optimal struct {
	*levels
	axes [][]int
}

func (o *optimal) At(i int) Step {
	step := o.levels.At(i)
	before, after := newRedraw(o.a.Grid, o.axes[i]), newRedraw(o.a.Grid, o.axes[i])
	before.aim(o.was.LogF())
	after.aim(o.here.LogF())
	for x := range step.LogW {
		step.LogW[x] = chains.LogRatio(after.sums[x], before.sums[x])
	}
	step.Moves = append([]Move{after}, step.Moves...)
	step.Backs = append(step.Backs, before)
	return step
}
