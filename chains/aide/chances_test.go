package aide_test

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/aide"
	"breadboard/chains/enumerate"
)

// Two own looks with S/V of 5/2 and of 3/4: their product is 15/8.
func TestChancesByHand(t *testing.T) {
	e := aide.Estimate{Gold: []aide.Look{{Own: logs(4, 1)}, {Own: logs(2, 4)}}, Target: []aide.Look{{Own: logs(1, 4)}}}
	gold, target := e.Chances(aide.Counts{Gold: 2, Target: 2})
	if want := 8. / 15; !(math.Abs(gold-want) < 1e-15) {
		t.Errorf("the chance of the gold standard's looks is %v, want %v", gold, want)
	}
	if target != 1 {
		t.Errorf("the chance of the target's looks is %v, want 1", target)
	}
}

// heavy has forward weights that are e² times too large.
type heavy struct{ tiny }

func (h heavy) Forward(d chains.Dice) (x int, logw float64) {
	x, logw = h.tiny.Forward(d)
	return x, logw + 2
}

// over is the probability that the chance of two own looks is at most 1/2.
func over(p aide.Program[int]) (atMostHalf float64) {
	var e aide.Estimate
	n, m := aide.Counts{Gold: 1, Target: 2}, aide.Counts{Gold: 1, Target: 3}
	for prob := range enumerate.Every(func(d chains.Dice) { e = aide.Run[int](gold, p, n, m, d) }) {
		if _, chance := e.Chances(m); chance <= 0.5 {
			atMostHalf += prob
		}
	}
	return atMostHalf
}

// Under the law a chance of 1/2 or less has probability 1/2 at most.
func TestChancesAreBounds(t *testing.T) {
	if got := over(target); !(got <= 0.5) {
		t.Errorf("a chance of 1/2 at most has probability %v", got)
	}
	if got := over(heavy{target}); !(got > 0.9) {
		t.Errorf("with forward weights that are too large a chance of 1/2 at most has probability %v", got)
	}
}
