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

var ways = []programs.Resampling{programs.Systematic, programs.Stratified, programs.Residual}

// slowly is the law of the ancestors of offspring, as text, by the definition: u runs through the middles of the 12ths,
// and all weights are 12ths.
func slowly(way programs.Resampling, twelfths []int, places int) map[string]float64 {
	at := func(position float64) int { // whose interval has it, in offspring
		sum := 0.0
		for j, w := range twelfths {
			if sum += float64(w*places) / 12; position < sum {
				return j
			}
		}
		return -1
	}
	law, drawn := map[string]float64{}, ""
	var fixed, left []int
	for j, w := range twelfths {
		fixed = append(fixed, slices.Repeat([]int{j}, w*places/12)...)
		left = append(left, slices.Repeat([]int{j}, w*places%12)...)
	}
	for prob := range enumerate.Every(func(d chains.Dice) {
		u := func() float64 { return (float64(d.Pick(slices.Repeat([]float64{1}, 12))) + 0.5) / 12 }
		from, one := []int{}, -1.0
		for k := range places {
			switch {
			case way == programs.Residual && k < len(fixed):
				from = append(from, fixed[k])
			case way == programs.Residual:
				from = append(from, left[d.Pick(slices.Repeat([]float64{1}, len(left)))])
			case way == programs.Stratified:
				from = append(from, at(float64(k)+u()))
			default:
				if one < 0 {
					one = u()
				}
				from = append(from, at(float64(k)+one))
			}
		}
		drawn = fmt.Sprint(from)
	}) {
		law[drawn] += prob
	}
	return law
}

// The ancestors have the law of the definition. Given that particle j is kept, the law of all ancestors and a place is
// that of those whose place descends from j: each has the probability of the ancestors over M W_j.
func TestAncestors(t *testing.T) {
	for _, way := range ways {
		for _, twelfths := range [][]int{{1, 5, 6}, {3, 3, 3, 3}, {0, 7, 1, 4}, {2, 2, 7, 1}, {12, 0}, {1, 8, 1, 2}} {
			for places := 1; places <= 4; places++ {
				name := fmt.Sprint(way, twelfths, places)
				weights := []float64{}
				for _, w := range twelfths {
					weights = append(weights, float64(w)/12)
				}
				want := slowly(way, twelfths, places)
				got := enumerate.Law(func(d chains.Dice) string {
					from, _ := way.Ancestors(weights, places, -1, d)
					return fmt.Sprint(from)
				})
				for kept, w := range weights {
					if w == 0 {
						continue
					}
					for outcome, prob := range enumerate.Law(func(d chains.Dice) [2]string {
						from, at := way.Ancestors(weights, places, kept, d)
						if from[at] != kept {
							t.Errorf("%s: place %d of %v does not descend from %d", name, at, from, kept)
						}
						return [2]string{fmt.Sprint(from), fmt.Sprint(at)}
					}) {
						must.Near(t, prob, want[outcome[0]]/(float64(places)*w), 1e-9, "%s with one kept", name)
					}
				}
				for from, prob := range want {
					must.Near(t, got[from], prob, 1e-9, "%s", name)
				}
			}
		}
	}
}

// A kept particle of no weight has an offspring all the same.
func TestKeptAncestorOfNoWeight(t *testing.T) {
	for _, way := range ways {
		for kept := range 3 {
			weights := []float64{0, 0, 0}
			weights[(kept+1)%3] = 1
			enumerate.Law(func(d chains.Dice) int {
				from, at := way.Ancestors(weights, 3, kept, d)
				if from[at] != kept {
					t.Errorf("%s: place %d of %v does not descend from %d", way, at, from, kept)
				}
				return at
			})
		}
	}
}

// Every way to resample keeps the law, and so do chains: by reversible kernels and others, with the last move and
// without it, and if particles are resampled now and then. On two cells all paths of the dice are walked. From the
// second resampling on it matters where a kept particle stands.
func TestResamplingKeepsTheLaw(t *testing.T) {
	tilted := chaintest.Tilted(kernels.Metropolis{}, 3)
	short := without(tilted)[0]
	longer := without(chaintest.Tilted(kernels.Metropolis{}, 4))[0]
	for _, way := range ways {
		of := func(spec string) func(programs.Problem) programs.Program {
			return of(spec + ":resample=" + string(way))
		}
		chaintest.ProgramLaws(t, of("smc:2"), tilted, longer)
		chaintest.ProgramLaws(t, of("smc:3:ess=0.9"), short)
		chaintest.ProgramLaws(t, of("smc:2"), without(chaintest.Problems(kernels.GibbsSweep{}, 3)[0])...)
	}
	chaintest.ProgramLaws(t, of("smc:4:waste-free=2:resample=systematic"), longer)
	chaintest.ProgramLaws(t, of("smc:4:waste-free=2"), short)
	for _, k := range []string{"2:waste-free=2", "3:waste-free=3"} {
		chaintest.ProgramLaws(t, of("smc:"+k), tilted)
	}
	chaintest.ProgramLaws(t, of("smc:3:waste-free=3"), chaintest.Problems(kernels.GibbsSweep{}, 2)[0])
}
