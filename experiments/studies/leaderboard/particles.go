package leaderboard

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/kernels"
)

// A path takes an entrant's particles from level to level: they are weighed, and then moved.
type path struct {
	a            chains.Annealing
	op           chains.Operator
	level        *chains.Level
	before, here []float64 // the laws p_{t-1} and p_t
	rise         []float64 // p_t/p_{t-1}, a weight whose mean over all runs is 1
	once         chains.Operator
	times        int // op is so many steps of once, whose rows are short where those of op are full
}

func (e entrant) along(s chains.Schedule) *path {
	a, _ := e.annealing(s).Lowered()
	p := &path{a: a, op: a.Kernel.On(a.Grid), level: a.NewLevel()}
	p.once = p.op
	p.times = 1
	if repeat, ok := a.Kernel.(kernels.Repeat); ok {
		p.once = repeat.Kernel.On(a.Grid)
		p.times = repeat.Times
	}
	p.rise = make([]float64, len(e.last))
	a.LevelAt(p.level, 1)
	p.here = chains.Normalized(p.level.LogF())
	return p
}

// to goes to level t.
func (p *path) to(t int) {
	stands := t > 2 && p.a.Schedule.Beta(t) == p.a.Schedule.Beta(t-1)
	p.before = p.here
	if !stands {
		p.a.LevelAt(p.level, t)
		p.op.Aim(p.level)
		if p.once != p.op {
			p.once.Aim(p.level)
		}
		p.here = chains.Normalized(p.level.LogF())
	}
	for x := range p.rise {
		p.rise[x] = 0
		if p.before[x] > 0 {
			p.rise[x] = p.here[x] / p.before[x]
		}
	}
}

// A step has its probabilities, state by state: where it leads, and how probably.
type step []ways

type ways struct {
	to   []int
	prob []float64
}

// step is that at the level. A row is asked for once, and not once for each pair.
func (p *path) step() step {
	all := make(step, len(p.here))
	unit := make([]float64, len(all))
	for x := range all {
		var row []float64
		if _, ok := p.once.(chains.LawPusher); ok { // as a sweep, whose rows are dear
			row = make([]float64, len(all))
			unit[x] = 1
			chains.PushLaw(p.once, row, unit)
			unit[x] = 0
		} else {
			row = rowOf(p.once, x, len(all))
		}
		for y, prob := range row {
			if prob > 0 {
				all[x].to = append(all[x].to, y)
				all[x].prob = append(all[x].prob, prob)
			}
		}
	}
	return all
}

// ended goes along a schedule with one particle. law is that of its last state, and second has, by that state, the
// second moment of its weight ŵ = w/R:
//
//	second(y) = E[ŵ²; x_T = y],    second_t(y) = sum over x of second_{t-1}(x) (p_t/p_{t-1})²(x) T_t(x,y).
func (e entrant) ended(ctx context.Context, s chains.Schedule) (law, second []float64, err error) {
	p := e.along(s)
	law = slices.Clone(p.here)
	second = slices.Clone(p.here)
	scratch := make([]float64, len(law))
	for t := 2; t <= s.Len(); t++ {
		if ctx.Err() != nil {
			return nil, nil, context.Cause(ctx)
		}
		p.to(t)
		for x, w := range p.rise {
			second[x] *= w * w
		}
		for _, measure := range []*[]float64{&law, &second} {
			chains.PushLaw(p.op, scratch, *measure)
			*measure, scratch = scratch, *measure
		}
	}
	return law, second, nil
}

// A square is a measure of pairs of states, row by row.
type square [][]float64

func newSquare(n int) square {
	s := make(square, n)
	for x := range s {
		s[x] = make([]float64, n)
	}
	return s
}

