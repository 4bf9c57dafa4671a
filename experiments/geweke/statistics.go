package geweke

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/toys"
)

// Statistics computes statistics of pairs of latents and data.
type Statistics struct {
	Names        []string
	model        toys.Model
	prior, joint []float64 // log p(x), and log p(x, y) for the data measured last
}

// NewStatistics returns the statistics that a test of the model compares.
func NewStatistics(m toys.Model) *Statistics {
	s := &Statistics{Names: []string{"cell"}, model: m, prior: m.Prior()}
	s.joint = make([]float64, len(s.prior))
	for axis := range m.Grid.Axes() {
		s.Names = append(s.Names, fmt.Sprintf("latent %d", axis+1))
		for value := range s.marked(axis) {
			s.Names = append(s.Names, fmt.Sprintf("latent %d is %d", axis+1, value))
		}
	}
	s.Names = append(s.Names, "mean of y", "mean of y^2", "y_1 times y_N", "log prior", "log likelihood", "log posterior")
	return s
}

// marked is the number of values of a latent that have a statistic each. If there are two values
// the latent itself says as much. If there are many none of them has much mass.
func (s *Statistics) marked(axis int) int {
	const many = 10
	if n := s.model.Grid.Len(axis); n > 2 && n <= many {
		return n
	}
	return 0
}

// Of returns the statistics of a pair, in the order of their names.
func (s *Statistics) Of(x int, y [][]float64) []float64 {
	v := make([]float64, 0, len(s.Names))
	v = append(v, float64(x))
	for axis, c := range s.model.Grid.Coords(x) {
		v = append(v, float64(c))
		for value := range s.marked(axis) {
			mark := 0.0
			if c == value {
				mark = 1
			}
			v = append(v, mark)
		}
	}
	sum, squares := 0.0, 0.0
	for _, row := range y {
		sum += floats.Sum(row)
		squares += floats.Dot(row, row)
	}
	size := float64(len(y) * len(y[0]))
	s.model.LogJoint(s.joint, s.prior, y)
	posterior := s.joint[x] - chains.LogSum(s.joint)
	return append(v, sum/size, squares/size, floats.Dot(y[0], y[len(y)-1]), rounded(s.prior[x]),
		rounded(s.joint[x]-s.prior[x]), rounded(posterior))
}

// rounded drops the last digits of a log density: cells that are equally likely, and get there
// by different sums, are then equal.
func rounded(v float64) float64 { return math.Round(v*1e9) / 1e9 }
