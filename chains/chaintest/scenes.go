package chaintest

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
)

// A Scene is an annealing on so few cells, with so few levels, that every path of it can
// be enumerated.
type Scene struct {
	Name string
	chains.Annealing
}

// Tiny calls check with scenes of a kernel on the geometric bridge: on random places with
// three levels, and on fixed ones with four. They are shallower than the densities that
// operators are checked on. A probability of staying is 1 less all others, so it is good
// to 1e-16 of 1; a small one has few digits, and a path multiplies its error.
func Tiny(t *testing.T, k chains.Kernel, check func(rapid.TB, Scene)) {
	t.Helper()
	rapid.Check(t, func(t *rapid.T) { check(t, drawPlace(t, most(k, 4, 12), -5).Scene(k, Geometric, 3)) })
	Fixed(k, func(s Scene) { check(t, s) })
}

// Fixed calls check with the scenes of a kernel on those fixed places that are small
// enough.
func Fixed(k chains.Kernel, check func(Scene)) {
	for _, p := range fixedPlaces() {
		if p.Grid.Size() <= 4 && chains.States(k, p.Grid) <= 16 {
			check(p.Scene(k, Geometric, 4))
		}
	}
}

// Bridges yields every catalogued bridge by name, at several values of its parameter.
func Bridges(yield func(name string, b laws.Bridging) bool) {
	for _, e := range chains.Bridges {
		params := []float64{0}
		if e.Make.Param != "" {
			params = []float64{0.5, 2, -1.5, 1 + 1e-9}
		}
		for _, param := range params {
			b := func(from, to []float64) chains.Bridge { return e.Make.Of(param, from, to) }
			if !yield(fmt.Sprint(e.Name, param), b) {
				return
			}
		}
	}
}

// TinyBridge calls check with scenes along a bridge: of Metropolis on random places with
// three levels, and of several kernels on fixed ones with four.
func TinyBridge(t *testing.T, b laws.Bridging, check func(rapid.TB, Scene)) {
	t.Helper()
	rapid.Check(t, func(t *rapid.T) { check(t, drawPlace(t, 4, -5).Scene(kernels.Metropolis{}, b, 3)) })
	for _, p := range fixedPlaces() {
		if p.Grid.Size() > 4 {
			continue
		}
		for _, k := range []chains.Kernel{kernels.Metropolis{}, kernels.HeatBath{}, kernels.Identity{}} {
			check(t, p.Scene(k, b, 4))
		}
	}
}

// Geometric makes the geometric bridge.
func Geometric(from, to []float64) chains.Bridge { return chains.Geometric{From: from, To: to} }

// Scene goes from one end of the place to the other over T uneven levels, on the space
// that the kernel needs.
func (p Place) Scene(k chains.Kernel, b laws.Bridging, T int) Scene {
	betas := make([]float64, T)
	for i := range betas {
		betas[i] = math.Pow(float64(i)/float64(T-1), 1.5)
	}
	schedule, err := chains.NewSchedule(betas)
	if err != nil {
		panic(err)
	}
	a := chains.Annealing{Grid: p.Grid, Kernel: k, Schedule: schedule, Bridge: b(p.From, p.To)}
	return Scene{Name: fmt.Sprintf("%s, T = %d", p.Name, T), Annealing: a.Extended()}
}
