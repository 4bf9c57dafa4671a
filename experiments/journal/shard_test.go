package journal

import (
	"testing"
)

func TestParseShard(t *testing.T) {
	for _, text := range []string{"1/1", "3/8", "1000/1000"} {
		s, err := ParseShard(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		}
		if back, ok := ShardOf(s.Journal()); !ok || back != s {
			t.Errorf("%s: %s is the journal of %v, %v, want of %v", text, s.Journal(), back, ok, s)
		}
	}
	for _, text := range []string{"", "3", "0/8", "9/8", "-1/8", "1/0", "1/8/2", "1 /8", "x/8", "1/99999999"} {
		if s, err := ParseShard(text); err == nil {
			t.Errorf("%q is %v", text, s)
		}
	}
	if s, ok := ShardOf("journal.jsonl"); !ok || !s.whole() {
		t.Errorf("the whole's journal is that of %v, %v, want of the whole", s, ok)
	}
	for _, name := range []string{"journal-9-of-8.jsonl", "journal-1.jsonl", "rows.jsonl", "journal.jsonl.gz"} {
		if s, ok := ShardOf(name); ok {
			t.Errorf("%s is the journal of %v", name, s)
		}
	}
}
