// Package samplers studies how well samplers really work, and whether the usual diagnostics know
// it: the findings of Turner and Neal (2017) on densities so small that the truth is exact.
//
//	Scores        every kernel on every density: exact accuracies of time averages
//	Runs          sampled chains: what each diagnostic says, beside the truth
//	Counterparts  how far an ESS is from the exact number that it estimates
//	Verdicts      how often a diagnostic is fooled, and how often it cries for nothing
//	Calibrations  how the real ESS falls about the estimated one (Figure 3)
//
// # What is compared
//
// Eight chains are drawn of each kernel on each density, from each start (look.go). The truth about
// them is computed and not sampled. One number alone is sampled, the real ESS of Eq. (4): it
// is the paper's own, and the exact RESS is what it estimates. KS distances have no other (package score).
//
// The ESS of a variance is that of the squared deviations from the exact mean; the paper has the ESS of
// the coordinate there. The ESS of a KS distance is that of the coordinate, as in the paper.
//
// # Who is wrong
//
// A diagnostic is fooled if its customary rule says fine and the exact RESS of the draws that it
// sees is below 12. It cries for nothing if it does not say fine of a run that is Sound.
//
// Package reports/studies prints the study.
package samplers

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"breadboard/chains"
	"breadboard/chains/diagnostics"
	"breadboard/chains/kernels"
	"breadboard/exact/spectra"
	"breadboard/experiments"
	"breadboard/experiments/columns"
	"breadboard/experiments/score"
	"breadboard/experiments/studies/models/gaussian"
	"breadboard/experiments/studies/run"
	"breadboard/experiments/studies/samplers/regression"
	"breadboard/toys"
	"breadboard/toys/zoo"
)

// A Study has all numbers of the benchmark.
type Study struct {
	Quick     bool
	Chains, N int // K chains of N steps each, of every kernel from every start
	// Diagnostics are the names in the order of Run.Values, as in package diagnostics.
	Diagnostics  []string
	Scores       []score.Row   // one a density, kernel, function, start and N, all at equal steps
	Worst        []score.Row   // the same from the worst cell for each by itself, after N steps
	Evaluations  []score.Row   // at equal evaluations of the density, from exact draws
	Times        []score.Row   // at equal time, which is measured, from exact draws
	Runs         []Run         // one a density, kernel, start and function
	Verdicts     []Verdict     // one a diagnostic, Setup and start
	Counterparts []Counterpart // one a diagnostic that estimates an ESS, and start
	Calibrations []Calibration // one a diagnostic that estimates an ESS, class of functions, and start
	Metas        []Meta        // one a start
	// kernels on densities that are too large, or that have no order, as "swap on surrogate-001"
	LeftOut  []string
	Findings []Finding
}

// Index is the place of a diagnostic in Run.Values; it panics if there is none of this name.
func (s Study) Index(diagnostic string) int {
	i := slices.Index(s.Diagnostics, diagnostic)
	if i < 0 {
		panic("samplers: no diagnostic " + diagnostic)
	}
	return i
}

// A Run is what diagnostics say of a few chains of one kernel on one density, and what is true of
// them. All ESS are those of one chain, unless they are Pooled.
type Run struct {
	Density, Kernel, Start string
	// Function is as in score: mean:1, var:1 or logf. It may also be ks:1, for the distance of
	// Kolmogorov and Smirnov of the first axis. Its diagnostics are those of mean:1, as in the
	// paper, and what is known of it is Sampled alone: the other fields are NaN.
	Function  string
	Axes      int // of the density, D in the paper
	Chains, N int // K chains of N steps each

	RESS   float64 // exact, of the mean over one chain
	Pooled float64 // exact, of the mean over all chains
	Limit  float64 // N Var_p[h] / asymptotic variance, which every ESS of one chain estimates

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
	d := design{k: 8, n: 500, starts: []string{"exact", "fit", "lightest"}, sampled: []string{"exact", "fit"},
		budgets: []int{1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000}, evaluations: 500, microseconds: 50,
		seed: 1, diagnostics: diagnostics.Catalogue}
	if quickly {
		d.n, d.budgets = 200, d.budgets[:8]
	}
	return d
}

