package rates

import (
	"bytes"
	_ "embed" // the tables
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/experiments"
	"breadboard/experiments/studies/run"
	"breadboard/grid"
	"breadboard/toys"
)

// A subject is a target that some questions are asked of. The targets of the tried set are of other couplings, sizes,
// seeds and kinds than those of the found one.
type subject struct {
	set, target string
	seed        uint64 // of simulated data, or 0
	questions   []string
}

// The questions.
const (
	plans    = "plans"    // all ways to divide the tokens among two, three or four steps
	samplers = "samplers" // ways to take a step, at equal calls, and annealing beside them
	faults   = "faults"   // an error in one step alone
	ratio    = "ratio"    // tokens and steps of uniform diffusion
	bounded  = "bounds"
)

// A list is targets that the same is asked of. Where a name has SEED, seeds are put in.
type list struct {
	set, targets, questions string
	first, last             int // seeds
}

var lists = []list{
	{set: run.FoundOn, targets: "curie-weiss:8:0.5 curie-weiss:8:1 curie-weiss:8:1.5 ising:2x4:0.3 ising:2x4:0.5 " +
		"potts:2x3:3:0.5 potts:2x3:3:1 titanic", questions: "plans samplers faults"},
	{set: run.FoundOn, targets: "clustering:8:2", questions: "plans samplers faults", first: 5, last: 6},
	{set: run.FoundOn, targets: "curie-weiss:4:1 curie-weiss:6:1 curie-weiss:8:1 curie-weiss:10:1 ising:2x2:0.3 " +
		"ising:2x3:0.3 ising:2x4:0.3 ising:2x5:0.3", questions: "ratio"},
	{set: run.FoundOn, targets: "curie-weiss:8:1 curie-weiss:10:1 curie-weiss:12:1 curie-weiss:14:1 ising:2x4:0.4 " +
		"ising:2x5:0.4 ising:2x6:0.4 ising:2x7:0.4", questions: bounded},

	{set: run.TriedOn, targets: "curie-weiss:7:0.8 curie-weiss:8:1.2 curie-weiss:8:2 ising:2x4:0.4 ising:2x4:0.8 " +
		"ising:2x4:-0.4 potts:2x3:3:0.75 potts:2x3:3:2 admissions", questions: "plans samplers faults"},
	{set: run.TriedOn, targets: "spin-glass:2x4:SEED", questions: "plans samplers faults", first: 301, last: 304},
	{set: run.TriedOn, targets: "rbm:5:3:SEED", questions: "plans samplers faults", first: 301, last: 303},
	{set: run.TriedOn, targets: "clustering:8:2", questions: "plans samplers faults", first: 301, last: 303},
	{set: run.TriedOn, targets: "clustering:6:3", questions: "plans samplers faults", first: 301, last: 302},
	{set: run.TriedOn, targets: "curie-weiss:4:0.6 curie-weiss:6:0.6 curie-weiss:8:0.6 curie-weiss:10:0.6 " +
		"ising:2x2:0.5 ising:2x3:0.5 ising:2x4:0.5 ising:2x5:0.5", questions: "ratio"},
	{set: run.TriedOn, targets: "curie-weiss:9:1.5 curie-weiss:11:0.7 curie-weiss:13:1.3 ising:2x4:0.6 ising:3x3:0.3 " +
		"ising:3x4:0.3", questions: bounded},
	{set: run.TriedOn, targets: "spin-glass:2x5:SEED spin-glass:3x4:SEED", questions: bounded, first: 301, last: 302},
}

// subjects are all targets, the dearest first. With another seed of the setting they are those that are drawn, drawn
// anew. In the short form they are the first of each list of the first set, but for the largest.
func subjects(setting run.Setting) (all []subject) {
	for _, l := range lists {
		if setting.Quick && l.set != run.FoundOn || setting.Seed > 0 && l.last == 0 {
			continue
		}
		some := setting.Draws(l.targets, l.first, l.last)
		if setting.Quick {
			some = some[:1]
		}
		for _, d := range some {
			all = append(all, subject{l.set, d.Name, uint64(d.Seed), strings.Fields(l.questions)})
		}
	}
	slices.SortStableFunc(all, func(s, o subject) int { return o.work() - s.work() })
	return all
}

// name is the target's, with the seed of its data.
func (s subject) name() string {
	if s.seed == 0 {
		return s.target
	}
	return fmt.Sprintf("%s seed %d", s.target, s.seed)
}

// Two tables of counts. Of the 2,201 on the Titanic: class, sex, age and whether they lived (Dawson 1995), half a
// person more in each cell. Of the 4,526 who applied to six departments of Berkeley: department, sex and whether they
// were admitted (Bickel, Hammel and O'Connell 1975).
var (
	//go:embed titanic.npy
	titanic []byte
	//go:embed admissions.npy
	admissions []byte
)

// problem is the target, begun from uniform labels, without levels.
func (s subject) problem() (p programs.Problem, err error) {
	var g grid.Grid
	var logf []float64
	words := strings.Split(s.target, ":")
	switch words[0] {
	case "curie-weiss":
		var n int
		var coupling float64
		if _, err := fmt.Sscanf(s.target, "curie-weiss:%d:%g", &n, &coupling); err != nil {
			return p, err
		}
		g, logf = curieWeiss(n, coupling)
	case "titanic", "admissions":
		table := titanic
		if words[0] == "admissions" {
			table = admissions
		}
		t, err := toys.Read(bytes.NewReader(table), words[0]+".npy", toys.P)
		if err != nil {
			return p, err
		}
		g = t.Grid
		logf = t.LogF
	default:
		named := experiments.Setting{Toy: s.target}
		if s.seed > 0 {
			named.Seed = &s.seed
		}
		c, err := named.Chain()
		if err != nil {
			return p, err
		}
		g = c.Target.Grid
		logf = c.Target.LogF
	}
	return programs.Problem{Annealing: chains.To(logf, g.Of(grid.Any), kernels.Informed{By: kernels.Root}, 2),
		Sample: -1}, nil
}

// curieWeiss is toys.CurieWeiss by its cells, an axis for each spin.
func curieWeiss(n int, coupling float64) (g grid.Grid, logf []float64) {
	logf = make([]float64, 1<<n)
	for x := range logf {
		m := float64(2*bits.OnesCount(uint(x)) - n)
		logf[x] = coupling * m * m / (2 * float64(n))
	}
	return grid.New(slices.Repeat([]int{2}, n)...), logf
}

// work is about how long the target takes: as its cells do, and more where bounds are measured up to 14 tokens.
func (s subject) work() int {
	p, err := s.problem()
	if err != nil {
		return 0 // the error comes when it is measured
	}
	return p.Grid.Size() * len(s.questions)
}
