package enumerate_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/enumerate"
	"breadboard/grid/must"
)

// mixed returns a program of picks among three, alike, whose ends have no law that joins ways.
func mixed(picks int) func(d chains.Dice) int {
	return func(d chains.Dice) int {
		h := uint64(1)
		for range picks {
			h = (h + uint64(d.Pick([]float64{1, 1, 1})) + 1) * 0x9e3779b97f4a7c15
		}
		return int(h >> 40)
	}
}

// TestForecastOfEqualTrees: all runs that a tree of equal picks takes, each way twice, are foretold from the second
// question on, from several starts too; and all that are foretold are made in the end.
func TestForecastOfEqualTrees(t *testing.T) {
	program := mixed(6)
	f := &enumerate.Follower[int]{Make: enumerate.Picking(func(_ int, d chains.Dice) int { return program(d) })}
	const ways = 729
	last := 0.0
	f.Tell = func(done, all float64) {
		if first := last == 0; !first {
			must.Near(t, all, 3*2*ways, 1e-9*ways, "all runs, after %v", done)
		}
		if done < last {
			t.Errorf("%v runs are made after %v", done, last)
		}
		last = done
	}
	must.Have(f.Follow([]int{0, 1, 2}))(t)
	must.Near(t, last, 3*2*ways, 0, "the runs in the end")
	must.Near(t, float64(f.Runs), last, 0, "the runs that were asked for")
}

// TestTooManyWaysAreForeseen: of a program with far more equal ways than can be followed their number is said, by a
// tenth of the runs that the limit has.
func TestTooManyWaysAreForeseen(t *testing.T) {
	program := mixed(20)
	f := &enumerate.Follower[int]{Make: enumerate.Picking(func(_ int, d chains.Dice) int { return program(d) })}
	_, err := f.Follow([]int{0})
	var many enumerate.ManyError
	if !errors.As(err, &many) || f.Runs > enumerate.MostWays/10 {
		t.Fatalf("error %v after %d runs", err, f.Runs)
	}
	must.Near(t, many.Log, 20*math.Log(3), 1e-9, "the log of the number of ways")
}

// TestManyInWords: a number of ways has two digits, or its power of ten from 10^7 on; it is not said where it is about
// the limit.
func TestManyInWords(t *testing.T) {
	for ways, want := range map[float64]string{150_000: "more than 100,000", 251_234: "some 250,000",
		9.94e6: "some 9,900,000", 1.01e7: "some 10^7", 4e12: "some 10^13"} {
		err := enumerate.ManyError{Most: 100_000, Log: math.Log(ways)}
		if got := err.Error(); !strings.HasPrefix(got, "there are "+want+" ways") {
			t.Errorf("of %v: %s", ways, got)
		}
	}
}

// TestWhatFailsIsLeftOut: the ends sum to one beside a way that fails and is as unlikely as rounding, which is said; a
// likelier one is an error.
func TestWhatFailsIsLeftOut(t *testing.T) {
	for _, p := range []float64{5e-13, 1e-9} {
		picking := enumerate.Picking(func(_ int, d chains.Dice) int { return d.Pick([]float64{0.25, 0.75 - p, p}) })
		f := &enumerate.Follower[int]{}
		f.Make = func(asked []enumerate.Run[int], how enumerate.Asking) ([]enumerate.Run[int], error) {
			made, err := picking(asked, how)
			for i, r := range made {
				if r.End == 2 {
					made[i].Failed = "no end"
				}
			}
			return made, err
		}
		ends, err := f.Follow([]int{0})
		if p > 1e-12 {
			must.Fail(t, err, "no end", "a way that fails")
			continue
		}
		must.Do(t, err)
		must.Near(t, ends[0].P[0]+ends[0].P[1], 1, 2e-16, "the sum of the ends")
		must.Near(t, ends[0].Left, p, 1e-20, "what is left out")
	}
}
