package aide

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
	"breadboard/chains/enumerate"
	"breadboard/chains/sample"
)

// The estimate of the gradient from one draw has the moments that it has of normal draws, by an integral over z and
// u, and the gradient as its mean.
func TestGradientHasTheMomentsOfNormalDraws(t *testing.T) {
	f := fit{distuv.Normal{Mu: 0.3, Sigma: 0.9}, distuv.Normal{Mu: -0.2, Sigma: 0.9}}
	v := newDescent(1, 0, 1)
	var got, want [5]float64
	for g, prob := range enumerate.Law(func(d chains.Dice) float64 { byA, _ := v.gradient(f, d); return byA }) {
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

// The mean of b over descents is a product, because the gradient is linear in it: each step takes a share of the way
// to the posterior's mean. With steps that do not shrink it is another.
func TestDescentsFollowTheirMean(t *testing.T) {
	const steps, all = 40, 400
	for power, fits := range map[float64]bool{0.75: true, 0.65: false} {
		v := newDescent(10, 1000, power)
		means := []float64(nil)
		left := 1.
		for i := range all {
			means = append(means, v.after([]int{steps}, sample.Seeded(7, uint64(i)))[0].b.Mu)
		}
		for n := 1; n <= steps; n++ {
			left *= 1 - math.Pow(1000+float64(n), -0.75)/(posteriorB.Sigma*posteriorB.Sigma)
		}
		mean, sd := stat.MeanStdDev(means, nil)
		// One seed in 16,000 would be four standard errors off.
		if z := (mean - posteriorB.Mu*(1-left)) / sd * math.Sqrt(all); (math.Abs(z) < 4) != fits {
			t.Errorf("power %g: the mean of b is %g, %.1f standard errors off", power, mean, z)
		}
	}
}
