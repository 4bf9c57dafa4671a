package enumerate_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/chains"
	"breadboard/chains/enumerate"
	"breadboard/grid/must"
)

func TestWalksComeDepthFirst(t *testing.T) {
	var got [][]int
	var probs []float64
	var walk []int
	for prob := range enumerate.Every(func(d chains.Dice) {
		walk = []int{d.Pick([]float64{3, 0, 1})}
		if walk[0] == 2 {
			walk = append(walk, d.Pick([]float64{0, 2, 2}))
		}
	}) {
		got = append(got, walk)
		probs = append(probs, prob)
	}
	if diff := cmp.Diff([][]int{{0}, {2, 1}, {2, 2}}, got); diff != "" {
		t.Errorf("walks (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]float64{0.75, 0.125, 0.125}, probs); diff != "" {
		t.Errorf("probabilities (-want +got):\n%s", diff)
	}
}

func TestNothingPickedIsOneWalk(t *testing.T) {
	got := enumerate.Distribution(func(chains.Dice) string { return "x" })
	if diff := cmp.Diff(map[string]float64{"x": 1}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestMisusePanics(t *testing.T) {
	calls := 0
	for name, program := range map[string]func(chains.Dice){
		"negative": func(d chains.Dice) { d.Pick([]float64{1, -1, 1}) },
		"infinite": func(d chains.Dice) { d.Pick([]float64{1, math.Inf(1)}) },
		"overflow": func(d chains.Dice) { d.Pick([]float64{math.MaxFloat64, math.MaxFloat64}) },
		"no mass":  func(d chains.Dice) { d.Pick([]float64{0, 0}) },
		"picks fewer than it did": func(d chains.Dice) {
			if calls++; calls == 1 {
				d.Pick([]float64{1, 1})
			}
			d.Pick([]float64{1, 1})
		},
		"picks among others than it did": func(d chains.Dice) {
			calls++
			d.Pick(slices.Repeat([]float64{1}, 1+calls))
		},
		"picks in another order than it did": func(d chains.Dice) {
			calls++
			d.Pick([]float64{1, float64(1 + calls%2)})
		},
	} {
		calls = 0
		must.Panic(t, func() {
			for range enumerate.Every(program) {
			}
		}, "%s", name)
	}
}

// A program throws a coin that shows heads once in four times until it does, but at most
// three times. The dice walk all four ways in which that can go.
func Example() {
	var throws int
	mean := 0.0
	for prob := range enumerate.Every(func(d chains.Dice) {
		for throws = 1; throws < 3 && d.Pick([]float64{3, 1}) == 0; throws++ {
		}
	}) {
		fmt.Printf("%d throws, probability %v\n", throws, prob)
		mean += prob * float64(throws)
	}
	fmt.Println("mean", mean)
	// Output:
	// 3 throws, probability 0.5625
	// 2 throws, probability 0.1875
	// 1 throws, probability 0.25
	// mean 2.3125
}
