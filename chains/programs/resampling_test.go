package programs_test

import (
	"fmt"
	"slices"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/enumerate"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/grid/must"
)

// slowly returns the distribution of the ancestors of offspring, as text, by the definition: u runs through the middles
// of the 12ths, and all weights are 12ths.
func slowly(twelfths []int) map[string]float64 {
	at := func(position float64) int { // whose interval has it, in offspring
		sum := 0.0
		for j, w := range twelfths {
			if sum += float64(w*len(twelfths)) / 12; position < sum {
				return j
			}
		}
		return -1
	}
	probs, drawn := map[string]float64{}, ""
	for prob := range enumerate.Every(func(d chains.Dice) {
		u := (float64(d.Pick(slices.Repeat([]float64{1}, 12))) + 0.5) / 12
		from := []int{}
		for k := range twelfths {
			from = append(from, at(float64(k)+u))
		}
		drawn = fmt.Sprint(from)
	}) {
		probs[drawn] += prob
	}
	return probs
}

// TestAncestors: the ancestors have the distribution of the definition. Given that particle j is kept, ancestors and a
// place have the same distribution given that the place descends from j: the ancestors' probability over M W_j.
func TestAncestors(t *testing.T) {
	for _, twelfths := range [][]int{{12}, {1, 5, 6}, {3, 3, 3, 3}, {0, 7, 1, 4}, {2, 2, 7, 1}, {12, 0}, {1, 8, 1, 2},
		{5, 7}, {2, 3, 1, 4, 2}} {
		name := fmt.Sprint(twelfths)
		weights := []float64{}
		for _, w := range twelfths {
			weights = append(weights, float64(w)/12)
		}
		want := slowly(twelfths)
		got := enumerate.Distribution(func(d chains.Dice) string {
			from, _ := programs.Systematic(weights, -1, d)
			return fmt.Sprint(from)
		})
		for kept, w := range weights {
			if w == 0 {
				continue
			}
			for outcome, prob := range enumerate.Distribution(func(d chains.Dice) [2]string {
				from, at := programs.Systematic(weights, kept, d)
				if from[at] != kept {
					t.Errorf("%s: place %d of %v does not descend from %d", name, at, from, kept)
				}
				return [2]string{fmt.Sprint(from), fmt.Sprint(at)}
			}) {
				must.Near(t, prob, want[outcome[0]]/(float64(len(weights))*w), 1e-9, "%s with one kept", name)
			}
		}
		for from, prob := range want {
			must.Near(t, got[from], prob, 1e-9, "%s", name)
		}
	}
}

// TestKeptAncestorOfNoWeight: a kept particle of no weight has an offspring all the same.
func TestKeptAncestorOfNoWeight(t *testing.T) {
	for kept := range 3 {
		weights := []float64{0, 0, 0}
		weights[(kept+1)%3] = 1
		enumerate.Distribution(func(d chains.Dice) int {
			from, at := programs.Systematic(weights, kept, d)
			if from[at] != kept {
				t.Errorf("place %d of %v does not descend from %d", at, from, kept)
			}
			return at
		})
	}
}

// TestResamplingKeepsTheLaw: systematic resampling keeps the law: by reversible kernels and others, with the last move
// and without it, and if particles are resampled now and then. On two cells all paths of the dice are walked. From the
// second resampling on it matters where a kept particle stands.
func TestResamplingKeepsTheLaw(t *testing.T) {
	tilted := chaintest.Tilted(kernels.Metropolis{}, 3)
	short := without(tilted)[0]
	longer := without(chaintest.Tilted(kernels.Metropolis{}, 4))[0]
	systematic := func(spec string) func(programs.Problem) programs.Program { return of(spec + ":resample=systematic") }
	chaintest.ProgramLaws(t, systematic("smc:2"), tilted, longer)
	chaintest.ProgramLaws(t, systematic("smc:3:ess=0.9"), short)
	chaintest.ProgramLaws(t, systematic("smc:2"), without(chaintest.Problems(kernels.GibbsSweep{}, 3)[0])...)
}
