package partitions

import (
	"fmt"
	"math"

	"breadboard/chains"
	"breadboard/chains/operators"
	"breadboard/grid"
)

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