// moved moves both states of each pair, independently, so many times.
func (s square) moved(by step, times int) square {
	for range times {
		half := newSquare(len(s))
		for x, w := range by {
			for i, y := range w.to {
				floats.AddScaled(half[y], w.prob[i], s[x])
			}
		}
		s = newSquare(len(s))
		for x, row := range half {
			for y, v := range row {
				by[y].add(s[x], v)
			}
		}
	}
	return s
}

// add adds a mass times the probabilities.
func (w ways) add(to []float64, mass float64) {
	if len(w.to) == len(to) {
		floats.AddScaled(to, mass, w.prob)
		return
	}
	for i, y := range w.to {
		to[y] += mass * w.prob[i]
	}
}

// mean is the sum of g(x) h(y) over pairs.
func (s square) mean(g, h []float64) (sum float64) {
	for x, row := range s {
		sum += g[x] * floats.Dot(row, h)
	}
	return sum
}

// first is the measure of the first of each pair.
func (s square) first() []float64 {
	all := make([]float64, len(s))
	for x, row := range s {
		all[x] = floats.Sum(row)
	}
	return all
}

// squared goes along a schedule with P particles, for each of some P. They are resampled after each weighing, each an
// independent draw by weight. With η the mean of the unit masses at the last particles, and ŵ the run's weight over R,
// it returns the measure of pairs
//
//	E[ŵ² η(x) η(y)].
//
// After a level the particles are independent draws of one law, the resampled and moved one. Two places among P are the
// same with probability 1/P, and otherwise independent. So with A(x,y) = (p_t/p_{t-1})(x) (p_t/p_{t-1})(y) M(x,y)
//
//	M'(x,y) = (1 - 1/P) [T^t A T](x,y) + (1/P) [T^t (sum over z of A(.,z))](x) 1{x = y}
//
// (Cérou, Del Moral and Guyader 2011). With P = 1 it is the second moment of ended, on the diagonal.
func (e entrant) squared(ctx context.Context, s chains.Schedule, Ps []int) ([]square, error) {
	p := e.along(s)
	var all []square
	for _, P := range Ps {
		m := newSquare(len(p.here))
		for x, row := range m {
			floats.AddScaled(row, (1-1/float64(P))*p.here[x], p.here)
			row[x] += p.here[x] / float64(P)
		}
		all = append(all, m)
	}
	for t := 2; t <= s.Len(); t++ {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		p.to(t)
		by := p.step()
		for i, m := range all {
			single := make([]float64, len(m))
			for x, row := range m {
				for y := range row {
					row[y] *= p.rise[x] * p.rise[y]
				}
				single[x] = floats.Sum(row)
			}
			ended := make([]float64, len(m))
			chains.PushLaw(p.op, ended, single)
			alike := 1 / float64(Ps[i])
			all[i] = m.moved(by, p.times)
			for x, row := range all[i] {
				floats.Scale(1-alike, row)
				row[x] += alike * ended[x]
			}
		}
	}
	return all, nil
}

// two is the law of both particles of a run of two, which are resampled after each weighing. With g = p_t/p_{t-1} each
// is an independent draw of (g(x) T(x,.) + g(y) T(y,.))/(g(x) + g(y)), so that with S = M/(g(x) + g(y))²
//
//	M' = 2 T^t [D + S g g^t] T,    D on the diagonal: g(x)² times the sum of S over y.
func (e entrant) two(ctx context.Context, s chains.Schedule) (square, error) {
	p := e.along(s)
	m := newSquare(len(p.here))
	for x, row := range m {
		for y := range row {
			row[y] = p.here[x] * p.here[y]
		}
	}
	for t := 2; t <= s.Len(); t++ {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		p.to(t)
		for x, row := range m {
			sum := 0.0
			for y, v := range row {
				both := p.rise[x] + p.rise[y]
				v /= both * both
				sum += v
				row[y] = 2 * v * p.rise[x] * p.rise[y]
			}
			row[x] += 2 * sum * p.rise[x] * p.rise[x]
		}
		m = m.moved(p.step(), p.times)
	}
	return m, nil
}
