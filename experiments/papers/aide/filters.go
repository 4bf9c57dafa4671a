package aide

import (
	"context"
	"encoding/json"
	"math"

	algorithm "breadboard/chains/aide"
	"breadboard/chains/hmm"
	"breadboard/chains/programs"
	"breadboard/chains/sample"
	exactly "breadboard/exact/hmm"
	"breadboard/experiments/papers"
)

// Filters has Section 5.2 and Figure 4: particle filters of the authors' hidden Markov model.
type Filters struct {
	Rows      []FilterRow // in the order of the authors' file
	Portraits []Portrait
}

// A FilterRow has AIDE of a filter of P particles with M reverse runs. The gold standard is run in reverse once.
type FilterRow struct {
	Gold      string            `column:"gold"`
	Proposal  programs.Proposal `column:"proposal"`
	P         int               `column:"P"`
	M         int               `column:"M"`
	Exact     float64           `column:"exact"` // the expectation; NaN if it is not known
	Ours      Sampled           `column:"ours"`
	Theirs    Sampled           `column:"theirs"`         // published, from 100 runs of each program
	SlipExact float64           `column:"mistaken_exact"` // the expectation with the slip; NaN if it is not known
	Slip      Sampled           `column:"mistaken"`       // with the slip; unknown where nothing has it
}

// Truth returns the exact expectation, or our estimate of it.
func (r FilterRow) Truth() Sampled { return exactOr(r.Exact, r.Ours) }

// Slips reports whether the filter or its gold standard has the authors' slip, as all with the optimal proposal do.
func (r FilterRow) Slips() bool { return r.Proposal == programs.Optimal || r.Gold == ByFilter }

// Slipped returns the expectation with the slip, or our estimate of it.
func (r FilterRow) Slipped() Sampled { return exactOr(r.SlipExact, r.Slip) }

// ByPosterior and ByFilter name the gold standards: exact draws, and a filter of many particles with the optimal
// proposal.
const (
	ByPosterior = "posterior"
	ByFilter    = "filter"

	goldParticles = 1000
)

func measureFilters(ctx context.Context, o papers.Options) (f Filters, err error) {
	w := filterStudy{o, authorsModel()}
	f.Portraits = w.portraits()
	rows := w.rows()
	var costs []int
	for _, r := range rows {
		costs = append(costs, w.cost(r))
	}
	f.Rows, err = papers.Each(ctx, o.Part(1, 20, 20), costs, func(ctx context.Context, i int) (FilterRow, error) {
		return w.measured(ctx, rows[i])
	})
	return f, err
}

// A filterStudy measures the filters of a model.
type filterStudy struct {
	papers.Options
	model *hmm.Model
}

// rows returns the rows that the authors published. A quick run leaves out large filters.
func (w filterStudy) rows() (rows []FilterRow) {
	standards := map[string]string{"exact": ByPosterior, "approximate": ByFilter}
	for _, l := range publishedRows("aide_estimates.csv") {
		r := FilterRow{P: int(number(l[0])), M: int(number(l[1])), Proposal: programs.Proposal(l[2]),
			Theirs: Sampled{number(l[3]), number(l[4])}, Gold: standards[l[5]]}
		if !w.Quick || r.P <= 3 {
			rows = append(rows, r)
		}
	}
	return rows
}

// runs returns the numbers of runs of each program, without the slip and with it. The authors made 100.
func (w filterStudy) runs(r FilterRow) (ours, slipped int) {
	switch {
	case w.Quick:
		return 10, 10
	case r.Gold == ByPosterior && r.M == 1:
		return 4000, 1000
	case r.Gold == ByFilter && r.M > 1:
		return 150, 100
	}
	return 300, 100
}

// cost returns the number of particles in all runs of a row.
func (w filterStudy) cost(r FilterRow) int {
	ours, slipped := w.runs(r)
	particles := 2 * r.P * r.M
	if r.Gold == ByFilter {
		particles += 2 * goldParticles
	}
	return (ours + slipped) * particles
}

