package score

import (
	"bytes"
	"errors"
	"fmt"
	"testing"

	"breadboard/experiments/disk/disktest"
	"breadboard/experiments/journal"
)

// No bit of the plan of a score can be another, and none can be missing at the end.
func TestListingEveryBit(t *testing.T) {
	l := listed(t, plan(Steps))
	l.Heading = journal.NewHeading(journal.Build{Version: "v1", Commit: "c0ffee", Go: "go1"})
	var b bytes.Buffer
	if err := journal.WritePlan(&b, l); err != nil {
		t.Fatal(err)
	}
	bits := disktest.Tally{What: "bits of score.json"}
	for i := range 8 * b.Len() {
		changed := bytes.Clone(b.Bytes())
		changed[i/8] ^= 1 << (i % 8)
		bits.Count(fmt.Sprintf("bit %d of byte %d", i%8, i/8), isRefused(changed))
	}
	for n := range b.Len() {
		bits.Count(fmt.Sprintf("the first %d bytes", n), isRefused(b.Bytes()[:n]))
	}
	bits.Report(t)
	if (Listing{}).Check() == nil {
		t.Error("a listing without a task: no error")
	}
}

// isRefused returns an error if a listing is read from these bytes.
func isRefused(data []byte) error {
	if _, err := journal.ReadPlan[Listing](bytes.NewReader(data)); err == nil {
		return errors.New("it is read")
	}
	return nil
}
