package chains_test

import (
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/grid/text/faulty"
)

// A schedule that ends early does not end in 1, unless only what follows the 1 is missing.
func TestReadBetasFaulty(t *testing.T) {
	faulty.Test(t, "\ufeffbeta\n0, 0.25 # the first\n0.5\n1\n", chains.ReadBetas,
		func(part string) bool { return strings.HasSuffix(part, "\n1") })
}

func TestReadBetasEndless(t *testing.T) {
	var err error
	used := faulty.Bytes(func() { _, err = chains.ReadBetas(faulty.Endless("0\n"), faulty.Name) })
	const says = "dir/faulty.txt: longer than 256 MiB; a file of betas from 0 to 1, one a line, would do"
	if err == nil || err.Error() != says {
		t.Errorf("zeros for ever: %v, want %s", err, says)
	}
	if used > 4*256<<20 { // its slices grow by a half, and are copied once
		t.Errorf("zeros for ever took %d bytes", used)
	}
}
