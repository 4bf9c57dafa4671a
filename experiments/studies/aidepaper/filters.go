package aidepaper

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"

	"breadboard/chains/aide"
	"breadboard/chains/hidden"
	"breadboard/chains/programs"
	"breadboard/chains/sample"
	exactly "breadboard/exact/hidden"
	"breadboard/experiments"
)

// Filters is the paper's Section 5.2 and its Figure 4: particle filters of the authors' hidden Markov
// model, beside their own estimates.
type Filters struct {
	LogP      float64 // log p(y)
	Alone     []Alone
	Rows      []FilterRow // in the order of the authors' file
	Portraits []StatesPortrait
}

// Alone has the exact divergences between the posterior and a filter of one particle.
type Alone struct {
	Proposal programs.Proposal `column:"proposal"`
	Forward  float64           `column:"kl_from_posterior"` // KL(posterior||filter)
	Reverse  float64           `column:"kl_to_posterior"`   // KL(filter||posterior)
}

// Symmetrised is the divergence that AIDE estimates.
func (a Alone) Symmetrised() float64 { return a.Forward + a.Reverse }

type filterRun struct {
	Size
	model *hidden.Model
}

func measureFilters(ctx context.Context, size Size, progress experiments.Progress) (h Filters, err error) {
	run := filterRun{size, authorsModel()}
	posterior, logP := exactly.Posterior(run.model)
	h.LogP = logP
	for _, p := range []programs.Proposal{programs.Prior, programs.Optimal} {
		d := exactly.Between(posterior, exactly.Alone(run.model, p))
		h.Alone = append(h.Alone, Alone{p, d.Forward, d.Reverse})
	}
	if h.Portraits, err = run.portraits(ctx); err != nil {
		return h, err
	}
	h.Rows = run.rows()
	var costs []int
	for _, r := range h.Rows {
		costs = append(costs, run.cost(r))
	}
	return h, experiments.EachSized(ctx, costs, progress, func(ctx context.Context, i int) error {
		return run.row(ctx, &h.Rows[i])
	})
}

// rows are those that the authors recorded, from 100 runs of each program. A quick run leaves out large filters.
func (h filterRun) rows() (rows []FilterRow) {
	standards := map[string]Standard{"exact": ByPosterior, "approximate": ByFilter}
	for _, l := range authorsRows("aide_estimates.csv") {
		r := FilterRow{P: int(number(l[0])), M: int(number(l[1])), Proposal: programs.Proposal(l[2]),
			Theirs: Measured{Sampled{number(l[3]), number(l[4])}, 100}, Gold: standards[l[5]]}
		if !h.Quick || r.P <= 10 {
			rows = append(rows, r)
		}
	}
	return rows
}

func (h filterRun) goldParticles() int {
	if h.Quick {
		return 100
	}
	return 1000
}

