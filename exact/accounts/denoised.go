package accounts

import (
	"context"
	"math"

	"breadboard/chains/programs"
)

// mostEdges is the largest number of steps between two states that are gone through, a minute's work or less.
const mostEdges = 1e9

// A weighed is what a state holds of runs that came to it, each with a sum of terms: P, E[sum] and E[sum²].
type weighed struct{ mass, sum, square float64 }

// add takes in what came from another state with a probability, where each run got a term more.
func (w *weighed) add(from *weighed, prob, term float64) {
	w.mass += prob * from.mass
	w.sum += prob * (from.sum + term*from.mass)
	w.square += prob * (from.square + 2*term*from.sum + term*term*from.mass)
}

// A carried is what a state holds of the program's runs and of those of the noising. Their terms are the logs of the
// noising's probability of a step over the program's. missed is the noising's mass that came by steps which the program
// never takes.
type carried struct {
	drawn, noised weighed
	missed        float64
}

// take adds what came from a state by a step. A step that one of the two never takes has no term: if it is the noising
// that runs on, missed has it; if it is the program, the run ends where the target has no mass.
func (c *carried) take(from *carried, drawn, noised, by float64) {
	missed := from.missed
	if drawn == 0 || noised == 0 {
		by = 0
		missed = from.noised.mass
	}
	c.drawn.add(&from.drawn, drawn, by)
	c.noised.add(&from.noised, noised, by)
	c.missed += noised * missed
}

// denoised makes the account of a program that undoes noise. log ŵ of a run is the sum over its steps of the log of
// the noising's probability over the program's. So three moments by state of the program's runs, and three of the
// noising's read backward, are pushed from step to step. Those of the noising end as p, p G and p E_rev[log² ŵ | x].
func (a *making) denoised(ctx context.Context, p programs.Denoiser) error {
	if p.Edges() > mostEdges {
		return ErrTooLarge
	}
	at := make([]carried, p.States())
	p.Start(func(y int, drawn, noised, by float64) {
		at[y].take(&carried{drawn: weighed{mass: 1}, noised: weighed{mass: 1}}, drawn, noised, by)
	})
	next := at // a state is emptied before anything comes to it
	for t := range p.Steps() {
		if !p.Climbs() {
			next = make([]carried, len(at))
		}
		for y := len(at) - 1; y >= 0; y-- {
			if y%pause == 0 && ctx.Err() != nil {
				return context.Cause(ctx)
			}
			from := at[y]
			if from.empty() {
				continue
			}
			at[y] = carried{}
			p.Step(t, y, func(to int, drawn, noised, by float64) { next[to].take(&from, drawn, noised, by) })
		}
		at = next
		if a.Progress != nil {
			a.Progress(t+1, p.Steps())
		}
	}
	a.endDenoised(p, at)
	return nil
}

// empty reports whether nothing came to the state.
func (c *carried) empty() bool { return c.drawn.mass == 0 && c.noised.mass == 0 }

// endDenoised makes the account of what the states hold at the end.
func (a *making) endDenoised(p programs.Denoiser, at []carried) {
	a.How = Propagated
	a.Off = 1e-15
	total := 0.0
	most := 0.0
	for y, c := range at {
		if c.empty() {
			continue
		}
		x := p.Cell(y)
		total += c.drawn.mass
		a.Off += math.Abs(c.noised.mass - a.P[x])
		a.Q[x] = c.drawn.mass
		a.F[x] = c.drawn.sum
		a.FwdSquare += c.drawn.square
		if c.drawn.mass > 0 && math.IsInf(a.LogP[x], -1) {
			a.F[x] = math.Inf(-1)
			a.FwdSquare = math.Inf(1)
		} else {
			a.MeanInvW += c.drawn.mass
		}
		a.G[x] = a.given(x, c.noised.sum, c.noised.mass)
		a.RevSquare += c.noised.square
		if c.missed > 0 {
			a.G[x] = math.Inf(1)
			a.RevSquare = math.Inf(1)
		}
		a.MeanW += c.noised.mass - c.missed
		most = max(most, math.Abs(c.drawn.sum), math.Abs(c.noised.sum))
	}
	a.Off += math.Abs(total-1) + 1e-15*most
	a.compare()
	a.roots(a.Off*(a.Off+2*math.Sqrt(a.FwdSquare)), a.Off*(a.Off+2*math.Sqrt(a.RevSquare)))
}

// pause is how many states there are between two looks at the context.
const pause = 256
