package evidence

import (
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

// Needed returns the number of moves that Pearson's test of cells cells needs. With them it finds, at this level and
// with this power, any distribution at total variation fault from the declared one. The hardest such distribution moves
// mass between two halves of equal mass: its lambda is 4 n fault², and others need fewer moves. A distribution of one
// cell needs none. Fault, level and power lie between 0 and 1.
func Needed(fault float64, cells int, level, power float64) int {
	if cells < 2 {
		return 0
	}
	return roundUp(Noncentrality(cells-1, level, power) / (4 * fault * fault))
}

// Noncentrality returns the least noncentrality at which Pearson's test of df degrees of freedom, at this level, has
// this power.
func Noncentrality(df int, level, power float64) float64 {
	return least(func(lambda float64) bool { return powerOf(df, lambda, level) >= power })
}

// NeededForBalance returns the number of draws of p that moves must be worth (N of Balance). With them Balance finds,
// at this level and with this power, that pT is at total variation fault from p, however p is spread over the cells. A
// p of one cell needs none.
//
// Of N draws, m = N p(y) enter y in expectation. By Bernstein's bound a count of m + t convicts, and so does one of m -
// t, with t = L/3 + √(L²/9 + 2mL), L = log(2 cells/level). By Chernoff's bound a count of mean u is at least m + t with
// this power if u - √(2uE) = m + t, with E = -log(1-power). So a fault that no cell betrays is at most half the sum of
// u - m, over N. The sum is concave in m, so it is largest if p is uniform.
func NeededForBalance(fault float64, cells int, level, power float64) int {
	if cells < 2 {
		return 0
	}
	k := float64(cells)
	L := math.Log(2 * k / level)
	E := -math.Log1p(-power)
	return roundUp(least(func(n float64) bool {
		m := n / k
		t := L/3 + math.Sqrt(L*L/9+2*m*L)
		root := math.Sqrt(E/2) + math.Sqrt(E/2+m+t)
		return k*(root*root-m)/2/n <= fault
	}))
}

// roundUp returns n rounded up, or math.MaxInt if n is larger.
func roundUp(n float64) int {
	if n >= 1<<62 {
		return math.MaxInt
	}
	return int(math.Ceil(n))
}

// Holm corrects p-values for their number. With probability at most u any true hypothesis gets one at or below u,
// however the tests depend on each other (Holm 1979).
func Holm(p []float64) []float64 {
	adjusted := make([]float64, len(p))
	most := 0.0
	for i, at := range order(p) {
		most = max(most, min(1, float64(len(p)-i)*p[at]))
		adjusted[at] = most
	}
	return adjusted
}

// A Twice judges a p-value that may be computed again, of fresh data that do not depend on the first.
//
// Let p be the first p-value, of all tests together, and u the second, of the tests in doubt. The table says when a
// kernel is accused, with which probability a sound one is, and the levels for L = 0.001, where L is the level of one
// look:
//
//	p <= Clear                 accused at once             probability Clear              0.000001
//	Clear < p <= Doubted       asked again, and accused    Doubted times 0.00198          0.000099
//	                           if u <= 0.00198
//	p > Doubted                not accused                 0
//	                                                       Limit = L/10, the sum          0.0001
//
// The second row is a product because u does not depend on p. The rows exclude each other, and each is a bound. So a
// sound kernel is accused with probability L/10 at most. Faults are found no less often than by one look at L: the
// first look doubts p-values up to 50 L, and the second has few tests instead of all. For example, a fault that moves a
// normal statistic by 2.4 standard deviations is found by one look at L, among 42 tests, with probability 0.05. It is
// doubted with 0.2, and accused then by four times as many data with 0.96.
//
// P joins both looks in one p-value: p itself after one look, and otherwise Clear + Doubted u. For v from Clear to
// Doubted, P is at most v with probability Clear + Doubted (v - Clear)/Doubted = v at most.
type Twice struct{ Clear, Doubted, Limit float64 }

// NewTwice returns the levels for tests that accuse a sound kernel with probability level by one look.
func NewTwice(level float64) Twice {
	return Twice{Clear: level / 1000, Doubted: min(0.5, 50*level), Limit: level / 10}
}

// Asks reports whether p calls for a second look: small enough to doubt, and not small enough to accuse at once.
func (t Twice) Asks(p float64) bool { return t.Clear < p && p <= t.Doubted }

// P returns the p-value of both looks, if there was a second and it has the p-value u.
func (t Twice) P(u float64) float64 { return min(1, t.Clear+t.Doubted*u) }
