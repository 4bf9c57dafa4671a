package explore_test

import (
	"testing"

	"breadboard/experiments/explore"
)

func BenchmarkMeasure(b *testing.B) {
	q := explore.Question{Toy: "barrier", T: 1000}
	for b.Loop() {
		if _, err := explore.Measure(b.Context(), q); err != nil {
			b.Fatal(err)
		}
	}
}
