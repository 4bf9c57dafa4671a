package exact_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/grid"
	"breadboard/toys"
)

var inf = math.Inf(1)

func run(t *testing.T, a chains.Annealing) exact.Result {
	t.Helper()
	res, err := exact.Run(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func near(t *testing.T, name string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance*math.Max(1, math.Abs(want))) {
		t.Errorf("%s = %.17g, want %.17g", name, got, want)
	}
}

// endless asks whether a number is infinite, or finite.
func endless(t *testing.T, name string, v float64, want bool) {
	t.Helper()
	if math.IsNaN(v) || math.IsInf(v, -1) || math.IsInf(v, 1) != want {
		t.Errorf("%s = %v, infinite is to be %v", name, v, want)
	}
}

// warned asks for a warning with these words.
func warned(t *testing.T, res exact.Result, words string) {
	t.Helper()
	for _, w := range res.Warnings {
		if strings.Contains(w, words) {
			return
		}
	}
	t.Errorf("no warning has %q: %q", words, res.Warnings)
}

func between(from, to []float64, T int, k chains.Kernel) chains.Annealing {
	var walls []int
	for x, v := range to {
		if math.IsInf(v, -1) {
			walls = append(walls, x)
		}
	}
	return chains.Annealing{
		Grid:     grid.New(len(to)).WithWalls(walls...),
		Kernel:   k,
		Schedule: chains.Linear(T),
		Bridge:   chains.Geometric{From: from, To: to},
	}.Extended()
}

// annealing goes from uniform to the target, geometrically, on the
// space that the kernel needs.
func annealing(t toys.Target, k chains.Kernel, s chains.Schedule) chains.Annealing {
	return chains.Annealing{Grid: t.Grid, Kernel: k, Schedule: s,
		Bridge: chains.Geometric{From: chains.Uniform(t.LogF), To: t.LogF}}.Extended()
}

// oneWay hides that a bridge is geometric.
type oneWay struct{ chains.Bridge }

// TestFlat: where nothing changes, J and B are 0 and nothing is accused.
func TestFlat(t *testing.T) {
	for _, k := range kernels.Catalogue {
		res := run(t, between([]float64{1, 1, 1}, []float64{1, 1, 1}, 30, k.Make))
		near(t, k.Name+": J", res.J(), 0, 1e-28)
		near(t, k.Name+": B", res.B(), 0, 1e-28)
		near(t, k.Name+": defect", res.Defect, 0, 1e-13)
		if len(res.Warnings) > 0 {
			t.Errorf("%s: warnings %q", k.Name, res.Warnings)
		}
	}
}

// TestInterrupted: a long run stops when its context does, with its cause.
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

// TestTwoWalks: what goes up once and what goes up and down agree, for every
// kernel.
func TestTwoWalks(t *testing.T) {
	for _, k := range kernels.Catalogue {
		for _, T := range []int{2, 5, 400} {
			a := annealing(toys.Hard(5), k.Make, chains.Linear(T))
			if a.Grid.Size() > 1000 && T > 2 || T == 400 && slow(k.Make) {
				continue // the longest by the kernels that were first: dense rows take seconds
			}
			upIsBoth(t, k.Name, a)
		}
	}
}

// waves returns a target on a path of n cells.
func waves(n int) []float64 {
	logf := make([]float64, n)
	for x := range logf {
		logf[x] = math.Sin(float64(x))
	}
	return logf
}

// TestFromMostChecked: on a large space Run is Measure, checked or not, and says what it
// leaves out.
func TestFromMostChecked(t *testing.T) {
	n := exact.MostChecked
	to := waves(n)
	a := between(flat(n), to, 4, kernels.Metropolis{})
	want, err := exact.Measure(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	for name, got := range map[string]exact.Result{"Run": run(t, a), "unchecked": unchecked(t, a)} {
		if got.Final != want.Final || got.Paths != want.Paths || got.FwdLaw.Mean != want.FwdLogW() ||
			got.RevLaw.Mean != want.RevLogW() {
			t.Errorf("%s: J = %v, B = %v, want %v and %v", name, got.Final, got.Paths, want.Final, want.Paths)
		}
		for of, v := range map[string]float64{"B by pairs": got.Pairwise.Jeffreys(), "E[w]": got.MeanW, "E[1/w]": got.MeanInvW,
			"ess": got.ESS, "defect": got.Defect, "forward variance": got.FwdLaw.Variance,
			"reverse skewness": got.RevLaw.Skewness} {
			if !math.IsNaN(v) {
				t.Errorf("%s: %s is %v, and was not computed", name, of, v)
			}
		}
		if len(got.Warnings) != 1 || got.Steps != nil || got.Checks != nil {
			t.Errorf("%s: warnings %q, %d steps, %d checks", name, got.Warnings, len(got.Steps), len(got.Checks))
		}
	}
	to[5] = math.Inf(-1)
	got := run(t, a)
	endless(t, "B", got.B(), true)
	warned(t, got, "first in cell [5]")
}

// TestMassOnAWall: where the initial density has mass that the target has not,
// log w is -inf with that probability, so E_fwd[log w] is -inf and B infinite.
// The reverse chain never goes there; w still has mean Z_T/Z_1, and 1/w misses
// the paths that start in the wall.
func TestMassOnAWall(t *testing.T) {
	for _, k := range kernels.Catalogue {
		a := between([]float64{0, 0, 0, 0}, []float64{0, 1, -inf, 2}, 6, k.Make)
		if a.Grid.Axes() > 1 { // two walkers have more to lose, and a direction is a coordinate
			continue
		}
		res := run(t, a)
		endless(t, k.Name+": B", res.B(), true)
		endless(t, k.Name+": -E_fwd[log w]", -res.FwdLogW(), true)
		endless(t, k.Name+": B by pairs", res.Pairwise.Jeffreys(), true)
		endless(t, k.Name+": E_rev[log w]", res.RevLogW(), false)
		if math.IsNaN(res.J()) {
			t.Errorf("%s: J is not a number", k.Name)
		}
		near(t, k.Name+": mean w", res.MeanW, 1, 1e-14)
		near(t, k.Name+": mean 1/w", res.MeanInvW, 0.75, 1e-14)
		warned(t, res, "mass 0.25 where the target has none, first in cell [2]")
		if res.Defect > 1e-12 {
			t.Errorf("%s: defect %v: %v", k.Name, res.Defect, res.Checks)
		}
	}
	// a walker that never moves stays in the wall, and J is infinite as well
	res := run(t, between([]float64{0, 0, 0, 0}, []float64{0, 1, -inf, 2}, 6, kernels.Identity{}))
	endless(t, "J", res.J(), true)
	warned(t, res, "kl_q_p and J are infinite: q(x_T) has mass 0.25 in cell [2]")
}

// TestMassFromNowhere: the target has mass where the initial density has none.
func TestMassFromNowhere(t *testing.T) {
	res := run(t, between([]float64{0, -inf, 0}, []float64{0, 1, 2}, 5, kernels.Metropolis{}))
	endless(t, "B", res.B(), true)
	endless(t, "E_rev[log w]", res.RevLogW(), true)
	endless(t, "E_fwd[log w]", res.FwdLogW(), false)
	if !(res.J() > 0 && res.J() < inf) { // the last kernel enters the cell
		t.Errorf("J = %v", res.J())
	}
	warned(t, res, "where the initial density has none, first in cell [1]")

	a := between([]float64{0, -inf, 0}, []float64{0, 1, 2}, 5, kernels.Metropolis{})
	a.SkipLast = true
	res = run(t, a)
	endless(t, "J without the last kernel", res.J(), true)
	warned(t, res, "kl_p_q and J are infinite")
}

// TestNoCommonCell: a level without mass is refused.
func TestNoCommonCell(t *testing.T) {
	_, err := exact.Run(t.Context(), between([]float64{0, -inf}, []float64{-inf, 0}, 5, kernels.Metropolis{}))
	if err == nil || !strings.Contains(err.Error(), "no cell has any mass") {
		t.Errorf("error %v, want that no cell has any mass", err)
	}
}

// TestNegligible: the two B of a nearly flat target, of size 6e-15 over 20 levels,
// are compared relative to themselves and are 5% apart where the kernel leaks; at
// 6e-19 they are rounding, and nothing is accused.
func TestNegligible(t *testing.T) {
	for scale, apart := range map[float64]bool{1e-7: true, 1e-9: false} {
		target := toys.Easy(1)
		for x := range target.LogF {
			target.LogF[x] *= scale
		}
		res := run(t, annealing(target, leaky(scale), chains.Linear(20)))
		if b := res.B() / (scale * scale); !(b > 0.5 && b < 0.7) {
			t.Errorf("B = %v for a target of size %g", res.B(), scale)
		}
		if apart && !(res.Defect > 0.01) {
			t.Errorf("B = %v: defect %v, want over 0.01, of %v", res.B(), res.Defect, res.Checks)
		}
		if !apart && res.Defect > 1e-3 {
			t.Errorf("B = %v: defect %v, want at most 1e-3, of %v", res.B(), res.Defect, res.Checks)
		}
	}
}

// TestNaN: a kernel that gives a probability that is not a number is an error,
// not a result.
func TestNaN(t *testing.T) {
	careless := kernels.Rows{To: func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		for y := range g.Size() {
			if y != x { // exp(-Inf - -Inf) between two walls
				visit(y, math.Exp(min(0, logf[y]-logf[x]))/float64(g.Size()))
			}
		}
	}}
	a := between([]float64{0, 0, 0, 0}, []float64{1, -inf, -inf, 0}, 6, careless)
	for _, from := range [][]float64{{0, 0, 0, 0}, {0, -inf, -inf, 0}} {
		a.Bridge = chains.Geometric{From: from, To: []float64{1, -inf, -inf, 0}}
		res, errRun := exact.Run(t.Context(), a)
		g, errMeasure := exact.Measure(t.Context(), a)
		if errRun == nil && math.IsNaN(res.J()+res.B()) || errMeasure == nil && math.IsNaN(g.J()+g.B()) {
			t.Errorf("from %v: J or B is NaN and no error", from)
		}
	}
	a = between(flat(4), []float64{1, -inf, -inf, 0}, 6, careless)
	if _, err := exact.Run(t.Context(), a); err == nil {
		t.Error("mass between walls is no error")
	}
}

// TestNoRoomForPairs: a step of too many moves is not summed over pairs, and
// everything else is as ever.
func TestNoRoomForPairs(t *testing.T) {
	const n = 1300
	res := run(t, between(flat(n), waves(n), 3, kernels.Independence{}))
	warned(t, res, "b_pairwise is left out: it would take more than 64 MB")
	if !math.IsNaN(res.Pairwise.Forward) {
		t.Errorf("KL(fwd||rev) by pairs is %v, want NaN", res.Pairwise.Forward)
	}
	near(t, "E[w]", res.MeanW, 1, 1e-12)
	if !(res.Defect < 1e-9) {
		t.Errorf("the defect is %g, want less than 1e-9", res.Defect)
	}
}

// TestOneChainIsWrong: the kernel is right and its reversal is not, or the other way
// round, in a cell so rare that the law of x_T hardly shows it. Where both chains are
// walked, each walk beside the pass that checks it, the mean of log w alone tells:
// forward in the one case and in reverse in the other.
func TestOneChainIsWrong(t *testing.T) {
	step := func(leak float64) kernels.Rule {
		return func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
			for m := range g.Moves() {
				if y, ok := g.Move(x, m); ok {
					p := math.Exp(min(0, logf[y]-logf[x])) / float64(g.Moves())
					if x == 2 {
						p *= 1 - leak
					}
					visit(y, p)
				}
			}
		}
	}
	stands, err := chains.NewSchedule([]float64{0, 0, 0, 0.5, 1, 1, 1}) // where the rare cell has mass
	if err != nil {
		t.Fatal(err)
	}
	for name, k := range map[string]chains.Kernel{
		"forward": kernels.Rows{To: step(0.01), Back: step(0)},
		"reverse": kernels.Rows{To: step(0), Back: step(0.01)},
	} {
		a := between([]float64{0, 0, -18}, []float64{0, 0, -200}, 5, k)
		if name == "reverse" { // the rare cell is left by the reverse chain
			a = between([]float64{0, 0, -200}, []float64{0, 0, -18}, 5, k)
		}
		a.Bridge, a.Schedule = oneWay{a.Bridge}, stands
		res := run(t, a)
		warned(t, res, "the kernel does not leave its density invariant, or its reversal does not undo it")
		a.Kernel = kernels.Rows{To: step(0)}
		for _, w := range run(t, a).Warnings {
			if accuses(w) {
				t.Errorf("%s: a sound kernel is accused: %s", name, w)
			}
		}
	}
}

