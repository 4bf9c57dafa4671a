package evidence

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"
)

// powerOf returns the probability that Pearson's test of df degrees of freedom, at this level, finds a fault. lambda is
// the sum over cells of n (q-p)²/p, where q is the faulty distribution. The statistic is then noncentral chi-square,
// and exceeds the number beyond with the power. Without a fault it exceeds it with probability level.
func powerOf(df int, lambda, level float64) float64 {
	beyond := 2 * mathext.GammaIncRegCompInv(float64(df)/2, level) // right also for levels that 1 - level rounds away
	sum, mean := 0.0, lambda/2
	spread := 10*math.Sqrt(mean) + 40
	for j := math.Max(0, math.Floor(mean-spread)); j <= mean+spread; j++ {
		sum += distuv.Poisson{Lambda: mean}.Prob(j) * distuv.ChiSquared{K: float64(df) + 2*j}.Survival(beyond)
	}
	return min(1, sum)
}

// least returns the least positive number that is enough. It doubles a number until that is enough, and then bisects.
func least(enough func(float64) bool) float64 {
	low, high := 0.0, 1.0
	for !enough(high) {
		high *= 2
	}
	for range 60 {
		if mid := (low + high) / 2; enough(mid) {
			high = mid
		} else {
			low = mid
		}
	}
	return high
}

// Noncentrality returns the least noncentrality that Pearson's test of df degrees of freedom, at this level, finds with
// probability 0.9.
func Noncentrality(df int, level float64) float64 {
	return least(func(lambda float64) bool { return powerOf(df, lambda, level) >= 0.9 })
}

// Holm corrects p-values for their number. With probability at most u any true hypothesis gets one at or below u,
// however the tests depend on each other (Holm 1979).
func Holm(p []float64) []float64 {
	adjusted := make([]float64, len(p))
	most := 0.0
	for i, at := range Order(p) {
		most = max(most, min(1, float64(len(p)-i)*p[at]))
		adjusted[at] = most
	}
	return adjusted
}

// nearLevel is how many times the level of a test a p-value is that still deserves a caution.
const nearLevel = 20

// Caution says of a p-value that accuses nobody at this level that it is small; "" if it is not. Of the right ones,
// such as "programs", one in 1/p has as small a p-value, and more of the evidence, such as "runs", tells more.
func Caution(p, level float64, right, evidence string) string {
	if !(p > level && p < nearLevel*level) {
		return ""
	}
	return fmt.Sprintf("p = %.2g is small, as of one in %d right %s: four times as many %s would tell more", p,
		RoundUp(1/p), right, evidence)
}

// RoundUp rounds up to two digits, and returns 0 for a number that is no int.
func RoundUp(n float64) int {
	if !(n > 0 && n < math.MaxInt64/16) {
		return 0
	}
	unit := math.Pow(10, max(0, math.Floor(math.Log10(n))-1))
	return int(math.Ceil(n/unit) * unit)
}
