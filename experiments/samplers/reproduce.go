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
	"breadboard/exact/timeaverage"
	"breadboard/experiments"
	"breadboard/experiments/score"
	"breadboard/toys/zoo"
)

// full is the design of the study: the eight chains of the paper. A thousand steps are to these
// spaces what fifteen minutes are to the paper's: some samplers fail, and most succeed.
func full() design {
	return design{k: 8, n: 1000, starts: []string{"exact", "fit", "worst"}, sampled: []string{"exact", "fit"},
		budgets: []int{1, 3, 10, 30, 100, 300, 1000}, evaluations: 1000, microseconds: 100,
		seed: 1, diagnostics: diagnostics.Catalogue}
}

// quick is a look in seconds: fewer steps, and only on the toys without parameters.
func quick() design {
	d := full()
	d.n, d.budgets = 200, []int{1, 3, 10, 30, 100, 200}
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
	if s.Metas, err = s.metas(ctx); err != nil {
		return s, err
	}
	s.Findings = append(s.Findings, metaFindings(s.Metas)...)
	for i, p := range []struct {
		equal  score.Equal
		budget int
		rows   *[]score.Row
	}{{score.Evaluations, d.evaluations, &s.Evaluations}, {score.Time, d.microseconds, &s.Times}} {
		plan := score.Plan{Densities: list, Kernels: kernels.Catalogue, Functions: functions, Starts: []string{"exact"},
			Budgets: []int{p.budget}, Equal: p.equal, MostWork: mostWork,
			MostBytes: mostBytes, Now: now}
		if err := plan.Prepare(); err != nil {
			return s, err
		}
		if *p.rows, err = plan.Run(ctx, progress.Share(8+i, 9+i, 10)); err != nil {
			return s, err
		}
	}
	return s, nil
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
	entries := make([]entry, len(list))
	err := experiments.Each(ctx, len(list), nil, func(_ context.Context, i int) (err error) {
		entries[i], err = newEntry(list[i], d.starts)
		return err
	})
	if err != nil {
		return s, err
	}
	var all []pairing
	for _, e := range entries {
		for _, k := range samplers {
			if chains.States(k.Make, e.target.Grid) > spectra.MaxStates {
				s.LeftOut = append(s.LeftOut, fmt.Sprintf("%s on %s", k.Name, e.target.Name))
				continue
			}
			all = append(all, pairing{entry: e, kernel: k})
		}
	}
	err = experiments.Each(ctx, len(all), progress, func(ctx context.Context, i int) error {
		return all[i].look(ctx, d)
	})
	for _, p := range all {
		s.Scores, s.Runs = append(s.Scores, p.scores...), append(s.Runs, p.runs...)
	}
	score.Normalize(s.Scores)
	s.Verdicts, s.Calibrations = verdicts(d.diagnostics, s.Runs), calibrations(d.diagnostics, s.Runs)
	s.Findings = s.findings()
	return s, err
}

// look fills a pairing.
func (p *pairing) look(ctx context.Context, d design) error {
	subject := score.NewSubject(p.entry.target, p.kernel.Name, p.kernel.Make)
	scores, all, err := d.exactly(ctx, p.entry, subject)
	if err != nil {
		return err
	}
	p.runs = d.look(p.entry, subject, all)
	p.scores = append(scores, sampledScores(p.runs, p.entry)...)
	return nil
}

// sampledScores are the scores of KS distances, by the squared distances of the chains. Their
// relative error is that of a mean of squares of about normal numbers.
func sampledScores(runs []Run, e entry) (rows []score.Row) {
	for _, r := range runs {
		if r.Class() != "ks" {
			continue
		}
		scale := e.marginals["mean"+strings.TrimPrefix(r.Function, "ks")].scale
		rows = append(rows, score.Row{Density: r.Density, Kernel: r.Kernel, Function: r.Function, Start: r.Start,
			Accuracy: timeaverage.Accuracy{N: r.N, Spread: scale, Variance: scale / r.Sampled}, Budget: r.N,
			Chains: r.Chains, StdErr: r.Sampled * math.Sqrt(2/float64(r.Chains))})
	}
	return rows
}
