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

// Each of these mistakes breaks the law.
func TestBrokenSMCIsFound(t *testing.T) {
	c := observed(3)
	for what, p := range map[string]aide.Program[path]{
		"weight by the wrong state": SMC[path]{misweighed{c}, 1},
		"kept particle resampled":   dropped{SMC[path]{c, 2}},
	} {
		if finding(c, p).OK {
			t.Errorf("%s: no law is broken", what)
		}
	}
}
