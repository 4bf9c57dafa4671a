// Package slips names what a person got wrong in an inference program, from all its ways (programs.Told).
//
// A right program keeps the law of package programs: forward and reverse runs give each cell and weight the same mass
// but for a constant. If it does not, a slip explains it in one of three ways, each of which leaves no doubt:
//
//   - The weights become right by a change of each, as by the other sign.
//   - Each direction keeps its own laws, so that they are of two programs.
//   - A program as people write it (written.go), with the slip in it, has the same ways.
//
// If several slips explain the same ways all are named.
package slips

import (
	"context"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"slices"

	"breadboard/chains"
	"breadboard/chains/enumerate"
	"breadboard/chains/programs"
)

// A Slip is one thing that a person gets wrong, by a short name.
type Slip string

// The slips. A program as people write it can have those from Proposal on.
const (
	Sign     Slip = "other sign"
	Factor   Slip = "factor in one direction"
	Another  Slip = "reverse of another program"
	Proposal Slip = "proposal left out"
	Early    Slip = "picked before weighed"
	First    Slip = "first increment missing"
	Last     Slip = "last increment missing"
	Place    Slip = "fixed place"
)

// cures says of each slip what is wrong and what to write.
var cures = map[Slip]string{
	Sign:   "the weights are log 1/w, where log w is asked for",
	Factor: "every weight has a factor that the other direction lacks",
	Another: "each direction is right by itself, and they are of two programs: use the reversals of forward's " +
		"kernels, in the opposite order, its levels and its number of particles",
	Proposal: "w lacks the probability of what was proposed: divide by the density that the cells are drawn from",
	Early:    "a particle is picked before it is weighed: resample by the weights of the same step",
	First:    "log w lacks log f_2 - log f_1, the first increment",
	Last:     "log w lacks log f_T - log f_{T-1}, the last increment",
	Place:    "the kept particle has a fixed place, which matters for systematic resampling: draw its place",
}

// bySlip holds the slips of programs as people write them; none is of a right one.
var bySlip = []Slip{Proposal, Early, First, Last, Place}

const none Slip = ""

// A Cause is a slip that explains all ways of a program.
type Cause struct {
	Slip
	Where Where
	By    float64 // the log of the factor, for Factor
}

// Where says which direction has the slip.
type Where string

// The directions.
const (
	InForward Where = "forward"
	InReverse Where = "reverse"
	InBoth    Where = "forward and reverse"
)

// Name returns the slip and the direction by their short names.
func (c Cause) Name() string { return fmt.Sprintf("%s (%s)", c.Slip, c.Where) }

// String returns the direction, what is wrong there, and what to write.
func (c Cause) String() string {
	if c.Slip == Factor {
		return fmt.Sprintf("%s: %s, e^%.6g", c.Where, cures[c.Slip], c.By)
	}
	return fmt.Sprintf("%s: %s", c.Where, cures[c.Slip])
}

// Of returns the slips that explain why a program breaks the law on a problem; none if nothing is known to explain it.
// Its weights may be those of f_1 or of p_1, which differ by a constant. The error is ctx's.
func Of(ctx context.Context, t programs.Told, p programs.Problem) (causes []Cause, err error) {
	w := newWays(t, p)
	if c, ok := w.byWeight(); ok {
		return []Cause{c}, nil
	}
	first, _ := p.Ends()
	lower := func(way programs.Way) float64 { return way.LogW - chains.LogSum(first) }
	normalized := w.changed(InBoth, lower)
	for of := range family(p) {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		for _, c := range append(w.explainedBy(of), normalized.explainedBy(of)...) {
			if !slices.Contains(causes, c) {
				causes = append(causes, c)
			}
		}
	}
	if causes == nil && w.eachIsRight() {
		causes = []Cause{{Slip: Another, Where: InReverse}}
	}
	return causes, nil
}

// ways has the ways of a program, and what its law needs.
type ways struct {
	programs.Told
	logR float64
	logp []float64
	q    []float64 // of what forward returns
}

// newWays returns the ways of a program on a problem.
func newWays(t programs.Told, p programs.Problem) ways {
	first, last := p.Ends()
	n := len(last)
	w := ways{Told: t, logp: make([]float64, n), q: make([]float64, n)}
	w.logR = chains.NormalizeLog(make([]float64, n), w.logp, last) - chains.LogSum(first)
	for _, way := range t.Ahead {
		w.q[way.Cell] += way.P
	}
	return w
}

