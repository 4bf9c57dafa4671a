// Package partitions has all partitions of n points as the cells of a grid, so that a Dirichlet
// process mixture is a density like any other, and its samplers have exact laws. There are Bell(n)
// partitions: 15 of four points, 21,147 of nine.
//
// A partition is written as a restricted growth string. The first point has label 0, and every other
// point has the label of its cluster or the next new one: 0 0 1 0 2 puts points 0, 1 and 3 together.
//
//	Space   the numbers of partitions
//	Table   samplers that add points one by one (particles.Sequence), written out
//	Gibbs   collapsed Gibbs: points are reassigned one by one (chains.Kernel)
//
// The kernel is not in the catalogue of package kernels, whose kernels run on any grid: this one
// needs to know which cell is which partition.
package partitions

import (
	"fmt"
	"math"

	"breadboard/chains"
	"breadboard/chains/enumerate"
	"breadboard/chains/operators"
	"breadboard/chains/particles"
	"breadboard/grid"
)

// MostPoints is the largest number of points: Bell(12) is 4,213,597.
const MostPoints = 12

// A Space has the partitions of n points, and those of the first 0, 1, .. n-1 of them. The
// partitions of t points are numbered from 0 in the order of their strings. Those that agree on
// all points but the last are children of one partition of t-1 points, and have consecutive numbers.
type Space struct{ sizes []size }

// A size has the partitions of t points, by number.
type size struct {
	parent   []int32 // of t-1 points
	first    []int32 // the first child; the others follow, one for every label of point t
	clusters []uint8
}

// New returns the partitions of n points. It panics unless n lies between 1 and MostPoints.
func New(n int) *Space {
	if n < 1 || n > MostPoints {
		panic(fmt.Sprintf("partitions: %d points; from 1 to %d would do", n, MostPoints))
	}
	s := &Space{sizes: []size{{parent: []int32{-1}, clusters: []uint8{0}}}}
	for t := range n {
		var next size
		for x, k := range s.sizes[t].clusters {
			s.sizes[t].first = append(s.sizes[t].first, int32(len(next.parent)))
			for label := range k + 1 {
				next.parent = append(next.parent, int32(x))
				next.clusters = append(next.clusters, max(k, label+1))
			}
		}
		s.sizes = append(s.sizes, next)
	}
	return s
}

// Points is n.
func (s *Space) Points() int { return len(s.sizes) - 1 }

// Size is the number of partitions of the n points.
func (s *Space) Size() int { return s.SizeOf(s.Points()) }

// SizeOf is the number of partitions of the first t points.
func (s *Space) SizeOf(t int) int { return len(s.sizes[t].parent) }

// Grid has a cell for each partition of the n points, along one axis.
func (s *Space) Grid() grid.Grid { return grid.New(s.Size()) }

// Clusters is the number of clusters of partition x of the n points.
func (s *Space) Clusters(x int) int { return int(s.sizes[s.Points()].clusters[x]) }

// parent returns partition x of t points without the last point.
func (s *Space) parent(t, x int) int { return int(s.sizes[t].parent[x]) }

// Number returns the number of the partition in which two of the first t points are together if
// they have the same label. Labels are any numbers from 0 to t-1.
func (s *Space) Number(labels []int) (x int) {
	var names [MostPoints]int // the label in the string, plus 1, of each label given
	used := 0
	for t, label := range labels {
		if names[label] == 0 {
			used++
			names[label] = used
		}
		x = int(s.sizes[t].first[x]) + names[label] - 1
	}
	return x
}

// Labels returns the string of partition x of t points.
func (s *Space) Labels(t, x int) []int {
	labels := make([]int, t)
	for ; t > 0; t-- {
		up := s.parent(t, x)
		labels[t-1] = x - int(s.sizes[t-1].first[up])
		x = up
	}
	return labels
}

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
		after := make([]X, n)
		p := make([]float64, n)
		logw := make([]float64, n)
		for x, from := range before {
			var to X
			var by float64
			for prob := range enumerate.Every(func(d chains.Dice) { to, by = seq.Forward(t, from, d) }) {
				y := s.Number(labels(to))
				if s.parent(t+1, y) != x || p[y] > 0 {
					panic(fmt.Sprintf("partitions: step %d does not add a point to its partition, or picks more", t))
				}
				after[y] = to
				p[y] = prob
				logw[y] = by
			}
		}
		table.p = append(table.p, p)
		table.logw = append(table.logw, logw)
		before = after
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

