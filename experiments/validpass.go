package experiments

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// perLevel is what rounding may add to a mean of log w, or of a normalised w, at
// each level: an exponent of up to 600 nats has an error of 1e-13.
const perLevel = 1e-12

// deepest is how many nats a log density may span for its masses to be floats:
// beyond it the means of w are not computed.
const deepest = 600

// A pass runs one chain of a candidate level by level, with the law of its state,
// and the measure that weighs it by its normalised weight.
type pass struct {
	law, weighed []float64
	logW         float64
	size         float64 // of what went into logW
}

func newPass(start []float64) *pass {
	return &pass{law: append([]float64(nil), start...), weighed: append([]float64(nil), start...)}
}

// step takes the pass through rows, whose move from x to y gains a log weight:
// sign is 1 where the weight is w, -1 where it is 1/w; rise is log Z_t/Z_{t-1}.
func (p *pass) step(rows [][]float64, gain func(x, y int) float64, sign, rise float64) {
	law, weighed := make([]float64, len(p.law)), make([]float64, len(p.law))
	for x, row := range rows {
		if p.law[x] == 0 && p.weighed[x] == 0 {
			continue
		}
		for y, t := range row {
			if t == 0 {
				continue
			}
			g := gain(x, y)
			law[y] += p.law[x] * t
			if p.law[x] > 0 {
				p.logW += p.law[x] * t * g
				p.size += math.Abs(p.law[x] * t * g)
			}
			if p.weighed[x] != 0 {
				weighed[y] += p.weighed[x] * t * math.Exp(sign*(g-rise))
			}
		}
	}
	p.law, p.weighed = law, weighed
}

// A milestone is a statement about every prefix of a chain: how far it is off at
// most, and where first by more than it may be.
type milestone struct {
	off, limit float64
	first      string
}

func (m *milestone) see(off, limit float64, format string, args ...any) {
	m.limit = max(m.limit, limit)
	if !(off <= limit) && m.first == "" {
		m.first = "first " + fmt.Sprintf(format, args...)
	}
	if off > m.off || math.IsNaN(off) {
		m.off = off
	}
}

func (m milestone) law(name string) Law {
	return Law{Name: name, OK: m.first == "", Value: m.off, Limit: m.limit, Witness: m.first}
}

// rounding of a mean of log w that was added up from this size.
func slackOf(size float64) float64 {
	if math.IsInf(size, 0) || math.IsNaN(size) {
		return relatively
	}
	return relatively * max(1, size)
}

// steps runs the forward chain up the levels, judging each and both ways of each
// step, and then the reverse chain down again. It fills v's levels, and returns the
// annealing's laws.
func (s Candidate) steps(ctx context.Context, progress Progress, v *Validation) ([]Law, error) {
	T := s.T()
	op := s.Kernel.On(s.Grid)
	back := s.reversal(op)
	first := newStage(s, 1, s.Schedule.Beta(1), op, back)
	if first.rows != nil && !first.walled() {
		v.Levels = append(v.Levels, first.judge(op))
	}
	start, laws := s.start(LawStart, s.First, first.p)
	fwd, logZ := newPass(start), 0.0
	rises := make([]float64, T+1)
	var below, mean milestone
	var crooks, one finding
	here := first
	for t := 2; t <= T; t++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		there := newStage(s, t, s.Schedule.Beta(t), op, back)
		v.Levels = append(v.Levels, there.judge(op))
		rises[t] = floats.LogSumExp(there.logf) - floats.LogSumExp(here.logf)
		logZ += rises[t]
		gain := s.gain(s.Weight, here, there)
		if !s.still(t) {
			s.crooks(&crooks, &one, here, there, rises[t])
		}
		fwd.step(s.moved(there.rows, t), gain, 1, rises[t])
		below.see(fwd.logW-logZ, slackOf(fwd.size), "at step %d (beta = %.6g): E_fwd[log w] = %.12g, log Z_t/Z_1 = %.12g", t, there.beta, fwd.logW, logZ)
		sum := floats.Sum(fwd.weighed)
		mean.see(math.Abs(sum-1), relatively+perLevel*float64(T), "at step %d (beta = %.6g): E_fwd[w] Z_1/Z_t = %.12g", t, there.beta, sum)
		here = there
		if progress != nil {
			progress(t, 2*T)
		}
	}
	rev, more, err := s.descend(ctx, op, back, rises, progress)
	if err != nil {
		return nil, err
	}
	v.forward, v.reverse = fwd, rev
	laws = append(laws, more...)
	if s.Weight != nil || s.Unweight != nil {
		laws = append(laws, one.law(LawOneWeight, relatively))
	}
	laws = append(laws, crooks.lawWithin(LawCrooks, flowLimit(s.Grid.Size())), below.law(LawBelow))
	if s.carries(1, T) {
		laws = append(laws, mean.law(LawMeanW))
	}
	return append(laws, s.sandwich(fwd, rev, below)), nil
}

// walled reports whether a wall of the grid has mass: an initial density may have,
// from which no chain of its own level ever steps.
func (g *stage) walled() bool {
	for x, p := range g.p {
		if p > 0 && g.Grid.Wall(x) {
			return true
		}
	}
	return false
}

