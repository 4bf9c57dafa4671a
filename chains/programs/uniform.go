package programs

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"breadboard/chains"
	"breadboard/grid"
)

// Uniform is uniform diffusion (Lou, Meng and Ermon 2024). The axes of the grid are tokens, which have labels. The
// noise redraws each token's label uniformly, at rate 1. A run begins with uniform labels, takes them for a draw of the
// target after so much noise, and goes back to no noise in steps. In each it looks once at the score: for each token
// and label the density at the cell with that label, over the density at the cell, both of the target with the noise of
// that time. These are the target's own, and an error may be put into them. Reverse runs are the noising.
//
// With n labels the noising read backward changes a label to v at the rate s(v)/n. Of a step of length δ each token
// moves by itself, because the step looks at no other token's move. That is an error at any number of tokens, but for
// one. Tau-leaping holds the rates and takes the first event: with r the sum of rates, the label stays with probability
// e^-rδ, and else goes in proportion to the rates. Euler's step goes with probability s(v)δ/n. If these are more than 1
// it goes surely, and as the noising may stay there, B is then infinite. The third step, by Tweedie's formula, gives
// each token its exact law after the step given all tokens before it.
//
// The grid of times is the program's own: what is exact is B of this chain, and not of a limit of many steps.
type Uniform struct {
	Problem
	steps int
	way   string // tau, euler or tweedie
	noise []float64
	fault ScoreError
	laws  func() *noisedLaws
}

// The most cells of a table of uniform diffusion, and the most of all its levels together: a table of 256 MB.
const (
	mostNoisedCells = 1 << 20
	mostNoised      = 1 << 24
)

// mostNoise leaves 1e-9 of a label's dependence on what it was.
const mostNoise = 20

func readUniform(a *Args) Maker {
	text, ok := a.named("K")
	steps := 1
	if ok {
		steps = a.integer("K", text, 1, mostCalls)
	} else {
		a.missing("K")
	}
	way := a.WordOr("by", "tau", "euler", "tweedie")
	most := a.NumberOr("noise", 5, 0.01, mostNoise)
	clock := a.WordOr("clock", "even", "linear")
	fault := readScoreError(a)
	return func(p Problem) (Estimator, error) {
		u := Uniform{Problem: p, steps: steps, way: way, fault: fault}
		if cells := p.Grid.Size(); cells > mostNoisedCells || cells*(steps+1) > mostNoised {
			return nil, fmt.Errorf("uniform keeps a density at each of %d steps on %v, which is too much; fewer steps "+
				"or tokens would do", steps, p.Grid)
		}
		for step := range steps + 1 {
			u.noise = append(u.noise, noiseAt(step, steps, most, clock))
		}
		u.laws = sync.OnceValue(func() *noisedLaws { return newNoisedLaws(u) })
		return u, u.fault.fits(steps)
	}
}

// noiseAt is the noise that is left after so many of all steps: it falls evenly; or, by the linear clock, what is left
// of a label's dependence on what it was rises evenly.
func noiseAt(step, steps int, most float64, clock string) float64 {
	at := float64(step) / float64(steps)
	switch {
	case step == steps:
		return 0
	case clock == "even":
		return most * (1 - at)
	}
	kept := math.Exp(-most)
	return -math.Log(kept + (1-kept)*at)
}

// noisedLaws are the target with the noise of each time, the first with the most.
type noisedLaws struct {
	p, logp [][]float64
	logR    float64
	// tweedie has for each step and token the mean over the noise of the other tokens: of a cell, the density after the
	// step, had the others the step's noise.
	tweedie [][][]float64
}

func newNoisedLaws(u Uniform) *noisedLaws {
	logR, last, logLast := targetOf(u.Problem)
	l := &noisedLaws{logR: logR}
	for _, noise := range u.noise[:u.steps] {
		law := u.withNoise(last, noise, -1)
		l.p = append(l.p, law)
		l.logp = append(l.logp, chains.LogMasses(law))
	}
	l.p = append(l.p, last)
	l.logp = append(l.logp, logLast)
	if u.way != "tweedie" {
		return l
	}
	for t := range u.steps {
		var others [][]float64
		for token := range u.Grid.Axes() {
			others = append(others, u.withNoise(l.p[t+1], u.noise[t]-u.noise[t+1], token))
		}
		l.tweedie = append(l.tweedie, others)
	}
	return l
}