// tolerance bounds the rounding of a mass.
const tolerance = 1e-9

// keepsLaw reports whether the ways of both directions keep the law, with a constant in their weights.
func (w ways) keepsLaw() bool { return w.Fit(w.logp, w.logR, 0).OK }

// off returns the largest sum of masses, some of them negative, of one cell and one weight.
func off(masses []programs.Way) (most float64) {
	slices.SortFunc(masses, programs.Way.Compare)
	sum := 0.
	for i, m := range masses {
		if i == 0 || m.Cell != masses[i-1].Cell || !programs.SameWeight(masses[i-1].LogW, m.LogW) {
			sum = 0
		}
		sum += m.P
		if i+1 == len(masses) || m.Cell != masses[i+1].Cell || !programs.SameWeight(m.LogW, masses[i+1].LogW) {
			most = max(most, math.Abs(sum))
		}
	}
	return most
}

// logMeanForward returns log E_fwd[ŵ]. It is 0 if the weights are right.
func (w ways) logMeanForward() float64 { return w.Fit(w.logp, w.logR, 0).LogMeanW }

// logMeanReverse returns -log E_rev[1/ŵ]. It is 0 if the weights are right.
func (w ways) logMeanReverse() float64 {
	var logs []float64
	for _, way := range w.Back {
		logs = append(logs, math.Log(way.P)+w.logp[way.Cell]-way.LogW+w.logR)
	}
	return -chains.LogSum(logs)
}

// changed returns the ways with other weights in one direction or both.
func (w ways) changed(where Where, logw func(programs.Way) float64) ways {
	change := func(all []programs.Way, changes bool) []programs.Way {
		all = slices.Clone(all)
		for i, way := range all {
			if changes {
				all[i].LogW = logw(way)
			}
		}
		return all
	}
	w.Told = programs.NewTold(change(w.Ahead, where != InReverse), change(w.Back, where != InForward), len(w.q))
	return w
}

// byWeight returns the slip that a change of the weights undoes.
func (w ways) byWeight() (c Cause, ok bool) {
	for _, where := range []Where{InForward, InReverse, InBoth} {
		sign := func(way programs.Way) float64 { return -way.LogW }
		if w.changed(where, sign).keepsLaw() {
			return Cause{Slip: Sign, Where: where}, true
		}
		proposed := func(way programs.Way) float64 { return way.LogW - math.Log(w.q[way.Cell]) }
		if w.changed(where, proposed).keepsLaw() {
			return Cause{Slip: Proposal, Where: where}, true
		}
	}
	by := w.logMeanForward() - w.logMeanReverse()
	if math.IsInf(by, 0) || math.IsNaN(by) {
		return c, false
	}
	factor := func(way programs.Way) float64 { return way.LogW + by }
	if !w.changed(InReverse, factor).keepsLaw() {
		return c, false
	}
	if math.Abs(w.logMeanForward()) < tolerance {
		return Cause{Slip: Factor, Where: InReverse, By: -by}, true
	}
	return Cause{Slip: Factor, Where: InForward, By: by}, true
}

// eachIsRight reports whether each direction is right by itself: weighed cells of forward runs are draws of p, and
// E_rev[1/w] is 1/R, so that p(x) P_rev(w | x) R/w is a distribution of forward runs. Then no direction is wrong, and
// they are of two programs.
func (w ways) eachIsRight() bool {
	logC := w.logMeanForward()
	if !(math.Abs(logC-w.logMeanReverse()) < tolerance) {
		return false
	}
	cells := make([]programs.Way, 0, len(w.Ahead)+len(w.logp))
	for _, way := range w.Ahead {
		cells = append(cells, programs.Way{Cell: way.Cell, P: math.Exp(math.Log(way.P) + way.LogW - w.logR - logC)})
	}
	for x, logp := range w.logp {
		cells = append(cells, programs.Way{Cell: x, P: -math.Exp(logp)})
	}
	return off(cells) < tolerance
}

