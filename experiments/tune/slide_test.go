package tune

import (
	"math"
	"testing"

	"breadboard/experiments"
	"breadboard/grid/must"
	"breadboard/toys"
)

// TestDialsAreTurned: at no value of a grid is a parameter better than the one that was found, of whatever kind it is:
// a scale, a share on which the cost depends, a size at which the kernel jumps, a path, a guess.
func TestDialsAreTurned(t *testing.T) {
	values := 5
	if long {
		values = 9
	}
	for i, c := range []struct {
		kernel, bridge string
		price          int
	}{
		{"laplace:0.3..6", "geometric", 12},
		{"lazy:0..0.9", "geometric", 12},
		{"langevin:0.3..3", "geometric", 24},
		{"metropolis", "power:-1..1", 12},
	} {
		on := must.Have(experiments.Setting{}.On(small[1]))(t)
		for _, goal := range Goals {
			if !long && goal != Goals[i%len(Goals)] { // in turn: a dial is turned by the same hand for both
				continue
			}
			search := func(kernel, bridge string) Row {
				j := Job{Setting: experiments.Setting{Kernel: kernel, Bridge: bridge}, Goal: goal, Cost: c.price}
				return must.Have(j.run(t.Context(), on, build))(t)
			}
			found := search(c.kernel, c.bridge)
			if len(found.Starts) < 2 {
				t.Errorf("one start along a range")
			}
			if found.Cost > float64(c.price) {
				t.Errorf("%v costs %v", found.Setting, found.Cost)
			}
			kernel, turnsKernel, err := experiments.ReadDial(experiments.FieldKernel, c.kernel)
			must.Do(t, err)
			bridge, _, err := experiments.ReadDial(experiments.FieldBridge, c.bridge)
			must.Do(t, err)
			for k := range values {
				r := Row{}
				if turnsKernel {
					r = search(kernel.At(float64(k)/float64(values-1)), c.bridge)
				} else {
					r = search(c.kernel, bridge.At(float64(k)/float64(values-1)))
				}
				if r.Value() < found.Value()*(1-1e-4) {
					t.Errorf("%s on %s has %s = %v, and %s on %s, which was found, %v", r.Setting.Kernel,
						r.Setting.Bridge, goal, r.Value(), found.Setting.Kernel, found.Setting.Bridge, found.Value())
				}
			}
		}
	}
}

// searchOf is the search of a job on a target.
func searchOf(t *testing.T, target toys.Target, kernel, bridge string, price int) *search {
	t.Helper()
	j := Job{Setting: experiments.Setting{Kernel: kernel, Bridge: bridge}, Goal: ByB, Cost: price}
	return must.Have(newSearch(t.Context(), j, []subject{{target: target}}))(t)
}

// TestWhatSlides: dials of kernels and of paths have a gradient, where they are free.
func TestWhatSlides(t *testing.T) {
	s := searchOf(t, small[1], "cauchy:0.5..2", "power:0..1", 12)
	for part, want := range map[Part][2]bool{Everything: {true, true}, Kernels: {true, false}, Bridges: {false, true},
		Betas: {false, false}} {
		s.job.Part = part
		if got := [2]bool{s.slides(ofKernel), s.slides(ofBridge)}; got != want {
			t.Errorf("of %q there are gradients: %v, want %v", part, got, want)
		}
	}
}

// TestSlidersStayInside: a dial goes down where the steps are afforded, to the last, and where the kernel does not
// jump.
func TestSlidersStayInside(t *testing.T) {
	s := searchOf(t, small[1], "lazy:0..0.9", "geometric", 12)
	p, ok := s.plain([2]float64{0.5, 0.5})
	if !ok {
		t.Fatal("no run")
	}
	lazy := s.sliders(p)[0]
	if cost := (1 - lazy.low + 1) * float64(len(p.steps)); !(cost <= 12 && cost > 12-1e-4) || lazy.high != 0.9 {
		t.Errorf("from %v on, where %d steps cost %v, to %v", lazy.low, len(p.steps), cost, lazy.high)
	}
	s = searchOf(t, small[1], "langevin:0.3..3", "geometric", 60)
	p, ok = s.plain([2]float64{0.6, 0.5}) // a size of 1.19
	if !ok {
		t.Fatal("no run")
	}
	if size := s.sliders(p)[0]; size.low != math.Nextafter(1, 2) || size.high != 1.5 {
		t.Errorf("from the size %v to %v", size.low, size.high)
	}
}
