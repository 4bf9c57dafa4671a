package programs

import (
	"cmp"
	"math"
	"slices"

	"breadboard/chains"
)

// A Way is one outcome of all random numbers of a run: the cell that a forward run returns, or a reverse run begins
// with, log w, and its probability.
type Way struct {
	Cell    int
	LogW, P float64
}

// compare orders ways by cell and log w.
func (w Way) compare(v Way) int {
	return cmp.Or(cmp.Compare(w.Cell, v.Cell), cmp.Compare(w.LogW, v.LogW))
}

// Followed is a program that is known by all its ways. It is a Program, so that it is sampled and summed exactly as
// every other.
type Followed struct {
	// Ahead has all forward runs, sorted by cell and log w. Back has all reverse runs, whose probabilities are
	// given the cell. Runs of one cell whose weights are equal are one way.
	Ahead, Back []Way
	// Left bounds the probability of ways that were not found, forward and in reverse from draws of the target; 0 if
	// all were.
	Left float64

	ahead chains.Distribution
	back  []reverseWays // by cell
}

// reverseWays has the ways of the reverse runs from one cell.
type reverseWays struct {
	first, last int // from first to before last in Back
	chains.Distribution
}

// NewFollowed returns the program with these ways on a grid of this many cells. Those of a cell that has no reverse
// runs, because it has no mass, are left out. It changes the order of ahead and back.
func NewFollowed(ahead, back []Way, cells int) Followed {
	t := Followed{Ahead: joined(ahead), Back: joined(back), back: make([]reverseWays, cells)}
	t.ahead = chains.NewDistribution(masses(t.Ahead))
	for x := range t.back {
		first, last := t.between(x)
		if first < last {
			t.back[x] = reverseWays{first, last, chains.NewDistribution(masses(t.Back[first:last]))}
		}
	}
	return t
}

// oneWeight bounds the distance within which two log weights count as equal: rounding moves them by less.
const oneWeight = 1e-9

// joined sorts ways, and joins those of one cell and one weight. Their log w is then the mean.
func joined(ways []Way) (all []Way) {
	slices.SortFunc(ways, Way.compare)
	for _, w := range ways {
		if w.P <= 0 {
			continue
		}
		n := len(all)
		if n == 0 || all[n-1].Cell != w.Cell || !SameWeight(all[n-1].LogW, w.LogW) {
			all = append(all, w)
			continue
		}
		last := &all[n-1]
		sum := last.P + w.P
		if last.LogW != w.LogW { // else it may be infinite
			last.LogW += (w.LogW - last.LogW) * w.P / sum
		}
		last.P = sum
	}
	return all
}

// SameWeight reports whether two log weights differ by rounding alone. An infinite one differs from all others.
func SameWeight(a, b float64) bool {
	return a == b || math.Abs(a-b) <= oneWeight+1e-12*min(math.Abs(a), math.Abs(b))
}

// masses returns the probabilities of ways.
func masses(ways []Way) []float64 {
	p := make([]float64, len(ways))
	for i, w := range ways {
		p[i] = w.P
	}
	return p
}

// between returns the ways of the reverse runs from x, from first to before last.
func (t Followed) between(x int) (first, last int) {
	at := func(x int) int {
		i, _ := slices.BinarySearchFunc(t.Back, x, func(w Way, x int) int { return cmp.Compare(w.Cell, x) })
		return i
	}
	return at(x), at(x + 1)
}

// From returns the ways of the reverse runs from x.
func (t Followed) From(x int) []Way { return t.Back[t.back[x].first:t.back[x].last] }

// Forward draws a forward run.
func (t Followed) Forward(d chains.Dice) (x int, logw float64) {
	w := t.Ahead[t.ahead.Draw(d)]
	return w.Cell, w.LogW
}

// Reverse draws a reverse run from x.
func (t Followed) Reverse(x int, d chains.Dice) (logw float64) {
	from := t.back[x]
	return t.Back[from.first+from.Draw(d)].LogW
}

// Plus returns the program with a number added to every log w.
func (t Followed) Plus(by float64) Followed {
	t.Ahead = slices.Clone(t.Ahead)
	t.Back = slices.Clone(t.Back)
	for _, ways := range [][]Way{t.Ahead, t.Back} {
		for i := range ways {
			ways[i].LogW += by
		}
	}
	return t
}

// Cost returns NaN: what a run computes is not known.
func (t Followed) Cost() float64 { return math.NaN() }
