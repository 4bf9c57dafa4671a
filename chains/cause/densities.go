package cause

import (
	"fmt"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/chains/laws"
)

const (
	byOdds    = "accept with min(1, f(y)/f(x))"
	atAnother = "it leaves the density at beta = %.4g invariant, not %.4g: %s"
)

// A power of f that a step leaves invariant in place of f.
type power struct {
	k float64
	Cause
}

// powers lists the powers of f that have a name.
var powers = []power{
	{-1, Cause{Name: "inverted", Keeps: "1/f", Says: "it leaves 1/f invariant: log f, or the odds, have the wrong sign",
		Advice: byOdds + ", which is exp(log f(y) - log f(x)) if that is below 1"}},
	{0, Cause{Name: "flat", Says: "it leaves the flat density invariant, as if every move were accepted",
		Advice: "compare the proposal with min(1, f(y)/f(x)), and stay if it is rejected"}},
	{2, Cause{Name: "squared", Keeps: "f^2", Says: "it leaves f^2 invariant: f, or beta, is multiplied in twice"}},
	{0.5, Cause{Name: "square-root", Keeps: "the square root of f",
		Says: "it leaves the square root of f invariant: log f is halved"}},
}

// bases lists the powers of f by logs that are taken for logs to another base.
var bases = []power{
	{math.Ln2, inBase(math.Ln2, "the natural log is taken for one to base 2")},
	{1 / math.Ln2, inBase(1/math.Ln2, "a log to base 2 is taken for the natural one")},
	{math.Ln10, inBase(math.Ln10, "the natural log is taken for one to base 10")},
	{1 / math.Ln10, inBase(1/math.Ln10, "a log to base 10 is taken for the natural one")},
}

// inBase is the cause of a step that takes logs to another base.
func inBase(k float64, why string) Cause {
	found := temperature(k, why)
	found.Keeps = fmt.Sprintf("f^%.4g", k)
	return found
}

// temperature is the cause of a step that leaves f^k invariant.
func temperature(k float64, why string) Cause {
	return Cause{Name: "temperature", Says: fmt.Sprintf("it leaves f^%.4g invariant: %s", k, why)}
}

// fewCells bounds the cells on which any rows may leave another density of the family invariant: two cells always
// balance under some density.
const fewCells = 2

// anotherDensity finds the density of the family that the rows leave invariant in place of the level's own, at every
// level. Powers with a name come before the density of another beta, as they need no level beside.
func anotherDensity(c Case) *Cause {
	if len(chains.Support(c.Levels[0].P)) <= fewCells {
		return nil
	}
	for _, find := range []func(Case) *Cause{ofPower(powers...), ofBeta, ofPower(bases...), ofTemperature} {
		if found := find(c); found != nil {
			return found
		}
	}
	return nil
}

// ofPower returns what finds one of these powers.
func ofPower(all ...power) func(c Case) *Cause {
	return func(c Case) *Cause {
		for _, p := range all {
			if c.leave(toPower(p.k)) {
				return &p.Cause
			}
		}
		return nil
	}
}

// ofTemperature finds a power without a name. It follows from the steepest move of the rows that has a way back, in
// detailed balance, and needs values of f enough to test it.
func ofTemperature(c Case) *Cause {
	const fewValues = 4
	l := c.Levels[0]
	k, steepest := math.NaN(), 0.0
	values := map[float64]bool{}
	for x, row := range l.Rows {
		values[l.LogF[x]] = true
		for y, p := range row {
			ratio := l.logRatio(x, y)
			if l.P[x] > 0 && p > 0 && l.Rows[y][x] > 0 && ratio > steepest {
				steepest = ratio // for its digits
				k = math.Log(p/l.Rows[y][x]) / ratio
			}
		}
	}
	if len(values) <= fewValues || math.IsNaN(k) || !c.leave(toPower(k)) {
		return nil
	}
	why := "the temperature, or a factor of log f, is wrong"
	if k > 1 {
		why += ", or f is in the proposal too, and its ratio (Hastings) is forgotten"
	}
	found := temperature(k, why)
	return &found
}

// others lists the betas that are taken for a level's own. One that needs two levels could be any power of f at one.
var others = []struct {
	Cause
	beta     func(c Case, l Level) float64
	needsTwo bool
}{
	{Cause{Name: "level-before", Says: "f from the level before", Advice: "hand f of the level to the kernel before " +
		"it steps"}, func(c Case, l Level) float64 { return c.Schedule.Beta(max(l.T-1, 1)) }, true},
	{Cause{Name: "always-target", Says: "f of the target at every level", Advice: "multiply log f by beta; or, if the " +
		"step is for one target, judge it at beta = 1 alone, by the option beta"},
		func(Case, Level) float64 { return 1 }, false},
	{Cause{Name: "beta-twice", Says: "beta is multiplied in twice", Advice: "multiply log f by beta once; leave beta " +
		"out of a step that is handed f of its level"}, func(_ Case, l Level) float64 { return l.Beta * l.Beta }, true},
}

// ofBeta finds the density of another beta. The sentence is about the last level where the two differ.
func ofBeta(c Case) *Cause {
	for _, other := range others {
		if other.needsTwo && len(c.Levels) == 1 {
			continue
		}
		if !c.leave(func(l Level) []float64 { return c.logfAt(l.T, other.beta(c, l)) }) {
			continue
		}
		found := other.Cause
		for _, l := range c.Levels {
			if beta := other.beta(c, l); beta != l.Beta {
				found.Says = fmt.Sprintf(atAnother, beta, l.Beta, other.Says)
			}
		}
		return &found
	}
	return nil
}

// logfAt returns log f of the annealing at a beta.
func (c Case) logfAt(t int, beta float64) []float64 {
	l := c.NewLevel()
	l.Move(t, beta)
	return l.LogF()
}

// leave reports whether nothing is wrong with the rows but that they leave another density invariant in place of the
// level's own, at every level.
func (c Case) leave(logf func(l Level) []float64) bool {
	return !slices.ContainsFunc(c.Levels, func(l Level) bool {
		w := *l.LevelMatrices
		w.LogF = logf(l)
		w.P = chains.Normalized(w.LogF)
		_, _, each := w.Invariance()
		return !l.onlyUnbalanced() || !each.OK
	})
}

// onlyUnbalanced reports whether the rows are those of a chain on all cells that leaves another density invariant.
func (l Level) onlyUnbalanced() bool {
	others := []laws.Law{laws.Entries, laws.Sums, laws.Walls, laws.Connected}
	return l.Broken[laws.EachCell] && !slices.ContainsFunc(others, func(law laws.Law) bool { return l.Broken[law] })
}

// toPower returns a function that takes f of a level to a power.
func toPower(k float64) func(l Level) []float64 {
	return func(l Level) []float64 {
		logf := make([]float64, len(l.LogF))
		for x, v := range l.LogF {
			logf[x] = v
			if !math.IsInf(v, -1) {
				logf[x] = k * v
			}
		}
		return logf
	}
}
