package toys

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// An urn draws labels one after another, k of them: Pólya's. Those of the axes from one on have weights with the law
// Dirichlet(alpha, ..., alpha), which are integrated out. After i labels, of which n_j are j, the next is j with
// probability
//
//	(alpha + n_j) / (k alpha + i).
//
// So labels like company: with alpha = 1 two of them are alike with probability 2/(k + 1), and not 1/k. The order of
// labels does not matter, and each by itself has probability 1/k.
type urn struct {
	from  int     // the first of its axes; all behind it are its own
	alpha float64 // 0 if there is none
}

// draws says whether an axis is the urn's.
func (u urn) draws(axis int) bool { return u.alpha > 0 && axis >= u.from }

// next returns the log probabilities of a label, one of k, after those before it.
func (u urn) next(k int, before []int) []float64 {
	logp := slices.Repeat([]float64{u.alpha}, k)
	for _, j := range before {
		logp[j]++
	}
	all := floats.Sum(logp)
	for j, v := range logp {
		logp[j] = math.Log(v / all)
	}
	return logp
}

// logp is the log probability of labels, each one of k.
func (u urn) logp(k int, labels []int) (sum float64) {
	for i, j := range labels {
		sum += u.next(k, labels[:i])[j]
	}
	return sum
}
