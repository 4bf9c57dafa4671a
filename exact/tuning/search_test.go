package tuning_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/exact/tuning"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/toys"
)

// to returns an annealing to a target, without a schedule.
func to(t toys.Target, k chains.Kernel) chains.Annealing {
	return chains.Annealing{Grid: t.Grid, Kernel: k, Bridge: chains.Geometric{From: chains.Uniform(t.LogF), To: t.LogF}}
}

// gap returns what exact measures of an annealing on a schedule.
func gap(t *testing.T, a chains.Annealing, s chains.Schedule) exact.Measured {
	t.Helper()
	a.Schedule = s
	g, err := exact.Measure(t.Context(), a)
	must.Do(t, err)
	return g
}

// twoStates returns an annealing of two states with p(right) = σ(slope β).
func twoStates(slope float64, k chains.Kernel) chains.Annealing {
	return to(toys.Target{Grid: grid.New(2), LogF: []float64{0, slope}}, k)
}

// TestNothingFinite checks that if B is infinite, there is nothing to descend.
func TestNothingFinite(t *testing.T) {
	inf := math.Inf(-1)
	bridge := chains.Geometric{From: []float64{0, 0, 0}, To: []float64{0, inf, 1}}
	a := chains.Annealing{Grid: grid.New(3).WithWalls(1), Kernel: kernels.Metropolis{}, Bridge: bridge}
	for _, T := range []int{3, 60} {
		c := must.Have(tuning.BestB(t.Context(), a, T, nil))(t)
		if !math.IsInf(c.Value, 1) || c.Converged || !math.IsNaN(c.Gradient) || c.Schedule.Len() != T {
			t.Errorf("T = %d: B = %g, converged %v, the gradient %g on %d levels", T, c.Value, c.Converged, c.Gradient,
				c.Schedule.Len())
		}
	}
	a.SkipLast = true // so that the chain of two levels stays where the target has no mass
	j := must.Have(tuning.BestJ(t.Context(), a, 2, nil))(t)
	must.Within(t, j.Value, math.Inf(1), 0, "J")
}

// TestAtOnce: on a mixture that is too steep for a descent, the least J is no more than that of a chain that is at 1
// after its first step.
func TestAtOnce(t *testing.T) {
	a := to(toys.Target{Grid: grid.New(6), LogF: []float64{17, -3, -8, 27, 18, -3}}, kernels.Slice{})
	a.Bridge = chains.NewQPath(make([]float64, 6), a.Bridge.(chains.Geometric).To, 0)
	for _, T := range []int{4, 30} {
		betas := slices.Repeat([]float64{1}, T)
		betas[0] = 0
		want := gap(t, a, must.Have(chains.NewSchedule(betas))(t)).J()
		c := must.Have(tuning.BestJ(t.Context(), a, T, nil))(t)
		if !(c.Value <= want*(1+1e-9)) {
			t.Errorf("T = %d: the least J is %v, from %s, and that of a chain at 1 is %v", T, c.Value, c.Start, want)
		}
	}
}

// TestInterrupted checks that a search that is cancelled, before it begins or on its way, ends at once and returns the
// cause. So does one for the friction.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	why := errors.New("enough")
	cancel(why)
	if _, err := tuning.BestJ(ctx, to(toys.Barrier(), kernels.Metropolis{}), 500, nil); !errors.Is(err, why) {
		t.Errorf("the error is %v, want %v", err, why)
	}
	_, err := tuning.FrictionLength(ctx, twoStates(3, kernels.Metropolis{}))
	must.Fail(t, err, "enough", "the length")
	ctx, cancel = context.WithCancelCause(t.Context())
	seen := 0
	_, err = tuning.BestB(ctx, to(toys.Barrier(), kernels.Metropolis{}), 50, func(float64) {
		seen++
		if seen == 9 {
			cancel(why)
		}
	})
	must.Fail(t, err, "enough", "the search")
	must.Near(t, float64(seen), 9, 0, "the number of evaluations")
	for _, T := range []int{1, tuning.MaxLevels + 1} {
		must.Panic(t, func() { _, _ = tuning.BestB(ctx, twoStates(3, kernels.Metropolis{}), T, nil) }, "%d levels", T)
	}
	if _, err = tuning.BestB(ctx, twoStates(3, kernels.Metropolis{}), tuning.MaxLevels, nil); !errors.Is(err, why) {
		t.Errorf("at the largest T the error is %v", err)
	}
}

