package chaintest

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"breadboard/chains"
	"breadboard/chains/sample"
)

// A Breach is a law that was broken, on which annealing, where, and by how much:
// relative to what the law is about, unless that is 0.
type Breach struct {
	Law     string // its name
	Scene   string
	Witness string
	By      float64
}

func (b Breach) String() string {
	return fmt.Sprintf("%s: %s, on %s: off by %.3g", b.Law, b.Witness, b.Scene, b.By)
}

// tolerance is what rounding may put between two numbers that are equal: both
// come from some hundred operations at the most, and no law subtracts.
const tolerance = 1e-11

// breaches collects what is broken on one scene.
type breaches struct {
	scene string
	found []Breach
}

// equal holds got to want, relative to size.
func (b *breaches) equal(of law, got, want, size float64, witness string, args ...any) {
	if size == 0 {
		size = 1
	}
	off := math.Abs(got-want) / size
	if got == want || off <= tolerance { // NaN fails
		return
	}
	b.broken(of, off, witness+": %.12g instead of %.12g", append(args, got, want)...)
}

// broken notes a breach.
func (b *breaches) broken(of law, by float64, witness string, args ...any) {
	b.found = append(b.found, Breach{of.String(), b.scene, fmt.Sprintf(witness, args...), by})
}

// Programs are a forward and a reverse run of one chain, as sample.Forward and
// sample.Reverse are.
type Programs struct {
	Forward, Reverse Program
}

// A Program is a run of one chain: where it ends, and its log weight.
type Program func(a chains.Annealing, d chains.Dice) (x int, logw float64)

// Sampler is the programs of package sample.
var Sampler = Programs{sample.Forward, sample.Reverse}

// Laws fails t for every law that k breaks, on random scenes and on fixed ones.
// The scenes of paths are shallower: a probability of staying is what is left of
// 1 and so good to 1e-16, which is little of it where it is small, and a path
// multiplies that.
func Laws(t *testing.T, k chains.Kernel) {
	t.Helper()
	t.Run("operators", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			for _, b := range OperatorBreaches(k, drawPlace(t, most(k, 12, 36), -30)) {
				t.Error(b)
			}
		})
	})
	t.Run("paths", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			for _, b := range PathBreaches(k, Sampler, drawPlace(t, most(k, 4, 12), -5), 3) {
				t.Error(b)
			}
		})
	})
	t.Run("fixed", func(t *testing.T) {
		for _, b := range Breaches(k, Sampler) {
			t.Error(b)
		}
	})
}

// Breaches returns what k, run by these programs, breaks on the fixed scenes.
func Breaches(k chains.Kernel, run Programs) []Breach {
	var found []Breach
	for _, p := range fixedPlaces() {
		found = append(found, OperatorBreaches(k, p)...)
		if p.Grid.Size() <= 4 && chains.States(k, p.Grid) <= 16 {
			found = append(found, PathBreaches(k, run, p, 4)...)
		}
	}
	return found
}
