package experiments

import (
	"cmp"
	"container/heap"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A Shard is the Ith of N parts of a sweep, from 1. The zero value is the whole.
type Shard struct{ I, N int }

// whole reports whether the shard is the whole sweep.
func (s Shard) whole() bool { return s.N == 0 }

// Journal is the name of the shard's journal in the directory of the sweep.
func (s Shard) Journal() string {
	if s.whole() {
		return "journal.jsonl"
	}
	return fmt.Sprintf("journal-%d-of-%d.jsonl", s.I, s.N)
}

var journalForm = regexp.MustCompile(`^journal(?:-(\d{1,7}-of-\d{1,7}))?\.jsonl$`)

// JournalShard is the shard whose journal is called so, if any's is.
func JournalShard(name string) (Shard, bool) {
	m := journalForm.FindStringSubmatch(name)
	if m == nil || m[1] == "" {
		return Shard{}, m != nil
	}
	s, err := ParseShard(strings.Replace(m[1], "-of-", "/", 1))
	return s, err == nil
}

// mostShards is more than any cluster has tasks in an array.
const mostShards = 1_000_000

var shardForm = regexp.MustCompile(`^(\d{1,7})/(\d{1,7})$`)

// ParseShard reads "I/N".
func ParseShard(text string) (Shard, error) {
	if m := shardForm.FindStringSubmatch(text); m != nil {
		i, _ := strconv.Atoi(m[1])
		n, _ := strconv.Atoi(m[2])
		if i >= 1 && i <= n && n <= mostShards {
			return Shard{i, n}, nil
		}
	}
	return Shard{}, fmt.Errorf("--shard %q; I/N with I from 1 to N, as 3/8, would do", text)
}

// costs says how dear each cell is, in a unit of its own: what one level takes
// for one cell of the grid. They depend on nothing but the plan, so that every
// shard deals alike.
func (p Plan) costs() []int {
	costs := make([]int, 0, p.Len())
	level := 1
	if p.Spec.Full {
		level = fullLevels
	}
	for _, target := range p.Targets {
		for range len(p.Kernels) * len(p.Bridges) * len(p.Initials) {
			for _, s := range p.Schedules {
				for _, T := range p.levels(s) {
					costs = append(costs, target.Size*(fixedLevels+T*(level+choosing(s.Name)))+T*p.Spec.Chains/chainsACell)
				}
			}
		}
	}
	return costs
}

// Measured on a 7x7 grid: what a cell of a sweep takes whatever its T, how many
// levels one takes that is run in full, and how many Monte Carlo chains, in both
// directions, move while one level is computed for one cell of the grid.
const (
	fixedLevels = 20
	fullLevels  = 3
	chainsACell = 3
)

// choosing is how many levels' time a schedule takes for each of its own: those
// that minimise pass through all of them again and again.
func choosing(schedule string) int {
	switch schedule {
	case "best-b":
		return 90
	case "best-j":
		return 130
	}
	return 0
}

// dearest returns the places of cells, the dearest first, equal ones as they are.
func dearest(costs []int) []int {
	order := make([]int, len(costs))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(costs[j], costs[i]) })
	return order
}

// deal says to which of n shards, from 1, each cell belongs: the dearest first,
// each to the shard that has least to do, the first of equals. No shard then has
// more than the mean and one cell besides.
func deal(costs []int, n int) []int {
	hands := make(loads, n)
	for i := range hands {
		hands[i].shard = i + 1
	}
	of := make([]int, len(costs))
	for _, i := range dearest(costs) {
		of[i] = hands[0].shard
		hands[0].sum += costs[i]
		heap.Fix(&hands, 0)
	}
	return of
}

// loads is a heap, the least loaded shard on top.
type loads []struct{ sum, shard int }

func (l loads) Len() int { return len(l) }
func (l loads) Less(i, j int) bool {
	return l[i].sum < l[j].sum || l[i].sum == l[j].sum && l[i].shard < l[j].shard
}
func (l loads) Swap(i, j int) { l[i], l[j] = l[j], l[i] }
func (l *loads) Push(any)     { panic("experiments: shards do not come and go") }
func (l *loads) Pop() any     { panic("experiments: shards do not come and go") }
