package exact_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/chains"
	"breadboard/chains/crew"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/toys"
)

var inf = math.Inf(1)

// run returns everything about an annealing.
func run(t *testing.T, a chains.Annealing) exact.Result {
	t.Helper()
	return must.Have(exact.Run(t.Context(), a))(t)
}

// unchecked returns the same without the checks.
func unchecked(t *testing.T, a chains.Annealing) exact.Result {
	t.Helper()
	return must.Have((exact.Options{Unchecked: true}).Run(t.Context(), a))(t)
}

// measured returns J and B.
func measured(t *testing.T, a chains.Annealing) exact.Measured {
	t.Helper()
	return must.Have(exact.Measure(t.Context(), a))(t)
}

// warned fails t without a warning with these words.
func warned(t *testing.T, res exact.Result, words string) {
	t.Helper()
	if all := strings.Join(res.Warnings, "\n"); !strings.Contains(all, words) || strings.Contains(all, "%!") {
		t.Errorf("no warning has %q: %q", words, res.Warnings)
	}
}

// between returns an annealing from one log density to another, on a line with walls where the target has no mass.
func between(from, to []float64, T int, k chains.Kernel) chains.Annealing {
	var walls []int
	for x, v := range to {
		if math.IsInf(v, -1) {
			walls = append(walls, x)
		}
	}
	return chains.Annealing{Grid: grid.New(len(to)).WithWalls(walls...), Kernel: k, Schedule: chains.Linear(T),
		Bridge: chains.Geometric{From: from, To: to}}
}

// annealing returns the geometric annealing from uniform to a target.
func annealing(t toys.Target, k chains.Kernel, s chains.Schedule) chains.Annealing {
	return chains.Annealing{Grid: t.Grid, Kernel: k, Schedule: s,
		Bridge: chains.Geometric{From: chains.Uniform(t.LogF), To: t.LogF}}
}

// scheduleOf returns a schedule of these betas.
func scheduleOf(betas ...float64) chains.Schedule {
	s, err := chains.NewSchedule(betas)
	if err != nil {
		panic(err)
	}
	return s
}

// jeffreys returns the sum of (p-q)(log p - log q), to the letter.
func jeffreys(p, q []float64) float64 {
	sum := 0.0
	for x := range p {
		sum += (p[x] - q[x]) * (math.Log(p[x]) - math.Log(q[x]))
	}
	return sum
}

// at returns the density of a target at beta.
func at(target toys.Target, beta float64) []float64 {
	return chains.Normalized(scaled(target.LogF, beta))
}

func flat(n int) []float64 { return make([]float64, n) }

// waves returns a target on a path of n cells.
func waves(n int) []float64 {
	logf := make([]float64, n)
	for x := range logf {
		logf[x] = math.Sin(float64(x))
	}
	return logf
}

func scaled(logf []float64, by float64) []float64 {
	out := make([]float64, len(logf))
	for x, v := range logf {
		out[x] = v * by
	}
	return out
}

func shifted(logf []float64, by float64) []float64 {
	out := make([]float64, len(logf))
	for x, v := range logf {
		out[x] = v + by
	}
	return out
}

// TestFlat checks that where nothing changes, J and B are 0 and nothing is accused.
func TestFlat(t *testing.T) {
	for _, k := range kernels.Original {
		res := run(t, between([]float64{1, 1, 1}, []float64{1, 1, 1}, 30, k.Make))
		if !(max(res.J(), res.B()) <= 1e-28 && res.Defect <= 1e-13) || len(res.Warnings) > 0 {
			t.Errorf("%s: J = %v, B = %v, the defect is %v: %q", k.Name, res.J(), res.B(), res.Defect, res.Warnings)
		}
	}
}

