package aide

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
	"breadboard/chains/enumerate"
)

// TestGradientHasTheMomentsOfNormalDraws: the estimate of the gradient from one draw has the moments that it has of
// normal draws, by an integral over z and u, and the gradient as its mean.
func TestGradientHasTheMomentsOfNormalDraws(t *testing.T) {
	f := fit{distuv.Normal{Mu: 0.3, Sigma: 0.9}, distuv.Normal{Mu: -0.2, Sigma: 0.9}}
	v := newDescent(1, 0, 1)
	var got, want [5]float64
	gradients := enumerate.Distribution(func(d chains.Dice) float64 { byA, _ := v.gradient(f, d); return byA })
	for g, prob := range gradients {
		for k := range got {
			got[k] += prob * math.Pow(g, float64(k))
		}
	}
	const step = 0.05
	for z := -11.; z < 11; z += step {
		for u := -11.; u < 11; u += step {
			x := f.a.Mu + f.a.Sigma*z
			y := f.b.Mu + f.b.Sigma*u
			rise := logPData + posteriorA.LogProb(x) + posteriorB.LogProb(y) - f.a.LogProb(x) - f.b.LogProb(y)
			g := rise * z / f.a.Sigma
			for k := range want {
				want[k] += step * step * distuv.UnitNormal.Prob(z) * distuv.UnitNormal.Prob(u) * math.Pow(g, float64(k))
			}
		}
	}
	for k := range got {
		alike(t, "a moment of the gradient", got[k]/want[k], 1)
	}
	alike(t, "the gradient", got[1], (posteriorA.Mu-f.a.Mu)/(posteriorA.Sigma*posteriorA.Sigma))
}
