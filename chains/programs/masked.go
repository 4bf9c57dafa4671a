package programs

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/stat/combin"

	"breadboard/chains"
)

// Masked is masked diffusion (Lou, Meng and Ermon 2024; Sahoo et al. 2024; Shi et al. 2024). The axes of the grid are
// tokens, which have labels. All are masked at first. A step reveals some of them, and draws the label of each from its
// conditional given what was revealed before, independently of the others of the step. That is the whole error: what is
// revealed together should depend on one another. One token a step has none. One step for all draws from the product of
// the marginals.
//
// The conditionals are the target's own, by sums over all cells, and an error may be put into them. Reverse runs are
// the noising that such models are trained on: they mask tokens of the cell. With the exact conditionals E_rev[log w] -
// log R is the sum over steps of the expected total correlation of what is revealed, given what was revealed before.
//
// Tokens are revealed in random order: so many a step, or each masked token by itself with a probability. The masked
// share of the noising falls from 1 to 0 over the steps, as the clock says. Between the shares s and t < s a masked
// token is revealed with probability (s-t)/s. Euler's step has exactly that probability, and is the exact step of the
// noising too. Tau-leaping counts the events of a Poisson process whose rate stays, and reveals where there is any:
// with probability 1 - e^-(s-t)/s. That is less, so it leaves masks. The last of the steps fills them all.
type Masked struct {
	Problem
	reveals []reveal
	fault   ScoreError
	law     func() *maskedLaw
}

// A reveal says which tokens a step reveals: so many; or, if it is each by itself, each with a probability, which the
// noising read backward has too.
type reveal struct {
	count         int
	byItself      bool
	drawn, noised float64
	before, after float64 // the masked share of the noising, if tokens are revealed by themselves
	blind         bool    // labels are drawn uniformly
}

// mostMasked is the largest number of masked states: (labels+1)^tokens, 3^15 for spins. Their two tables are of 256 MB.
const mostMasked = 1 << 24

// mostCalls is the largest number of steps.
const mostCalls = 100_000

// newMasked aims a plan at a problem. By share there is at most a step for each token.
func newMasked(p Problem, plan maskedPlan) (Masked, error) {
	m := Masked{Problem: p, fault: plan.fault}
	tokens := p.Grid.Axes()
	states := 1
	for _, n := range p.Grid.Lens() {
		states *= n + 1
		if states > mostMasked {
			return m, fmt.Errorf("masked has a state for each part of a cell, which are more than %d on %v; fewer "+
				"tokens, up to 15 spins, would do", mostMasked, p.Grid)
		}
	}
	sizes := plan.sizes
	if plan.by == "share" && sizes == nil {
		sizes = sharesOf(tokens, min(tokens, plan.steps), plan.clock)
	}
	sum := 0
	for _, n := range sizes {
		m.reveals = append(m.reveals, reveal{count: n})
		sum += n
	}
	if sizes != nil && sum != tokens {
		return m, fmt.Errorf("the steps reveal %d tokens, and %v has %d axes, which are its tokens; K=%s would do", sum,
			p.Grid, tokens, joinedSizes(sharesOf(tokens, min(tokens, len(sizes)), "even")))
	}
	if sizes == nil {
		m.reveals = leaps(plan)
	}
	if err := m.fault.fits(len(m.reveals)); err != nil {
		return m, err
	}
	m.law = sync.OnceValue(func() *maskedLaw { return newMaskedLaw(p) })
	return m, nil
}

// Sizes are how many tokens each step reveals; nil if each token is revealed by itself.
func (p Masked) Sizes() (sizes []int) {
	for _, r := range p.reveals {
		if r.byItself {
			return nil
		}
		sizes = append(sizes, r.count)
	}
	return sizes
}

// Cost is the number of calls of the conditionals, one a step: a call tells those of all tokens, as a pass of a network
// does. What a sum over cells costs here is not counted.
func (p Masked) Cost() float64 {
	calls := 0
	for _, r := range p.reveals {
		if !r.blind {
			calls++
		}
	}
	return float64(calls)
}

// conditionals are the logs of a masked token's conditional at step t, given what state y shows. draws are those of the
// errors of the state.
func (p Masked) conditionals(t, y int, token int, draws *stateDraws) (logs []float64) {
	l := p.law()
	logs = make([]float64, l.lens[token])
	for v := range logs {
		switch {
		case p.reveals[t].blind || math.IsInf(l.logp[y], -1): // what cannot be says nothing of the others
			logs[v] = -math.Log(float64(len(logs)))
		default:
			logs[v] = l.logp[y+(v+1)*l.strides[token]] - l.logp[y]
		}
	}
	if !p.reveals[t].blind && p.fault.on(t, len(p.reveals)) {
		p.fault.law(logs, draws.of(p.fault, y))
	}
	return logs
}

// exps are the exponentials of some numbers.
func exps(logs []float64) []float64 {
	all := make([]float64, len(logs))
	for i, v := range logs {
		all[i] = math.Exp(v)
	}
	return all
}