// measured returns a row with its numbers.
func (w filterStudy) measured(ctx context.Context, r FilterRow) (FilterRow, error) {
	var err error
	ours, slipped := w.runs(r)
	m := algorithm.Counts{Gold: 1, Target: r.M}
	r.SlipExact = math.NaN()
	r.Slip = unknown
	if r.Exact, err = w.exact(ctx, r); err != nil {
		return r, err
	}
	e, err := w.estimated(ctx, r, ours, false)
	if err != nil {
		return r, err
	}
	r.Ours = sampled(e.Pooled(m))
	if !r.Slips() {
		return r, nil
	}
	if r.Gold == ByPosterior && r.P == 1 && r.M == 1 {
		r.SlipExact = slipAlone(w.model)
	}
	e, err = w.estimated(ctx, r, slipped, true)
	if err != nil {
		return r, err
	}
	r.Slip = sampled(e.At(m)) // looks cannot be pooled if a program breaks its law
	return r, nil
}

// estimated estimates AIDE of a row from n runs of each program. The filter returns the same paths with both gold
// standards, so that they can be compared; with the slip it has other draws.
func (w filterStudy) estimated(ctx context.Context, r FilterRow, n int, slip bool) (algorithm.Estimate, error) {
	filter := func(p programs.Proposal, particles int) hmm.Program {
		if slip && p == programs.Optimal {
			return newSlipFilter(w.model, particles)
		}
		return hmm.NewFilter(w.model, p, particles)
	}
	gold := hmm.Program(hmm.NewPosterior(w.model))
	if r.Gold == ByFilter {
		gold = filter(programs.Optimal, goldParticles)
	}
	seed := filterSeed + 4*(1000*uint64(r.P)+uint64(r.M))
	if r.Proposal == programs.Optimal {
		seed += 2
	}
	if slip {
		seed++
	}
	return sample.AIDE(ctx, gold, filter(r.Proposal, r.P), algorithm.Counts{Gold: n, Target: n},
		algorithm.Counts{Gold: 1, Target: r.M}, sample.Options{Seed: w.Seeded(seed)})
}

// exact returns the expectation of a row; NaN if it is not known. At P = 1 it does not depend on M.
func (w filterStudy) exact(ctx context.Context, r FilterRow) (float64, error) {
	const largest = 3 // number of particles: their multisets take half a second
	if r.Gold != ByPosterior || r.P > 1 && (r.Proposal != programs.Prior || r.M > 1 || r.P > largest) {
		return math.NaN(), nil
	}
	d, err := exactly.DistanceOf(ctx, hmm.NewPosterior(w.model), hmm.NewFilter(w.model, r.Proposal, r.P))
	return d.Expected, err
}

const filterSeed uint64 = 2017

// authorsModel returns the authors' model with its observations.
func authorsModel() *hmm.Model {
	return mustRead(hmm.ReadModel(string(publishedFile("hmm-model.json")), "hmm-model.json"))
}

// A Portrait has the distributions of the states that a program returns, as in the upper row of Figure 4.
type Portrait struct {
	Name   string
	States [][]float64 // States[t][x] is the probability that state t is x
}

// portraits returns the exact distributions of the posterior and of one particle, and of larger filters counts from
// runs.
func (w filterStudy) portraits() []Portrait {
	posterior, _ := exactly.Posterior(w.model)
	return []Portrait{
		{"true states", w.trueStates()},
		{"posterior", posterior.Marginals()},
		{"optimal proposal, P = 1000", w.counted(programs.Optimal, goldParticles)},
		{"prior proposal, P = 1", exactly.Alone(w.model, programs.Prior).Marginals()},
		{"prior proposal, P = 10", w.counted(programs.Prior, 10)},
		{"optimal proposal, P = 100", w.counted(programs.Optimal, 100)},
	}
}

// trueStates returns the path that the observations were drawn from, as distributions.
func (w filterStudy) trueStates() [][]float64 {
	var states []int // counted from 1
	mustRead(states, json.Unmarshal(publishedFile("states.json"), &states))
	shares := w.zeros()
	for t, x := range states {
		shares[t][x-1] = 1
	}
	return shares
}

// counted returns the distributions of the states, counted from runs of a filter.
func (w filterStudy) counted(p programs.Proposal, particles int) [][]float64 {
	runs := 1000
	if w.Quick {
		runs = 100
	}
	shares := w.zeros()
	d := sample.Seeded(w.Seeded(filterSeed), uint64(particles))
	filter := hmm.NewFilter(w.model, p, particles)
	for range runs {
		states, _ := filter.Forward(d)
		for t, state := range states {
			shares[t][state] += 1 / float64(runs)
		}
	}
	return shares
}

// zeros returns zeros by step and state.
func (w filterStudy) zeros() (all [][]float64) {
	for range w.model.Len() {
		all = append(all, make([]float64, w.model.States()))
	}
	return all
}