// TestSoundKernelsAreNotAccused: no warning of a sound kernel says that it is broken,
// or that numbers disagree, however small or large what they are compared beside: log R
// of 1e-13, steps of 1e-9, densities of 500 nats.
func TestSoundKernelsAreNotAccused(t *testing.T) {
	dice := rand.New(rand.NewPCG(25, 8))
	for range 200 {
		s := anyScene(dice)
		if s.a.Check() != nil {
			continue
		}
		res, err := exact.Run(t.Context(), s.a)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range res.Warnings {
			if accuses(w) {
				t.Errorf("%s: %s; %+v", s.name, w, res.Checks)
			}
		}
	}
}

func accuses(warning string) bool {
	for _, word := range []string{"the kernel", "PullPair", "which no exact pair is"} {
		if strings.Contains(warning, word) {
			return true
		}
	}
	return false
}

// TestWitness: a kernel that is broken at one level alone, in one cell alone, is caught
// there.
func TestWitness(t *testing.T) {
	to := []float64{0, 1, -1, 0.5}
	leaky := kernels.Rows{To: func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		for y := range logf {
			p := math.Exp(min(0, logf[y]-logf[x])) / 4
			if x == 2 && y == 1 && logf[2] < -1.9 {
				p *= 0.5
			}
			if y != x {
				visit(y, p)
			}
		}
	}}
	res := run(t, between(flat(4), to, 5, leaky))
	if want := "at level 5 of 5"; !strings.Contains(fmt.Sprint(res.Warnings), want) {
		t.Errorf("no %q in %q", want, res.Warnings)
	}
}

