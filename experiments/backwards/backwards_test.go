package backwards

import (
	"math"
	"reflect"
	"testing"

	"breadboard/exact"
	"breadboard/exact/backward"
	"breadboard/experiments"
	"breadboard/grid/must"
)

func TestParse(t *testing.T) {
	for spec, want := range map[string]*Kernel{
		"":              nil,
		"reversal":      nil,
		"marginal":      {Spec: "marginal"},
		"pilot:0":       {Spec: "pilot:0", Weight: 1, Sets: 3, Seed: 5},
		"pilot:1000":    {Spec: "pilot:1000", Pilots: 1000, Weight: 1, Sets: 3, Seed: 5},
		"pilot:20:0.5":  {Spec: "pilot:20:0.5", Pilots: 20, Weight: 0.5, Sets: 3, Seed: 5},
		"pilot:200:490": {Spec: "pilot:200:490", Pilots: 200, Weight: 490, Sets: 3, Seed: 5},
	} {
		if got := must.Have(Parse(spec, 3, 5))(t); !reflect.DeepEqual(got, want) {
			t.Errorf("%q is %+v", spec, got)
		}
	}
	for _, spec := range []string{"margin", "pilot", "pilot:", "pilot:-1", "pilot:1.5", "pilot:3:0", "pilot:3:inf",
		"pilot:3:x", "pilot:9999999999", "marginal:3"} {
		must.Refuse(Parse(spec, 3, 5))(t, "would do", "%s", spec)
	}
	must.Refuse(Parse("pilot:3", 1, 5))(t, "from 2", "one set")
}

// Under the marginal B is J. J is that of the default.
func TestUnderTheMarginal(t *testing.T) {
	for _, s := range []experiments.Setting{
		{Toy: "barrier"}, {Toy: "easy", Kernel: "cycle"}, {Toy: "ising:2x3:0.4"}, {Toy: "regression:4:7"},
		{Toy: "ising:2x2:0.4", Kernel: "stretch"},
	} {
		c := must.Have(s.Chain())(t)
		plain := must.Have(c.Exactly(t.Context(), []int{12}, nil))(t)[0]
		marginal := must.Have(Parse("marginal", 0, 0))(t)
		r := must.Have(marginal.Exactly(t.Context(), c, []int{12}, nil))(t)[0]
		must.Within(t, r.B(), r.Result.J(), 1e-11, "B of %s", s.Kernel)
		if r.J() != plain.J() || !(r.Defect < 1e-11) || !math.IsNaN(r.BStdErr) || r.TV != plain.TV {
			t.Errorf("%s: J = %v and TV = %v, and they were %v and %v; the defect is %.2g", s.Kernel, r.J(), r.TV,
				plain.J(), plain.TV, r.Defect)
		}
	}
}

// B over sets of pilots belongs to the seed, lies above J, and is nearer to it with more pilots. Without pilots it is
// AIS's, and has no error.
func TestUnderPilots(t *testing.T) {
	c := must.Have(experiments.Setting{Toy: "barrier"}.Chain())(t)
	plain := must.Have(c.Exactly(t.Context(), []int{8}, nil))(t)[0]
	last := math.Inf(1)
	for _, spec := range []string{"pilot:100", "pilot:10000"} {
		k := must.Have(Parse(spec, 4, 1))(t)
		r := must.Have(k.Exactly(t.Context(), c, []int{8}, nil))(t)[0]
		again := must.Have(k.Exactly(t.Context(), c, []int{8}, nil))(t)[0]
		k.Seed = 2
		other := must.Have(k.Exactly(t.Context(), c, []int{8}, nil))(t)[0]
		if r.B() != again.B() || r.B() == other.B() || !(r.BStdErr > 0) {
			t.Errorf("%s: B is %v, again %v, and %v by another seed", spec, r.B(), again.B(), other.B())
		}
		if !(r.B() > r.J() && r.B() < last) || !math.IsNaN(r.ESS) {
			t.Errorf("%s: B is %v, J %v, and B with fewer pilots %v", spec, r.B(), r.J(), last)
		}
		last = r.B()
	}
	k := must.Have(Parse("pilot:0", 2, 1))(t)
	none := must.Have(k.Exactly(t.Context(), c, []int{8}, nil))(t)[0]
	must.Within(t, none.B(), plain.B(), 1e-12, "B of no pilot")
	if none.BStdErr != 0 {
		t.Errorf("without pilots the error is %v", none.BStdErr)
	}
}

// TestDefect: each of the numbers that should be equal shows where it is not, and nothing shows where all are.
func TestDefect(t *testing.T) {
	const off = 1. / 64
	apart := exact.Divergence{Forward: 0.5, Reverse: 0.25}
	for name, c := range map[string]struct {
		change func(first *backward.Result, r *exact.Result)
		want   float64
	}{
		"nothing": {func(*backward.Result, *exact.Result) {}, 0},
		"w":       {func(_ *backward.Result, r *exact.Result) { r.MeanW += off }, off},
		"1/w":     {func(_ *backward.Result, r *exact.Result) { r.MeanInvW -= off }, off},
		"forward": {func(first *backward.Result, _ *exact.Result) { first.Fwd.Mean += off }, off},
		"reverse": {func(first *backward.Result, _ *exact.Result) { first.Rev.Mean += off }, off},
		"J":       {func(_ *backward.Result, r *exact.Result) { r.Final.Forward += 2 * off }, 2 * off},
	} {
		first := backward.Result{Paths: apart}
		first.Fwd.Mean = -apart.Forward
		first.Rev.Mean = apart.Reverse
		r := exact.Result{MeanW: 1, MeanInvW: 1}
		r.Paths = apart
		r.Final = apart
		c.change(&first, &r)
		k := Kernel{Spec: byMarginal}
		if got := k.defect(first, r); got != c.want {
			t.Errorf("with another %s the defect is %v, want %v", name, got, c.want)
		}
	}
}
