package chains

// A Law is a law over places that many draws are made from, such as the cells of a large grid. It
// keeps the sums of its weights, so that a draw need not look at each weight.
type Law struct{ weights, upTo []float64 }

// A Searcher is Dice that can also draw by bisection of cumulative weights.
type Searcher interface {
	Dice
	// Search returns i with probability (upTo[i] - upTo[i-1]) / the last of upTo.
	Search(upTo []float64) int
}

// NewLaw returns the law with these weights, which are as for Dice.Pick. The caller must not
// change them.
func NewLaw(weights []float64) Law {
	l, sum := Law{weights, make([]float64, len(weights))}, 0.0
	for i, w := range weights {
		sum += w
		l.upTo[i] = sum
	}
	return l
}

// Draw returns i with probability weights[i] / sum of weights.
func (l Law) Draw(d Dice) int {
	if s, ok := d.(Searcher); ok {
		return s.Search(l.upTo)
	}
	return d.Pick(l.weights)
}
