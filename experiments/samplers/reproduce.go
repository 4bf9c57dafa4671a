package samplers

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"breadboard/chains"
	"breadboard/chains/diagnostics"
	"breadboard/chains/kernels"
	"breadboard/exact/spectra"
	"breadboard/experiments"
	"breadboard/experiments/score"
	"breadboard/toys/zoo"
)

// full is the design of the study: the eight chains of the paper. Five hundred steps are to these
// spaces what fifteen minutes are to the paper's: some samplers fail, and most succeed.
func full() design {
	return design{k: 8, n: 500, starts: []string{"exact", "fit", "lightest"}, sampled: []string{"exact", "fit"},
		budgets: []int{1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000}, evaluations: 500, microseconds: 50,
		seed: 1, diagnostics: diagnostics.Catalogue}
}

// quick is a look in seconds: fewer steps, and only on the toys without parameters.
func quick() design {
	d := full()
	d.n, d.budgets = 200, []int{1, 2, 5, 10, 20, 50, 100, 200}
	return d
}

// Reproduce runs the study; quickly, it is a look in seconds. now is a clock. The error is ctx's.
func Reproduce(ctx context.Context, quickly bool, now func() time.Time, progress experiments.Progress) (Study,
	error) {
	d, list := full(), zoo.Catalogue()
	if quickly {
		d = quick()
		list = slices.DeleteFunc(slices.Clone(list), func(z zoo.Density) bool {
			return z.Group != "toys" || strings.Contains(z.Name, ":")
		})
	}
	s, err := d.study(ctx, list, kernels.Catalogue, progress.Share(0, 8, 10))
	s.Quick = quickly
	if err != nil {
		return s, err
	}
	if s.Evaluations, err = equal(ctx, list, score.Evaluations, d.evaluations, now, progress.Share(8, 9, 10)); err != nil {
		return s, err
	}
	if s.Times, err = equal(ctx, list, score.Time, d.microseconds, now, progress.Share(9, 10, 10)); err != nil {
		return s, err
	}
	s.Metas, err = s.metas(ctx)
	s.Findings = append(s.findings(), metaFindings(s.Metas)...)
	return s, err
}

// equal are the exact scores from exact draws within one budget of evaluations or of time.
func equal(ctx context.Context, list []zoo.Density, of score.Equal, budget int, now func() time.Time,
	progress experiments.Progress) ([]score.Row, error) {
	plan := score.Plan{Densities: list, Kernels: kernels.Catalogue, Functions: functions, Starts: []string{"exact"},
		Budgets: []int{budget}, Equal: of, MostWork: mostWork, MostBytes: mostBytes, Now: now}
	if err := plan.Prepare(); err != nil {
		return nil, err
	}
	scored, err := plan.Run(ctx, 0, progress)
	return scored.Rows, err
}

// What takes more than some seconds by itself, or more memory than a matrix of spectra.MaxStates, is
// left out.
const (
	mostWork  = 5e9
	mostBytes = 8 * spectra.MaxStates * spectra.MaxStates
)

// A pairing is a kernel on a density, and what was seen of it.
type pairing struct {
	entry  entry
	kernel chains.Entry[chains.Kernel]
	scores []score.Row
	runs   []Run
}

// study runs kernels on densities.
func (d design) study(ctx context.Context, list []zoo.Density, samplers []chains.Entry[chains.Kernel],
	progress experiments.Progress) (Study, error) {
	s := Study{Chains: d.k, N: d.n}
	for _, diagnostic := range d.diagnostics {
		s.Diagnostics = append(s.Diagnostics, diagnostic.Name)
	}
	all, leftOut, err := d.pairings(ctx, list, samplers)
	if err != nil {
		return s, err
	}
	err = experiments.Each(ctx, len(all), progress, func(ctx context.Context, i int) error {
		return all[i].look(ctx, d)
	})
	if err != nil {
		return s, err
	}
	for _, p := range all {
		s.Scores, s.Runs = append(s.Scores, p.scores...), append(s.Runs, p.runs...)
	}
	score.Normalize(s.Scores)
	s.LeftOut = leftOut
	s.Verdicts, s.Calibrations = verdicts(d.diagnostics, s.Runs), calibrations(d.diagnostics, s.Runs)
	s.Counterparts = counterparts(d.diagnostics, s.Runs)
	return s, nil
}

// pairings are all kernels on all densities, and the names of those that have too many states.
func (d design) pairings(ctx context.Context, list []zoo.Density,
	samplers []chains.Entry[chains.Kernel]) (all []pairing, leftOut []string, err error) {
	entries := make([]entry, len(list))
	err = experiments.Each(ctx, len(list), nil, func(_ context.Context, i int) (err error) {
		entries[i], err = newEntry(list[i], d.starts)
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	for _, e := range entries {
		for _, k := range samplers {
			if chains.States(k.Make, e.target.Grid) > spectra.MaxStates {
				leftOut = append(leftOut, fmt.Sprintf("%s on %s", k.Name, e.target.Name))
			} else {
				all = append(all, pairing{entry: e, kernel: k})
			}
		}
	}
	return all, leftOut, nil
}

// look fills a pairing.
func (p *pairing) look(ctx context.Context, d design) error {
	subject := score.NewSubject(p.entry.target, p.kernel.Name, p.kernel.Make)
	scores, all, err := d.exactly(ctx, p.entry, subject)
	if err != nil {
		return err
	}
	runs, distances := d.look(p.entry, subject, all)
	p.runs, p.scores = runs, append(scores, distances...)
	return nil
}
