// Package samplers studies how well samplers really work, and whether the usual estimate of their effective sample size
// knows it: Tables 1 and 2 and Figures 2 and 3 of Turner and Neal (2017) on densities so small that the truth is exact.
//
//	Scores        Table 1: every kernel on every density, exact accuracies of time averages
//	Evaluations   Table 1 and Figure 2: the same at equal evaluations of the density
//	Runs          sampled chains: what each diagnostic says, beside the truth
//	Calibrations  Figure 3: how the real ESS falls about the estimated one
//	Meta          Table 2: the deviation of ESS, predicted from diagnostics
//
// Eight chains are drawn of each kernel on each density, from exact draws (look.go). One number alone is sampled, the
// real ESS of Eq. (4): it is the paper's own. KS distances have no other (package score).
//
// The ESS of a variance is that of the squared deviations from the exact mean; the paper has the ESS of
// the coordinate there. The ESS of a KS distance is that of the coordinate, as in the paper.
package samplers

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact/spectra"
	"breadboard/experiments"
	"breadboard/experiments/columns"
	"breadboard/experiments/score"
	"breadboard/experiments/studies/run"
	"breadboard/experiments/studies/samplers/regression"
	"breadboard/toys"
	"breadboard/toys/zoo"
)

// A Study has all numbers of the benchmark. All chains begin with exact draws.
type Study struct {
	Quick     bool
	Chains, N int // K chains of N steps each, of every kernel
	// Diagnostics are the names in the order of Run.Values.
	Diagnostics  []string
	Scores       []score.Row   // one a density, kernel and function, after N steps
	Evaluations  []score.Row   // at equal evaluations of the density
	Runs         []Run         // one a density, kernel and function
	Calibrations []Calibration // one a class of functions, of samplers and of independent draws
	Meta         regression.Table
	// kernels on densities that are too large, or that have no order, as "swap on surrogate-001"
	LeftOut []string
}

// Index is the place of a diagnostic in Run.Values; it panics if there is none of this name.
func (s Study) Index(diagnostic string) int {
	i := slices.Index(s.Diagnostics, diagnostic)
	if i < 0 {
		panic("samplers: no diagnostic " + diagnostic)
	}
	return i
}

// A Run is what diagnostics say of a few chains of one kernel on one density, and what is true of them.
type Run struct {
	Density, Kernel string
	// Function is as in score: mean:1, var:1 or logf. It may also be ks:1, for the distance of
	// Kolmogorov and Smirnov of the first axis. Its diagnostics are those of mean:1, as in the paper.
	Function  string
	Axes      int // of the density, D in the paper
	Chains, N int // K chains of N steps each

	Sampled float64 // the real ESS by Eq. (4), from the squared errors of the K chains

	Values []float64   // what each diagnostic says of all chains together
	Each   [][]float64 // what it says of each chain alone, in the same order
}

// Alone is the mean over the chains of what a diagnostic says of one chain, of |z| for a z: all others are positive.
// Chains of which it says nothing do not count. It is NaN if it says nothing of any.
func (r Run) Alone(diagnostic int) float64 {
	sum, counted := 0.0, 0.0
	for _, v := range r.Each[diagnostic] {
		if !math.IsNaN(v) {
			sum, counted = sum+math.Abs(v), counted+1
		}
	}
	return sum / counted
}

// Class is the function without its axis: mean, var, logf or ks.
func (r Run) Class() string {
	name, _, _ := strings.Cut(r.Function, ":")
	return name
}

// designed is the design of the study: the eight chains of the paper. Five hundred steps are to these
// spaces what fifteen minutes are to the paper's: some samplers fail, and most succeed. A quick look has fewer.
func designed(quickly bool) design {
	d := design{k: 8, n: 500, evaluations: 500, seed: 1, diagnostics: asked()}
	if quickly {
		d.n = 200
	}
	return d
}

// Reproduce runs the study; quickly, it is a look in seconds. The error is ctx's, or that of the shelf.
func Reproduce(ctx context.Context, setting run.Setting) (Study, error) {
	d := designed(setting.Quick)
	d.seed = setting.Seeded(d.seed)
	progress, shelf := setting.Tell, setting.Shelf
	list := zoo.Catalogue()
	if setting.Quick { // only on the toys without parameters
		list = slices.DeleteFunc(slices.Clone(list), func(z zoo.Density) bool {
			return z.Group != "toys" || strings.Contains(z.Name, ":")
		})
	}
	s, err := d.study(ctx, list, kernels.Catalogue, shelf, progress.Share(0, 8, 10))
	s.Quick = setting.Quick
	if err != nil {
		return s, err
	}
	s.Evaluations, err = run.Once(ctx, shelf, "equal evaluations", func(ctx context.Context) ([]score.Row, error) {
		return equal(ctx, list, d.evaluations, progress.Share(8, 10, 10))
	})
	if err != nil {
		return s, err
	}
	// The ESSD of means is predicted from diagnostics and from the dimension on densities that are held out (Section
	// 5).
	held := regression.Design{Held: 0.2, Most: mostRows, Seed: setting.Seeded(1)}
	s.Meta, err = held.Compare(ctx, s.deviations(), nil)
	return s, err
}

