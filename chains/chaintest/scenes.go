package chaintest

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"

	"breadboard/chains"
	"breadboard/chains/enumerate"
	"breadboard/chains/laws"
	"breadboard/chains/programs"
	"breadboard/grid"
)

// A Place is a grid with an initial density and a target on it.
type Place struct {
	Name     string
	Grid     grid.Grid
	From, To []float64
}

// of gives the axes kinds.
func (p Place) of(kinds ...grid.Kind) Place {
	p.Grid = p.Grid.Of(kinds...)
	return p
}

// place makes the cells without mass walls.
func place(name string, from, to []float64, lens ...int) Place {
	g := grid.New(lens...).WallsWhere(func(x int) bool { return math.IsInf(to[x], -1) })
	return Place{name, g, from, to}
}

// fixedPlaces have no symmetry and no repeated value, which hide errors of sign and of
// order. One has an initial density whose slope the target reverses. They are those of at most so many cells on which k
// has a form.
func fixedPlaces(k chains.Kernel, cells int) []Place {
	inf := math.Inf(-1)
	all := []Place{
		place("a path of 3", []float64{0, 0, 0}, []float64{0.3, -1.1, 2.2}, 3),
		place("2x2 from a slope", []float64{0.9, -0.4, 0.2, -1.3}, []float64{-0.7, 1.6, 0.1, 2.3}, 2, 2),
		place("1x4 with a wall", []float64{0, 0, inf, 0}, []float64{1.2, -0.5, inf, 0.7}, 1, 4),
		place("3x4 with walls", []float64{0, 0.5, 0, 0, 0, inf, 0, -1, 0, 0, inf, 0},
			[]float64{1.1, -2, 0.3, 3.1, -0.6, inf, 0.8, 1.9, -1.4, 2.6, inf, 0.2}, 3, 4),
		place("2x2x3", make([]float64, 12),
			[]float64{0.1, -0.9, 1.3, 2.1, -1.7, 0.4, -0.2, 1.8, 0.6, -2.4, 2.9, 1.0}, 2, 2, 3),
		place("a ring of 4", []float64{0, 0.3, 0, -0.4}, []float64{1.2, -0.7, 0.4, 2.1}, 4).of(grid.Ring),
		place("a spin by a ring of 2",
			[]float64{0, 0, 0.6, 0}, []float64{-0.9, 1.4, 0.2, 0.8}, 2, 2).of(grid.Any, grid.Ring),
		place("labels", []float64{0, 0, 0}, []float64{0.7, -1.3, 1.8}, 3).of(grid.Any),
		place("3 labels by a line of 1 by a ring of 4, with walls",
			[]float64{0, 0.5, 0, 0, 0, inf, 0, -1, 0, 0, inf, 0},
			[]float64{1.1, -2, 0.3, 3.1, -0.6, inf, 0.8, 1.9, -1.4, 2.6, inf, 0.2},
			3, 1, 4).of(grid.Any, grid.Line, grid.Ring),
	}
	return slices.DeleteFunc(all, func(p Place) bool {
		return p.Grid.Size() > cells || chains.Fits(k, p.Grid) != nil
	})
}

// drawPlace draws a place of 2 to this many cells, some of them walls, with values that
// repeat now and then and one that is deep. Its axes are of kinds on which k has a form.
func drawPlace(t *rapid.T, k chains.Kernel, most int, deep float64) Place {
	lens, size := []int{}, 1
	for axis := range rapid.IntRange(1, 3).Draw(t, "axes") {
		low := 1
		if axis == 0 {
			low = 2
		}
		n := rapid.IntRange(low, max(low, min(4, most/size))).Draw(t, "length")
		lens, size = append(lens, n), size*n
	}
	if chains.Fits(k, grid.New(lens...)) != nil { // it moves two walkers
		side := min(lens[0], int(math.Sqrt(float64(most))))
		lens = []int{side, side}
		size = side * side
	}
	value := rapid.OneOf(rapid.Float64Range(-2, 2), rapid.SampledFrom([]float64{0, 0, 1, deep}))
	from := make([]float64, size)
	to := make([]float64, size)
	for x := range to {
		from[x] = value.Draw(t, "from")
		to[x] = value.Draw(t, "to")
		if x > 0 && rapid.IntRange(0, 6).Draw(t, "wall") == 0 {
			from[x], to[x] = math.Inf(-1), math.Inf(-1)
		}
	}
	p := place("", from, to, lens...)
	p.Grid = DrawKinds(t, k, p.Grid)
	p.Name = fmt.Sprintf("%v from %v to %v", p.Grid, from, to)
	return p
}

// DrawKinds draws kinds for the axes of a grid, on which k has a form.
func DrawKinds(t *rapid.T, k chains.Kernel, g grid.Grid) grid.Grid {
	kinds := make([]grid.Kind, g.Axes())
	for a := range kinds {
		kinds[a] = rapid.SampledFrom([]grid.Kind{grid.Line, grid.Line, grid.Ring, grid.Any}).Draw(t, "kind")
	}
	if of := g.Of(kinds...); chains.Fits(k, of) == nil {
		return of
	}
	return g
}

// A Scene is an annealing on so few cells, with so few levels, that every path of it can
// be enumerated.
type Scene struct {
	Name string
	chains.Annealing
}

