package chains

// A Law is weights that are drawn from many times, such as those of a million cells.
type Law struct{ weights, upTo []float64 }

// A Searcher is Dice that can also draw from cumulative weights, without a look at each.
type Searcher interface {
	Dice
	// Search returns i with probability (upTo[i] - upTo[i-1]) / the last of upTo.
	Search(upTo []float64) int
}

// NewLaw returns the law of these weights, as Dice would Pick. They are not to be changed.
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