// TestKnownKernels: the perfect kernel has J = 0, and B is the sum of J(p_t, p_t+1); without a move both are
// J(p_1, p_T). A constant in the target is added to log R and to the means of log w, and changes nothing else by a bit.
func TestKnownKernels(t *testing.T) {
	const T = 7
	target := toys.Target{Grid: grid.New(2, 3), LogF: []float64{0, 1.5, -2, 0.25, 3, 1}}
	steps := 0.0
	for k := range T - 1 {
		steps += jeffreys(at(target, float64(k)/(T-1)), at(target, float64(k+1)/(T-1)))
	}
	whole := jeffreys(at(target, 0), at(target, 1))
	for _, c := range []struct {
		k    chains.Kernel
		j, b float64
	}{{kernels.Perfect{}, 0, steps}, {kernels.Identity{}, whole, whole}} {
		res := run(t, annealing(target, c.k, chains.Linear(T)))
		must.Near(t, res.J(), c.j, 1e-12, "J of %T", c.k)
		must.Near(t, res.B(), c.b, 1e-12, "B of %T", c.k)
		up := toys.Target{Grid: target.Grid, LogF: shifted(target.LogF, 256)}
		lifted := run(t, annealing(up, c.k, chains.Linear(T)))
		must.Near(t, lifted.LogR-256, res.LogR, 1e-12, "log R of %T", c.k)
		lifted.LogR = res.LogR
		if diff := cmp.Diff(res, lifted, cmp.AllowUnexported(exact.Measured{})); diff != "" {
			t.Errorf("%T: a constant changes %s", c.k, diff)
		}
	}
}

// TestEnds checks that the ends are normalised, a log is known where its mass is below any float, and a constant in the
// target costs no digits but those of log R.
func TestEnds(t *testing.T) {
	for _, constant := range []float64{0, 1 << 50} {
		e := exact.EndsOf(chains.Annealing{Grid: grid.New(4), Kernel: kernels.Identity{}, Schedule: chains.Linear(2),
			Bridge: chains.Geometric{From: flat(4), To: []float64{constant, constant + 1, constant - 2000, -inf}}})
		logZ := math.Log(1 + math.E)
		must.Close(t, e.LogR-constant, logZ-math.Log(4), 0.2, "log R")
		must.Close(t, e.P[1], math.E/(1+math.E), 1e-15, "p")
		must.Close(t, e.P[2], 0, 0, "p of a deep cell")
		must.Close(t, e.LogP[2], -2000-logZ, 1e-12, "log p of a deep cell")
		must.Close(t, e.LogW[2], -2000-logZ+math.Log(4), 1e-12, "log w of a deep cell")
		must.Close(t, e.P1[0], 0.25, 0, "p_1")
		if !math.IsInf(e.LogW[3], -1) {
			t.Errorf("log w of a cell without mass is %v", e.LogW[3])
		}
	}
}

// TestInterrupted checks that a long run stops when its context does, with its cause.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	why := errors.New("enough")
	cancel(why)
	a := annealing(toys.Barrier(), kernels.Metropolis{}, chains.Linear(5000))
	if _, err := exact.Run(ctx, a); !errors.Is(err, why) {
		t.Errorf("Run: %v", err)
	}
	a.Bridge = oneWay{a.Bridge}
	if _, err := exact.Measure(ctx, a); !errors.Is(err, why) {
		t.Errorf("Measure: %v", err)
	}
}

// TestFromUnchecked checks that on a large space Run is Measure, checked or not, and says what it leaves out.
func TestFromUnchecked(t *testing.T) {
	n := exact.UncheckedFrom
	to := waves(n)
	a := between(flat(n), to, 2, kernels.Metropolis{})
	want := measured(t, a)
	for name, got := range map[string]exact.Result{"Run": run(t, a), "unchecked": unchecked(t, a)} {
		if got.Final != want.Final || got.Paths != want.Paths {
			t.Errorf("%s: J = %v, B = %v, want %v and %v", name, got.Final, got.Paths, want.Final, want.Paths)
		}
		for _, v := range []float64{got.Pairwise.Jeffreys(), got.MeanW, got.MeanInvW, got.ESS, got.Defect,
			got.FwdMoments.Variance, got.RevMoments.Skewness} {
			if !math.IsNaN(v) {
				t.Errorf("%s: %v was not computed", name, v)
			}
		}
		if len(got.Warnings) != 1 || got.Steps != nil {
			t.Errorf("%s: warnings %q, %d steps", name, got.Warnings, len(got.Steps))
		}
		warned(t, got, fmt.Sprintf("from %d cells on only J, B and their parts are computed: no steps, no moments of "+
			"log w, and no checks", n))
	}
	to[5] = -inf
	got := run(t, a)
	must.Close(t, 1/got.B(), 0, 0, "1/B")
	warned(t, got, "first in cell 5")
}

