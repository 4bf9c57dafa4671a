package reports

import (
	"breadboard/experiments/geweke"
	"breadboard/toys"
)

// aGeweke returns a test with one statistic that has the same distribution both ways, and one that has not.
func aGeweke() geweke.Result {
	return geweke.Result{Test: geweke.Test{Model: toys.NewClustering(2, 2).Model(), Steps: 3, Draws: 4, MCSeed: 9},
		Findings: []geweke.Finding{
			{Name: "cell", Forward: []float64{1, 2, 2, 3}, Chain: []float64{2, 1, 3, 3}, Distance: 0.25, P: 1},
			{Name: "mean of y", Forward: []float64{0, 0, 0, 0}, Chain: []float64{1, 1, 1, 1}, Distance: 1, P: 1e-4},
		}}
}
