package journal_test

import (
	"fmt"

	"breadboard/experiments/journal"
)

// A shard is named by its place among all, from 1.
func Example() {
	shard, err := journal.ParseShard("2/8")
	fmt.Println(shard, err)
	fmt.Println(shard.Journal())
	_, err = journal.ParseShard("9/8")
	fmt.Println(err)
	// Output:
	// {2 8} <nil>
	// journal-2-of-8.jsonl
	// shard "9/8"; I/N with I from 1 to N, as 3/8, would do
}
