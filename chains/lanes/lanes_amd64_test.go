//go:build !purego

package lanes

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSums: eight cells at a time give the sums of four at a time, to the last bit.
func TestSums(t *testing.T) {
	was := faster
	defer func() { faster = was }()
	dice := rand.New(rand.NewPCG(13, 14))
	for n := 1; n < 40; n++ {
		p, u := cells(dice, n)
		rise, step := cells(dice, n)
		s := BetaStep{rise, step[0], step[1], p}
		var sums [2]Sums
		for i := range sums {
			faster = was && i == 0
			v := copyPair(u)
			sums[i] = Carry(slices.Clone(p), &v, &s)
		}
		if sums[0] != sums[1] {
			t.Fatalf("%d cells: %v, and by fours %v", n, sums[0], sums[1])
		}
	}
}
