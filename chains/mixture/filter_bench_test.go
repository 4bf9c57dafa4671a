package mixture_test

import (
	"math"
	"testing"

	"breadboard/chains/mixture"
	"breadboard/chains/particles"
	"breadboard/chains/sample"
)

// BenchmarkFilter takes in forty points with ten particles and one sweep.
func BenchmarkFilter(b *testing.B) {
	var points []float64
	for i := range 40 {
		points = append(points, math.Round(math.Sin(float64(i)*1.7)*2)+math.Cos(float64(i))/10)
	}
	f := mixture.Filter{Model: mixture.New(points, mixture.Quantiles(1024)), Proposal: mixture.Optimal{},
		Sweep: mixture.FullSweep, Sweeps: 1}
	s, d := particles.SMC[mixture.State]{Sequence: f, P: 10}, sample.Seeded(1)
	for b.Loop() {
		s.Forward(d)
	}
}