// TestInfiniteNumbers holds the divergences, the means of w and 1/w and all that is said where the ends have mass in
// different cells or less than any float, where walls part the target, and of leaks, of which one is larger than a
// thousandth and leaves no B. Without the checks the divergences are the same.
func TestInfiniteNumbers(t *testing.T) {
	even := flat(4)
	wall := []float64{0, 1, -inf, 2}
	found := []float64{0, 1, 2}
	late := between([]float64{0, -inf, -inf, 1}, []float64{0, 1, 0.5, 2}, 6, kernels.Metropolis{})
	late.SkipLast = true
	hardly := annealing(toys.Easy(1), kernels.Rows{To: leaky(0, 5e-6)}, chains.Linear(20))
	said := ""
	for _, a := range []chains.Annealing{
		between(even, wall, 6, kernels.Metropolis{}), between(flat(5), append(wall, -inf), 6, kernels.Identity{}),
		between([]float64{0, -inf, 0}, found, 6, kernels.Metropolis{}), late,
		between([]float64{0, -800, 0}, []float64{0, -inf, 1}, 6, kernels.Identity{}),
		between([]float64{0, -800}, flat(2), 6, kernels.Identity{}),
		between(flat(3), []float64{0, -2000, 1}, 6, kernels.Metropolis{}),
		hardly,
	} {
		res := run(t, a)
		said += fmt.Sprintf("J %.6g, B %.6g, E[w] %.9g, E[1/w] %.9g: ", res.Final, res.Paths, res.MeanW, res.MeanInvW) +
			strings.Join(res.Warnings, "\n") + "\n"
		quick := unchecked(t, a)
		if quick.Final != res.Final || quick.Paths != res.Paths {
			t.Errorf("the divergences are %v and %v, and without the checks %v and %v", res.Final, res.Paths,
				quick.Final, quick.Paths)
		}
		if b := res.Pairwise.Jeffreys(); b != res.B() && !math.IsNaN(b) && !(math.Abs(b-res.B()) < 1e-7*b) {
			t.Errorf("B is %v, by pairs %v", res.B(), b)
		}
	}
	said = strings.NewReplacer("; ", ";\n", ": ", ":\n", ". ", ".\n").Replace(said)
	const want = `J {0.175742 0.172586}, B {+Inf 0.527045}, E[w] 1, E[1/w] 0.75:
E_fwd[log w] is -inf and B infinite:
the initial density has mass 0.25 where the target has none, first in cell 2
J {+Inf 0.777042}, B {+Inf 0.777042}, E[w] 1, E[1/w] 0.6:
E_fwd[log w] is -inf and B infinite:
the initial density has mass 0.4 where the target has none, first in cell 2
kl_q_p and J are infinite:
q(x_T) has mass 0.2 in cell 2, where the target has none
J {0.170293 0.151346}, B {0.714459 +Inf}, E[w] 0.755271529, E[1/w] 1:
E_rev[log w] and B are infinite:
the target has mass 0.245 where the initial density has none, first in cell 1;
E_fwd[w] cannot be Z_T/Z_1
J {0.501686 +Inf}, B {0.501686 +Inf}, E[w] 0.657652647, E[1/w] 1:
E_rev[log w] and B are infinite:
the target has mass 0.342 where the initial density has none, first in cell 1;
E_fwd[w] cannot be Z_T/Z_1
kl_p_q and J are infinite:
q(x_T) is 0, or below the smallest float, in cell 1, where p_T is 0.213
J {+Inf 0.110944}, B {+Inf 0.110944}, E[w] 1, E[1/w] 1:
the target falls into parts:
from cell 2, the heaviest, no step leads to 1 of its 2 cells, which have 0.269 of the mass.
Each part keeps the mass that chains begin with there, so that J is at least 0.23106, whatever the levels;
use a kernel that leads everywhere, such as from-prior
E_fwd[log w] is -inf and B infinite:
the initial density has mass below the smallest float where the target has none, first in cell 1
kl_q_p and J are infinite:
q(x_T) has mass 0 in cell 1, where the target has none
b_pairwise is left out:
the log density spans more than 600 nats, and it needs masses below the smallest float
J {0.693147 399.307}, B {0.693147 399.307}, E[w] 1, E[1/w] 1:
b_pairwise is left out:
the log density spans more than 600 nats, and it needs masses below the smallest float
ess is below the smallest float
J {0.120115 0.110944}, B {133.081 0.516409}, E[w] 1, E[1/w] NaN:
mean_inv_w is left out:
the target's log density spans more than 600 nats, and it needs masses below the smallest float
b_pairwise is left out:
the log density spans more than 600 nats, and it needs masses below the smallest float
J {0.290612 0.270981}, B {0.553724 0.556508}, E[w] 0.999999966, E[1/w] 1.00000007:
numbers that are equal in exact arithmetic differ by 6.8e-08 of their size
`
	if said != want {
		t.Errorf("it is said:\n%s\nand not\n%s", said, want)
	}
}