// TestFisherLength checks that for two states the speed is slope √(p(1-p)), whose integral is 2 atan(e^(s/2)) with
// s = slope β.
func TestFisherLength(t *testing.T) {
	length := func(s float64) float64 { return 2 * (math.Atan(math.Exp(s/2)) - math.Atan(1)) }
	for _, slope := range []float64{0.05, 3, 1e6} { // hardly anything changes, much, and all at once at β = 0
		l := must.Have(tuning.FisherLength(twoStates(slope, kernels.Metropolis{})))(t)
		must.Within(t, l.Total(), length(slope), 1e-5, "total")
		must.Within(t, l.To(0.5), length(slope/2), 1e-5, "half")
		s := l.Schedule(8)
		for i, beta := range s.Betas()[:7] {
			must.Within(t, length(slope*beta), length(slope)*float64(i)/7, 1e-4, "a step of length")
		}
		must.Within(t, l.Action(s), length(slope)*length(slope)/7, 1e-4, "action")
	}
	still := must.Have(tuning.FisherLength(twoStates(0, kernels.Metropolis{})))(t).Schedule(5)
	must.Each(t, still.Betas(), []float64{0, 0.25, 0.5, 0.75, 1}, 0, "betas where nothing changes")
}

// TestTooFast: where a bridge changes too fast for a float, at either end, there is no schedule.
func TestTooFast(t *testing.T) {
	deep := []float64{0, -1400, 1}
	a := chains.Annealing{Grid: grid.New(3), Kernel: kernels.Metropolis{}}
	a.Bridge = chains.NewQPath(make([]float64, 3), deep, 0)
	_, err := tuning.FisherLength(a)
	must.Fail(t, err, "the fisher metric is NaN at beta = 1", "the length")
	_, err = tuning.KLLength(a)
	must.Fail(t, err, "the kl metric is NaN at beta = 1", "the length")
	a.Bridge = chains.NewQPath(make([]float64, 3), deep, 2)
	_, err = tuning.FisherLength(a)
	must.Fail(t, err, "the fisher metric is NaN at beta = 0", "the length")
}

// TestKLLength checks that at constant speed KL(p_β‖p_T) falls by as much at every level, on any bridge on which it
// falls.
func TestKLLength(t *testing.T) {
	toy := toys.Easy(3)
	kl := func(b chains.Bridge, beta float64) (sum float64) {
		logf := make([]float64, 49)
		b.At(logf, beta)
		p := chains.Normalized(logf)
		target := chains.Normalized(toy.LogF)
		for x := range p {
			sum += p[x] * math.Log(p[x]/target[x])
		}
		return sum
	}
	from := make([]float64, 49)
	for _, b := range []chains.Bridge{chains.Geometric{From: from, To: toy.LogF}, chains.NewQPath(from, toy.LogF, 0)} {
		const T = 11
		a := chains.Annealing{Grid: toy.Grid, Bridge: b, Kernel: kernels.Metropolis{}}
		s := must.Have(tuning.KLLength(a))(t).Schedule(T)
		for level := 1; level <= T; level++ {
			want := kl(b, 0) * float64(T-level) / (T - 1)
			if got := kl(b, s.Beta(level)); math.Abs(got-want) > 1e-13*kl(b, 0) {
				t.Errorf("%T, level %d at beta %v: KL %v, not %v", b, level, s.Beta(level), got, want)
			}
		}
	}
	walled := chains.Annealing{Grid: grid.New(3), Kernel: kernels.Metropolis{},
		Bridge: chains.Geometric{From: []float64{0, 0, 0}, To: []float64{math.Inf(-1), 0, 1}}}
	l := must.Have(tuning.KLLength(walled))(t) // the wall is left at once
	must.Within(t, l.Total(), math.Log((1+math.E)/2)-0.5, 1e-12, "KL of the rest")
	walled.Bridge = chains.NewQPath([]float64{0, 0, 0}, []float64{math.Inf(-1), 0, 1}, 0)
	_, err := tuning.KLLength(walled)
	must.Fail(t, err, "KL(p_β‖p_T) is infinite at beta = 0.0625; use the geometric bridge, or fisher", "a mixture")
	walled.Bridge = chains.Observations{Steps: [][]float64{{0, 0, 0}, {1, -2, 2}, {0.5, -1, 1}},
		Axes: [][]int{nil, nil}}
	_, err = tuning.KLLength(walled)
	must.Fail(t, err, "KL(p_β‖p_T) does not fall at beta = 0.3125; use the geometric bridge, or fisher", "an overshoot")
}

