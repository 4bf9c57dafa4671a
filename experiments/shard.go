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

// costs says how dear each cell is, in a unit of its own: what one level of a
// grid of one cell takes in a plain run.
func (p Plan) costs() []int {
	var costs []int
	rest := len(p.Kernels) * len(p.Bridges) * len(p.Initials)
	for _, target := range p.Targets {
		for range rest {
			for _, s := range p.Schedules {
				for _, T := range p.levels(s) {
					costs = append(costs, target.Size*(fixedLevels+T*(choosing(s.Name)+p.Spec.Chains/chainsALevel)))
				}
			}
		}
	}
	return costs
}

const (
	fixedLevels  = 20 // what a cell takes whatever its T
	chainsALevel = 50 // so many Monte Carlo chains take as long as a level that is exact
)

// choosing is how many times as dear a schedule makes a level: those that
// minimise pass through all levels again and again.
func choosing(schedule string) int {
	switch schedule {
	case "best-b", "best-j":
		return 60
	}
	return 1
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
