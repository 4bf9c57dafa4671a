package shipped

import (
	"fmt"
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/enumerate"
)

// evidence is E[w]/R of adaptive tempering. It is not 1 even with the right sign, because the
// level depends on the particles.
func (s subject) evidence() (mean float64) {
	first, last := s.problem.Ends()
	logR, logw := chains.LogSum(last)-chains.LogSum(first), 0.0
	for p := range enumerate.Every(func(d chains.Dice) { _, logw = s.Forward(d) }) {
		mean += p * math.Exp(logw-logR)
	}
	return mean
}

// worstDraws are the particles whose first step misses its ESS by most.
func (p adaptive) worstDraws() string {
	worst, text := 0.0, ""
	var cells []int
	var rises []float64
	for range enumerate.Every(func(d chains.Dice) { cells, rises = p.drawn(d) }) {
		if miss := p.miss(rises); miss > worst {
			beta := p.solved(rises)
			worst, text = miss, fmt.Sprintf("particles in cells %v: beta = %.6g is chosen, where the ESS is %.6g, and %.6g was "+
				"asked for", cells, beta, ess(scaled(rises, beta)), p.share*float64(p.P))
		}
	}
	return text
}

// Log likelihoods that lie symmetrically about one value have the same ESS with either sign.
func TestSymmetricLogLikelihoodsHideTheSign(t *testing.T) {
	symmetric := []float64{3, 4, 5, 6, 7}
	if a, b := ess(scaled(symmetric, 0.7)), ess(scaled(symmetric, -0.7)); math.Abs(a-b) > 1e-12 {
		t.Errorf("the ESS is %g with one sign and %g with the other", a, b)
	}
}