// TestParted: a wall on a line leaves each side the mass that chains begin with there. The warning has J of these
// masses and those of the target, worked out here, which J comes near with many levels. Nothing is said where a step
// leads over the wall, where no wall is between cells with mass, and where both sides begin with their masses.
func TestParted(t *testing.T) {
	to := []float64{0.5, 2, -inf, 1, -1}
	left := (math.Exp(0.5) + math.Exp(2)) / (math.Exp(0.5) + math.Exp(2) + math.Exp(1) + math.Exp(-1))
	least := (left - 0.5) * math.Log(left/(1-left)) // from a half on each side
	even := []float64{0, 0, -inf, 0, 0}
	matched := []float64{math.Log(left), -inf, -inf, math.Log(1 - left), -inf}
	for name, c := range map[string]struct {
		from, to []float64
		kernel   chains.Kernel
		T        int
		skip     bool
		parted   bool
	}{
		"a wall":            {even, to, kernels.Metropolis{}, 2000, false, true},
		"few levels":        {even, to, kernels.Barker{}, 3, false, true},
		"no step":           {even, to, kernels.Metropolis{}, 2, true, false},
		"a step over it":    {even, to, kernels.FromPrior{}, 5, false, false},
		"a wall at the end": {flat(3), []float64{-inf, 1, 2}, kernels.Metropolis{}, 5, false, false},
		"no wall":           {flat(2), []float64{1, 2}, kernels.Identity{}, 5, false, false},
		"each has its mass": {matched, to, kernels.Metropolis{}, 5, false, false},
	} {
		a := between(c.from, c.to, c.T, c.kernel)
		a.SkipLast = c.skip
		for _, res := range []exact.Result{run(t, a), unchecked(t, a)} {
			if says := strings.Join(res.Warnings, "; "); strings.Contains(says, "parts") != c.parted {
				t.Errorf("%s: the warnings are %q", name, says)
			}
			if c.parted {
				warned(t, res, fmt.Sprintf("have %.3g of the mass. Each part keeps the mass that chains begin with "+
					"there, so that J is at least %.5g", 1-left, least))
				if over := res.J() / least; !(over >= 1) || c.T > 1000 && over > 1.01 {
					t.Errorf("%s: J is %v, %v times the least", name, res.J(), over)
				}
			}
		}
	}
}

// TestNaN checks that a kernel that gives a probability that is not a number is an error, not a result.
func TestNaN(t *testing.T) {
	careless := kernels.Rows{To: func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		for y := range g.Size() {
			if y != x { // exp(-Inf - -Inf) between two walls
				visit(y, math.Exp(min(0, logf[y]-logf[x]))/float64(g.Size()))
			}
		}
	}}
	if _, err := exact.Run(t.Context(), between(flat(4), []float64{1, -inf, -inf, 0}, 6, careless)); err == nil {
		t.Error("mass between walls is no error")
	}
}

// steps returns Metropolis, but for moves whose probability is made smaller.
func steps(less func(logf []float64, x, y int) float64) kernels.Rule {
	return func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		for m := range g.Moves() {
			if y, ok := g.Move(x, m); ok {
				visit(y, math.Exp(min(0, logf[y]-logf[x]))/float64(g.Moves())*(1-less(logf, x, y)))
			}
		}
	}
}

// leaky leaves one cell too seldom.
func leaky(cell int, leak float64) kernels.Rule {
	return steps(func(_ []float64, x, _ int) float64 {
		if x == cell {
			return leak
		}
		return 0
	})
}