// TestBrokenKernel: a kernel at 0.8 of the temperature it was aimed at is found
// out, and J and B are then those of the chains as they run.
func TestBrokenKernel(t *testing.T) {
	warm := kernels.Rows{To: func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		for m := range g.Moves() {
			if y, ok := g.Move(x, m); ok {
				visit(y, math.Exp(min(0, 0.8*(logf[y]-logf[x])))/float64(g.Moves()))
			}
		}
	}}
	a := annealing(toys.Easy(1), warm, chains.Linear(20))
	res := run(t, a)
	warned(t, res, "does not leave its density invariant")
	if res.Defect < 1e-3 {
		t.Errorf("defect %v", res.Defect)
	}
	q, fwd := at(toys.Easy(1), 0), 0.0
	op, l := warm.On(a.Grid), a.NewLevel()
	for s := 2; s <= 20; s++ {
		for x, v := range toys.Easy(1).LogF {
			fwd += q[x] * v / 19
		}
		a.LevelAt(l, s)
		op.Aim(l)
		next := make([]float64, len(q))
		op.Push(next, q)
		q = next
	}
	near(t, "J", res.J(), jeffreys(q, at(toys.Easy(1), 1)), 1e-12)
	near(t, "E_fwd[log w]", res.FwdLogW(), fwd, 1e-13)
	steps := 0.0
	for _, s := range res.Steps {
		steps += s.Part.Jeffreys()
	}
	near(t, "the steps' sum", steps, res.B(), 1e-12)
}

