package filters

import (
	"context"
	"math"

	"breadboard/chains/aide"
	"breadboard/chains/hidden"
	"breadboard/chains/programs"
	"breadboard/chains/sample"
	exactly "breadboard/exact/hidden"
	"breadboard/experiments"
	"breadboard/experiments/aidepaper/terms"
)

// An Study is the paper's Section 5.2 and its Figure 4: particle filters of the authors' hidden Markov
// model, beside their own estimates.
type Study struct {
	LogP      float64 // log p(y)
	Alone     []Alone
	Rows      []Row       // in the order of the authors' file
	Standards [2]Measured // AIDE between the two gold standards, at M = 1 and M = 10
	Portraits []Portrait
}

// Alone has the exact divergences between the posterior and a filter of one particle.
type Alone struct {
	Proposal         programs.Proposal
	Forward, Reverse float64 // KL(posterior||filter) and KL(filter||posterior)
}

// Symmetrised is the divergence that AIDE estimates.
func (a Alone) Symmetrised() float64 { return a.Forward + a.Reverse }

// An run is the experiment while it is carried out.
type run struct {
	terms.Size
	model *hidden.Model
}

// filters carries out the experiment.
func Measure(ctx context.Context, size terms.Size, progress experiments.Progress) (h Study, err error) {
	run := run{size, authorsModel()}
	posterior, logP := exactly.Posterior(run.model)
	h.LogP = logP
	for _, p := range []programs.Proposal{programs.Prior, programs.Optimal} {
		d := exactly.Between(posterior, exactly.Alone(run.model, p))
		h.Alone = append(h.Alone, Alone{p, d.Forward, d.Reverse})
	}
	if h.Portraits, err = run.portraits(ctx); err != nil {
		return h, err
	}
	if h.Standards, err = run.standards(ctx); err != nil {
		return h, err
	}
	rows := run.rows()
	total, done := 0, 0
	for _, r := range rows {
		total += run.cost(r)
	}
	for _, r := range rows {
		if err := run.row(ctx, &r); err != nil {
			return h, err
		}
		h.Rows = append(h.Rows, r)
		done += run.cost(r)
		if progress != nil {
			progress(done, total)
		}
	}
	return h, nil
}

// rows are those that the authors recorded. A quick run leaves out large filters.
func (h run) rows() (rows []Row) {
	for _, r := range recordedHMM() {
		if !h.Quick || r.P <= 10 {
			rows = append(rows, r)
		}
	}
	return rows
}

// goldParticles is the number of particles of the filter that is a gold standard.
func (h run) goldParticles() int {
	if h.Quick {
		return 100
	}
	return 1000
}

// runs are the numbers of runs of each program, without the mistake and with it. The authors made 100.
func (h run) runs(r Row) (ours, mistaken int) {
	switch {
	case h.Quick:
		return 10, 10
	case r.Gold == ByPosterior && r.M == 1:
		return 4000, 1000
	case r.Gold == ByFilter && r.M > 1:
		return 150, 100
	}
	return 300, 100
}

// cost is the number of particles in all runs of a row.
func (h run) cost(r Row) int {
	ours, mistaken := h.runs(r)
	particles := 2 * r.P * r.M
	if r.Gold == ByFilter {
		particles += 2 * h.goldParticles()
	}
	return (ours + mistaken) * particles
}

// row measures a row.
func (h run) row(ctx context.Context, r *Row) (err error) {
	ours, mistaken := h.runs(*r)
	if r.Exact, err = h.exact(ctx, *r); err != nil {
		return err
	}
	m := aide.Counts{Gold: 1, Target: r.M}
	e, err := look(ctx, h.gold(*r), h.filter(r.Proposal, r.P), ours, m, r.seed())
	if err != nil {
		return err
	}
	r.Ours = measured(ours)(e.Pooled(m))
	r.MistakenExact = math.NaN()
	if !r.hasMistake() {
		return nil
	}
	if r.Gold == ByPosterior && r.P == 1 && r.M == 1 {
		r.MistakenExact = mistakenAlone(h.model)
	}
	gold, target := h.gold(*r), hidden.Program(h.filter(r.Proposal, r.P))
	if r.Gold == ByFilter {
		gold = offByOne(h.model, h.goldParticles())
	}
	if r.Proposal == programs.Optimal {
		target = offByOne(h.model, r.P)
	}
	if e, err = look(ctx, gold, target, mistaken, m, r.seed()+1); err == nil {
		r.Mistaken = measured(mistaken)(e.At(m)) // the looks of a program that breaks its law cannot be pooled
	}
	return err
}

func (h run) filter(p programs.Proposal, particles int) hidden.Filter {
	return hidden.Filter{Sequence: hidden.NewSequence(h.model, p), P: particles}
}

func (h run) gold(r Row) hidden.Program {
	if r.Gold == ByFilter {
		return h.filter(programs.Optimal, h.goldParticles())
	}
	return hidden.NewPosterior(h.model)
}

// exact is the expectation of a row, and NaN if it is not known. At P = 1 it does not depend on M.
func (h run) exact(ctx context.Context, r Row) (float64, error) {
	const most = 3 // particles, whose multisets take half a second
	if r.Gold != ByPosterior || r.P > 1 && (r.Proposal != programs.Prior || r.M > 1 || r.P > most) {
		return math.NaN(), nil
	}
	d, err := exactly.Apart(ctx, h.gold(r), h.filter(r.Proposal, r.P))
	return d.Expected, err
}

// standards measures how far the gold standards are apart.
func (h run) standards(ctx context.Context) (all [2]Measured, err error) {
	const n, most = 100, 10
	e, err := look(ctx, hidden.NewPosterior(h.model), h.filter(programs.Optimal, h.goldParticles()), n,
		aide.Counts{Gold: 1, Target: most}, seedHMM)
	if err != nil {
		return all, err
	}
	for i, m := range []int{1, most} {
		all[i] = measured(n)(e.Pooled(aide.Counts{Gold: 1, Target: m}))
	}
	return all, nil
}

// seedHMM is the first seed of the experiment.
const seedHMM uint64 = 2017

// look makes n looks at runs of each program.
func look(ctx context.Context, gold, target hidden.Program, n int, m aide.Counts, seed uint64) (aide.Estimate, error) {
	return sample.AIDE(ctx, gold, target, aide.Counts{Gold: n, Target: n}, m, sample.Options{Seed: seed})
}

// measured takes an estimate from n runs of each program.
func measured(n int) func(value, stderr float64) Measured {
	return func(value, stderr float64) Measured { return Measured{value, stderr, n} }
}