// disagrees reports whether warnings say that numbers disagree, as those of a broken kernel do.
func disagrees(res exact.Result) bool {
	return strings.Contains(strings.Join(res.Warnings, "\n"), "numbers that are equal in exact arithmetic differ")
}

// TestBrokenKernels: numbers of kernels that are broken disagree, and it is said, also of those that are broken in one
// cell at one level alone. Of a target of size 1e-7 both B are 6e-15, and 5% apart if the kernel leaks; at 1e-9 they
// are rounding.
func TestBrokenKernels(t *testing.T) {
	easy := func(scale float64, k chains.Kernel) chains.Annealing {
		target := toys.Easy(1)
		target.LogF = scaled(target.LogF, scale)
		return annealing(target, k, chains.Linear(20))
	}
	atOneLevel := steps(func(logf []float64, x, y int) float64 {
		if x == 2 && y == 1 && logf[2] < -1.9 {
			return 0.5
		}
		return 0
	})
	// In a cell so rare that q hardly shows it one of the two chains is wrong. Where both are pushed, the mean of log w
	// alone tells.
	rare := func(from, to, leak, leakBack float64) chains.Annealing {
		k := kernels.Rows{To: leaky(2, leak), Back: leaky(2, leakBack)}
		a := between([]float64{0, 0, from}, []float64{0, 0, to}, 5, k)
		a.Bridge = oneWay{a.Bridge}
		a.Schedule = scheduleOf(0, 0, 0, 0.5, 1, 1, 1)
		return a
	}
	for name, c := range map[string]struct {
		a           chains.Annealing
		disagrees   bool
		least, most float64 // of the defect
	}{
		"leaks":        {easy(1, kernels.Rows{To: leaky(0, 2e-5)}), true, 1e-7, 1},
		"hardly leaks": {easy(1, kernels.Rows{To: leaky(0, 5e-6)}), true, 1e-9, 1},
		"a tiny B":     {easy(1e-7, kernels.Rows{To: leaky(0, 1e-7)}), true, 0.01, 1},
		"rounding":     {easy(1e-9, kernels.Rows{To: leaky(0, 1e-9)}), true, 0, 1e-3},
		"at one level": {between(flat(4), []float64{0, 1, -1, 0.5}, 5, kernels.Rows{To: atOneLevel}), true, 1e-7, 1},
		"at one of many": {between(flat(4), []float64{0, 1, -0.9003, 0.5}, 3000, kernels.Rows{To: atOneLevel}), true,
			1e-7, 1},
		"at no level": {between(flat(4), []float64{0, 1, -0.5, 0.5}, 5, kernels.Rows{To: atOneLevel}), false, 0, 1e-9},
		"forward":     {rare(-18, -200, 0.01, 0), true, 0, 1},
		"reverse":     {rare(-200, -18, 0, 0.01), true, 0, 1},
		"neither":     {rare(-18, -200, 0, 0), true, 0, 1e-8},
		"deep": {between([]float64{0, 0, 0}, []float64{0, 1, -750}, 5, kernels.Rows{To: leaky(0, 1e-3)}),
			true, 0, 1},
		"deep and right": {between([]float64{0, 0, 0}, []float64{0, 1, -750}, 5, kernels.Rows{To: leaky(0, 0)}),
			false, 0, 1e-9},
		"no reversal": {between(flat(3), []float64{0, 2, -2}, 3,
			kernels.Matrices{N: 3, P: [][]float64{{.4, .3, .3, .3, .4, .3, .3, .3, .4}}}), true, 0, 10},
	} {
		res := run(t, c.a)
		if disagrees(res) != c.disagrees {
			t.Errorf("%s: disagreement is to be %v: %q", name, c.disagrees, res.Warnings)
		}
		if res.Defect < c.least || res.Defect > c.most { // NaN of no reversal
			t.Errorf("%s: the defect is %g, want from %g to %g", name, res.Defect, c.least, c.most)
		}
	}
}

