package enumerate

import (
	"math"
	"math/rand/v2"
)

// Knuth (1975) estimates the size of a tree that is too large to be walked: the product of the numbers of outcomes
// along a random way has the number of ways as its mean.

// The runs of an estimate and the outcomes that they are told, and the number of ways after which one is made.
const (
	estimateAfter = 1000
	estimateRuns  = 100
	estimateWord  = 64
)

// estimate returns about how many ways there are from a start and its standard error, both over the limit.
func (f *Follower[E]) estimate(start int) (mean, off float64, err error) {
	asked := make([]Run[E], estimateRuns)
	for i, word := range randomWords(start, estimateRuns, estimateWord) {
		asked[i] = Run[E]{Start: start, Outcomes: word}
	}
	made, err := f.ask(asked, Once)
	if err != nil {
		return 0, 0, err
	}
	squares := 0.0
	for _, r := range made {
		share := math.Exp(min(logWays(r.Choices), 300) - math.Log(float64(f.Limits.Ways)))
		mean += share / estimateRuns
		squares += share * share / estimateRuns
	}
	return mean, math.Sqrt(max(0, squares-mean*mean) / estimateRuns), nil
}

// logWays returns the log of the product of the numbers of outcomes of some choices.
func logWays(choices []Choice) (sum float64) {
	for _, c := range choices {
		n := 0
		for _, p := range c.Odds {
			if p > 0 {
				n++
			}
		}
		sum += math.Log(float64(n))
	}
	return sum
}

// randomWords returns outcomes for runs, each of a number that is large beside the outcomes of a choice.
func randomWords(start, n, length int) [][]int {
	random := rand.New(rand.NewPCG(1, uint64(start)))
	words := make([][]int, n)
	for i := range words {
		words[i] = make([]int, length)
		for k := range words[i] {
			words[i][k] = random.IntN(1 << 20)
		}
	}
	return words
}

// A forecast has the mean number of ways below a beginning, by its length, as the runs so far estimate it.
type forecast struct{ ways, runs []float64 }

// see adds a run whose choices go on after a beginning of this length.
func (f *forecast) see(choices []Choice, begun int) {
	for len(f.runs) <= begun {
		f.ways = append(f.ways, 0)
		f.runs = append(f.runs, 0)
	}
	f.ways[begun] += math.Exp(min(logWays(choices[begun:]), 50))
	f.runs[begun]++
}

// expected returns about how many runs these beginnings take. One longer than all that were run is a way. A start that
// has more ways than can be followed is looked at for loops, which takes about as many runs as are made before.
func expected[E comparable](f forecast, open []Run[E], most int) (sum float64) {
	ways := map[int]float64{}
	for _, r := range open {
		if n := len(r.Outcomes); n < len(f.runs) && f.runs[n] > 0 {
			ways[r.Start] += f.ways[n] / f.runs[n]
		} else {
			ways[r.Start]++
		}
	}
	for _, n := range ways {
		if n > float64(most) {
			n = estimateAfter
		}
		sum += n
	}
	return sum
}
