package validation

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/laws"
	"breadboard/chains/sample"
)

// A rowMover moves by a candidate's rows, level by level: forward, or back.
type rowMover struct {
	*program
	dice chains.Dice
	to   [][]int     // by cell: the cells that it may go to
	odds [][]float64 // and with what odds
}

func newRowMover(s Candidate, b Bug, seed uint64) *rowMover {
	m := &rowMover{program: newProgram(s, b), dice: sample.Seeded(seed, 77)}
	m.use(m.levels[s.T()-1].Rows)
	return m
}

// Aim does nothing: the candidate knows better.
func (m *rowMover) Aim(context.Context, float64, []float64) error { return nil }

// use takes steps by these rows. What is no probability is 0 in them, and what is left
// of 1 stays.
func (m *rowMover) use(rows [][]float64) {
	m.to, m.odds = make([][]int, len(rows)), make([][]float64, len(rows))
	for x, row := range rows {
		stay := 1.0
		for y, p := range row {
			if y != x && p > 0 && !math.IsInf(p, 1) {
				m.to[x], m.odds[x] = append(m.to[x], y), append(m.odds[x], p)
				stay -= p
			}
		}
		if stay > 0 {
			m.to[x], m.odds[x] = append(m.to[x], x), append(m.odds[x], stay)
		}
	}
}

// Move draws.
func (m *rowMover) Move(ctx context.Context, next, states []int) error {
	for i, x := range states {
		next[i] = m.to[x][m.dice.Pick(m.odds[x])]
	}
	return ctx.Err()
}

// chains runs n chains each way by the program's own starts and weights, and tests their
// estimates.
func (m *rowMover) chains(ctx context.Context, n int) ([]test, error) {
	up, err := m.weights(ctx, n, m.forwardFrom, 1)
	if err != nil {
		return nil, err
	}
	down, err := m.weights(ctx, n, m.reverseOf, -1)
	if err != nil {
		return nil, err
	}
	logR := floats.LogSumExp(m.levels[m.T()-1].LogF) - floats.LogSumExp(m.levels[0].LogF)
	return []test{sandwiched(up, down), meanIs1(seenMeanW, up, logR, 1),
		meanIs1(seenMeanInvW, down, logR, -1)}, nil
}

// weights returns the log weights of n chains, forward or in reverse.
func (m *rowMover) weights(ctx context.Context, n int, start []float64, way int) ([]float64, error) {
	T, t := m.T(), 2
	if way < 0 {
		t = T
	}
	states, next, logw := make([]int, n), make([]int, n), make([]float64, n)
	for i := range states {
		states[i] = m.dice.Pick(start)
	}
	for ; t >= 2 && t <= T; t += way {
		step := m.into(t)
		rows := step.To.Rows
		gain := step.Forward
		if way < 0 {
			rows = step.To.Back
			gain = func(y, x int) float64 { return step.Reverse(x, y) }
		}
		m.use(rows)
		if err := m.Move(ctx, next, states); err != nil {
			return nil, err
		}
		for i, x := range states {
			logw[i] += gain(x, next[i])
		}
		states, next = next, states
	}
	return logw, nil
}

// faults returns how far in total variation a step from p is off p, and how far at most a step
// from a cell is off the declared kernel's.
func (m *rowMover) faults(s Candidate, p []float64) map[laws.Law]float64 {
	step, row := make([]float64, len(p)), 0.0
	var declared [][]float64
	if s.Declared != nil {
		l, op := s.NewLevel(), s.Declared.On(s.Grid)
		l.Move(s.T(), 1)
		op.Aim(l)
		declared = laws.RowsOf(op, len(p))
	}
	for x, q := range p {
		own, all := make([]float64, len(p)), 0.0
		for _, w := range m.odds[x] {
			all += w
		}
		for i, y := range m.to[x] {
			own[y] += m.odds[x][i] / all
			step[y] += q * m.odds[x][i] / all
		}
		if declared != nil && q > 0 {
			row = max(row, variation(own, declared[x]))
		}
	}
	return map[laws.Law]float64{laws.SeenDraws: variation(step, p), laws.SeenRows: row}
}

// variation is the total variation between two laws.
func variation(p, q []float64) float64 {
	sum := 0.0
	for x := range p {
		sum += math.Abs(p[x]-q[x]) / 2
	}
	return sum
}