// withNoise is a law with noise added to the labels of all tokens but one; -1 spares none.
func (p Uniform) withNoise(of []float64, noise float64, spared int) []float64 {
	law := slices.Clone(of)
	for token := range p.Grid.Axes() {
		if token != spared {
			noised(law, p.Grid, token, noise)
		}
	}
	return law
}

// noised adds noise to the labels of one axis.
func noised(law []float64, g grid.Grid, axis int, noise float64) {
	kept := math.Exp(-noise)
	lines := g.Lines(axis)
	n := float64(lines.Length)
	for i := range len(law) / lines.Length {
		first := lines.First(i)
		sum := 0.0
		for v := range lines.Length {
			sum += law[first+v*lines.Stride]
		}
		for v := range lines.Length {
			x := first + v*lines.Stride
			law[x] = kept*law[x] + (1-kept)/n*sum
		}
	}
}

// Cost is the number of calls of the score, one a step. A call tells that of all tokens and labels, as a pass of a
// network does. What a sum over cells costs here is not counted.
func (p Uniform) Cost() float64 { return float64(p.steps) }

// moves returns the law of each token's label after step t from cell x.
func (p Uniform) moves(t, x int) (laws [][]float64) {
	var draws stateDraws
	of := p.leap
	if p.way == "tweedie" {
		of = p.tweedie
	}
	for token := range p.Grid.Axes() {
		laws = append(laws, of(t, x, token, &draws))
	}
	return laws
}

// leap is the law of a token's label after step t, if the rates of its changes stay as they are before it. To the label
// v the rate is s(v)/n, with the score s(v) of the density there over the density here.
func (p Uniform) leap(t, x, token int, draws *stateDraws) []float64 {
	density := p.laws().p[t]
	law := make([]float64, p.Grid.Len(token))
	at := p.Grid.Coord(x, token)
	total := 0.0
	for v := range law {
		if v == at {
			continue
		}
		score := density[x+(v-at)*p.Grid.Stride(token)] / density[x]
		if p.fault.on(t, p.steps) {
			score = p.fault.score(score, draws.of(p.fault, x))
		}
		law[v] = score / float64(len(law))
		total += law[v]
	}
	events := total * (p.noise[t] - p.noise[t+1]) // that are expected
	goes := min(1, events)
	stays := 1 - goes
	if p.way == "tau" {
		goes = -math.Expm1(-events)
		stays = math.Exp(-events)
	}
	for v := range law {
		law[v] *= goes / total
	}
	law[at] = stays
	return law
}

// tweedie is the exact law of a token's label after step t, given all tokens before it.
func (p Uniform) tweedie(t, x, token int, draws *stateDraws) []float64 {
	others := p.laws().tweedie[t][token]
	law := make([]float64, p.Grid.Len(token))
	at := p.Grid.Coord(x, token)
	sum := 0.0
	for v := range law {
		law[v] = others[x+(v-at)*p.Grid.Stride(token)] * p.relabels(t, token, v == at)
		sum += law[v]
	}
	for v := range law {
		law[v] /= sum
	}
	if !p.fault.on(t, p.steps) {
		return law
	}
	logs := make([]float64, len(law))
	for v, mass := range law {
		logs[v] = logOf(mass)
	}
	p.fault.law(logs, draws.of(p.fault, x))
	return exps(logs)
}

// relabels is the probability that the noise of step t makes a label of a token of a label, the same or another.
func (p Uniform) relabels(t, token int, same bool) float64 {
	kept := math.Exp(-(p.noise[t] - p.noise[t+1]))
	prob := (1 - kept) / float64(p.Grid.Len(token))
	if same {
		prob += kept
	}
	return prob
}

