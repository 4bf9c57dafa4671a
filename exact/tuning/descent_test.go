package tuning

import (
	"fmt"
	"runtime"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/toys"
)

// barrier returns an annealing to BARRIER.
func barrier() chains.Annealing {
	b := toys.Barrier()
	bridge := chains.Geometric{From: chains.Uniform(b.LogF), To: b.LogF}
	return chains.Annealing{Grid: b.Grid, Kernel: kernels.Metropolis{}, Bridge: bridge}
}

// lopsided returns an annealing of three cells without symmetry, on which a long search is cheap.
func lopsided() chains.Annealing {
	bridge := chains.Geometric{From: []float64{0.3, -0.4, 0}, To: []float64{1.5, -3, 2.5}}
	return chains.Annealing{Grid: grid.New(3), Kernel: kernels.Metropolis{}, Bridge: bridge}
}

// TestWhatIsFound holds the schedules that a search starts from, and the levels it goes through; how many nodes lengths
// have, what they are in all and up to a β, and the action of a schedule that stands at first; and what searches find,
// from where, and how many gradients they take, each with a share of the work. No schedule that has a name is better.
func TestWhatIsFound(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("where gonum adds up in another order a search takes another way")
	}
	said := ""
	say := func(format string, args ...any) { said += fmt.Sprintf(format+"\n", args...) }
	for _, s := range starts(t.Context(), barrier()) {
		say("%s %.5f", s.name, s.of(6).Betas())
	}
	say("%v %v %v %v %v %v", lengths(2), lengths(24), lengths(25), lengths(48), lengths(95), lengths(96))
	atOnce := lopsided()
	atOnce.Bridge = chains.Geometric{From: make([]float64, 3), To: []float64{0, 1e6, 3e6}}
	friction := must.Have(friction(t.Context(), lopsided()))(t)
	for _, l := range []*Length{
		must.Have(FisherLength(barrier()))(t),
		must.Have(FisherLength(atOnce))(t),
		must.Have(integrate(friction, "friction", precise))(t),
		must.Have(integrate(friction, "friction", rough))(t),
		must.Have(KLLength(lopsided()))(t),
		must.Have(BinnedLength(lopsided()))(t),
	} {
		say("%d nodes to %.9g, of %.9g at 0.3, action %.9g, beta %.9f", len(l.nodes), l.Total(), l.To(0.3),
			l.Action(schedule([]float64{0, 0, 0.1, 0.7, 1})), l.Schedule(4).Beta(2))
	}
	for _, c := range []struct {
		a    chains.Annealing
		goal goal
		T    int
	}{
		{barrier(), (*gradients).B, 7},
		{lopsided(), (*gradients).J, 100},
		{lopsided(), (*gradients).B, 301},
		{lopsided(), (*gradients).J, 301},
	} {
		var shares []float64
		watch := func(share float64) { shares = append(shares, share) }
		found := must.Have(best(t.Context(), c.a, c.T, c.goal, watch))(t)
		say("%.10g from %s, %v by %.1e, %d evaluations, %d shares of %.5f to %.5f", found.Value, found.Start,
			found.Converged, found.Gradient, found.Evaluations, len(shares), shares[0], shares[len(shares)-1])
		named := newDescent(t.Context(), c.a, c.T, c.goal)
		for _, s := range starts(t.Context(), c.a) {
			if v := named.choice(s.name, s.of(c.T)).Value; v < found.Value {
				t.Errorf("at T = %d %s has %v, less than what is found, %v", c.T, s.name, v, found.Value)
			}
		}
	}
	const want = `linear [0.00000 0.20000 0.40000 0.60000 0.80000 1.00000]
sigmoid:4 [0.00000 0.15663 0.47438 0.79213 0.94877 1.00000]
a half that is linear, and a half at 1 [0.00000 0.40000 0.80000 1.00000 1.00000 1.00000]
fisher [0.00000 0.08927 0.21562 0.41393 0.67407 1.00000]
friction [0.00000 0.66992 0.80566 0.88950 0.95106 1.00000]
[2] [24] [24 25] [24 48] [24 95] [24 48 96]
217 nodes to 1.93799872, of 0.959719433 at 0.3, action 1.64709071, beta 0.167074613
457 nodes to 1.96127747, of 1.96127747 at 0.3, action 3.84660931, beta 0.000000524
241 nodes to 5.96847938, of 0.733997144 at 0.3, action 16.8220527, beta 0.572091149
33 nodes to 5.97001081, of 0.734271339 at 0.3, action 16.8305223, beta 0.572072721
325 nodes to 0.923889882, of 0.674340876 at 0.3, action 0.445126532, beta 0.099749137
20 nodes to 1.09910803, of 0.480145302 at 0.3, action 0.577583875, beta 0.218803432
2.570229675 from fisher, true by 5.2e-11, 85 evaluations, 85 shares of 0.01961 to 0.62963
0.0739952072 from friction, true by 8.9e-09, 601 evaluations, 601 shares of 0.00274 to 0.94587
0.07272558503 from fisher, true by 5.8e-06, 136 evaluations, 136 shares of 0.00100 to 0.62248
0.01503041044 from friction, true by 2.8e-06, 316 evaluations, 316 shares of 0.00100 to 0.85545
`
	if said != want {
		t.Errorf("it is\n%s\nand not\n%s", said, want)
	}
}

// TestConvergedWithoutLength checks that on the schedule 0, 0, 1 the gradient is 0 in the one step that has a length,
// and B would still fall if the first step had some. That is not the end of a descent.
func TestConvergedWithoutLength(t *testing.T) {
	d := newDescent(t.Context(), barrier(), 3, (*gradients).B) // one beta is free
	stuck := d.choice("", schedule([]float64{0, 0, 1}))
	norm, converged := d.norm(stuck)
	if norm != 0 {
		t.Errorf("the gradient in one step is %g", norm)
	}
	if converged {
		t.Errorf("B = %g is said to be least", stuck.Value)
	}
	best := d.descend(stuck)
	if !best.Converged {
		t.Error("descent from there does not arrive")
	}
	if !(best.Value < 0.9*stuck.Value) {
		t.Errorf("descent from B = %g ends at %g", stuck.Value, best.Value)
	}
}

// TestNothingButRounding checks that where J is 0 up to rounding a search ends, and says that it has arrived. Heat bath
// repeated so often forgets all; a start there has nothing to gain.
func TestNothingButRounding(t *testing.T) {
	a := barrier()
	a.Kernel = kernels.Repeat{Times: 40, Kernel: kernels.HeatBath{}}
	found := must.Have(BestJ(t.Context(), a, 12, nil))(t)
	if !found.Converged || found.Value > rounding {
		t.Errorf("J = %v, converged: %v", found.Value, found.Converged)
	}
	if found.Evaluations > mostEvaluations {
		t.Errorf("%d evaluations for nothing", found.Evaluations)
	}
}
