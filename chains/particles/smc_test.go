package particles

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/aide"
	"breadboard/chains/chaintest"
	"breadboard/chains/laws"
)

// A path is the states of a chain so far.
type path struct {
	len    int
	states [3]int
}

func (x path) add(state int) path {
	x.states[x.len] = state
	x.len++
	return x
}

// cut is the path without its last state.
func (x path) cut() path {
	x.len--
	x.states[x.len] = 0
	return x
}

// number is the path as a binary number.
func (x path) number() (n int) {
	for _, s := range x.states[:x.len] {
		n = 2*n + s
	}
	return n
}

// A chain of two states is observed at every step. Nothing in it is symmetric.
type chain struct {
	steps    int
	first    [2]float64       // f of the first state
	move     [2][2]float64    // f of a next state
	seen     [3][2]float64    // the likelihood of an observation, by step and state
	proposed [3][2][2]float64 // the law of a proposal, by step and state before; 0 at first
}

func observed(steps int) chain {
	return chain{steps, [2]float64{0.3, 0.7}, [2][2]float64{{0.6, 0.4}, {0.1, 0.9}},
		[3][2]float64{{0.5, 0.2}, {0.15, 0.7}, {0.9, 0.35}},
		[3][2][2]float64{{{0.45, 0.55}}, {{0.2, 0.8}, {0.65, 0.35}}, {{0.7, 0.3}, {0.4, 0.6}}}}
}

// density is the unnormalised target of a path's own length.
func (c chain) density(x path) float64 {
	p := 1.
	for t, s := range x.states[:x.len] {
		if t == 0 {
			p *= c.first[s]
		} else {
			p *= c.move[x.states[t-1]][s]
		}
		p *= c.seen[t][s]
	}
	return p
}

// proposal is the law of the state after x.
func (c chain) proposal(x path) []float64 {
	if x.len == 0 {
		return c.proposed[0][0][:]
	}
	return c.proposed[x.len][x.states[x.len-1]][:]
}

// weight is f(x)/(f(before) k(before, x)).
func (c chain) weight(before, x path) float64 {
	return math.Log(c.density(x)) - math.Log(c.density(before)) -
		math.Log(c.proposal(before)[x.states[x.len-1]])
}

func (c chain) Len() int { return c.steps }

func (c chain) Forward(_ int, x path, d chains.Dice) (path, float64) {
	next := x.add(d.Pick(c.proposal(x)))
	return next, c.weight(x, next)
}

func (c chain) Back(_ int, x path, _ chains.Dice) (path, float64) {
	before := x.cut()
	return before, c.weight(before, x)
}

// refreshed redraws the states of a path one by one before it is extended, each given the others.
type refreshed struct{ chain }

// redraw redraws one state given the others.
func (c refreshed) redraw(x path, at int, d chains.Dice) path {
	var weights [2]float64
	for s := range weights {
		x.states[at] = s
		weights[s] = c.density(x)
	}
	x.states[at] = d.Pick(weights[:])
	return x
}

func (c refreshed) Forward(t int, x path, d chains.Dice) (path, float64) {
	for at := range x.len {
		x = c.redraw(x, at, d)
	}
	return c.chain.Forward(t, x, d)
}

func (c refreshed) Back(t int, x path, d chains.Dice) (path, float64) {
	before, logw := c.chain.Back(t, x, d)
	for at := before.len - 1; at >= 0; at-- {
		before = c.redraw(before, at, d)
	}
	return before, logw
}

// finding holds a program to the law on all paths of a chain.
func finding(c chain, p aide.Program[path]) laws.Finding {
	all := []path{{}}
	for range c.steps {
		var longer []path
		for _, x := range all {
			longer = append(longer, x.add(0), x.add(1))
		}
		all = longer
	}
	target, Z := make([]float64, len(all)), 0.
	for i, x := range all {
		target[i] = c.density(x)
		Z += target[i]
	}
	for i := range target {
		target[i] /= Z
	}
	return chaintest.AtomsAmong(p, all, target, math.Log(Z), path.number).Finding()
}

// lawful fails t unless particles that take these steps obey the law.
func lawful(t *testing.T, what string, c chain, of Sequence[path], particles ...int) {
	t.Helper()
	for _, P := range particles {
		if f := finding(c, SMC[path]{of, P}); !f.OK {
			t.Errorf("%s, %d particles: %v", what, P, f)
		}
	}
}

func TestSMCIsLawful(t *testing.T) {
	long, short := observed(3), observed(2)
	lawful(t, "three steps", long, long, 1, 2)
	lawful(t, "two steps", short, short, 3)
	lawful(t, "three steps with redrawn states", long, refreshed{long}, 1)
	lawful(t, "two steps with redrawn states", short, refreshed{short}, 2)
}

// If a state is impossible, or is never proposed, weights are 0 forward or infinite in reverse.
func TestSMCWithImpossibleStates(t *testing.T) {
	unseen := observed(3)
	unseen.seen[1][0] = 0
	lawful(t, "an impossible state", unseen, unseen, 1, 2)
	missed := observed(3)
	missed.proposed[1][1] = [2]float64{0, 1}
	lawful(t, "a state that is never proposed", missed, missed, 1, 2)
}