// TestLeavesBeforeTheWeightIsLost checks that along mixture the levels between have the mass of both ends, and a chain
// that is sure to leave each cell of the first end alone before the last level loses no weight. The swap of two labels
// is a perfect chain from one to the other, with log w = log R. Of one end that the target lacks, both ways, B is
// infinite where the chain may stay.
func TestLeavesBeforeTheWeightIsLost(t *testing.T) {
	first := []float64{0, -inf}
	last := []float64{-inf, 0}
	a := chains.Annealing{Grid: grid.New(2).Of(grid.Any), Kernel: kernels.Metropolis{},
		Bridge: chains.NewQPath(first, last, 0), Schedule: scheduleOf(0, 0.5, 1)}
	got := run(t, a)
	if got.J() != 0 || got.B() != 0 || len(got.Warnings) > 0 {
		t.Errorf("of a swap J = %v and B = %v: %q", got.J(), got.B(), got.Warnings)
	}
	a.Kernel = kernels.Lazy{A: 1e-9, Kernel: kernels.Metropolis{}}
	got = run(t, a)
	if !math.IsInf(got.Paths.Forward, 1) || !math.IsInf(got.Paths.Reverse, 1) {
		t.Errorf("of a swap that may fail the path divergences are %v", got.Paths)
	}
}

// TestSoundKernelsHaveBounds: of no sound kernel B is said to be below J, however small or large the numbers are: log R
// of 1e-13, steps of 1e-9, densities of 500 nats. B_t bounds J_t at every level, up to rounding.
func TestSoundKernelsHaveBounds(t *testing.T) {
	dice := rand.New(rand.NewPCG(25, 8))
	for range 200 {
		if s := anyScene(dice); s.a.Check() == nil {
			res := byLevel(t, s.a)
			if strings.Contains(strings.Join(res.Warnings, "\n"), "which no exact pair is") {
				t.Errorf("%s: %q", s.name, res.Warnings)
			}
			for _, step := range res.Steps {
				if !(step.J <= step.B*(1+1e-9)+1e-13) {
					t.Errorf("%s: at level %d J_t = %v is above B_t = %v", s.name, step.T, step.J, step.B)
				}
			}
		}
	}
}

// TestAsTheyRun: where q is another than invariance says, at 0.8 of the temperature, J is that of the forward chain as
// it runs, and there is no B.
func TestAsTheyRun(t *testing.T) {
	warm := kernels.Rows{To: func(g grid.Grid, logf []float64, x int, visit func(y int, p float64)) {
		steps(func([]float64, int, int) float64 { return 0 })(g, scaled(logf, 0.8), x, visit)
	}}
	a := annealing(toys.Easy(1), warm, chains.Linear(20))
	res := byLevel(t, a)
	q := at(toys.Easy(1), 0)
	op, l := chains.On(warm, a.Grid), a.NewLevel()
	for s := 2; s <= 20; s++ {
		a.LevelAt(l, s)
		op.Aim(l)
		next := make([]float64, len(q))
		op.Push(next, q)
		q = next
	}
	must.Close(t, res.J(), jeffreys(q, at(toys.Easy(1), 1)), 1e-12, "J")
	if !math.IsNaN(res.B()) || !math.IsNaN(res.FwdLogW()) || !math.IsNaN(res.Steps[18].Part.Forward) ||
		!strings.Contains(fmt.Sprint(res.Warnings), "there is no B") {
		t.Errorf("B is %v, and E_fwd[log w] %v: %v", res.B(), res.FwdLogW(), res.Warnings)
	}
}

// oneWay hides that a bridge is geometric.
type oneWay struct{ chains.Bridge }

// rough returns a target of many cells, with walls and with neighbours that differ.
func rough(lens ...int) toys.Target {
	g := grid.New(lens...)
	target := toys.Target{Grid: g.WithWalls(5, g.Size()/2), LogF: make([]float64, g.Size())}
	for x := range target.LogF {
		target.LogF[x] = 3 * math.Sin(float64(x*x))
	}
	target.LogF[5], target.LogF[g.Size()/2] = -inf, -inf
	return target
}

