package papers_test

import (
	"testing"

	"breadboard/experiments/papers"
)

// TestPart: the progress of the second of four parts is between a quarter and a half of all.
func TestPart(t *testing.T) {
	share := 0.0
	o := papers.Options{Progress: func(done, total int) { share = float64(done) / float64(total) }}
	o.Part(1, 2, 4).Progress.Tell(1, 2)
	if share != 0.375 {
		t.Errorf("half of the part is %v of all", share)
	}
}