// explainedBy returns the slips with which a written program has these ways, in one direction or both.
func (w ways) explainedBy(of written) (causes []Cause) {
	right := w.matches(of, none)
	for _, s := range bySlip {
		if s == First && len(of.logf) == 2 {
			continue // the first increment is the last
		}
		slipped := w.matches(of, s)
		switch {
		case slipped.forward && right.reverse:
			causes = append(causes, Cause{Slip: s, Where: InForward})
		case right.forward && slipped.reverse:
			causes = append(causes, Cause{Slip: s, Where: InReverse})
		case slipped.forward && slipped.reverse:
			causes = append(causes, Cause{Slip: s, Where: InBoth})
		}
	}
	return causes
}

// matched says which directions of a written program have the same ways.
type matched struct{ forward, reverse bool }

// matches compares the ways with those of a written program.
func (w ways) matches(of written, s Slip) matched {
	forward := func(d chains.Dice) (way programs.Way) {
		way.Cell, way.LogW = of.forward(d, s)
		return way
	}
	var reverse []func(d chains.Dice) programs.Way
	for x, logp := range w.logp {
		if !math.IsInf(logp, -1) {
			reverse = append(reverse, func(d chains.Dice) programs.Way {
				return programs.Way{Cell: x, LogW: of.reverse(x, d, s)}
			})
		}
	}
	return matched{of.has(w.Ahead, 20, forward), of.has(w.Back, 5, reverse...)}
}

// isOne reports whether a run is one of these ways, but for its probability.
func isOne(run programs.Way, these []programs.Way) bool {
	run.LogW -= 2 * tolerance
	at, _ := slices.BinarySearchFunc(these, run, programs.Way.Compare)
	return at < len(these) && these[at].Cell == run.Cell && programs.SameWeight(these[at].LogW, run.LogW+2*tolerance)
}

// mostSteps bounds the steps of particles in all runs of a written program.
const mostSteps = 3_000_000

// has reports whether these are the ways of a written program's runs. Some draws tell most others apart, before all
// runs are made. It stops at the first run that is none of these ways, and after mostSteps.
func (w written) has(these []programs.Way, draws int, runs ...func(d chains.Dice) programs.Way) bool {
	dice := chains.Generator{PCG: rand.NewPCG(1, 1)}
	for _, run := range runs {
		for range draws {
			if !isOne(run(dice), these) {
				return false
			}
		}
	}
	masses := slices.Clone(these)
	var way programs.Way
	for _, run := range runs {
		left := mostSteps
		for prob := range enumerate.Every(func(d chains.Dice) { way = run(d) }) {
			left -= len(w.logf) * w.particles
			if left < 0 || !isOne(way, these) {
				return false
			}
			way.P = -prob
			masses = append(masses, way)
		}
	}
	return off(masses) < tolerance
}

// mostParticles bounds the particles of written programs.
const mostParticles = 4

// mostLevels bounds the levels of written programs, besides the problem's own: nobody need say how many theirs has.
const mostLevels = 6

// family yields the programs that people write for a problem: with its levels, or few at equal distances; with the last
// kernel and without it; with one particle and a few.
func family(p programs.Problem) iter.Seq[written] {
	return func(yield func(written) bool) {
		schedules := []chains.Schedule{p.Schedule}
		for T := 2; T <= mostLevels; T++ {
			if few := chains.Linear(T); !slices.Equal(few.Betas(), p.Schedule.Betas()) {
				schedules = append(schedules, few)
			}
		}
		for _, s := range schedules {
			p.Schedule = s
			for _, p.SkipLast = range []bool{false, true} {
				of := newWritten(p)
				for of.particles = 1; of.particles <= mostParticles; of.particles++ {
					of.systematic = false
					if !yield(of) {
						return
					}
					of.systematic = of.particles > 1 && p.T() > 2
					if of.systematic && !yield(of) {
						return
					}
				}
			}
		}
	}
}

// newWritten returns a program of one particle for a problem.
func newWritten(p programs.Problem) (w written) {
	n := p.Grid.Size()
	for t := 1; t <= p.T(); t++ {
		op, level := p.Aimed(t, p.Schedule.Beta(t))
		w.logf = append(w.logf, slices.Clone(level.LogF()))
		w.moves = append(w.moves, chains.NewKeptRows(n, op))
		w.back = append(w.back, chains.NewKeptRows(n, op.Reversal()))
	}
	w.pathEnd = p.PathEnd() - 1
	w.particles = 1
	return w
}