// Gibbs is collapsed Gibbs sampling over the partitions of a space (Neal 2000, Algorithm 3). A step is a
// sweep: point 0 is reassigned to a cluster, from its conditional given the others' clusters, then
// point 1, and so on. It leaves the density invariant and is not reversible. Its reversal begins with
// the last point.
type Gibbs struct {
	cells  int
	points []choices
}

// NewGibbs returns the kernel on the partitions of all points of s.
func NewGibbs(s *Space) Gibbs {
	k, n := Gibbs{cells: s.Size()}, s.Points()
	for i := range n {
		c := choices{make([]int32, s.Size()), make([][]int32, s.SizeOf(n-1))}
		for x := range c.group {
			labels := s.Labels(n, x)
			rest := s.Number(append(labels[:i], labels[i+1:]...))
			c.group[x] = int32(rest)
			c.all[rest] = append(c.all[rest], int32(x))
		}
		k.points = append(k.points, c)
	}
	return k
}

// On returns the operator on g. It panics unless g has a cell for each partition.
func (k Gibbs) On(g grid.Grid) chains.Operator {
	if g.Size() != k.cells {
		panic(fmt.Sprintf("partitions: %d cells for %d partitions", g.Size(), k.cells))
	}
	parts := make([]chains.Operator, len(k.points))
	for i, c := range k.points {
		parts[i] = &reassign{choices: c}
	}
	return operators.NewProduct(parts, k.cells)
}

// choices are the clusters that a point can be in. Partitions that agree on the other points are
// together in a group.
type choices struct {
	group []int32   // of each partition
	all   [][]int32 // the partitions of each group
}

// reassign redraws the cluster of one point from its conditional, given the clusters of the others.
// It is reversible. A group without mass has no conditional; there the walker stays.
type reassign struct {
	choices
	level *chains.Level
	p     [MostPoints]float64 // the conditional of a group
}

func (o *reassign) Aim(l *chains.Level) { o.level = l }

func (o *reassign) Reversal() chains.Operator { return o }

// conditional returns the conditional of a group, nil if the group has no mass. It is valid until the
// next call.
func (o *reassign) conditional(group []int32) []float64 {
	p, sum := o.p[:len(group)], 0.0
	if o.level.P != nil {
		for i, x := range group {
			p[i] = o.level.P[x]
			sum += p[i]
		}
	} else {
		logf, top := o.level.LogF(), math.Inf(-1)
		for _, x := range group {
			top = max(top, logf[x])
		}
		if math.IsInf(top, -1) {
			return nil
		}
		for i, x := range group {
			p[i] = math.Exp(logf[x] - top)
			sum += p[i]
		}
	}
	if sum == 0 {
		return nil
	}
	for i := range p {
		p[i] /= sum
	}
	return p
}

// Row visits the other partitions of the group of x.
func (o *reassign) Row(x int, visit func(y int, p float64)) {
	group := o.all[o.group[x]]
	for i, p := range o.conditional(group) {
		if y := int(group[i]); y != x && p > 0 {
			visit(y, p)
		}
	}
}

// Stay is the conditional of x.
func (o *reassign) Stay(x int) float64 {
	group := o.all[o.group[x]]
	for i, p := range o.conditional(group) {
		if int(group[i]) == x {
			return p
		}
	}
	return 1
}

// Step draws from the conditional.
func (o *reassign) Step(x int, d chains.Dice) int {
	group := o.all[o.group[x]]
	if p := o.conditional(group); p != nil {
		return int(group[d.Pick(p)])
	}
	return x
}

// Push gives the mass of every group out by its conditional.
func (o *reassign) Push(dst, q []float64) {
	for _, group := range o.all {
		p, on := o.conditional(group), 0.0
		for _, x := range group {
			dst[x] = q[x]
			on += q[x]
		}
		for i, v := range p {
			dst[group[i]] = v * on
		}
	}
}

// PushLaw is Push, which subtracts nothing.
func (o *reassign) PushLaw(dst, q []float64) { o.Push(dst, q) }

// Pull takes the mean of f over every group.
func (o *reassign) Pull(dst, f []float64) {
	for _, group := range o.all {
		p, mean := o.conditional(group), 0.0
		for i, v := range p {
			mean += v * f[group[i]]
		}
		for _, x := range group {
			if p == nil {
				dst[x] = f[x]
			} else {
				dst[x] = mean
			}
		}
	}
}
