package sweep

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"breadboard/experiments"
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

// JournalShard returns the shard whose journal has this name; ok is false if none has.
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
	return Shard{}, experiments.Faultf("%v %q; I/N with I from 1 to N, as 3/8, would do", experiments.Field("shard"),
		text)
}