// TestBinnedLength checks that every bin is as long as the root of its Jeffreys divergence, and evenly so.
func TestBinnedLength(t *testing.T) {
	toy := toys.Easy(3)
	a := to(toy, kernels.Metropolis{})
	var steps []float64
	for i := range 10 {
		p := chains.Normalized(chains.Tempered(toy.LogF, float64(i)/10))
		q := chains.Normalized(chains.Tempered(toy.LogF, float64(i+1)/10))
		j := 0.0
		for x := range p {
			j += (p[x] - q[x]) * math.Log(p[x]/q[x])
		}
		steps = append(steps, math.Sqrt(j))
	}
	l := must.Have(tuning.BinnedLength(a))(t)
	must.Within(t, l.Total(), floats.Sum(steps), 1e-12, "the length")
	done := 0.0
	for bin, step := range steps {
		must.Within(t, l.To(float64(2*bin+1)/20), done+step/2, 1e-12, "half of bin %d", bin)
		done += step
		must.Within(t, l.To(float64(bin+1)/10), done, 1e-12, "bin %d", bin)
	}
	walled := to(toys.Target{Grid: grid.New(3), LogF: []float64{math.Inf(-1), 0, 1}}, kernels.Metropolis{})
	walled.Bridge = chains.Geometric{From: []float64{0, 0, 0}, To: []float64{math.Inf(-1), 0, 1}}
	_, err := tuning.BinnedLength(walled)
	must.Fail(t, err, "from beta = 0 to 0.1 is infinite", "the length")
}

// TestNearEquilibrium checks that on any schedule B tends to the action of the kernel's length as steps become small,
// and constant speed is then the best.
func TestNearEquilibrium(t *testing.T) {
	for _, k := range []chains.Kernel{kernels.Metropolis{}, kernels.HeatBath{}} {
		a := to(toys.Easy(toys.EasySeed), k)
		l := must.Have(tuning.FrictionLength(t.Context(), a))(t)
		const T = 10_000
		best := gap(t, a, l.Schedule(T)).B()
		must.Within(t, best, l.Total()*l.Total()/(T-1), 0.01, "B at constant speed")
		for _, s := range []chains.Schedule{chains.Linear(T), chains.Sigmoid(4, T)} {
			B := gap(t, a, s).B()
			must.Within(t, B, l.Action(s), 0.02, "B near equilibrium")
			if B < best {
				t.Errorf("B = %v, below %v at constant speed", B, best)
			}
		}
	}
}

// TestFrictionLength checks that Metropolis on two states goes right with probability 1/2 and left with e^-s/2. So λ =
// 1/2 - e^-s/2 and ζ = p(1-p) slope² (1+λ)/(1-λ).
func TestFrictionLength(t *testing.T) {
	const slope = 3.0
	l := must.Have(tuning.FrictionLength(t.Context(), twoStates(slope, kernels.Metropolis{})))(t)
	want, n := 0.0, 20000
	for i := range n { // midpoints
		s := slope * (float64(i) + 0.5) / float64(n)
		p := 1 / (1 + math.Exp(-s))
		λ := 0.5 - math.Exp(-s)/2
		want += slope * math.Sqrt(p*(1-p)*(1+λ)/(1-λ)) / float64(n)
	}
	must.Within(t, l.Total(), want, 1e-5, "total")
	still := must.Have(tuning.FrictionLength(t.Context(), twoStates(0, kernels.Metropolis{})))(t)
	must.Near(t, still.Total(), 0, 0, "the total where nothing changes")
}

// TestNoFriction checks that a kernel that does not reach every cell with mass has no friction, and a space may be too
// large for it.
func TestNoFriction(t *testing.T) {
	_, err := tuning.FrictionLength(t.Context(), twoStates(3, kernels.Identity{}))
	must.Fail(t, err, "friction is infinite", "the length")
	wide := func(n int) chains.Annealing {
		return to(toys.Target{Grid: grid.New(n), LogF: make([]float64, n)}, kernels.Identity{})
	}
	_, err = tuning.FrictionLength(t.Context(), wide(1025))
	must.Fail(t, err, "the friction of a kernel takes the inverse of a matrix with a row for each of 1025 cells with "+
		"mass; use at most 1024 cells, or fisher", "the length")
	ended, end := context.WithCancel(t.Context())
	end()
	_, err = tuning.FrictionLength(ended, wide(1024))
	must.Fail(t, err, "context canceled", "the length")
}