// leaky is Metropolis that leaves cell 0 too seldom, by a part of leak.
func leaky(leak float64) chains.Kernel {
	return kernels.Rows{To: func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		for m := range g.Moves() {
			if y, ok := g.Move(x, m); ok {
				p := math.Exp(min(0, logf[y]-logf[x])) / float64(g.Moves())
				if x == 0 {
					p *= 1 - leak
				}
				visit(y, p)
			}
		}
	}}
}

// TestTolerable: a warning says that a kernel breaks its density from a disagreement of
// 1e-7 on; a smaller one is reported alone. At these leaks q(x_T) comes out 1.9e-7 and
// 4.8e-8 apart.
func TestTolerable(t *testing.T) {
	for leak, broken := range map[float64]bool{2e-5: true, 5e-6: false} {
		res := run(t, annealing(toys.Easy(1), leaky(leak), chains.Linear(20)))
		warned(t, res, "equal in exact arithmetic differ by")
		said := strings.Contains(strings.Join(res.Warnings, "\n"), "does not leave its density invariant")
		if said != broken {
			t.Errorf("leak %g: broken is %v, want %v, of %v", leak, said, broken, res.Checks)
		}
	}
}

// TestNoReversal: if a matrix has no reversal that is a kernel, pulling by it yields no
// law. Run finds that out, and J is still that of the forward chain.
func TestNoReversal(t *testing.T) {
	third := []float64{.4, .3, .3, .3, .4, .3, .3, .3, .4}
	to := []float64{0, 2, -2}
	res := run(t, between(flat(3), to, 3, kernels.Matrices{N: 3, P: [][]float64{third}}))
	warned(t, res, "does not leave its density invariant")
	for x, q := range res.Q {
		near(t, fmt.Sprintf("q(%d)", x), q, 1./3, 1e-15)
	}
}

// unlike is Metropolis that pulls the second function of a pair otherwise than alone.
type unlike struct{ kernels.Metropolis }

func (k unlike) On(g grid.Grid) chains.Operator { return unlikeOperator{k.Metropolis.On(g)} }

type unlikeOperator struct{ chains.Operator }

func (o unlikeOperator) Reversal() chains.Operator { return o }

func (o unlikeOperator) PullPair(dst, base, f *chains.Pair, by float64) {
	o.Operator.(chains.PairPuller).PullPair(dst, base, f, by)
	dst[1][3] *= 1.01
}

// TestPairsUnlike: a kernel whose fast path differs from its plain one is told so, and not that it breaks its law.
func TestPairsUnlike(t *testing.T) {
	warned(t, run(t, annealing(toys.Easy(1), unlike{}, chains.Linear(20))), "the kernel's PullPair is not its Pull")
}
