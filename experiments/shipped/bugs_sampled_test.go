package shipped

import (
	"hash/fnv"
	"math"
)

// A hunt says how many samplings out of repeats saw a breach. A sampling sees it if its mean is
// more than seenAt standard errors off.
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

// sampled is hunted, or nil if that would take more than this many runs a sampling.
func sampled(b bug, c check, most int) *hunt {
	if c.runs() > most {
		return nil
	}
	found := hunted(b.name, c)
	return &found
}
