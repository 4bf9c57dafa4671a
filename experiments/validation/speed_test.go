package validation_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest/bugs"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/experiments/validation"
	"breadboard/grid"
	"breadboard/toys"
)

// timed validates a candidate at beta = 1 and measures how fast it is.
func timed(t *testing.T, s validation.Candidate) validation.Validation {
	t.Helper()
	v := must(validation.At(t.Context(), s, 1))(t)
	done(t, v.Measure(t.Context(), nil))
	if v.Last().Speed == nil {
		t.Fatal(v.Last().SpeedErr)
	}
	return v
}

// holds fails t for each condition that is false, by its name.
func holds(t *testing.T, of string, conditions map[string]bool) {
	t.Helper()
	for name, ok := range conditions {
		if !ok {
			t.Errorf("%s: not so: %s", of, name)
		}
	}
}

// If a chain does not leave the target invariant, its speed is towards the distribution
// that it does leave invariant, and a doubt says so.
func TestSpeedOfChainsThatAreNotInvariant(t *testing.T) {
	v := timed(t, validation.Seeded(validation.BugNamed("rare wrong jump")))
	s := v.Last().Speed
	if v.Balance != validation.Unbalanced {
		t.Errorf("it is %v", v.Balance)
	}
	if !(s.Gap > 0) {
		t.Errorf("the gap is %v, want more than 0", s.Gap)
	}
	if len(s.Doubts) != 1 {
		t.Fatalf("the doubts are %q, want one", s.Doubts)
	}
	if !strings.Contains(s.Doubts[0], "not invariant") {
		t.Errorf("the doubt is %q, want not invariant in it", s.Doubts[0])
	}
}

// A chain in pieces has no relaxation time.
func TestSpeedOfPieces(t *testing.T) {
	v := timed(t, subject(t, "easy", "identity", "linear", 3))
	s := v.Last().Speed
	holds(t, "a chain that never moves", map[string]bool{
		"every cell is a class":                      len(v.Last().Pattern.Classes) == 49,
		"the relaxation time is infinite":            math.IsInf(s.RelaxationTime, 1),
		"the gap is 0":                               s.Gap == 0,
		"no other cell is reached from the heaviest": len(v.Last().Pattern.Unreached) == 48,
		"it averages nothing":                        len(s.Functions) == 0,
	})
}

// measured validates a kernel on a target at beta = 1, and measures how fast it is.
func measured(t *testing.T, s toys.Target, k chains.Kernel) validation.Validation {
	t.Helper()
	a := chains.Annealing{Grid: s.Grid, Bridge: chains.Geometric{From: chains.Uniform(s.LogF), To: s.LogF},
		Schedule: chains.Linear(2), Kernel: k}
	v := must(validation.At(t.Context(), validation.Candidate{Name: "a kernel", Annealing: a}, 1))(t)
	done(t, v.Measure(t.Context(), nil))
	return v
}

// Glauber's ring of 11 spins, and of 13. All laws hold and the gap is his. No coordinate
// has a longer IAT than the magnetisation, and by symmetry all have the same.
func TestBoundsOfRings(t *testing.T) {
	const coupling = 0.4
	for _, n := range []int{11, 13} {
		v := measured(t, toys.Ising(1, n, coupling), kernels.HeatBath{})
		e := v.Last().Bounds
		if !v.OK() {
			t.Fatalf("%d spins: %s", n, v.Verdict())
		}
		if e == nil {
			t.Fatalf("%d spins: no bounds: %s", n, v.Last().SpeedErr)
		}
		gap := (1 - math.Tanh(2*coupling)) / float64(n)
		holds(t, fmt.Sprintf("%d spins, whose gap is %.15g", n, gap), map[string]bool{
			"reversible":                          v.Balance == validation.Reversible,
			"bounds in place of the speed":        v.Last().Speed == nil,
			"the gap is above its lower bound":    e.Gap.Low <= gap*(1+1e-12),
			"the gap is below its upper bound":    gap <= e.Gap.High*(1+1e-12),
			"the gap is bounded to nine digits":   e.Gap.Error() <= 1e-9*gap,
			"the averages of two coordinates":     len(e.Functions) >= 3 && e.Functions[1].Name == "coordinate 1",
			"a coordinate's IAT":                  len(e.Functions) > 1 && e.Functions[1].IAT.Value <= 2/gap-1,
			"one doubt, of the other coordinates": len(e.Doubts) == 1,
			"the mixing time is bounded":          e.Mixing.Low < e.Mixing.High,
			"Cheeger's inequality":                e.Cut.Phi >= gap/2,
		})
	}
}

