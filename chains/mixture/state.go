package mixture

import (
	"math"
	"slices"
)

// A State is a partition of the first points, and hyperparameters. Its zero value has no points.
type State struct {
	Places   Places
	of       []int  // the cluster of each point so far
	clusters []kept // empty ones may be among them
}

// kept is a cluster with its score.
type kept struct {
	Cluster
	score
}

// A score is what depends on the hyperparameters: the log of a cluster's spread, and its log
// likelihood. The second of an empty cluster is 0, and its first is never used.
type score struct{ logSpread, logLik float64 }

// Clusters is the number of clusters.
func (x State) Clusters() int {
	n := 0
	for _, c := range x.clusters {
		if c.N > 0 {
			n++
		}
	}
	return n
}

// Labels are the clusters of the points, numbered in the order of their first points. So two
// states have the same partition if they have the same labels.
func (x State) Labels() []int {
	labels, next := make([]int, len(x.of)), 0
	number := make([]int, len(x.clusters))
	for i, k := range x.of {
		if number[k] == 0 {
			next++
			number[k] = next
		}
		labels[i] = number[k] - 1
	}
	return labels
}

// clone shares no memory with x, and has room for another point and another cluster.
func (x State) clone() State {
	x.of = append(make([]int, 0, len(x.of)+1), x.of...)
	x.clusters = append(make([]kept, 0, len(x.clusters)+1), x.clusters...)
	return x
}

// States are all states of all points: every partition with all values of the hyperparameters.
// There are Bell(n) partitions, 15 of four points.
func (m *Model) States() (all []State) {
	places := []Places{{}}
	for k, values := range m.values {
		var more []Places
		for _, at := range places {
			for i := range values {
				at[k] = i
				more = append(more, at)
			}
		}
		places = more
	}
	for labels := range partitions(len(m.points)) {
		for _, at := range places {
			all = append(all, m.state(labels, at))
		}
	}
	return all
}

// partitions yields the labels of all partitions of n points.
func partitions(n int) func(yield func([]int) bool) {
	return func(yield func([]int) bool) {
		var extend func(labels []int, next int) bool
		extend = func(labels []int, next int) bool {
			if len(labels) == n {
				return yield(labels)
			}
			for k := range next + 1 {
				if !extend(append(labels, k), max(next, k+1)) {
					return false
				}
			}
			return true
		}
		extend(make([]int, 0, n), 0)
	}
}

// state is the state with these labels at these places.
func (m *Model) state(labels []int, at Places) State {
	x := State{Places: at, of: slices.Clone(labels), clusters: make([]kept, slices.Max(labels)+1)}
	for i, k := range labels {
		x.clusters[k].Cluster = x.clusters[k].With(m.points[i])
	}
	h := m.hyper(at)
	for k, c := range x.clusters {
		x.clusters[k].score = score{math.Log(h.spread(c.Cluster)), h.LogLikelihood(c.Cluster)}
	}
	return x
}
