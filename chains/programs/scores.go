package programs

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// A Denoiser is a program that undoes noise: from a state of pure noise its chain goes to a cell in some steps. Beside
// it runs the chain that it imitates: the noising of a draw of the target, read backward. Of every step both
// probabilities are known, so that log w is the sum of their log ratios, and log R.
//
// That is all an exact account needs. The number of paths does not matter, for whole measures are pushed over the
// states.
type Denoiser interface {
	Program
	// States is the number of states, and Steps that of steps.
	States() int
	Steps() int
	// Climbs reports whether a step never leads to a state of a smaller number.
	Climbs() bool
	// Edges is about how many steps there are between two states, over all steps of a run.
	Edges() float64
	// Start visits the states in which a run begins.
	Start(visit Edge)
	// Step visits where step t, from 0, may lead from state y.
	Step(t, y int, visit Edge)
	// Cell is the cell of a state after the last step.
	Cell(y int) int
}

// An Edge is called with a next state, the program's probability of it, that of the noising read backward, and by, the
// logarithm of their quotient. by means nothing where one of them is 0.
type Edge func(next int, drawn, noised, by float64)

// targetOf is the target with its logarithm, and log Z_T/Z_1.
func targetOf(p Problem) (logR float64, last, logLast []float64) {
	low, rise := p.Lowered()
	from, to := low.Ends()
	last, logLast = normalized(to)
	return chains.LogSum(to) - chains.LogSum(from) + rise, last, logLast
}

// The directions of an error.
const (
	towardRandom  = "random"
	towardUniform = "uniform"
	towardSharp   = "sharp"
)

// A ScoreError is an error that is put into conditionals or scores, at some steps. The zero value is none.
type ScoreError struct {
	Size float64
	// Toward is "random": each logarithm gets Size times a normal draw of its own, the same whenever the state is met;
	// "uniform": a share Size of the uniform law is mixed in; or "sharp": each logarithm is taken 1 + Size times.
	Toward string
	Seed   uint64
	// At is "all", "early" or "late", the first or second half of the steps, or the number of one, from 1.
	At string
}

// readScoreError reads the parameters of an error.
func readScoreError(a *Args) ScoreError {
	size := a.NumberOr("error", 0, 0, mostError)
	given := len(a.rest)
	e := ScoreError{Size: size, Toward: a.WordOr("toward", towardRandom, towardUniform, towardSharp), At: "all"}
	beforeSeed := len(a.rest)
	e.Seed = uint64(a.WholeOr("seed", 1, 0, math.MaxInt))
	hasSeed := len(a.rest) < beforeSeed
	if at, ok := a.named("at"); ok {
		e.At = at
	}
	step, err := strconv.Atoi(e.At)
	switch {
	case size == 0 && len(a.rest) < given:
		a.fail("toward, at or seed is given, and no error; error=0.1 beside it would do")
	case size > 1 && e.Toward == towardUniform:
		a.fail("error is %g, and toward=uniform mixes in a share, which is from 0 to 1; 1 would do", size)
	case hasSeed && e.Toward != towardRandom:
		a.fail("seed is given, and an error toward=%s draws nothing; no seed, or toward=random, would do", e.Toward)
	case e.At == "all" || e.At == "early" || e.At == "late" || err == nil && step >= 1:
	default:
		a.fail("at is %q, and not all or early or late or the number of a step; all would do", e.At)
	}
	return e
}

// mostError is the largest size of an error: e^10 is a factor of 22,000 in a score.
const mostError = 10

// fits returns an error if the error is at a step that does not exist.
func (e ScoreError) fits(steps int) error {
	step, err := strconv.Atoi(e.At)
	switch {
	case err == nil && step > steps:
		return fmt.Errorf("at is %d, and there are %d steps; at=%d would do", step, steps, steps)
	case e.At == "late" && steps == 1:
		return fmt.Errorf("at=late is the second half of the steps, and there is one; at=all would do")
	}
	return nil
}

// on reports whether step t, from 0, has the error.
func (e ScoreError) on(t, steps int) bool {
	if e.Size == 0 {
		return false
	}
	switch e.At {
	case "all":
		return true
	case "early":
		return 2*t < steps
	case "late":
		return 2*t >= steps
	}
	step, _ := strconv.Atoi(e.At)
	return step == t+1
}

// source draws the errors of a state, which are its own and the same at every visit.
func (e ScoreError) source(state int) *rand.Rand { return rand.New(rand.NewPCG(e.Seed, uint64(state))) }

// law bends the logarithms of a law over labels, and normalises them.
func (e ScoreError) law(logs []float64, draws *rand.Rand) {
	switch e.Toward {
	case towardRandom:
		for v := range logs {
			logs[v] += e.Size * draws.NormFloat64()
		}
	case towardUniform:
		for v := range logs {
			logs[v] = math.Log((1-e.Size)*math.Exp(logs[v]) + e.Size/float64(len(logs)))
		}
	case towardSharp:
		floats.Scale(1+e.Size, logs)
	}
	floats.AddConst(-chains.LogSum(logs), logs)
}

// score bends a score, the quotient of the densities of two states. That of the uniform law is 1.
func (e ScoreError) score(s float64, draws *rand.Rand) float64 {
	switch e.Toward {
	case towardUniform:
		return (1-e.Size)*s + e.Size
	case towardSharp:
		return math.Pow(s, 1+e.Size)
	}
	return s * math.Exp(e.Size*draws.NormFloat64())
}
