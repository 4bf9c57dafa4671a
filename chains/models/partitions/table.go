package partitions

import (
	"fmt"
	"math"

	"breadboard/chains"
	"breadboard/chains/enumerate"
	"breadboard/chains/particles"
)

// A Table is a sequence that adds the points one by one, written out. Its particles after step t are the
// numbers of partitions of t+1 points. A step is a look into the table, and with one particle the law of
// what it returns is known.
type Table struct {
	space   *Space
	p, logw [][]float64 // by points and partition: the probability and the log weight of the step from its parent
}

var _ particles.Sequence[int] = &Table{}

// Tabulate runs every step of a sequence along every path of its dice. The sequence has a step for each
// point of the space. Step t adds point t to a partition of the points before it, which are together if they
// have the same label, and picks nothing but the cluster of the new point. Tabulate panics if it does more.
func Tabulate[X any](s *Space, seq particles.Sequence[X], labels func(X) []int) *Table {
	if seq.Len() != s.Points() {
		panic(fmt.Sprintf("partitions: %d steps for %d points", seq.Len(), s.Points()))
	}
	table := &Table{space: s}
	before := make([]X, 1)
	for t := range seq.Len() {
		n := s.SizeOf(t + 1)
		after, p, logw := make([]X, n), make([]float64, n), make([]float64, n)
		for x, from := range before {
			var to X
			var by float64
			for prob := range enumerate.Every(func(d chains.Dice) { to, by = seq.Forward(t, from, d) }) {
				y := s.Number(labels(to))
				if s.parent(t+1, y) != x || p[y] > 0 {
					panic(fmt.Sprintf("partitions: step %d does not add a point to its partition, or picks more", t))
				}
				after[y], p[y], logw[y] = to, prob, by
			}
		}
		table.p, table.logw, before = append(table.p, p), append(table.logw, logw), after
	}
	return table
}

// Len is the number of points.
func (a *Table) Len() int { return len(a.p) }

// Forward adds point t to partition x of the points before it.
func (a *Table) Forward(t, x int, d chains.Dice) (next int, logw float64) {
	// A partition has a child for each cluster that the point may join, and one where it is alone.
	size := &a.space.sizes[t]
	next = int(size.first[x]) + d.Pick(a.p[t][size.first[x]:][:size.clusters[x]+1])
	return next, a.logw[t][next]
}

// Back takes point t out of partition x. A partition has one parent, so that nothing is drawn.
func (a *Table) Back(t, x int, _ chains.Dice) (before int, logw float64) {
	return a.space.parent(t+1, x), a.logw[t][x]
}

// LogLaw returns the log probability of every partition of all points, for one particle. It is the sum over the
// steps. The particle's log weight is then the log joint density less this.
func (a *Table) LogLaw() []float64 {
	law := []float64{0}
	for t, p := range a.p {
		next := make([]float64, len(p))
		for x, v := range p {
			next[x] = law[a.space.parent(t+1, x)] + math.Log(v)
		}
		law = next
	}
	return law
}
