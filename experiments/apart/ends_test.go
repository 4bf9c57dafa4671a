package apart

import (
	"math"
	"slices"
	"strings"
	"testing"

	"breadboard/chains/programs"
	"breadboard/exact/accounts"
	"breadboard/experiments"
)

// The programs that know the two ends alone are those whose exact account is the same with another kernel, schedule and
// T; all others have another one. Those that go along a model's data do not count: with these parameters they may have no
// use for the kernel.
func TestEndsAlone(t *testing.T) {
	common, err := experiments.Setting{Toy: "clustering:2:2"}.Chain()
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range programs.Catalogue {
		text := strings.Replace(e.Case(), "smc:8:ess=0.5", "smc:2", 1) // of which there is an account
		if common.Reverses(text) != nil || e.Name == "smc-data" || e.Name == "shme" {
			continue
		}
		one := aimedAt(t, experiments.Setting{Toy: "clustering:2:2"}, 3, text)
		other := aimedAt(t, experiments.Setting{Toy: "clustering:2:2", Kernel: "heat-bath", Schedule: "sigmoid:4"}, 4, text)
		if one.unknown != nil || other.unknown != nil {
			t.Errorf("%s has no account", text)
			continue
		}
		spec, err := Read(experiments.FieldProgram, text)
		if err != nil {
			t.Fatal(err)
		}
		if same := alike(one.account, other.account); same != spec.endsAlone() {
			t.Errorf("%s has the same account whatever the kernel: %v, and is said to know the ends alone: %v", text,
				same, spec.endsAlone())
		}
	}
}

func alike(a, b accounts.Account) bool {
	near := func(v, w float64) bool { return v == w || math.Abs(v-w) < 1e-9 }
	return slices.EqualFunc(a.Q, b.Q, near) && slices.EqualFunc(a.F, b.F, near) && slices.EqualFunc(a.G, b.G, near)
}
