package laws

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// A Gain returns what a step adds to log w, from x at one level to y at the next.
type Gain func(x, y int) float64

// A Step goes from one level of an annealing to the next, or back. Forward and Reverse
// say what each chain adds to its log weight. By the law of a run both add log f_t(x)
// - log f_{t-1}(x), x being the state at level t-1.
type Step struct {
	From, To         *Written
	Rise             float64 // log Z_t/Z_{t-1}
	Forward, Reverse Gain
	Stays            bool // the last kernel is left out: nobody moves
}

// Between returns the step from one level to the next as the law of a run has it.
func Between(from, to *Written) Step {
	gain := func(x, _ int) float64 { return chains.LogRatio(to.LogF[x], from.LogF[x]) }
	return Step{From: from, To: to, Rise: floats.LogSumExp(to.LogF) - floats.LogSumExp(from.LogF), Forward: gain,
		Reverse: gain}
}

// rows returns the rows of T_t or of its reversal, whichever is given, or the
// identity if nobody moves.
func (s Step) rows(of [][]float64) [][]float64 {
	if !s.Stays {
		return of
	}
	stay := make([][]float64, len(of))
	for x := range stay {
		stay[x] = make([]float64, len(of))
		stay[x][x] = 1
	}
	return stay
}

// A Flow holds single steps to Crooks' law and to the law that both chains give a step
// the same weight. Multiplied over the steps of a path, Crooks' law for steps is
// Crooks' law.
type Flow struct{ crooks, weight Worst }

// See looks at a step. If nobody moves there is nothing to see.
func (f *Flow) See(s Step) {
	if s.Stays {
		return
	}
	here, there := s.From, s.To
	limit := there.flowLimit()
	for x, row := range there.Rows {
		if here.P[x] == 0 {
			continue
		}
		for y, v := range row {
			in := there.P[y] * there.Back[y][x]
			if v == 0 && in == 0 {
				continue
			}
			g := s.Forward(x, y)
			out := here.P[x] * math.Exp(g-s.Rise) * v
			size := max(out, in, stayPart*min(there.P[x], there.P[y]), underflow)
			if f.crooks.seeWithin(math.Abs(out-in)/size, or(limit, there.Slack.flow(there.P, x, y)/size)) {
				f.crooks.At("at step %d (beta = %.6g) %s: weighed forward flow %.12g, reverse flow %.12g", there.T,
					there.Beta, there.pair(x, y), out, in)
			}
			if r := s.Reverse(x, y); r != g && f.weight.See(math.Abs(r-g)) {
				f.weight.At("at step %d (beta = %.6g) %s: log w grows by %.12g forward and by %.12g in reverse",
					there.T, there.Beta, there.pair(x, y), g, r)
			}
		}
	}
}

// Crooks returns what was found of Crooks' law between n cells.
func (f Flow) Crooks(n int) Finding {
	return f.crooks.findingWithin(Crooks, relatively+float64(n)*0x1p-52/stayPart)
}

// OneWeight returns what was found of the weights of both chains.
func (f Flow) OneWeight() Finding { return f.weight.Finding(OneWeight, relatively) }