// descend runs the reverse chain.
func (s Candidate) descend(ctx context.Context, op, back chains.Operator, rises []float64, progress Progress) (*pass, []Law, error) {
	T := s.T()
	there := newStage(s, T, s.Schedule.Beta(T), op, back)
	start, laws := s.start(LawReverse, s.Last, there.p)
	rev, logZ := newPass(start), 0.0
	var above, mean milestone
	for t := T; t >= 2; t-- {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		here := newStage(s, t-1, s.Schedule.Beta(t-1), op, back)
		gain := s.gain(s.Unweight, here, there)
		logZ += rises[t]
		rev.step(s.moved(there.back, t), func(y, x int) float64 { return gain(x, y) }, -1, rises[t])
		above.see(logZ-rev.logW, slackOf(rev.size), "at step %d (beta = %.6g): E_rev[log w] = %.12g, log Z_T/Z_t = %.12g", t-1, here.beta, rev.logW, logZ)
		sum := floats.Sum(rev.weighed)
		mean.see(math.Abs(sum-1), relatively+perLevel*float64(T), "at step %d (beta = %.6g): E_rev[1/w] Z_T/Z_t = %.12g", t-1, here.beta, sum)
		there = here
		if progress != nil {
			progress(2*T-t, 2*T)
		}
	}
	laws = append(laws, above.law(LawAbove))
	if s.carries(T, 1) {
		laws = append(laws, mean.law(LawMeanInvW))
	}
	return rev, laws, nil
}

// start is the law that a chain starts from, p where nothing else is said, and
// where something is, that it is p.
func (s Candidate) start(name string, of func([]float64) []float64, p []float64) ([]float64, []Law) {
	if of == nil {
		return p, nil
	}
	start := of(p)
	var f finding
	for x, v := range start {
		if f.see(math.Abs(v - p[x])) {
			f.at("%s with probability %.12g instead of %.12g", s.cell(x), v, p[x])
		}
	}
	return start, []Law{f.law(name, absolutely)}
}

// gain is what a step from here to there adds to a log weight, by its own rule or
// by the law.
func (s Candidate) gain(own Gain, here, there *stage) func(x, y int) float64 {
	if own == nil {
		return func(x, _ int) float64 { return chains.LogRatio(there.logf[x], here.logf[x]) }
	}
	return func(x, y int) float64 { return own(there.t, here.logf, there.logf, x, y) }
}

// still reports whether the step to level t is left out.
func (s Candidate) still(t int) bool { return s.SkipLast && t == s.T() }

// moved is the rows of the step to level t.
func (s Candidate) moved(rows [][]float64, t int) [][]float64 {
	if !s.still(t) {
		return rows
	}
	stay := make([][]float64, len(rows))
	for x := range stay {
		stay[x] = make([]float64, len(rows))
		stay[x][x] = 1
	}
	return stay
}

// crooks is, for one step, p_{t-1}(x) w(x,y) Z_{t-1}/Z_t T_t(x,y) = p_t(y) R_t(y,x):
// multiplied over the steps of a path it is Crooks' law. Both chains give the
// step the same weight.
func (s Candidate) crooks(flows, one *finding, here, there *stage, rise float64) {
	ahead, back := s.gain(s.Weight, here, there), s.gain(s.Unweight, here, there)
	for x, row := range there.rows {
		if here.p[x] == 0 {
			continue
		}
		for y, v := range row {
			in := there.p[y] * there.back[y][x]
			if v == 0 && in == 0 {
				continue
			}
			g := ahead(x, y)
			out := here.p[x] * math.Exp(g-rise) * v
			size := max(out, in, stayPart*min(there.p[x], there.p[y]), underflow)
			if flows.within(math.Abs(out-in)/size, flowLimit(len(there.p)), s.slackFlow(there.p, x, y)/size) {
				flows.at("at step %d (beta = %.6g) %s: weighed forward flow %.12g, reverse flow %.12g", there.t, there.beta, s.pair(x, y), out, in)
			}
			if r := back(x, y); r != g && one.see(math.Abs(r-g)) {
				one.at("at step %d (beta = %.6g) %s: log w grows by %.12g forward and by %.12g in reverse", there.t, there.beta, s.pair(x, y), g, r)
			}
		}
	}
}

// carries reports whether the density of level a has mass wherever that of level
// b has, and whether all masses are floats: the mean of w from a to b is then
// Z_b/Z_a.
func (s Candidate) carries(a, b int) bool {
	l := s.NewLevel()
	s.LevelAt(l, a)
	from := append([]float64(nil), l.LogF()...)
	s.LevelAt(l, b)
	for x, to := range l.LogF() {
		if math.IsInf(from[x], -1) && !math.IsInf(to, -1) {
			return false
		}
	}
	return chains.LogSpan(from) < deepest && chains.LogSpan(l.LogF()) < deepest
}

// sandwich is that the reverse estimate is not below the forward one.
func (s Candidate) sandwich(fwd, rev *pass, below milestone) Law {
	l := Law{Name: LawSandwich, Limit: slackOf(fwd.size + rev.size)}
	l.Value = max(fwd.logW-rev.logW, 0)
	l.OK = l.Value <= l.Limit
	l.Witness = fmt.Sprintf("E_fwd[log w] = %.12g, E_rev[log w] = %.12g", fwd.logW, rev.logW)
	if below.first != "" {
		l.Witness += "; forward it breaks " + below.first
	}
	return l
}