// TestOnePassAgrees checks that one pass up agrees with both distributions as they are pushed, for every kernel; along
// steps that are all alike, alike in parts, all different, 0, or too large for products; and on spaces that are taken
// in pieces, by products and by leaps.
func TestOnePassAgrees(t *testing.T) {
	kinked := []float64{0}
	for i := range 300 {
		kinked = append(kinked, float64(i+1)/1000)
	}
	kinked = append(kinked, 0.3, 0.3, 0.9)
	for i := range 200 {
		kinked = append(kinked, 0.9+float64(i+1)/2000)
	}
	var all []scene
	for _, k := range kernels.Original {
		all = append(all, scene{k.Name, annealing(toys.Hard(5), k.Make, chains.Linear(5))})
	}
	const T = 400
	for name, s := range map[string]chains.Schedule{"linear": chains.Linear(T), "sigmoid": chains.Sigmoid(4, 300),
		"kinked": scheduleOf(kinked...)} {
		for _, target := range []toys.Target{toys.Barrier(), toys.Hard(3)} {
			all = append(all, scene{target.Name + ", " + name, annealing(target, kernels.Metropolis{}, s)})
		}
	}
	all = append(all, scene{"a wide path", annealing(rough(crew.ParallelFrom+7), kernels.Barker{}, chains.Linear(3))},
		scene{"a wide box", annealing(rough(3, 5, 7, 11, 31), kernels.Metropolis{}, chains.Linear(15))},
		scene{"small steps and a leap", annealing(toys.Target{Grid: grid.New(4), LogF: []float64{0, -150, 350, 30}},
			kernels.Metropolis{}, scheduleOf(0, 1e-4, 2e-4, 3e-4, 1))})
	for _, s := range all {
		up := measured(t, s.a)
		s.a.Bridge = oneWay{s.a.Bridge}
		both := measured(t, s.a)
		must.Close(t, up.J(), both.J(), 1e-11, "%s: J", s.name)
		must.Close(t, up.Paths.Forward, both.Paths.Forward, 1e-11, "%s: forward", s.name)
		must.Close(t, up.Paths.Reverse, both.Paths.Reverse, 1e-11, "%s: reverse", s.name)
	}
}

// TestCores checks that numbers are the same on any number of cores, to the last bit.
func TestCores(t *testing.T) {
	a := annealing(rough(190, 200), kernels.Metropolis{}, chains.Sigmoid(4, 20))
	on := func(cores int) exact.Measured {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cores))
		return measured(t, a)
	}
	one, many := on(1), on(4)
	if one.Final != many.Final || one.Paths != many.Paths || one.LogR != many.LogR {
		t.Errorf("on one core %v, %v and %v, on four %v, %v and %v", one.Final, one.Paths, one.LogR, many.Final,
			many.Paths, many.LogR)
	}
}

// TestNoRoomForPairs checks that a space whose single steps have more moves than there is room for has no sum over
// pairs, and says so at once: to find that out by rows of all hundred steps takes minutes.
func TestNoRoomForPairs(t *testing.T) {
	many := kernels.Repeat{Times: 100, Kernel: kernels.GibbsSweep{}}
	res := run(t, annealing(toys.Ising(3, 4, 0.4, 0), many, chains.Linear(3)))
	if res.Pairwise.Jeffreys() == res.Pairwise.Jeffreys() || len(res.Warnings) == 0 {
		t.Errorf("pairs sum to %v, with the warnings %q", res.Pairwise, res.Warnings)
	}
	warned(t, res, "b_pairwise is left out: it would take more than 64 MB")
}

// BenchmarkBarrier100000 measures J and B of BARRIER at T = 100,000 on one core.
func BenchmarkBarrier100000(b *testing.B) {
	a := annealing(toys.Barrier(), kernels.Metropolis{}, chains.Linear(100_000))
	for b.Loop() {
		if _, err := exact.Measure(b.Context(), a); err != nil {
			b.Fatal(err)
		}
	}
}

// TestProgress checks that the levels that are done never fall, and are near all at the end, with the checks and
// without them.
func TestProgress(t *testing.T) {
	for _, cells := range []int{1000, exact.UncheckedFrom} {
		const T = 400
		a := chains.To(make([]float64, cells), grid.New(cells), kernels.Metropolis{}, T)
		last, of := 0, 0
		o := exact.Options{Progress: func(done, total int) {
			if done < last || done > total {
				t.Errorf("%d cells: %d levels of %d after %d", cells, done, total, last)
			}
			last, of = done, total
		}}
		must.Have(o.Run(t.Context(), a))(t)
		if cells < exact.UncheckedFrom == (of == T) || of == 0 || 10*last < 8*of {
			t.Errorf("%d cells: the last report has %d of %d levels", cells, last, of)
		}
	}
}