// equal are the exact scores within one budget of evaluations.
func equal(ctx context.Context, list []zoo.Density, budget int, progress experiments.Progress) ([]score.Row, error) {
	plan := score.Plan{Densities: list, Kernels: kernels.Catalogue, Functions: functions, Starts: []string{exactly},
		Budgets: []int{budget}, Equal: score.Evaluations, MostWork: mostWork, MostBytes: mostBytes}
	if err := plan.Prepare(); err != nil {
		return nil, err
	}
	scored, err := plan.Run(ctx, progress)
	return scored.Rows, err
}

// What takes more than some seconds by itself, or more memory than a matrix of spectra.MaxStates, is
// left out.
const (
	mostWork  = 5e9
	mostBytes = 8 * spectra.MaxStates * spectra.MaxStates
)

// seen is what was seen of a kernel on a density.
type seen struct {
	Scores []score.Row
	Runs   []Run
}

// study runs kernels on densities. Kernels that have too many states on a density, or no form, are left out.
func (d design) study(ctx context.Context, list []zoo.Density, samplers []chains.Entry[chains.Kernel],
	shelf *run.Shelf, progress experiments.Progress) (Study, error) {
	s := Study{Chains: d.k, N: d.n}
	entries := make([]entry, len(list))
	for _, diagnostic := range d.diagnostics {
		s.Diagnostics = append(s.Diagnostics, diagnostic.Name)
	}
	if err := experiments.Each(ctx, len(list), nil, func(_ context.Context, i int) (err error) {
		entries[i], err = newEntry(list[i])
		return err
	}); err != nil {
		return s, err
	}
	type pairing struct { // a kernel on a density
		entry  entry
		kernel chains.Entry[chains.Kernel]
	}
	var all []pairing
	for _, e := range entries {
		for _, k := range samplers {
			if chains.Fits(k.Make, e.target.Grid) != nil || chains.States(k.Make, e.target.Grid) > spectra.MaxStates {
				s.LeftOut = append(s.LeftOut, fmt.Sprintf("%s on %s", k.Name, e.target.Name))
			} else {
				all = append(all, pairing{e, k})
			}
		}
	}
	alike := slices.Repeat([]int{1}, len(all))
	found, err := run.Each(ctx, shelf, "kernels", alike, progress, func(ctx context.Context, i int) (seen, error) {
		p := all[i]
		subject := score.NewSubject(p.entry.target, p.kernel.Name, p.kernel.Make)
		scores, err := subject.Measure(ctx, p.entry.functions, []score.Start{p.entry.start}, []int{d.n})
		if err != nil {
			return seen{}, err
		}
		runs, distances := d.look(p.entry, subject)
		return seen{append(distances, scores...), runs}, nil // people see the first classes: ks, mean, var
	})
	if err != nil {
		return s, err
	}
	for _, p := range found {
		s.Scores = append(s.Scores, p.Scores...)
		s.Runs = append(s.Runs, p.Runs...)
	}
	score.Normalize(s.Scores)
	s.Calibrations = calibrations(d.diagnostics, s.Runs)
	return s, nil
}

// An entry is a density with what is measured on it.
type entry struct {
	target    toys.Target
	functions []score.Function
	start     score.Start               // an exact draw
	distances map[string]score.Function // KS distances, by the name of the mean of their coordinate
}

// exactly is the name of exact draws, from which all chains start.
const exactly = "exact"

// functions lists the functions that the study averages, as flags name them.
var functions = []string{"mean", "var", "logf"}

// newEntry makes a density of the zoo.
func newEntry(z zoo.Density) (entry, error) {
	e := entry{target: z.Make(), distances: map[string]score.Function{}}
	e.target.Name = z.Name
	var err error
	if e.functions, _, err = score.Functions(e.target, functions); err != nil {
		return e, err
	}
	starts, err := score.Starts(e.target, []string{exactly})
	if err != nil {
		return e, err
	}
	e.start = starts[0]
	all, _, err := score.Functions(e.target, []string{"ks"})
	for _, f := range all {
		e.distances["mean"+strings.TrimPrefix(f.Name, "ks")] = f
	}
	return e, err
}

// Points are what Figure 3 shows of the runs, of the first axis of each density, at most so many a class.
func (s Study) Points(most int) []score.Point {
	ess, all := s.Index(usual), []score.Point{}
	for _, r := range s.Runs {
		if r.Function == r.Class()+":1" {
			all = append(all, score.Point{Density: r.Density, Kernel: r.Kernel, Function: r.Function, Start: exactly,
				N: r.N, Chains: r.Chains, ESS: columns.Real(r.Alone(ess)), Real: columns.Real(r.Sampled)})
		}
	}
	return score.Figure3(all, exactly, most)
}
