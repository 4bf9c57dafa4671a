package shipped

import (
	"hash/fnv"
	"math"
	"testing"
)

// A hunt is how many of repeats samplings saw a breach: their mean was more than seenAt standard
// errors off.
type hunt struct{ full, tenth int }

const (
	repeats = 20
	seenAt  = 3
	// mostRuns is the size from which samplings are not run, for time.
	mostRuns = 100_000
)

// hunted samples at the size at which 5 standard errors are expected, and at a tenth of it.
func hunted(bug string, c check) (found hunt) {
	name := fnv.New64()
	_, _ = name.Write([]byte(bug + c.law))
	for r := range uint64(repeats) {
		found.full += int(one(math.Abs(c.z(c.runs(), name.Sum64(), r)) > seenAt))
		found.tenth += int(one(math.Abs(c.z((c.runs()+9)/10, name.Sum64(), r, 1)) > seenAt))
	}
	return found
}

// At the size that the report gives, a sampled test sees a bug; at a tenth it mostly does not.
// The two chances are 0.98 and 0.08 if means are normal, so that both limits are generous.
func TestShippedBugsNeedTheRunsReported(t *testing.T) {
	for _, b := range bugs {
		for _, c := range breaches(b.wrongly) {
			if c.runs() > 1000 {
				continue // the committed report has them
			}
			if found := hunted(b.name, c); found.full < 16 || found.tenth > 7 {
				t.Errorf("%s, %s: %d of %d samplings of %d runs saw it, and %d of a tenth",
					b.name, c.law, found.full, repeats, c.runs(), found.tenth)
			}
		}
	}
}