// Reproduce runs the study; quickly, it is a look in seconds. The setting needs a clock. The error is ctx's, or that
// of the shelf.
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
	equally := func(of score.Equal, budget int, share experiments.Progress) ([]score.Row, error) {
		return run.Once(ctx, shelf, "equal "+string(of), func(ctx context.Context) ([]score.Row, error) {
			return equal(ctx, list, of, budget, setting.Now, share)
		})
	}
	if s.Evaluations, err = equally(score.Evaluations, d.evaluations, progress.Share(8, 9, 10)); err != nil {
		return s, err
	}
	if s.Times, err = equally(score.Time, d.microseconds, progress.Share(9, 10, 10)); err != nil {
		return s, err
	}
	// The ESSD of means is predicted from diagnostics and from the dimension on densities that are held out (Section
	// 5).
	for _, start := range startsOf(s.Runs) {
		t, err := regression.Design{Held: 0.2, Most: mostRows, Seed: setting.Seeded(1)}.Compare(ctx,
			s.deviations(start), nil)
		if err != nil {
			return s, err
		}
		s.Metas = append(s.Metas, Meta{start, t})
	}
	s.Findings = append(s.findings(), metaFindings(s.Metas)...)
	return s, nil
}

// equal are the exact scores from exact draws within one budget of evaluations or of time.
func equal(ctx context.Context, list []zoo.Density, of score.Equal, budget int, now func() time.Time,
	progress experiments.Progress) ([]score.Row, error) {
	plan := score.Plan{Densities: list, Kernels: kernels.Catalogue, Functions: functions, Starts: []string{"exact"},
		Budgets: []int{budget}, Equal: of, MostWork: mostWork, MostBytes: mostBytes, Now: now}
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
	Scores, Worst []score.Row
	Runs          []Run
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
		entries[i], err = newEntry(list[i], d.starts)
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
		scores, whole, err := d.exactly(ctx, p.entry, subject)
		if err != nil {
			return seen{}, err
		}
		runs, distances := d.look(p.entry, subject, whole)
		scores = append(distances, scores...) // people see the first classes: ks, mean, var
		worst, err := subject.Measure(ctx, p.entry.functions, []score.Start{{Name: score.Worst}}, []int{d.n})
		return seen{scores, worst, runs}, err
	})
	if err != nil {
		return s, err
	}
	for _, p := range found {
		s.Scores = append(s.Scores, p.Scores...)
		s.Worst = append(s.Worst, p.Worst...)
		s.Runs = append(s.Runs, p.Runs...)
	}
	score.Normalize(s.Scores)
	s.Verdicts = verdicts(d.diagnostics, s.Runs)
	s.Calibrations = calibrations(d.diagnostics, s.Runs)
	s.Counterparts = counterparts(d.diagnostics, s.Runs)
	return s, nil
}

// An entry is a density with what is measured on it.
type entry struct {
	target    toys.Target
	functions []score.Function
	starts    []score.Start
	distances map[string]score.Function // KS distances, by the name of the mean of their coordinate
}

// functions lists the functions that the study averages, as flags name them.
var functions = []string{"mean", "var", "logf"}

// startOf makes the start of a name: fit is a Gaussian fitted on the lattice, for the paper's ADVI, and the others are
// as
// in flags.
func startOf(t toys.Target, name string) (score.Start, error) {
	if name == "fit" {
		law, err := gaussian.Fit(t.Grid, t.LogF)
		return score.Start{Name: name, Law: law.Law}, err
	}
	all, err := score.Starts(t, []string{name})
	if err != nil {
		return score.Start{}, err
	}
	return all[0], nil
}

// newEntry makes a density of the zoo, with its starts. A start that there is not on the
// density is left out.
func newEntry(z zoo.Density, starts []string) (entry, error) {
	e := entry{target: z.Make(), distances: map[string]score.Function{}}
	e.target.Name = z.Name
	var err error
	if e.functions, _, err = score.Functions(e.target, functions); err != nil {
		return e, err
	}
	for _, spec := range starts {
		if made, err := startOf(e.target, spec); err == nil {
			e.starts = append(e.starts, made)
		}
	}
	all, _, err := score.Functions(e.target, []string{"ks"})
	for _, f := range all {
		e.distances["mean"+strings.TrimPrefix(f.Name, "ks")] = f
	}
	return e, err
}

// Points are what Figure 3 shows of the runs from a start, of the first axis of each density, at most so
// many a class.
func (s Study) Points(start string, most int) []score.Point {
	ess, all := s.Index(usual), []score.Point{}
	for _, r := range s.Runs {
		if r.Function == r.Class()+":1" {
			all = append(all, score.Point{Density: r.Density, Kernel: r.Kernel, Function: r.Function, Start: r.Start,
				N: r.N, Chains: r.Chains, ESS: columns.Real(r.Alone(ess)), Real: columns.Real(r.Sampled)})
		}
	}
	return score.Figure3(all, start, most)
}
