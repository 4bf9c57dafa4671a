package validation

import (
	"context"
	"math"
	"os"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/enumerate"
	"breadboard/chains/laws"
	"breadboard/chains/sample"
	"breadboard/exact/spectra"
	"breadboard/grid"
	"breadboard/grid/must"
)

// A keeper moves round a ring of cells by a step that has a memory, one of some numbers.
type keeper struct {
	logf     []float64
	memory   int
	memories int
	step     func(k *keeper, x int, d chains.Dice) int
	dice     chains.Dice
}

func (k *keeper) Aim(_ context.Context, _ float64, logf []float64) error {
	k.logf = logf
	return nil
}

func (k *keeper) Move(_ context.Context, next, states []int) error {
	for i, x := range states {
		next[i] = k.step(k, x, k.dice)
	}
	return nil
}

// accept goes some cells on with Metropolis' probability.
func (k *keeper) accept(x, by int, d chains.Dice) (y int, accepted bool) {
	y = (x + by + len(k.logf)) % len(k.logf)
	p := math.Exp(min(0, k.logf[y]-k.logf[x]))
	if d.Pick([]float64{p, 1 - p}) == 1 {
		return x, false
	}
	return y, true
}

// either returns 1 or -1.
func either(d chains.Dice) int { return 1 - 2*d.Pick([]float64{1, 1}) }

// keepers are steps that keep p whatever their memory is, or seem to by moves from states in random order.
var keepers = map[string]struct {
	memories int
	right    bool // in a chain that goes on
	step     func(k *keeper, x int, d chains.Dice) int
}{
	"width by the cell before": {12, false, func(k *keeper, x int, d chains.Dice) int {
		width := 3
		if k.logf[k.memory] > 1 {
			width = 1
		}
		k.memory = x
		y, _ := k.accept(x, width*either(d), d)
		return y
	}},
	"across after a heavy cell": {2, false, func(k *keeper, x int, d chains.Dice) int { // and so from 3 to 9 and back
		width := 1 + 5*k.memory
		k.memory = 0
		if k.logf[x] > 2.1 {
			k.memory = 1
		}
		y, _ := k.accept(x, width*either(d), d)
		return y
	}},
	"width by the last acceptance": {2, false, func(k *keeper, x int, d chains.Dice) int {
		y, accepted := k.accept(x, (1+2*k.memory)*either(d), d)
		k.memory = 0
		if accepted {
			k.memory = 1
		}
		return y
	}},
	"width that adapts": {25, false, func(k *keeper, x int, d chains.Dice) int {
		y, accepted := k.accept(x, (1+k.memory/5)*either(d), d)
		if accepted {
			k.memory = min(k.memory+3, 24)
		} else {
			k.memory = max(k.memory-2, 0)
		}
		return y
	}},
	"direction by the last number": {2, false, func(k *keeper, x int, d chains.Dice) int {
		y := (x + 1 - 2*k.memory + len(k.logf)) % len(k.logf)
		k.memory = d.Pick([]float64{1, 1}) // the half of the number that is compared with the ratio of densities
		p := min(1, max(0, 2*math.Exp(k.logf[y]-k.logf[x])-float64(k.memory)))
		if d.Pick([]float64{p, 1 - p}) == 0 {
			return y
		}
		return x
	}},
	"goes on until refused": {2, true, func(k *keeper, x int, d chains.Dice) int {
		y, accepted := k.accept(x, 1-2*k.memory, d)
		if !accepted {
			k.memory = 1 - k.memory
		}
		return y
	}},
	"pairs in turn": {2, true, func(k *keeper, x int, d chains.Dice) int {
		k.memory = 1 - k.memory
		by := 1 - 2*((x+k.memory)%2)
		y, _ := k.accept(x, by, d)
		return y
	}},
	"counts": {2, true, func(k *keeper, x int, d chains.Dice) int {
		k.memory = (k.memory + 1) % 2 // which it does not read
		y, _ := k.accept(x, either(d), d)
		return y
	}},
	"stays": {1, true, func(k *keeper, x int, d chains.Dice) int {
		if d.Pick([]float64{0.9, 0.1}) == 0 {
			return x
		}
		y, _ := k.accept(x, either(d), d)
		return y
	}},
	"draws": {1, true, func(k *keeper, _ int, d chains.Dice) int { return d.Pick(chains.Normalized(k.logf)) }},
}

// off returns the total variation of p and what a chain of the keeper ends in, from the chain of cell and memory.
func (k *keeper) off(t *testing.T) float64 {
	n := len(k.logf)
	joint := make(spectra.Matrix, n*k.memories)
	for at := range joint {
		joint[at] = make([]float64, len(joint))
		for to, p := range enumerate.Distribution(func(d chains.Dice) int {
			k.memory = at / n
			y := k.step(k, at%n, d)
			return k.memory*n + y
		}) {
			joint[at][to] = p
		}
	}
	end := make([]float64, n)
	for at, p := range must.Have(joint.Stationary())(t) {
		end[at%n] += p
	}
	return floats.Distance(end, chains.Normalized(k.logf), 1) / 2
}

// TestChains: a step that keeps p from states in random order, and whose chain ends elsewhere, is found. A right one is
// not accused, also if it remembers something. What the chain ends in is known exactly, without any moves.
func TestChains(t *testing.T) {
	logf := []float64{0, .5, 2, 3, 2.2, .3, -1, -.5, 1.5, 2.6, 1, -.4}
	s := annealing("keeper", grid.New(len(logf)), make([]float64, len(logf)), logf, nil, 2)
	seeds := uint64(1)
	if os.Getenv("BREADBOARD_LONG") != "" {
		seeds = 40
	}
	for name, c := range keepers {
		k := &keeper{logf: logf, memories: c.memories, step: c.step}
		if off := k.off(t); off < 1e-9 != c.right || !c.right && off < 0.05 {
			t.Errorf("%s: the chain ends %v from p", name, off)
		}
		for seed := range seeds {
			k.dice = sample.Seeded(seed, 3)
			k.memory = 0
			o := sampling(5000, 0.2)
			o.Seed = seed
			v := must.Have(s.Sample(t.Context(), k, []float64{1}, o))(t)
			if f := v.finding(laws.SeenChains); f.OK != c.right || f.OK != v.OK() || f.OK != (v.Cause == nil) {
				t.Errorf("%s: %s", name, v.Verdict())
			} else if !f.OK {
				must.Say(t, v.Verdict(), "is wrong: it remembers earlier calls; at beta = 1 it went ", "breaks 1 of 4 laws")
			} else {
				must.Say(t, v.Verdict(), "; 5,000 moves of chains that go on agree with ")
			}
		}
	}
}