// runs are the numbers of runs of each program, without the mistake and with it. The authors made 100.
func (h filterRun) runs(r FilterRow) (ours, mistaken int) {
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
func (h filterRun) cost(r FilterRow) int {
	ours, mistaken := h.runs(r)
	particles := 2 * r.P * r.M
	if r.Gold == ByFilter {
		particles += 2 * h.goldParticles()
	}
	return (ours + mistaken) * particles
}

func (h filterRun) row(ctx context.Context, r *FilterRow) (err error) {
	ours, mistaken := h.runs(*r)
	m := aide.Counts{Gold: 1, Target: r.M}
	target := hidden.Program(h.filter(r.Proposal, r.P))
	gold := hidden.Program(hidden.NewPosterior(h.model))
	if r.Gold == ByFilter {
		gold = h.filter(programs.Optimal, h.goldParticles())
	}
	if r.Exact, err = h.exact(ctx, *r); err != nil {
		return err
	}
	e, err := look(ctx, gold, target, ours, m, h.seeded(r.seed()))
	if err != nil {
		return err
	}
	r.Ours = Measured{sampled(e.Pooled(m)), ours}
	r.MistakenExact = math.NaN()
	if r.Proposal != programs.Optimal && r.Gold != ByFilter {
		return nil // nothing has the mistake
	}
	if r.Gold == ByPosterior && r.P == 1 && r.M == 1 {
		r.MistakenExact = mistakenAlone(h.model)
	}
	if r.Gold == ByFilter {
		gold = offByOne(h.model, h.goldParticles())
	}
	if r.Proposal == programs.Optimal {
		target = offByOne(h.model, r.P)
	}
	if e, err = look(ctx, gold, target, mistaken, m, h.seeded(r.seed()+1)); err == nil {
		r.Mistaken = Measured{sampled(e.At(m)), mistaken} // the looks of a program that breaks its law cannot be pooled
	}
	return err
}

// exact is the expectation of a row, and NaN if it is not known. At P = 1 it does not depend on M.
func (h filterRun) exact(ctx context.Context, r FilterRow) (float64, error) {
	const largest = 3 // number of particles, whose multisets take half a second
	if r.Gold != ByPosterior || r.P > 1 && (r.Proposal != programs.Prior || r.M > 1 || r.P > largest) {
		return math.NaN(), nil
	}
	d, err := exactly.Apart(ctx, hidden.NewPosterior(h.model), h.filter(r.Proposal, r.P))
	return d.Expected, err
}

func (h filterRun) filter(p programs.Proposal, particles int) hidden.Filter {
	return hidden.Filter{Sequence: hidden.NewSequence(h.model, p), P: particles}
}

const seedHMM uint64 = 2017

func look(ctx context.Context, gold, target hidden.Program, n int, m aide.Counts, seed uint64) (aide.Estimate, error) {
	return sample.AIDE(ctx, gold, target, aide.Counts{Gold: n, Target: n}, m, sample.Options{Seed: seed})
}

// A Standard is a gold standard.
type Standard string

// The gold standards: exact draws, and a filter of many particles with the optimal proposal.
const (
	ByPosterior Standard = "posterior"
	ByFilter    Standard = "filter"
)

// Measured is an estimate from N runs of each program.
type Measured struct {
	Sampled
	N int `column:"*_runs"` // 0 if nothing was measured
}

// A FilterRow is a filter beside a gold standard. The gold standard is run in reverse once for each
// look (M_g = 1), and the filter M times.
type FilterRow struct {
	Gold          Standard          `column:"gold"`
	Proposal      programs.Proposal `column:"proposal"`
	P             int               `column:"P"`
	M             int               `column:"M"`
	Theirs        Measured          `column:"theirs"` // as the authors recorded it
	Ours          Measured          `column:"ours"`
	Exact         float64           `column:"exact,known"`          // the expectation; NaN if it is not known
	Mistaken      Measured          `column:"mistaken"`             // with the authors' mistake; nothing if none has it
	MistakenExact float64           `column:"mistaken_exact,known"` // the expectation with it; NaN if it is not known
}

// Truth is the exact expectation, or our estimate of it.
func (r FilterRow) Truth() Measured { return orExact(r.Ours, r.Exact) }

// Explained is what the authors' code expects, mistake and all.
func (r FilterRow) Explained() Measured {
	if r.Mistaken.N == 0 {
		return r.Truth()
	}
	return orExact(r.Mistaken, r.MistakenExact)
}

// Z is how far their estimate is from the truth, in standard errors of both.
func (r FilterRow) Z() float64 { return r.Theirs.z(r.Truth().Sampled) }

// MistakenZ is Z from what their code expects.
func (r FilterRow) MistakenZ() float64 { return r.Theirs.z(r.Explained().Sampled) }

func orExact(m Measured, exact float64) Measured {
	if math.IsNaN(exact) {
		return m
	}
	return Measured{Sampled: Sampled{Value: exact}}
}

// seed is the seed of a row, and the next one that of the row with the mistake. Beside both gold
// standards the filter returns the same paths, so that these can be compared.
func (r FilterRow) seed() uint64 {
	seed := seedHMM + 4*(1000*uint64(r.P)+uint64(r.M))
	if r.Proposal == programs.Optimal {
		seed += 2
	}
	return seed
}

func readJSON[T any](name string) (v T) {
	embedded(name, json.Unmarshal(authorsFile(name), &v))
	return v
}

// authorsModel is the authors' model with its observations. Their matrices are written column by
// column.
func authorsModel() *hidden.Model {
	file := readJSON[struct {
		Initial     []float64   `json:"initial_state_prior"`
		Transition  [][]float64 `json:"transition_model"`
		Observation [][]float64 `json:"observation_model"`
	}]("hmm.json")
	return embedded(hidden.New(hidden.Parameters{Initial: file.Initial, Transition: transposed(file.Transition),
		Emission: transposed(file.Observation), Observed: fromZero("observations.json")}))
}

// WriteModel writes the authors' model as a file for the command line.
func WriteModel(w io.Writer) error { return authorsModel().Write(w) }

// fromZero reads numbers that count from 1.
func fromZero(name string) []int {
	numbers := readJSON[[]int](name)
	for i := range numbers {
		numbers[i]--
	}
	return numbers
}

func transposed(columns [][]float64) [][]float64 {
	rows := make([][]float64, len(columns[0]))
	for _, column := range columns {
		for i, v := range column {
			rows[i] = append(rows[i], v)
		}
	}
	return rows
}

// A StatesPortrait has the laws of the states that a program returns, as in the upper rows of Figure 4.
type StatesPortrait struct {
	Name string
	Runs int         // that the laws were counted from; 0 if they are exact
	Law  [][]float64 // Law[t][x] is the probability that state t is x
}

// portraits are exact for one particle, and counted for more.
func (h filterRun) portraits(ctx context.Context) ([]StatesPortrait, error) {
	posterior, _ := exactly.Posterior(h.model)
	all := []StatesPortrait{{Name: "true states", Law: make([][]float64, h.model.Len())},
		{Name: "posterior", Law: posterior.Marginals()}}
	for t, x := range fromZero("states.json") {
		all[0].Law[t] = make([]float64, h.model.States())
		all[0].Law[t][x] = 1
	}
	for _, f := range []hidden.Filter{h.filter(programs.Optimal, h.goldParticles()), h.filter(programs.Prior, 1),
		h.filter(programs.Prior, 10), h.filter(programs.Optimal, 100)} {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		p := StatesPortrait{Name: fmt.Sprintf("%s proposal, P = %d", f.Proposal, f.P)}
		if f.P == 1 {
			p.Law = exactly.Alone(h.model, f.Proposal).Marginals()
			all = append(all, p)
			continue
		}
		p.Runs = 1000
		if h.Quick {
			p.Runs = 100
		}
		for range h.model.Len() {
			p.Law = append(p.Law, make([]float64, h.model.States()))
		}
		d := sample.Seeded(h.seeded(seedHMM), uint64(f.P))
		for range p.Runs {
			x, _ := f.Forward(d)
			for t, state := range x.States() {
				p.Law[t][state] += 1 / float64(p.Runs)
			}
		}
		all = append(all, p)
	}
	return all, nil
}

// WorstExplained says how many standard errors the authors' estimates are at most from what their mistake
// gives.
func (h Filters) WorstExplained() (worst float64) {
	for _, r := range h.Rows {
		worst = max(worst, math.Abs(r.MistakenZ()))
	}
	return worst
}

// Row returns the row of a gold standard and a filter; the study has it.
func (h Filters) Row(gold Standard, p programs.Proposal, particles, m int) FilterRow {
	return the(h.Rows, func(r FilterRow) bool {
		return r.Gold == gold && r.Proposal == p && r.P == particles && r.M == m
	})
}