// An operator that is reversible and does not say so, as one that was given as a matrix, is
// found out. A cycle is not reversible, and less is known of it.
func TestBoundsOfMatricesInBalance(t *testing.T) {
	v := measured(t, toys.Ising(1, 11, 0.3), proxy{kernels.Barker{}})
	e := v.Last().Bounds
	if e == nil {
		t.Fatal(v.Last().SpeedErr)
	}
	holds(t, "Barker's rule", map[string]bool{
		"reversible":                     e.Reversible,
		"the least eigenvalue exceeds 0": e.Least.Value > 0,
	})
	v = measured(t, hilly(33, 32), kernels.GibbsSweep{})
	if e = v.Last().Bounds; e == nil {
		t.Fatal(v.Last().SpeedErr)
	}
	holds(t, "a cycle", map[string]bool{
		"invariant and not reversible": v.Balance == validation.Invariant && !e.Reversible,
		"the SLEM has no value":        math.IsNaN(e.SLEM.Value),
		"the SLEM is below 1":          e.SLEM.High < 1,
		"log f has no IAT":             math.IsNaN(e.Functions[0].IAT.Value),
	})
}

// proxy hides that an operator is its own reversal.
type proxy struct{ chains.Kernel }

func (p proxy) On(g grid.Grid) chains.Operator { return &veiled{p.Kernel.On(g)} }

type veiled struct{ chains.Operator }

func (o *veiled) Reversal() chains.Operator { return o.Operator }

// TestWideBugs: without a matrix, too, a kernel is accused of what is wrong with it,
// and of no more than what follows.
func TestWideBugs(t *testing.T) {
	s, m := hilly(66, 66), kernels.Metropolis{}
	for _, bug := range []struct {
		name string
		k    chains.Kernel
		law  laws.Law
	}{
		{"a colder density",
			bugs.Changed(m, func(o chains.Operator) chains.Operator { return colder{o} }), laws.Invariance},
		{"a rare wrong move",
			bugs.Changed(m, func(o chains.Operator) chains.Operator { return stray{o} }), laws.Invariance},
		{"a push that loses mass",
			bugs.Changed(m, func(o chains.Operator) chains.Operator { return leaky{o} }), laws.Push},
		{"a pull that loses mass", bugs.Changed(m, bugs.LeakyPull), laws.Sums},
		{"a sweep that is not reversed", bugs.Changed(kernels.GibbsSweep{}, bugs.Unreversed), laws.Reversal},
	} {
		v := measured(t, s, bug.k)
		broken := v.Broken()
		if len(broken) == 0 {
			t.Errorf("%s: %s", bug.name, v.Verdict())
			continue
		}
		if !strings.Contains(broken[0].Witness, "cell ") {
			t.Errorf("%s: the witness %q names no cell", bug.name, broken[0].Witness)
		}
		if !slices.ContainsFunc(broken, func(f laws.Finding) bool { return f.Law == bug.law }) {
			t.Errorf("%s: broken are %v", bug.name, broken)
		}
		want := "is broken"
		if v.Balance == validation.Unbalanced {
			want = "not invariant"
		}
		if v.Last().Bounds != nil {
			t.Errorf("%s: the speed is bounded", bug.name)
		}
		if !strings.Contains(v.Last().SpeedErr, want) {
			t.Errorf("%s: %v, and the speed is left out by %q", bug.name, v.Balance, v.Last().SpeedErr)
		}
	}
}

