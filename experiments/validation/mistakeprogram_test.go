package validation

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/laws"
)

// A faultyProgram is the annealing with a mistake in it, level by level, as a program with that mistake runs it.
type faultyProgram struct {
	chains.Annealing
	Mistake               mistake
	Levels                []*laws.Written
	Starts, ReverseStarts []float64 // the laws that chains start from
}

// newFaultyProgram writes the levels out.
func newFaultyProgram(m mistake) *faultyProgram {
	p := &faultyProgram{Annealing: m.annealing(), Mistake: m}
	op := chains.On(p.Kernel, p.Grid)
	given := m.given()
	for t := 1; t <= p.T(); t++ {
		l := p.NewLevel()
		l.Move(t, p.Schedule.Beta(t))
		w := laws.At(p.Grid, l)
		op.Aim(l)
		var rows [][]float64
		if given != nil {
			rows = given(t)
		}
		w.Write(op, rows)
		p.Levels = append(p.Levels, w)
	}
	p.Starts, p.ReverseStarts = p.Levels[0].P, p.Levels[p.T()-1].P
	if m.Start != nil {
		p.Starts = m.Start(p.Starts)
	}
	if m.ReverseStart != nil {
		p.ReverseStarts = m.ReverseStart(p.ReverseStarts)
	}
	return p
}

// A weighing is what a chain adds to log w in a step, by its state at level t-1, or by that at the next level.
type weighing struct {
	gain   []float64
	atNext bool
}

// of is what a step from x at level t-1 to y at level t adds.
func (w weighing) of(x, y int) float64 {
	if w.atNext {
		return w.gain[y]
	}
	return w.gain[x]
}

// Into returns the step to level t, and what both chains add to log w.
func (p *faultyProgram) Into(t int) (step laws.Step, forward, reverse weighing) {
	at := p.Levels[t-1]
	step = laws.Between(p.Levels[t-2], at, true)
	forward = weighing{gain: step.Gain}
	reverse = forward
	if p.Mistake.Forward != nil {
		forward = p.Mistake.Forward(step)
	}
	if p.Mistake.Reverse != nil {
		reverse = p.Mistake.Reverse(step)
	}
	return step, forward, reverse
}

// up takes a forward chain through a step. A chain that is weighed at the next state moves before that.
func (w weighing) up(c *laws.Chain, s laws.Step) {
	if w.atNext {
		c.Up(laws.Step{From: s.From, To: s.To, Moves: true})
		s.Moves = false
	}
	s.Gain = w.gain
	c.Up(s)
}

// down takes a reverse chain through a step. A chain that is weighed at level t is so before it moves.
func (w weighing) down(c *laws.Chain, s laws.Step) {
	s.Gain, s.Moves = w.gain, !w.atNext
	c.Down(s)
	if w.atNext {
		c.Down(laws.Step{From: s.From, To: s.To, Moves: true})
	}
}

// flow is a step whose forward weight Crooks' law looks at. A weight at the next state is a factor of the row.
func (w weighing) flow(s laws.Step) laws.Step {
	s.Gain = w.gain
	if !w.atNext {
		return s
	}
	s.Gain = make([]float64, len(w.gain))
	weighed := *s.To
	weighed.Rows = entryByEntry(s.To.Rows, func(x, y int) float64 { return s.To.Rows[x][y] * math.Exp(w.gain[y]) })
	s.To = &weighed
	return s
}

// Run takes both chains through all levels. J is of the cells in which forward chains end.
func (p *faultyProgram) Run() (up, down *laws.Chain, flow laws.Flow, J float64) {
	T, q := p.T(), p.Starts
	up = laws.NewChain(p.Starts, T, 0, 0)
	down = laws.NewChain(p.ReverseStarts, T, 0, 0)
	for t := 2; t <= T; t++ {
		step, forward, _ := p.Into(t)
		flow.See(forward.flow(step))
		forward.up(up, step)
		back, _, reverse := p.Into(T + 2 - t)
		reverse.down(down, back)
		q = pushedBy(q, p.Levels[t-1].Rows)
	}
	for x, mass := range p.Levels[T-1].P {
		if q[x] != mass {
			J += (q[x] - mass) * math.Log(q[x]/mass)
		}
	}
	return up, down, flow, J
}

// OneWeight holds the program to the law that both chains give a step the same weight.
func (p *faultyProgram) OneWeight() laws.Finding {
	var off laws.Worst
	for t := 2; t <= p.T(); t++ {
		for x, row := range p.Levels[t-1].Rows {
			for y, v := range row {
				_, forward, reverse := p.Into(t)
				if (v > 0 || p.Levels[t-1].Back[y][x] > 0) &&
					off.See(math.Abs(reverse.of(x, y)-forward.of(x, y))) {
					off.At("at step %d %s", t, laws.Pair(p.Grid, x, y))
				}
			}
		}
	}
	return off.Finding(laws.OneWeight, 1e-10)
}

// byRows moves a state by these rows. What is no probability is 0 in them, and what is left of 1 stays.
func byRows(rows [][]float64) func(x int, d chains.Dice) int {
	to := make([][]int, len(rows))       // by cell: where it may go
	odds := make([][]float64, len(rows)) // and with what odds
	for x, row := range rows {
		stay := 1.0
		for y, p := range row {
			if y != x && p > 0 && !math.IsInf(p, 1) {
				to[x] = append(to[x], y)
				odds[x] = append(odds[x], p)
				stay -= p
			}
		}
		if stay > 0 {
			to[x] = append(to[x], x)
			odds[x] = append(odds[x], stay)
		}
	}
	return func(x int, d chains.Dice) int { return to[x][d.Pick(odds[x])] }
}

// Moves are the moves of the level with this beta.
func (p *faultyProgram) Moves(beta float64) func(x int, d chains.Dice) int {
	at := slices.IndexFunc(p.Levels, func(l *laws.Written) bool { return l.Beta == beta })
	return byRows(p.Levels[at].Rows)
}

// pushedBy is q after a step.
func pushedBy(q []float64, rows [][]float64) []float64 {
	dst := make([]float64, len(q))
	for x, mass := range q {
		if mass != 0 {
			floats.AddScaled(dst, mass, rows[x])
		}
	}
	return dst
}
