package chaintest

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"breadboard/chains"
	"breadboard/chains/laws"
)

// A Breach is a law that was broken, and the annealing that it was broken on.
type Breach struct {
	laws.Finding
	Scene      string
	OfReversal bool // it is the operator's reversal that breaks the law
}

// String is a line for a test's log.
func (b Breach) String() string {
	whose := ""
	if b.OfReversal {
		whose = "of the reversal, "
	}
	return fmt.Sprintf("%son %s: %v", whose, b.Scene, b.Finding)
}

// breaches returns the findings in which a law is broken.
func breaches(scene string, found ...laws.Finding) []Breach {
	var all []Breach
	for _, f := range laws.Broken(found) {
		all = append(all, Breach{Finding: f, Scene: scene})
	}
	return all
}

// Laws fails t for every law that k breaks, on random scenes and on fixed ones.
func Laws(t *testing.T, k chains.Kernel) {
	t.Helper()
	t.Run("operators", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) { report(t, OperatorBreaches(k, drawPlace(t, most(k, 12, 36), -30))) })
		for _, p := range fixedPlaces() {
			report(t, OperatorBreaches(k, p))
		}
	})
	t.Run("paths", func(t *testing.T) {
		Tiny(t, k, func(t rapid.TB, s Scene) { report(t, Enumerate(s.Annealing, Sampler).Breaches(s.Name)) })
	})
}

// Breaches returns what k, run by these programs, breaks on the fixed scenes.
func Breaches(k chains.Kernel, run Programs) []Breach {
	var found []Breach
	for _, p := range fixedPlaces() {
		found = append(found, OperatorBreaches(k, p)...)
	}
	Fixed(k, func(s Scene) { found = append(found, Enumerate(s.Annealing, run).Breaches(s.Name)...) })
	return found
}

// BridgeLaws fails t for every law that a bridge breaks, between random densities and
// between fixed ones, and for every law that chains along it break.
func BridgeLaws(t *testing.T, b laws.Bridging) {
	t.Helper()
	rapid.Check(t, func(t *rapid.T) { report(t, BridgeBreaches(b, drawPlace(t, 4, -5))) })
	for _, p := range fixedPlaces() {
		report(t, BridgeBreaches(b, p))
	}
	TinyBridge(t, b, func(t rapid.TB, s Scene) { report(t, Enumerate(s.Annealing, Sampler).Breaches(s.Name)) })
}

// report fails t for every breach.
func report(t rapid.TB, all []Breach) {
	t.Helper()
	for _, b := range all {
		t.Error(b)
	}
}

// BridgeBreaches checks what a bridge promises between the ends of a place.
func BridgeBreaches(b laws.Bridging, at Place) []Breach {
	return breaches(at.Name, laws.OfBridge(b, at.From, at.To)...)
}
