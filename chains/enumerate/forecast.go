package enumerate

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
)

// The work is forecast before it is done. Knuth (1975) estimates the size of a tree that is too large to be walked: the
// product of the numbers of outcomes along a random way has the number of ways as its mean. And of the nodes of random
// ways few are one state, where a machine has many: of n that are drawn from S states, by any law, n(n-1)/2S pairs or
// more are one.

// The number of ways after which an estimate is made, its runs, those of one that also looks for states, and the
// outcomes that they are told.
const (
	estimateAfter = 1000
	estimateRuns  = 100
	statesRuns    = 300
	estimateWord  = 64
)

// An estimate has about how many ways there are from a start.
type estimate[E comparable] struct {
	log  float64  // of the number of ways
	many bool     // says that these are surely more than the limit
	runs []Run[E] // by which this is known
}

// estimate makes an estimate by n runs.
func (f *Follower[E]) estimate(start, n int) (e estimate[E], err error) {
	asked := make([]Run[E], n)
	for i, word := range randomWords(start, n, estimateWord) {
		asked[i] = Run[E]{Start: start, Outcomes: word}
	}
	e.runs, err = f.ask(asked, Once)
	if err != nil {
		return e, err
	}
	mean, squares := 0.0, 0.0
	for _, r := range e.runs {
		share := math.Exp(min(logWays(r.Choices), 300) - math.Log(float64(f.Limits.Ways)))
		mean += share / float64(n)
		squares += share * share / float64(n)
	}
	off := math.Sqrt(max(0, squares-mean*mean) / float64(n))
	e.log = math.Log(mean) + math.Log(float64(f.Limits.Ways))
	e.many = mean-4*off > 1
	return e, nil
}

// foreseen returns a ManyError if a start has surely more ways than can be followed, and more states than can be
// joined.
func (m *machine[E]) foreseen() error {
	e, err := m.estimate(m.start, statesRuns)
	if err != nil || !e.many {
		return err
	}
	for _, part := range []int{1, 2} {
		large, err := m.isLarge(e.runs, part)
		if err != nil {
			return err
		}
		if large {
			return ManyError{m.start, m.Limits.Ways, e.log}
		}
	}
	return nil
}

// isLarge reports whether a machine has surely more than mostStates, by the nodes of random ways before their last
// choice, or by those at a part of this way, as the last choices may change nothing.
func (m *machine[E]) isLarge(ways []Run[E], part int) (bool, error) {
	words := map[string][]int{}
	for _, r := range ways {
		word := r.Outcomes[:max(0, len(r.Choices)-1)/part]
		words[key(word)] = word
	}
	var nodes [][]int
	for _, k := range slices.Sorted(maps.Keys(words)) {
		nodes = append(nodes, words[k])
	}
	if err := m.probe(nodes); err != nil {
		return false, err
	}
	states := map[string]bool{}
	for k := range words {
		states[string(m.tried[k].met)] = true
	}
	n := len(ways)
	joined := n - len(states)
	expected := n * (n - 1) / (2 * mostStates)
	return joined < expected/4, nil
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
