package particles

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/aide"
)

// A misweighed chain weighs, in reverse, by the law of the proposal after the path's own last state
// and not after the state before.
type misweighed struct{ chain }

func (c misweighed) Back(t int, x path, d chains.Dice) (path, float64) {
	before, logw := c.chain.Back(t, x, d)
	if t == 0 {
		return before, logw
	}
	own := c.proposed[t][x.states[t]][x.states[t]]
	return before, logw + math.Log(c.proposal(before)[x.states[t]]) - math.Log(own)
}

// A sameOrder chain redraws states backward in the order in which they were redrawn forward.
type sameOrder struct{ refreshed }

func (c sameOrder) Back(t int, x path, d chains.Dice) (path, float64) {
	before, logw := c.chain.Back(t, x, d)
	for at := range before.len {
		before = c.redraw(before, at, d)
	}
	return before, logw
}

// A notRedrawn chain only cuts the path.
type notRedrawn struct{ refreshed }

func (c notRedrawn) Back(t int, x path, d chains.Dice) (path, float64) { return c.chain.Back(t, x, d) }

// A dropped run resamples the kept particle with the others, and puts it back at the end.
type dropped struct{ SMC[path] }

func (s dropped) Reverse(x path, d chains.Dice) (logw float64) {
	c := s.newCrowd()
	for t := range s.Len() {
		c.step(t, d, 0)
		if t == s.Len()-1 {
			_, c.logw[0] = s.Back(t, x, d)
		}
		logw += c.logMean()
	}
	return logw
}

// An anyPick run picks the particle that it returns without looking at the last weights.
type anyPick struct{ SMC[path] }

func (s anyPick) Forward(d chains.Dice) (x path, logw float64) {
	c := s.newCrowd()
	for t := range s.Len() {
		c.step(t, d, 0)
		logw += c.logMean()
	}
	return c.now[d.Pick([]float64{1, 1})], logw
}

// Each of these mistakes breaks the law.
func TestBrokenSMCIsFound(t *testing.T) {
	c := observed(3)
	for what, p := range map[string]aide.Program[path]{
		"weight by the wrong state":         SMC[path]{misweighed{c}, 2},
		"wrong weight of a single particle": SMC[path]{misweighed{c}, 1},
		"states redrawn in the same order":  SMC[path]{sameOrder{refreshed{c}}, 1},
		"states not redrawn in reverse":     SMC[path]{notRedrawn{refreshed{c}}, 2},
		"kept particle resampled":           dropped{SMC[path]{c, 2}},
		"any particle returned":             anyPick{SMC[path]{c, 2}},
	} {
		if finding(c, p).OK {
			t.Errorf("%s: no law is broken", what)
		}
	}
}
