// Package partitions has all partitions of n points as the cells of a grid, so that a Dirichlet
// process mixture is a density like any other, and its samplers have exact laws. There are Bell(n)
// partitions: 15 of four points, 21,147 of nine.
//
// A partition is written as a restricted growth string. The first point has label 0, and every other
// point has the label of its cluster or the next new one: 0 0 1 0 2 puts points 0, 1 and 3 together.
//
//	space.go   the numbers of partitions
//	table.go   samplers that add points one by one (particles.Sequence), written out
//	gibbs.go   collapsed Gibbs: points are reassigned one by one (chains.Kernel)
//
// The kernel is not in the catalogue of package kernels, whose kernels run on any grid: this one
// needs to know which cell is which partition.
package partitions

import (
	"fmt"

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