// Without a matrix no sound kernel is accused, and one that never moves only of that.
func TestWideSoundKernels(t *testing.T) {
	s := hilly(66, 66)
	for _, k := range []chains.Kernel{kernels.Metropolis{}, kernels.Barker{}, kernels.HeatBath{}, kernels.King{},
		kernels.MultipleTry{Tries: 3},
		kernels.Lazy{A: 0.5, Kernel: kernels.Metropolis{}}, kernels.GibbsSweep{}, kernels.Identity{}} {
		a := chains.Annealing{Grid: s.Grid, Bridge: chains.Geometric{From: chains.Uniform(s.LogF), To: s.LogF},
			Schedule: chains.Linear(2), Kernel: k}
		v, err := validation.At(t.Context(), validation.Candidate{Name: fmt.Sprintf("%T", k), Annealing: a}, 1)
		if err != nil {
			t.Fatalf("%T: %v", k, err)
		}
		if broken := laws.Broken(but(v.Laws, chains.Entry[chains.Kernel]{Make: k})); len(broken) > 0 {
			t.Errorf("%T is accused: %s: %v", k, v.Verdict(), broken)
		}
	}
}

// hilly returns a target on a large box, that spans some nats.
func hilly(lens ...int) toys.Target {
	g := grid.New(lens...)
	f := make([]float64, g.Size())
	for x := range f {
		f[x] = 2 * math.Sin(float64(g.Coord(x, 0))+float64(g.Coord(x, 0)*g.Coord(x, 1))/40) // no product
	}
	return toys.Target{Grid: g, LogF: f}
}

// TestTooWideForAnnealing: an annealing of more cells is refused.
func TestTooWideForAnnealing(t *testing.T) {
	s := toys.Ising(1, 13, 0.4)
	a := chains.Annealing{Grid: s.Grid, Bridge: chains.Geometric{From: chains.Uniform(s.LogF), To: s.LogF},
		Schedule: chains.Linear(2), Kernel: kernels.Metropolis{}}
	_, err := validation.Run(t.Context(), validation.Candidate{Annealing: a}, nil)
	if says := "one beta"; err == nil || !strings.Contains(err.Error(), says) {
		t.Errorf("the error is %v, want %s in it", err, says)
	}
}

// colder is aimed at another beta.
type colder struct{ chains.Operator }

func (o colder) Aim(l *chains.Level) {
	l.Move(l.T, 0.999999*l.Beta)
	o.Operator.Aim(l)
	l.Move(l.T, l.Beta)
}

func (o colder) Reversal() chains.Operator { return o }

// stray goes from cell 5 to cell 9 with probability 1e-6.
type stray struct{ chains.Operator }

const astray = 1e-6

func (o stray) Row(x int, visit func(int, float64)) {
	o.Operator.Row(x, visit)
	if x == 5 {
		visit(9, astray)
	}
}

func (o stray) Pull(dst, f []float64) {
	o.Operator.Pull(dst, f)
	dst[5] += astray * (f[9] - f[5])
}

func (o stray) Push(dst, q []float64) {
	o.Operator.Push(dst, q)
	dst[5] -= astray * q[5]
	dst[9] += astray * q[5]
}

func (o stray) Reversal() chains.Operator { return o }

// leaky loses a millionth of what cell 7 has.
type leaky struct{ chains.Operator }

func (o leaky) Push(dst, q []float64) {
	o.Operator.Push(dst, q)
	dst[7] -= 1e-6 * q[7]
}

func (o leaky) Reversal() chains.Operator { return o }

