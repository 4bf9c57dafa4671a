package validation

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/kernels"
	"breadboard/chains/sample"
	"breadboard/exact/spectra"
	"breadboard/experiments"
	"breadboard/grid"
)

// Deviations have the size that the binomial law says: of 10,000 draws of a half, 5,100 are two
// standard deviations too many. Where nothing can be, each move is one.
func TestDeviations(t *testing.T) {
	seen := evidence.NewTally(3)
	for i := range 10_000 {
		to := 0
		if i < 5_100 {
			to = 1
		}
		seen.Add(0, to)
	}
	got := offDraws(seen, []float64{0.5, 0.5, 0})
	if want := []float64{-2, 2, 0}; !slices.Equal(got, want) {
		t.Errorf("deviations are %v, want %v", got, want)
	}
	seen.Add(0, 2)
	if got := offDraws(seen, []float64{0.5, 0.5, 0}); got[2] != 1 {
		t.Errorf("one impossible move is %v off, want 1", got[2])
	}
}

// Moves from anywhere are weighted. Those of a sound kernel have deviations of mean square 1 at
// most, wherever they start; those into the wrong cell are seen to be.
func TestWeightedDeviations(t *testing.T) {
	p := []float64{0.1, 0.2, 0.3, 0.4}
	d := sample.Seeded(3)
	square, n := 0.0, 200
	for range n {
		seen := evidence.NewTally(4)
		for i := range 4000 {
			seen.Add(i%4, d.Pick(p))
		}
		for _, z := range offWeighted(seen, p) {
			square += z * z / float64(4*n)
		}
	}
	if math.Abs(square-1) > 0.25 { // eight standard errors, √(2/800)·√3; a draw of p has variance p(1-p)
		t.Errorf("deviations have mean square %v, want 1", square)
	}
	seen := evidence.NewTally(4)
	for i := range 4000 {
		seen.Add(i%4, 0)
	}
	if off := offWeighted(seen, p); !(off[0] > 10 && off[3] < -10) {
		t.Errorf("deviations of moves that all enter cell 0 are %v", off)
	}
}

// Every move has one direction, and it is that of the map.
func TestWays(t *testing.T) {
	g := grid.New(3, 3)
	names := wayNames(g)
	for to, want := range map[int]string{1: "up, axis 1", 7: "down, axis 1", 3: "left, axis 2", 5: "right, axis 2",
		4: "stays", 0: "elsewhere", 8: "elsewhere"} {
		if got := names[wayOf(g, 4, to)]; got != want {
			t.Errorf("from the middle to cell %d is %q, want %q", to, got, want)
		}
	}
	if got := wayNames(grid.New(5))[wayOf(grid.New(5), 1, 2)]; got != "forth, axis 1" {
		t.Errorf("on a path from cell 1 to 2 is %q", got)
	}
}

// levelMover moves by a candidate's rows at every level.
type levelMover struct {
	*rowMover
	s Candidate
}

func (m levelMover) Aim(_ context.Context, beta float64, _ []float64) error {
	for t := 1; t <= m.s.T(); t++ {
		if m.s.Schedule.Beta(t) == beta {
			m.use(m.levels[t-1].Rows)
		}
	}
	return nil
}

// Moves name the cause of the seeded bugs that leave one of the known densities invariant, and of
// no other.
func TestSuspectsOfSeededBugs(t *testing.T) {
	causes := map[string]string{"level before": "level-before", "always the target": "always-target",
		"acceptance inverted": "inverted", "no Hastings ratio at edges": "edges"}
	none := []string{"", "wrong temperature", "lopsided proposal", "until accepted", "right edge forgotten",
		"lines one short", "small odds dropped"}
	for _, name := range slices.Concat(none, []string{"level before", "always the target", "acceptance inverted",
		"no Hastings ratio at edges"}) {
		var b Bug
		if name != "" {
			b = BugNamed(name)
		}
		s := Seeded(b)
		s.Declared = nil
		m := levelMover{newRowMover(s, b, 5), s}
		v := must(s.Sample(t.Context(), m, nil, Sampling{Budget: 1e7, Fault: 0.1, Level: 0.001, Power: 0.9}))(t)
		got := ""
		if v.Cause != nil {
			got = v.Cause.Name
		}
		if got != causes[name] {
			t.Errorf("%q has the cause %q, want %q: %s", name, got, causes[name], v.Verdict())
		}
	}
}

// bent is Metropolis for another log density than the one it is told.
type bent struct {
	op   chains.Operator
	dice chains.Dice
	of   func(logf []float64) []float64
}

func (b bent) Aim(_ context.Context, _ float64, logf []float64) error {
	logf = b.of(logf)
	l := chains.NewLevel(chains.Geometric{From: logf, To: logf}, len(logf))
	l.Move(1, 1)
	b.op.Aim(l)
	return nil
}

func (b bent) Move(_ context.Context, next, states []int) error {
	for i, x := range states {
		next[i] = b.op.Step(x, b.dice)
	}
	return nil
}

// powerOf is a density whose log f is a multiple of what a kernel is told.
func powerOf(k float64) func(logf []float64) []float64 {
	return func(logf []float64) []float64 {
		other := slices.Clone(logf)
		floats.Scale(k, other)
		return other
	}
}

