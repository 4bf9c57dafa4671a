package journal

import (
	"fmt"
	"regexp"
	"strconv"

	"breadboard/experiments"
)

// A Shard is the Ith of N parts of a list of jobs, from 1. The zero value is the whole.
type Shard struct{ I, N int }

func (s Shard) whole() bool { return s.N == 0 }

// mostShards exceeds the number of tasks in any cluster's array.
const mostShards = 1_000_000

// exists reports whether I and N name a part.
func (s Shard) exists() bool { return s.I >= 1 && s.I <= s.N && s.N <= mostShards }

// Journal is the name of the shard's journal in the directory of the run.
func (s Shard) Journal() string {
	if s.whole() {
		return "journal.jsonl"
	}
	return fmt.Sprintf("journal-%d-of-%d.jsonl", s.I, s.N)
}

// ShardOf returns the shard whose journal has this name; ok is false if there is
// none.
func ShardOf(name string) (s Shard, ok bool) {
	if name == s.Journal() {
		return s, true
	}
	_, err := fmt.Sscanf(name, "journal-%d-of-%d.jsonl", &s.I, &s.N)
	return s, err == nil && s.exists() && s.Journal() == name
}

var shardForm = regexp.MustCompile(`^(\d{1,7})/(\d{1,7})$`)

// ParseShard reads "I/N".
func ParseShard(text string) (s Shard, err error) {
	if m := shardForm.FindStringSubmatch(text); m != nil {
		s.I, _ = strconv.Atoi(m[1])
		s.N, _ = strconv.Atoi(m[2])
	}
	if !s.exists() {
		return Shard{}, experiments.Faultf("%v %q; I/N with I from 1 to N, as 3/8, would do",
			experiments.Field("shard"), text)
	}
	return s, nil
}