// Forward reveals the tokens step by step.
func (p Masked) Forward(d chains.Dice) (x int, logw float64) {
	l := p.law()
	logw = l.logR
	y := 0
	for t := range p.reveals {
		next, logDrawn := p.revealed(t, y, d)
		logw += p.stepLogW(t, y, next, logDrawn)
		y = next
	}
	return l.cell(y), logw
}

// revealed makes step t from state y, and returns the log probability of its labels.
func (p Masked) revealed(t, y int, d chains.Dice) (next int, logDrawn float64) {
	l := p.law()
	r := p.reveals[t]
	masked := l.masked(y)
	next = y
	need := r.count
	var draws stateDraws
	for i, token := range masked {
		logs := p.conditionals(t, y, token, &draws)
		chances := []float64{r.drawn, 1 - r.drawn}
		if !r.byItself {
			chances = []float64{float64(need), float64(len(masked) - i - need)}
		}
		if d.Pick(chances) != 0 {
			continue
		}
		need--
		v := d.Pick(exps(logs))
		next += (v + 1) * l.strides[token]
		logDrawn += logs[v]
	}
	return next, logDrawn
}

// stepLogW is what a step adds to log w: the log of the noising's probability of it, read backward, over the program's.
// It is -Inf where the cell cannot be.
func (p Masked) stepLogW(t, y, next int, logDrawn float64) float64 {
	l := p.law()
	if math.IsInf(l.logp[next], -1) {
		return math.Inf(-1)
	}
	return l.logp[next] - l.logp[y] - logDrawn + p.reveals[t].logRatio(len(l.masked(y)), len(l.masked(next)))
}

// logRatio is the log of the noising's probability of which tokens are shown, over the program's. Both show so many
// tokens with the same probability.
func (r reveal) logRatio(before, after int) float64 {
	if !r.byItself || r.drawn == r.noised {
		return 0
	}
	shown, stays := r.logRatios()
	return float64(before-after)*shown + float64(after)*stays
}

// logRatios are those of a token that is shown and of one that stays masked, if tokens are revealed by themselves.
func (r reveal) logRatios() (shown, stays float64) {
	return math.Log(r.noised / r.drawn), math.Log((1 - r.noised) / (1 - r.drawn))
}

// Reverse masks tokens of x, step by step from the last.
func (p Masked) Reverse(x int, d chains.Dice) float64 {
	states := p.noised(x, d)
	logw := p.law().logR
	for t := range p.reveals {
		logw += p.stepLogW(t, states[t], states[t+1], p.logLabels(t, states[t], states[t+1]))
	}
	return logw
}

// noised draws the states from which x is revealed, all masked at first and x at last.
func (p Masked) noised(x int, d chains.Dice) []int {
	l := p.law()
	states := make([]int, len(p.reveals)+1)
	at := l.shown(x)
	states[len(p.reveals)] = at
	for t, r := range slices.Backward(p.reveals) {
		var shown []int
		for token := range l.lens {
			if l.digit(at, token) > 0 {
				shown = append(shown, token)
			}
		}
		need := r.count
		for i, token := range shown {
			chances := []float64{r.before - r.after, 1 - r.before}
			if !r.byItself {
				chances = []float64{float64(need), float64(len(shown) - i - need)}
			}
			if d.Pick(chances) == 0 {
				need--
				at -= l.digit(at, token) * l.strides[token]
			}
		}
		states[t] = at
	}
	return states
}

// logLabels is the log probability of the labels that step t draws from state y to the next.
func (p Masked) logLabels(t, y, next int) (logDrawn float64) {
	l := p.law()
	var draws stateDraws
	for _, token := range l.masked(y) {
		logs := p.conditionals(t, y, token, &draws)
		if v := l.digit(next, token); v > 0 {
			logDrawn += logs[v-1]
		}
	}
	return logDrawn
}

// States is the number of masked states.
func (p Masked) States() int { return len(p.law().logp) }

// Steps is the number of steps.
func (p Masked) Steps() int { return len(p.reveals) }

// Climbs is true: a label has a larger number than a mask.
func (p Masked) Climbs() bool { return true }

// Start visits the state in which all is masked.
func (p Masked) Start(visit Edge) { visit(0, 1, 1, 0) }

// Cell is the cell of a state without masks.
func (p Masked) Cell(y int) int { return p.law().cell(y) }

// Edges counts what is revealed to what, on average labels.
func (p Masked) Edges() (edges float64) {
	l := p.law()
	tokens := len(l.lens)
	logLabels := 0.0
	for _, n := range l.lens {
		logLabels += math.Log(float64(n)) / float64(tokens)
	}
	shown := 0
	for _, r := range p.reveals {
		if r.byItself {
			edges += math.Exp(float64(tokens) * math.Log(1+2*math.Exp(logLabels)))
			continue
		}
		after := shown + r.count
		ways := combin.LogGeneralizedBinomial(float64(tokens), float64(after)) +
			combin.LogGeneralizedBinomial(float64(after), float64(shown))
		edges += math.Exp(ways + float64(after)*logLabels)
		shown = after
	}
	return edges
}
