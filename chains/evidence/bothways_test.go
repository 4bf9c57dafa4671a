package evidence

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/programs"
	"breadboard/chains/sample"
	"breadboard/grid"
)

// If all weights are R, each s is a half for as many runs each way. The test by cell is then
// Pearson's of two samples, Σ (a-b)²/(a+b): here 9/27 + 1/41 + 4/32.
func TestCompareWaysByHand(t *testing.T) {
	runs := func(counts ...int) (all []Run) {
		for x, n := range counts {
			for range n {
				all = append(all, Run{x, -2.5})
			}
		}
		return all
	}
	b := CompareWays(runs(15, 20, 15), runs(12, 21, 17), 3)
	const statistic = 9./27 + 1./41 + 4./32
	for name, of := range map[string][2]float64{
		"the statistic": {b.ByCell.Statistic, statistic}, "P of two degrees": {b.ByCell.P, math.Exp(-statistic / 2)},
		"the degrees of freedom": {float64(b.ByCell.DF), 2}, "log R": {b.LogR, -2.5},
		"the square of the standard error": {b.StdErr * b.StdErr, 0}, // which is the root of a rounded 0
		"the worst cell":                   {float64(b.Worst), 0}, "z": {b.Z, -1.5 / math.Sqrt(27./4)},
	} {
		if !(math.Abs(of[0]-of[1]) <= 1e-12) {
			t.Errorf("%s is %v, want %v", name, of[0], of[1])
		}
	}
	if !b.ByWeight.TooFew() {
		t.Errorf("one weight is tested: %v", b.ByWeight)
	}
}

// Bennett's root for two weights: forward 30 of w = 1 and 10 of w = 4, in reverse 12 and 8. With
// the odds a = m w/(n R) it solves 30 a/(1+a) + 10 · 4a/(1+4a) = 12/(1+a) + 8/(1+4a).
func TestCompareWaysIsBennetts(t *testing.T) {
	var forward, reverse []Run
	for i := range 40 {
		forward = append(forward, Run{0, math.Log([]float64{1, 4}[i/30])})
	}
	for i := range 20 {
		reverse = append(reverse, Run{0, math.Log([]float64{1, 4}[i/12])})
	}
	b := CompareWays(forward, reverse, 1)
	a := 20. / (40 * math.Exp(b.LogR))
	left, right := 30*a/(1+a)+40*a/(1+4*a), 12/(1+a)+8/(1+4*a)
	if math.Abs(left-right) > 1e-12*left {
		t.Errorf("forward runs sum to %v and reverse runs to %v", left, right)
	}
	v := 42*a/(1+a)/(1+a) + 18*4*a/(1+4*a)/(1+4*a)
	if want := math.Sqrt(1/v - 1./40 - 1./20); math.Abs(b.StdErr-want) > 1e-9 {
		t.Errorf("the standard error is %v, want %v", b.StdErr, want)
	}
}

// Runs that are certain to be of their kind say nothing, and leave nothing undefined.
func TestCompareWaysWithoutEvidence(t *testing.T) {
	for name, c := range map[string]struct{ forward, reverse, p float64 }{
		"weights of 0":     {math.Inf(-1), 1, 1},
		"infinite weights": {1, math.Inf(1), 1},
		"far apart":        {-1000, 1000, 1},
		"farther":          {-1e300, 1e300, 1},
		"the wrong way":    {1000, -1000, 1e-60}, // this is evidence
	} {
		b := CompareWays([]Run{{0, c.forward}, {1, c.forward}}, []Run{{0, c.reverse}, {1, c.reverse}}, 2)
		if p := b.P(); !b.TooFew() || b.Worst != -1 || p > c.p || c.p == 1 && p < 1 {
			t.Errorf("%s: P = %v, want %v at most: %+v", name, p, c.p, b)
		}
	}
}

// A problem of six cells, one of which has no mass.
func waysProblem() (programs.Problem, []float64) {
	from, to := make([]float64, 6), []float64{0, 1.5, -0.5, 2.25, 1, math.Inf(-1)}
	a := chains.Annealing{Grid: grid.New(2, 3), Bridge: chains.Geometric{From: from, To: to}, Schedule: chains.Linear(2)}
	return programs.Problem{Annealing: a, Sample: -1}, chains.Normalized(to)
}

// ways makes n runs each way. The reverse may be another program's.
func ways(forward, reverse programs.Program, p []float64, n int, d chains.Dice) (fwd, rev []Run) {
	for range n {
		x, w := forward.Forward(d)
		fwd = append(fwd, Run{x, w})
		x = d.Pick(p)
		rev = append(rev, Run{x, reverse.Reverse(x, d)})
	}
	return fwd, rev
}

// For a right program, with any constant in its weights, P is uniform: of 50 some 5 are below
// 0.1, with a standard deviation of 2.1, and log R is within two standard errors 19 times in 20.
func TestCompareWaysIsRight(t *testing.T) {
	problem, p := waysProblem()
	sir := programs.NewSIR(problem, 3)
	want := math.Log(math.Exp(0)+math.Exp(1.5)+math.Exp(-0.5)+math.Exp(2.25)+math.Exp(1)) - math.Log(6)
	d := sample.Seeded(7)
	cells, weights, beyond := 0, 0, 0
	for range 50 {
		fwd, rev := ways(sir, sir, p, 500, d)
		b := CompareWays(fwd, rev, len(p))
		for is, count := range map[*int]bool{&cells: b.ByCell.P < 0.1, &weights: b.ByWeight.P < 0.1,
			&beyond: !(math.Abs(b.LogR-want) < 1.96*b.StdErr)} {
			if count {
				*is++
			}
		}
	}
	if cells > 5+4*2 || weights > 5+4*2 || cells+weights == 0 || beyond > 2+4*2 {
		t.Errorf("of 50, %d by cell and %d by weight have P < 0.1, and %d estimates of log R are farther than two standard "+
			"errors", cells, weights, beyond)
	}
}

// Wrong pairs are found in 5,000 runs.
func TestCompareWaysFinds(t *testing.T) {
	problem, p := waysProblem()
	sir := programs.NewSIR(problem, 3)
	for name, wrong := range map[string]programs.Program{
		"another number of particles": programs.NewSIR(problem, 6),
		"x is not kept":               fresh{sir},
		"a constant in reverse alone": shifted{sir, func(int) float64 { return 0.3 }},
		"the sign is wrong":           negated{sir},
		"f(x) is left out":            shifted{sir, func(x int) float64 { return -problem.Bridge.(chains.Geometric).To[x] }},
	} {
		fwd, rev := ways(sir, wrong, p, 5000, sample.Seeded(3))
		b := CompareWays(fwd, rev, len(p))
		if !(b.P() < 1e-6) {
			t.Errorf("%s: P = %v, want less than 1e-6", name, b.P())
		}
	}
}

// fresh begins its reverse run from a cell of its own.
type fresh struct{ programs.Program }

func (f fresh) Reverse(_ int, d chains.Dice) float64 {
	_, logw := f.Forward(d)
	return logw
}

// shifted has something added to log w in reverse.
type shifted struct {
	programs.Program
	by func(x int) float64
}

func (s shifted) Reverse(x int, d chains.Dice) float64 { return s.Program.Reverse(x, d) + s.by(x) }

// negated takes log w for -log w in reverse.
type negated struct{ programs.Program }

func (n negated) Reverse(x int, d chains.Dice) float64 { return -n.Program.Reverse(x, d) }
