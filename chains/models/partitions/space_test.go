package partitions_test

import (
	"fmt"
	"slices"
	"testing"

	"breadboard/chains/models/partitions"
)

// bell has the Bell numbers (OEIS A000110).
var bell = []int{1, 1, 2, 5, 15, 52, 203, 877, 4140, 21147, 115975}

// TestStringsAreInOrder: every restricted growth string comes once, in the order of strings, and
// leads back to its number.
func TestStringsAreInOrder(t *testing.T) {
	s := partitions.New(7)
	for n := range s.Points() + 1 {
		if got := s.SizeOf(n); got != bell[n] {
			t.Errorf("%d partitions of %d points, want %d", got, n, bell[n])
		}
		var before []int
		for x := range s.SizeOf(n) {
			labels := s.Labels(n, x)
			if x > 0 && slices.Compare(before, labels) >= 0 {
				t.Fatalf("%v comes after %v", labels, before)
			}
			for i, top := 0, 0; i < n; i++ {
				if labels[i] > top {
					t.Fatalf("%v is no restricted growth string", labels)
				}
				top = max(top, labels[i]+1)
			}
			if got := s.Number(labels); got != x {
				t.Fatalf("%v has number %d, want %d", labels, got, x)
			}
			before = labels
		}
	}
}

// The five partitions of three points, as labels of their clusters.
func Example() {
	s := partitions.New(3)
	for x := range s.Size() {
		fmt.Println(x, s.Labels(3, x), s.Clusters(x))
	}
	// Output:
	// 0 [0 0 0] 1
	// 1 [0 0 1] 2
	// 2 [0 1 0] 2
	// 3 [0 1 1] 2
	// 4 [0 1 2] 3
}
