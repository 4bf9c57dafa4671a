package backward

import (
	"context"

	"breadboard/chains"
)

// Pilots are forward runs from which the laws of a chain's states are estimated: how many of them were in each cell at
// each level. The state at a level is an exact draw of q_t.
type Pilots struct {
	Runs   int
	counts [][]int32 // by t
}

// PilotBytes is the memory of pilots of T levels on so many states.
func PilotBytes(states, T int) float64 { return 4 * float64(states) * float64(T) }

// DrawPilots makes so many forward runs of an annealing. All runs that are in a cell are divided among the outcomes of
// its row at once, so that a million take about as long as a thousand.
func DrawPilots(ctx context.Context, a chains.Annealing, runs int, d chains.Dice) (Pilots, error) {
	n := a.Grid.Size()
	from, _ := a.Ends()
	p := Pilots{Runs: runs, counts: make([][]int32, a.T()+1)}
	now, split := make([]int, n), make([]int, n)
	chains.NewLaw(chains.Normalized(from)).Split(d, runs, now)
	p.mark(1, now)
	op, l := a.Kernel.On(a.Grid), a.NewLevel()
	for t := 2; t < a.PathEnd(); t++ { // the law of the last state is in no step's past
		if err := context.Cause(ctx); err != nil {
			return Pilots{}, err
		}
		a.LevelAt(l, t)
		op.Aim(l)
		next := make([]int, n)
		for x, count := range now {
			if count > 0 {
				move(op, x, count, d, split, next)
			}
		}
		now = next
		p.mark(t, now)
	}
	return p, nil
}

// move divides the runs that are in x among the outcomes of a step.
func move(op chains.Operator, x, count int, d chains.Dice, split, next []int) {
	to := []int{x}
	weights := []float64{max(0, chains.StayProbability(op, x))}
	op.Row(x, func(y int, p float64) {
		to = append(to, y)
		weights = append(weights, p)
	})
	if len(split) < len(to) {
		split = make([]int, len(to))
	}
	counts := split[:len(to)]
	chains.NewLaw(weights).Split(d, count, counts)
	for i, y := range to {
		next[y] += counts[i]
	}
}

func (p *Pilots) mark(t int, counts []int) {
	p.counts[t] = make([]int32, len(counts))
	for x, c := range counts {
		p.counts[t][x] = int32(c)
	}
}

// Law estimates q_{t-1} by (count + weight p_t) / (Runs + weight): the mean of the Dirichlet law that weight draws of
// p_t and the pilots leave. A cell that no pilot met keeps mass, wherever p_t has some, or B would be infinite for
// most pilots. Without pilots it is AtTarget, and with ever more Marginal. weight is positive.
func (p Pilots) Law(weight float64) Law {
	return func(b []float64, t int, _, target []float64) {
		all := float64(p.Runs) + weight
		for x, c := range p.counts[t-1] {
			b[x] = (float64(c) + weight*target[x]) / all
		}
	}
}
