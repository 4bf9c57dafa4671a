package validation

import (
	"testing"

	"breadboard/experiments"
)

// On BARRIER Gibbs is better than single moves, and exact draws better than Gibbs. A kernel of the
// catalogue is not counted twice.
func TestStanding(t *testing.T) {
	places := map[string]Standing{}
	for _, kernel := range []string{"perfect", "heat-bath", "metropolis", "lazy:0.3"} {
		c, err := experiments.Setting{Toy: "barrier", Kernel: kernel}.Chain()
		if err != nil {
			t.Fatal(err)
		}
		s, err := Of(t.Context(), c, 2)
		if err != nil {
			t.Fatal(err)
		}
		v, err := At(t.Context(), s, 1)
		if err == nil {
			err = v.stand(t.Context())
		}
		if err != nil {
			t.Fatal(err)
		}
		places[kernel] = *v.Standing
	}
	if p := places["perfect"]; p.Place != 1 {
		t.Errorf("perfect is %dth", p.Place)
	}
	if better, worse := places["heat-bath"], places["metropolis"]; better.Place >= worse.Place {
		t.Errorf("heat-bath is %dth and metropolis %dth", better.Place, worse.Place)
	}
	if own, other := places["metropolis"].Of, places["lazy:0.3"].Of; other != own+1 {
		t.Errorf("metropolis stands among %d, and lazy:0.3 among %d, which should be one more", own, other)
	}
}