// Forward draws labels uniformly, and takes the noise off step by step.
func (p Uniform) Forward(d chains.Dice) (x int, logw float64) {
	l := p.laws()
	for token := range p.Grid.Axes() {
		x += p.Grid.Stride(token) * place(p.Grid.Len(token), d)
	}
	logw = l.logR + p.begins(x)
	for t := range p.steps {
		next := x
		logDrawn, logNoised := 0.0, 0.0
		for token, law := range p.moves(t, x) {
			at := p.Grid.Coord(x, token)
			v := d.Pick(law)
			next += (v - at) * p.Grid.Stride(token)
			logDrawn += math.Log(law[v])
			logNoised += math.Log(p.relabels(t, token, v == at))
		}
		logw += l.logp[t+1][next] - l.logp[t][x] + logNoised - logDrawn
		x = next
	}
	return x, logw
}

// begins is the log of the noised target at a cell over the uniform law.
func (p Uniform) begins(x int) float64 { return p.laws().logp[0][x] + math.Log(float64(p.Grid.Size())) }

// Reverse adds noise to x, step by step.
func (p Uniform) Reverse(x int, d chains.Dice) float64 {
	l := p.laws()
	logw := l.logR
	for t := p.steps - 1; t >= 0; t-- {
		before := x
		logNoised := 0.0
		for token := range p.Grid.Axes() {
			at := p.Grid.Coord(x, token)
			chances := make([]float64, p.Grid.Len(token))
			for v := range chances {
				chances[v] = p.relabels(t, token, v == at)
			}
			v := d.Pick(chances)
			before += (v - at) * p.Grid.Stride(token)
			logNoised += math.Log(chances[v])
		}
		logDrawn := 0.0
		for token, law := range p.moves(t, before) {
			logDrawn += logOf(law[p.Grid.Coord(x, token)])
		}
		logw += l.logp[t+1][x] - l.logp[t][before] + logNoised - logDrawn
		x = before
	}
	return logw + p.begins(x)
}

// States is the number of cells.
func (p Uniform) States() int { return p.Grid.Size() }

// Steps is the number of steps.
func (p Uniform) Steps() int { return p.steps }

// Climbs is false.
func (p Uniform) Climbs() bool { return false }

// Edges are those between any two cells.
func (p Uniform) Edges() float64 {
	n := float64(p.Grid.Size())
	return float64(p.steps) * n * n
}

// Cell is the state itself.
func (p Uniform) Cell(y int) int { return y }

// Start visits all cells.
func (p Uniform) Start(visit Edge) {
	l := p.laws()
	for x, noised := range l.p[0] {
		visit(x, 1/float64(p.Grid.Size()), noised, p.begins(x))
	}
}

// Step visits all cells.
func (p Uniform) Step(t, x int, visit Edge) {
	l := p.laws()
	w := uniformWalk{after: l.p[t+1], logAfter: l.logp[t+1], visit: visit}
	for token, drawn := range p.moves(t, x) {
		at := p.Grid.Coord(x, token)
		r := relabelled{stride: p.Grid.Stride(token), drawn: drawn}
		for v, chance := range drawn {
			noised := p.relabels(t, token, v == at)
			r.noised = append(r.noised, noised)
			r.by = append(r.by, math.Log(noised)-logOf(chance))
		}
		w.tokens = append(w.tokens, r)
	}
	w.walk(0, 0, 1, 1/l.p[t][x], -l.logp[t][x])
}

// relabelled is what a step may make of one token: by label the probability by the program, that by the noise, and the
// log of their quotient.
type relabelled struct {
	stride            int
	drawn, noised, by []float64
}

// A uniformWalk goes through all cells that a step may lead to.
type uniformWalk struct {
	tokens          []relabelled
	after, logAfter []float64 // the target with the noise after the step
	visit           Edge
}

// walk decides about the tokens from one on. The others have led to the cell next, with these probabilities by the
// program and by the noise, and the log of their quotient.
func (w *uniformWalk) walk(token, next int, drawn, noised, by float64) {
	if token == len(w.tokens) {
		w.visit(next, drawn, noised*w.after[next], by+w.logAfter[next])
		return
	}
	r := w.tokens[token]
	for v, chance := range r.drawn {
		w.walk(token+1, next+v*r.stride, drawn*chance, noised*r.noised[v], by+r.by[v])
	}
}