// bends samples moves that leave another density invariant than the right one, on 3x3 cells.
func bends(t *testing.T, of func(logf []float64) []float64, seed uint64) Validation {
	t.Helper()
	g := grid.New(3, 3)
	logf := []float64{0.3, -1.2, 1.1, 0.5, 0.9, -0.4, -0.9, 0.1, 1.4}
	s := Candidate{Name: "bent", Annealing: chains.Annealing{Grid: g, Kernel: kernels.Metropolis{},
		Schedule: chains.Linear(3), Bridge: chains.Geometric{From: make([]float64, 9), To: logf}}}
	m := bent{kernels.Metropolis{}.On(g), sample.Seeded(8, seed), of}
	v, err := s.Sample(t.Context(), m, nil, Sampling{Budget: 1e6, Fault: 0.05, Level: 0.001, Power: 0.9, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// A density without a name may fit as well as one that has one. Of the powers of f that are said to fit,
// one is within a step of the right one in 9 of 10 cases at least: a fit is refused in 1 of 100.
func TestSuspectsTellTheRange(t *testing.T) {
	for _, right := range []float64{0.1, 0.55, 0.75} {
		named, held := 0, 0
		for seed := range uint64(often(6, 20)) {
			v, low, high, of := bends(t, powerOf(right), seed), 0., 0., 1.
			if v.Cause == nil {
				continue
			}
			_, said, _ := strings.Cut(v.Cause.Says, " (")
			if named++; v.Cause.Name == "flat" {
				fmt.Sscanf(said, "f^%g to f^%g", &low, &high)
			} else {
				of = map[string]float64{"square-root": 0.5, "ln2": math.Ln2}[v.Cause.Name]
				fmt.Sscanf(said, "its powers %g to %g", &low, &high)
			}
			if (low-0.05)*of-0.005 <= right && right <= (high+0.05)*of+0.005 { // two digits are told
				held++
			}
		}
		if 10*held < 9*named {
			t.Errorf("of f^%v %d of %d ranges hold it", right, held, named)
		}
	}
}

// Moves name the density that the kernel leaves invariant in place of the right one, if there is
// just one in the catalogue of causes.
func TestSuspects(t *testing.T) {
	for want, of := range map[string]func(logf []float64) []float64{
		"": powerOf(1), "flat": powerOf(0), "inverted": powerOf(-1),
		"order": func(logf []float64) []float64 {
			other := make([]float64, len(logf))
			for x := range logf {
				other[x] = logf[x%3*3+x/3]
			}
			return other
		},
	} {
		v := bends(t, of, 0)
		got := ""
		if v.Cause != nil {
			got = v.Cause.Name
		}
		if got != want {
			t.Errorf("the cause is %q, want %q: %s", got, want, v.Verdict())
		}
	}
}

// Moves of a kernel are said not to fit its own density in one case of a hundred at most.
func TestFits(t *testing.T) {
	repeats := often(60, 300)
	misfits := 0
	for seed := range uint64(repeats) {
		w := newWatched(independent(), 2, 1, plan{Sampling: Sampling{Seed: seed}, scale: 1, draws: 1000, alike: 300})
		d := &drawer{dice: sample.Seeded(seed)}
		done(t, d.Aim(t.Context(), 1, w.LogF))
		done(t, w.drawTo(t.Context(), d, 1))
		if !w.fits(w.P, 1) {
			misfits++
		}
		if flat := []float64{1. / 3, 1. / 3, 1. / 3}; w.fits(flat, 1) {
			t.Errorf("seed %d: moves of another density fit the flat one", seed)
		}
	}
	// a binomial number of mean 3 is above 13 with probability 1e-6, and one of mean 0.6 above 7
	if misfits > often(7, 13) {
		t.Errorf("%d of %d sound kernels do not fit, and %v of them is the level", misfits, repeats,
			math.Ceil(fitLevel*float64(repeats)))
	}
}

// TestDoubtMixing: mixing times that round-off may have moved are noted, and others are not.
func TestDoubtMixing(t *testing.T) {
	var s Speed
	s.noteRoundOff(spectra.Mixing{Worst: 7, Average: 5})
	if s.Doubts != nil {
		t.Errorf("without a doubt it is noted that %v", s.Doubts)
	}
	s.noteRoundOff(spectra.Mixing{Worst: 1e15, Average: 1e14, WorstDoubt: 19, AverageDoubt: spectra.Never})
	want := []string{"round-off may have moved the worst mixing time by 19 steps " +
		"and the average one by any number of steps, either way"}
	if !slices.Equal(s.Doubts, want) {
		t.Errorf("it is noted that %q", s.Doubts)
	}
}

// On BARRIER Gibbs is better than single moves, and exact draws better than Gibbs. A kernel of the
// catalogue is not counted twice.
func TestStanding(t *testing.T) {
	places := map[string]Standing{}
	for _, kernel := range []string{"perfect", "heat-bath", "metropolis", "lazy:0.3"} {
		c := must(experiments.Setting{Toy: "barrier", Kernel: kernel}.Chain())(t)
		s := must(Of(t.Context(), c, 2))(t)
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