// Tiny calls check with scenes of a kernel along a bridge: on random places with
// three levels, and on fixed ones with four where states are few. They are shallower than the densities that
// operators are checked on. A probability of staying is 1 less all others, with an error
// of 1e-16: a small one has few digits, and a path multiplies its error.
func Tiny(t *testing.T, k chains.Kernel, b Bridging, check func(rapid.TB, Scene)) {
	t.Helper()
	rapid.Check(t, func(t *rapid.T) { check(t, drawPlace(t, k, 4, -5).Scene(k, b, 3)) })
	FixedScenes(k, b, func(s Scene) { check(t, s) })
}

// FixedScenes calls check with the scenes of a kernel on the fixed places that are small enough, with four levels.
func FixedScenes(k chains.Kernel, b Bridging, check func(Scene)) {
	for _, p := range fixedPlaces(k, 4) {
		check(p.Scene(k, b, 4))
	}
}

// A Bridging makes the bridge between two log densities.
type Bridging func(from, to []float64) chains.Bridge

// Geometric makes the geometric bridge.
func Geometric(from, to []float64) chains.Bridge { return chains.Geometric{From: from, To: to} }

// Scene goes from one end of the place to the other over T uneven levels.
func (p Place) Scene(k chains.Kernel, b Bridging, T int) Scene {
	betas := make([]float64, T)
	for i := range betas {
		betas[i] = math.Pow(float64(i)/float64(T-1), 1.5)
	}
	schedule, err := chains.NewSchedule(betas)
	if err != nil {
		panic(err)
	}
	a := chains.Annealing{Grid: p.Grid, Kernel: k, Schedule: schedule, Bridge: b(p.From, p.To)}
	return Scene{Name: fmt.Sprintf("%s, T = %d", p.Name, T), Annealing: a}
}

// Programs are a forward and a reverse run of one chain.
type Programs struct {
	Forward, Reverse Program
}

// A Program is a run of one chain: the state that it ends in, and its log weight.
type Program func(a chains.Annealing, d chains.Dice) (x int, logw float64)

// Annealer has the programs of programs.AIS; the reverse one starts at an exact draw of p_T.
var Annealer = Programs{
	Forward: func(a chains.Annealing, d chains.Dice) (x int, logw float64) {
		return programs.AIS{Problem: programs.Problem{Annealing: a}}.Forward(d)
	},
	Reverse: func(a chains.Annealing, d chains.Dice) (x1 int, logw float64) {
		_, last := a.Ends()
		x := d.Pick(chains.Normalized(last))
		xs, logws := programs.AIS{Problem: programs.Problem{Annealing: a}}.Backs([]int{x}, []chains.Dice{d})
		return xs[0], logws[0]
	},
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
	p.Forward = p.walk(run.Forward, a, false)
	p.Reverse = p.walk(run.Reverse, a, true)
	return p
}

// A recorder notes the states that a program passes through its kernel: the cells whose rows were asked of.
type recorder struct {
	chains.Kernel
	path []int
}

func (r *recorder) On(g grid.Grid) (chains.Operator, error) {
	op, err := r.Kernel.On(g)
	return recording{op, r}, err
}

type recording struct {
	chains.Operator
	in *recorder
}

func (o recording) Row(x int, visit func(y int, p float64)) {
	o.in.path = append(o.in.path, x)
	o.Operator.Row(x, visit)
}

func (o recording) Reversal() chains.Operator { return recording{o.Operator.Reversal(), o.in} }

// walk returns every path of a program: the cells that it stepped from, and the one that it returned. It notes paths
// that were walked twice with different weights, because the program used its dice for something besides the path.
func (p *Paths) walk(run Program, a chains.Annealing, reversed bool) map[string]Path {
	var logw float64
	var x int
	noted := &recorder{Kernel: a.Kernel}
	a.Kernel = noted
	all := map[string]Path{}
	for prob := range enumerate.Every(func(d chains.Dice) {
		noted.path = noted.path[:0]
		x, logw = run(a, d)
	}) {
		states := append(slices.Clone(noted.path), x)
		if reversed {
			slices.Reverse(states)
		}
		key := fmt.Sprint(states)
		before, seen := all[key]
		if seen && p.weights.See(math.Abs(logw-before.LogW)) {
			p.weights.At("log w of the path %s, walked twice: %.12g and %.12g", key, before.LogW, logw)
		}
		all[key] = Path{states, before.Prob + prob, logw, x}
	}
	return all
}

// staying bounds the deviation from Crooks' law of one path, relative to its probability. A
// probability of staying has an error of 1e-16 of 1, not of itself, and a path may stay
// several times in cells where staying is unlikely.
const staying = 100 * tolerance

// Breaches checks where the chains start, Crooks' law path by path, and the means of w
// and 1/w.
func (p *Paths) Breaches(scene string) []Breach {
	var crooks, w, invW laws.Worst
	logR := floats.LogSumExp(p.Last.LogF) - floats.LogSumExp(p.First.LogF)
	meanW := 0.0
	meanInvW := 0.0
	// by the cells where the chains start
	first := make([]float64, len(p.First.P))
	last := make([]float64, len(p.First.P))
	weights := p.weights
	for path, f := range p.Forward {
		first[f.States[0]] += f.Prob
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
		last[r.States[len(r.States)-1]] += r.Prob
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
	return breaches(scene, p.First.Starts(laws.Start, first), p.Last.Starts(laws.ReverseStart, last),
		weights.Finding(laws.OneWeight, tolerance), crooks.Finding(laws.Crooks, staying),
		w.Finding(laws.MeanW, tolerance), invW.Finding(laws.MeanInvW, tolerance))
}
