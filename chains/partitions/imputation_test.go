package partitions_test

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/enumerate"
	"breadboard/chains/laws"
	"breadboard/chains/particles"
	"breadboard/chains/partitions"
)

// proposals are both ways to add points.
func proposals(m partitions.Mixture) map[string]*partitions.Imputation {
	return map[string]*partitions.Imputation{"prior": m.ByPrior(), "posterior": m.ByPosterior()}
}

// finding compares both sides of the law of programs for P particles, atom by atom.
func finding(m partitions.Mixture, s particles.Sequence[int], P int) laws.Finding {
	cells := make([]int, m.Size())
	for x := range cells {
		cells[x] = x
	}
	joint := m.LogJoint()
	return chaintest.AtomsAmong(particles.SMC[int]{Sequence: s, P: P}, cells, chains.Normalized(joint),
		floats.LogSumExp(joint), func(x int) int { return x }).Finding()
}

// sizes are points and particles so few that every path of the dice can be walked.
var sizes = []struct{ n, P int }{{1, 1}, {3, 1}, {4, 1}, {1, 3}, {2, 3}, {3, 2}}

func TestImputationKeepsTheLaw(t *testing.T) {
	for _, c := range sizes {
		m := irregularMixture(c.n)
		for name, s := range proposals(m) {
			if f := finding(m, s, c.P); !f.OK {
				t.Errorf("by the %s, %d points, %d particles: %v", name, c.n, c.P, f)
			}
		}
	}
}

// A skewed sequence changes the weight of one step.
type skewed struct {
	*partitions.Imputation
	forward, back func(t int, logw float64) float64
}

func (s skewed) Forward(t, x int, d chains.Dice) (int, float64) {
	next, logw := s.Imputation.Forward(t, x, d)
	return next, s.forward(t, logw)
}

func (s skewed) Back(t, x int, d chains.Dice) (int, float64) {
	before, logw := s.Imputation.Back(t, x, d)
	return before, s.back(t, logw)
}

func same(_ int, logw float64) float64 { return logw }

// halved is wrong at the second point.
func halved(t int, logw float64) float64 {
	if t == 1 {
		return logw / 2
	}
	return logw
}

func TestBrokenImputationIsFound(t *testing.T) {
	for name, s := range proposals(irregularMixture(3)) {
		for what, broken := range map[string]skewed{
			"forward": {s, halved, same},
			"back":    {s, same, halved},
			"both":    {s, halved, halved},
		} {
			for P := 1; P <= 2; P++ {
				if f := finding(irregularMixture(3), broken, P); f.OK {
					t.Errorf("by the %s, %s, %d particles: no law is broken", name, what, P)
				}
			}
		}
	}
}

// TestLawIsEnumerated holds Law to every path of the dice, on 52 partitions.
func TestLawIsEnumerated(t *testing.T) {
	m := irregularMixture(5)
	for name, s := range proposals(m) {
		one := particles.SMC[int]{Sequence: s, P: 1}
		law := enumerate.Law(func(d chains.Dice) int { x, _ := one.Forward(d); return x })
		for x, logq := range s.Law() {
			if math.Abs(law[x]-math.Exp(logq)) > 1e-14 {
				t.Errorf("by the %s, partition %d: %v, want %v", name, x, math.Exp(logq), law[x])
			}
		}
	}
}

// TestWeightIsByTheLaw: with one particle log w is the log joint density less the log of the law.
func TestWeightIsByTheLaw(t *testing.T) {
	m := irregularMixture(7)
	joint := m.LogJoint()
	for name, s := range proposals(m) {
		one := particles.SMC[int]{Sequence: s, P: 1}
		for x, logq := range s.Law() {
			if got, want := one.Reverse(x, nil), joint[x]-logq; math.Abs(got-want) > 1e-12 {
				t.Fatalf("by the %s, partition %d: log w is %v, want %v", name, x, got, want)
			}
		}
	}
}

func ExampleImputation_Law() {
	m := partitions.NewMixture(partitions.New(2), 1, func(uint) float64 { return 0 })
	for x, logq := range m.ByPrior().Law() {
		fmt.Println(m.Labels(2, x), math.Exp(logq))
	}
	// Output:
	// [0 0] 0.5
	// [0 1] 0.5
}
