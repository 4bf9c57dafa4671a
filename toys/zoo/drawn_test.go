package zoo_test

import (
	"fmt"
	"hash/fnv"
	"math"
	"testing"
)

// The surrogates are what they were. Log densities are rounded to 1e-6 less than their greatest, so
// that round-off, which differs between processors, does not count. Another number means that
// results on surrogates cannot be compared with earlier ones.
func TestSurrogatesStay(t *testing.T) {
	const was uint64 = 0x58629c1bb0407fa1
	hash, seen := fnv.New64a(), map[string]string{}
	for _, d := range group("surrogates") {
		target := d.Make()
		var text []byte
		for _, v := range target.LogF {
			text = fmt.Appendf(text, "%d ", int64(math.Round(v*1e6)))
		}
		if twin, ok := seen[string(text)]; ok {
			t.Errorf("%s and %s are the same", twin, d.Name)
		}
		seen[string(text)] = d.Name
		fmt.Fprintf(hash, "%s %v %s\n", d.Name, target.Grid, text)
	}
	if got := hash.Sum64(); got != was {
		t.Errorf("the surrogates' sum is %#x, and was %#x", got, was)
	}
}