// Peskun's order is one of invariant kernels: beside one that is not it is left out,
// with a word, and beside one that is it is there.
func TestOrderOfInvariantKernelsAlone(t *testing.T) {
	for _, name := range []string{"rare wrong jump", "one axis"} {
		s := validation.Seeded(validation.BugNamed(name))
		v := must(validation.At(t.Context(), s, 1))(t)
		done(t, v.Compare(t.Context(), nil))
		ordered := slices.ContainsFunc(v.Compared[1:], func(b validation.Beside) bool { return b.Order != "" })
		said := strings.Contains(strings.Join(v.Notes, "\n"), "Peskun's order is left out")
		invariant := v.Balance != validation.Unbalanced
		if ordered != invariant {
			t.Errorf("%s is %v: ordered %v", name, v.Balance, ordered)
		}
		if said == invariant {
			t.Errorf("%s is %v: the notes are %q", name, v.Balance, v.Notes)
		}
		if n := len(v.Compared); n != len(kernels.Catalogue)+1 {
			t.Errorf("%s: %d kernels are compared", name, n)
		}
	}
}

// It is noted why a kernel's row is blank: a second walker on 49 cells makes 2401.
func TestBlankRowsAreTold(t *testing.T) {
	c := must(experiments.Setting{Toy: "easy", Kernel: "metropolis"}.Chain())(t)
	s := must(validation.Of(t.Context(), c, 3))(t)
	v := must(validation.Run(t.Context(), s, nil))(t)
	done(t, v.Compare(t.Context(), nil))
	if want := "swap has no J and B beside: its space has more than 500 states"; !slices.Equal(v.Notes,
		[]string{want}) {
		t.Errorf("%q", v.Notes)
	}
}

// seven is the number of levels of the annealings below.
const seven = 7

// J and B beside a kernel, at its T and at the T of equal cost, agree with exact.Run to
// the promised digits. T - 1 levels of one cost as much as those of the other, to half a
// level. Barker, lazy Metropolis and a kernel that never moves are below Metropolis in Peskun's
// order. Kernels in no order have a pair of moves that shows it.
func TestBesideTheCatalogue(t *testing.T) {
	s := subject(t, "easy", "metropolis", "linear", seven)
	v := must(validation.Run(t.Context(), s, nil))(t)
	done(t, v.Compare(t.Context(), nil))
	for _, b := range v.Compared[1:] {
		below := b.Name == "barker" || strings.HasPrefix(b.Name, "lazy") || b.Name == "identity"
		if (b.Order == "below") != below {
			t.Errorf("%s is %q", b.Name, b.Order)
		}
		if (b.Order == "neither") != (b.Pair != "") {
			t.Errorf("%s is %q, by the pair %q", b.Name, b.Order, b.Pair)
		}
		if b.Name == "swap" { // 2401 states
			if !math.IsNaN(b.J) {
				t.Errorf("swap has J = %v", b.J)
			}
			continue
		}
		here, there := exactly(t, b.Name, seven), exactly(t, b.Name, b.Equal)
		_, _, final := here.Marginal(49)
		for _, c := range []struct {
			name      string
			got, want float64
		}{{"J", b.J, final.Jeffreys()}, {"B", b.B, here.B()}, {"B at equal cost", b.EqualB, there.B()}} {
			if !(math.Abs(c.got-c.want) <= 1e-9*math.Abs(c.want)+1e-20) {
				t.Errorf("%s: %s is %v, want %v", b.Name, c.name, c.got, c.want)
			}
		}
		if off := math.Abs(float64(b.Equal-1)*b.Cost - (seven-1)*s.Cost); off > b.Cost/2 && b.Equal > 2 {
			t.Errorf("%s: the cost of %d levels is %v from that of the kernel", b.Name, b.Equal, off)
		}
	}
}

// exactly runs a kernel on EASY RANDOM.
func exactly(t *testing.T, kernel string, T int) exact.Result {
	t.Helper()
	r := must(exact.Run(t.Context(), subject(t, "easy", kernel, "linear", T).Annealing))(t)
	return r
}
