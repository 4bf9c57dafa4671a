package chaintest

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/enumerate"
	"breadboard/chains/laws"
	"breadboard/chains/programs"
	"breadboard/grid"
)

// Programs are a forward and a reverse run of one chain.
type Programs struct {
	Forward, Reverse Program
}

// A Program is a run of one chain: the state that it ends in, and its log weight.
type Program func(a chains.Annealing, d chains.Dice) (x int, logw float64)

// Annealer has the programs of programs.AIS; the reverse one starts at an exact draw of p_T.
var Annealer = Programs{annealed, reversed}

func annealed(a chains.Annealing, d chains.Dice) (x int, logw float64) {
	return programs.AIS{Problem: programs.Problem{Annealing: a}}.Forward(d)
}

func reversed(a chains.Annealing, d chains.Dice) (x1 int, logw float64) {
	_, last := a.Ends()
	x := d.Pick(chains.Normalized(last))
	return programs.AIS{Problem: programs.Problem{Annealing: a}}.Back(x, d)
}

// Paths holds every path of an annealing, from the state at level 1 to the state at level T.
// The keys of its maps are the printed states of a path.
type Paths struct {
	Forward, Reverse map[string]Path
	First, Last      *laws.Written // the densities at levels 1 and T

	weights laws.Worst
}

// A Path is one path with its probability.
type Path struct {
	States     []int
	Prob, LogW float64
	X          int // what the program returned
}

// Enumerate runs both programs through enumerating dice.
func Enumerate(a chains.Annealing, run Programs) *Paths {
	l := a.NewLevel()
	a.LevelAt(l, 1)
	p := &Paths{First: laws.At(a.Grid, l)}
	a.LevelAt(l, a.T())
	p.Last = laws.At(a.Grid, l)
	p.Forward, p.Reverse = p.walk(run.Forward, a, false), p.walk(run.Reverse, a, true)
	return p
}

// A recorder notes the states that a program passes through its kernel.
type recorder struct {
	kernel chains.Kernel
	path   *[]int
}

func (r recorder) On(g grid.Grid) chains.Operator { return recording{r.kernel.On(g), r.path} }

type recording struct {
	chains.Operator
	path *[]int
}

func (o recording) Step(x int, d chains.Dice) int {
	y := o.Operator.Step(x, d)
	if len(*o.path) == 0 {
		*o.path = append(*o.path, x)
	}
	*o.path = append(*o.path, y)
	return y
}

func (o recording) Reversal() chains.Operator { return recording{o.Operator.Reversal(), o.path} }

// walk returns every path of a program. It notes paths that were walked twice with different
// weights, because the program used its dice for something besides the path.
func (p *Paths) walk(run Program, a chains.Annealing, reversed bool) map[string]Path {
	var states []int
	var logw float64
	var x int
	a.Kernel = recorder{a.Kernel, &states}
	all := map[string]Path{}
	for prob := range enumerate.Every(func(d chains.Dice) {
		states = states[:0]
		x, logw = run(a, d)
	}) {
		if reversed {
			slices.Reverse(states)
		}
		key := fmt.Sprint(states)
		before, seen := all[key]
		if seen && p.weights.See(math.Abs(logw-before.LogW)) {
			p.weights.At("log w of the path %s, walked twice: %.12g and %.12g", key, before.LogW, logw)
		}
		all[key] = Path{slices.Clone(states), before.Prob + prob, logw, x}
	}
	return all
}

func (p *Paths) logR() float64 { return floats.LogSumExp(p.Last.LogF) - floats.LogSumExp(p.First.LogF) }

// staying bounds the deviation from Crooks' law of one path, relative to its probability. A
// probability of staying has an error of 1e-16 of 1, not of itself, and a path may stay
// several times in cells where staying is unlikely.
const staying = 100 * tolerance

// Breaches checks where the chains start, Crooks' law path by path, and the means of w
// and 1/w.
func (p *Paths) Breaches(scene string) []Breach {
	var crooks, w, invW laws.Worst
	logR, meanW, meanInvW := p.logR(), 0.0, 0.0
	weights := p.weights
	for path, f := range p.Forward {
		r, back := p.Reverse[path]
		weighed := f.Prob * math.Exp(f.LogW-logR)
		meanW += weighed
		off := math.Abs(weighed - r.Prob)
		if r.Prob > 0 {
			off /= r.Prob
		}
		if crooks.See(off) {
			crooks.At("P_fwd w Z_1/Z_T of the path %s is %.12g, and P_rev %.12g", path, weighed, r.Prob)
		}
		if back && weights.See(math.Abs(r.LogW-f.LogW)) {
			weights.At("log w of the path %s: %.12g, in reverse %.12g", path, f.LogW, r.LogW)
		}
	}
	for path, r := range p.Reverse {
		meanInvW += r.Prob * math.Exp(logR-r.LogW)
		if _, ok := p.Forward[path]; !ok && crooks.See(r.Prob) {
			crooks.At("P_rev of the path %s, which no forward run takes, is %.12g", path, r.Prob)
		}
	}
	if w.See(math.Abs(meanW - 1)) {
		w.At("E_fwd[w] Z_1/Z_T = %.12g", meanW)
	}
	if invW.See(math.Abs(meanInvW - 1)) {
		invW.At("E_rev[1/w] Z_T/Z_1 = %.12g", meanInvW)
	}
	return breaches(scene, p.First.Starts(laws.Start, p.law(p.Forward, first)),
		p.Last.Starts(laws.ReverseStart, p.law(p.Reverse, last)),
		weights.Finding(laws.OneWeight, tolerance), crooks.Finding(laws.Crooks, staying),
		w.Finding(laws.MeanW, tolerance), invW.Finding(laws.MeanInvW, tolerance))
}

// law is the law of one state of each path.
func (p *Paths) law(of map[string]Path, state func(Path) int) []float64 {
	q := make([]float64, len(p.First.P))
	for _, path := range of {
		q[state(path)] += path.Prob
	}
	return q
}

func first(p Path) int { return p.States[0] }
func last(p Path) int  { return p.States[len(p.States)-1] }
