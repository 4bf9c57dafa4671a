package aidepaper

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"breadboard/chains"
	"breadboard/chains/programs"
	"breadboard/experiments"
	"breadboard/experiments/studies/models/mixture"
)

// Galaxies is the supplement's experiment on forty galaxies.
type Galaxies struct {
	Mixture
	Bounds []BoundRow
}

// supplement has the gold standards of the paper and of the authors' code, and two on other lattices.
func supplement(size Size) plan {
	p := plan{points: standardised(), recorded: "galaxy_sampler_data.csv", runs: 62,
		probe: Case{programs.Optimal, 20, 1}, seed: size.Seed}
	particles := []int{1, 4, 20, 100}
	golds := []int{100, 400}
	others := 12
	if size.Quick {
		p.runs = 4
		p.probe.P = 4
		particles = []int{1, 4}
		golds = []int{10, 20}
		others = 2
	}
	p = p.against(particles, []int{0, 1}, golds).against([]int{1}, []int{2}, nil).against(particles, []int{4}, nil)
	for _, lattice := range []int{256, 4096} {
		p.golds = append(p.golds, Gold{Case: p.golds[0].Case, Lattice: lattice, Runs: others})
	}
	return p
}

func measureGalaxies(ctx context.Context, size Size, progress experiments.Progress) (s Galaxies, err error) {
	for _, q := range proposals {
		for i, points := range slices.Collect(slices.Chunk(standardised(), FewGalaxies)) {
			s.Bounds = append(s.Bounds, bound(mixture.New(points, mixture.At(FewHypers)), q, i*FewGalaxies))
		}
	}
	s.Mixture, err = supplement(size).measure(ctx, progress)
	return s, err
}

// Velocities are the recession velocities of the forty galaxies in km/s.
func Velocities() (all []float64) {
	for field := range strings.FieldsSeq(string(authorsFile("galaxy_velocities_subset.txt"))) {
		all = append(all, number(field))
	}
	return all
}

// standardised are velocities with mean 0 and variance 1, as the authors take them.
func standardised() []float64 {
	all := Velocities()
	mean, sd := stat.MeanStdDev(all, nil)
	floats.AddConst(-mean, all)
	floats.Scale(1/sd, all)
	return all
}

// A BoundRow has the exact values of a filter with one particle on a few of the galaxies. The gold
// standard is the posterior.
type BoundRow struct {
	From     int               `column:"first"` // the number of the first galaxy
	Proposal programs.Proposal `column:"proposal"`
	// With one sweep: the symmetrised divergence from the posterior, and AIDE's expectation with either
	// reverse.
	J     float64 `column:"J"`
	Right float64 `column:"aide"`
	Wrong float64 `column:"theirs"`
	// What bounds Wrong: KL(posterior, filter without sweeps) + KL(filter, posterior).
	Half float64 `column:"their_bound"`
	// Without sweeps. This is AIDE's expectation too: the filter then has only one way to a partition, and
	// so it knows the probability of what it returns.
	Unswept float64 `column:"unswept"`
}

// FewGalaxies is the number of galaxies of a BoundRow.
const FewGalaxies = 4

// FewHypers are the hyperparameters of every BoundRow. They have one value each, so that the authors'
// reverse has nothing left to redraw.
var FewHypers = mixture.Hyper{M: 0, R: 0.5, Nu: 6, S: 0.03, Alpha: 1}

func bound(m *mixture.Model, proposal programs.Proposal, from int) BoundRow {
	all := m.States()
	logp := make([]float64, len(all))
	for i, x := range all {
		logp[i] = m.LogJoint(x)
	}
	p := chains.Normalized(logp)
	c := Case{proposal, 1, 1}
	still := Case{proposal, 1, 0}
	right := enumerated(c.programs(m)[0], all)
	wrong := enumerated(c.programs(m)[1], all)
	without := enumerated(still.programs(m)[0], all)
	there := stat.KullbackLeibler(p, without.q)
	back := stat.KullbackLeibler(right.q, p)
	return BoundRow{From: from, Proposal: proposal,
		J: stat.KullbackLeibler(p, right.q) + back, Right: right.expected(p), Wrong: wrong.expected(p),
		Half: there + back, Unswept: there + stat.KullbackLeibler(without.q, p)}
}

// Findings are the supplement's claims about forty galaxies, and what is seen beside them. Where no gold standard is
// named it is the paper's.
func (s Galaxies) Findings() []experiments.Finding {
	gold := s.Golds[0]
	rows := s.Beside(gold.P)
	smaller := where(s.Bounds, func(b BoundRow) bool { return b.Wrong < b.Right })

	below := where(s.Bounds, func(b BoundRow) bool { return b.Wrong < b.J })
	later := where(s.Bounds, func(b BoundRow) bool { return b.Half < b.J })
	lowest := most(below, func(b BoundRow) float64 { return -b.Wrong / b.J })

	P := rows[len(rows)-1].P
	matters, both := true, ""
	for _, p := range proposals {
		none := at(rows, Case{p, P, 0})
		four := at(rows, Case{p, P, 4})
		matters = matters && away(none.AIDE, four.AIDE) && four.AIDE.Value < none.AIDE.Value &&
			away(none.Clusters, gold.Clusters) && !away(four.Clusters, gold.Clusters)
		both += fmt.Sprintf("%s: AIDE %.1f without sweeps and %.1f with four, clusters %.1f and %.1f; ", p,
			none.AIDE, four.AIDE, none.Clusters.Value, four.Clusters.Value)
	}

	fine := where(rows, func(r MixtureRow) bool { return !away(r.Clusters, gold.Clusters) })
	far := where(fine, func(r MixtureRow) bool { return r.AIDE.Value > 1 && r.AIDE.Value > 2*r.AIDE.Err })
	worst := most(fine, func(r MixtureRow) float64 { return r.AIDE.Value })

	none := at(rows, Case{programs.Prior, 1, 0}).AIDE
	four := at(rows, Case{programs.Prior, 1, 4}).AIDE
	prior := where(s.Bounds, func(b BoundRow) bool { return b.Proposal == programs.Prior })
	nearer := where(prior, func(b BoundRow) bool { return b.J < b.Unswept })
	rises := where(nearer, func(b BoundRow) bool { return b.Right > b.Unswept })

	stays, golds := true, []string(nil)
	for _, g := range s.Golds {
		stays = stays && !away(g.AIDE, gold.AIDE) && !away(g.LogML, gold.LogML)
		golds = append(golds, fmt.Sprintf("%d particles and %d values: AIDE %.1f, log estimate of p(y) %.2f", g.P,
			g.Lattice,
			g.AIDE, g.LogML))
	}
	return append(s.met(),
		experiments.Find("With their reverse AIDE is no upper bound of J", len(below) > 0,
			"on four galaxies its expectation is below J in %d of %d cases, as in %.4f where J is %.4f, and below "+
				"that of the right reverse in %d; with many runs in reverse it would be below J in %d; on forty "+
				"galaxies J is not known",
			len(below), len(s.Bounds), lowest.Wrong, lowest.J, len(smaller), len(later)),
		experiments.Find(fmt.Sprintf("Both techniques say that rejuvenation matters (P = %d)", P), matters,
			"%sthe gold standard has %.1f clusters; with one particle of the prior proposal AIDE says the opposite",
			both,
			gold.Clusters),
		experiments.Find("AIDE is more conservative than the number of clusters", 2*len(far) > len(fine),
			"%d programs have the gold standard's number of clusters, to two standard errors; AIDE gives %d of them "+
				"more than one nat, and %.0f nats to the %s proposal with P = %d and %d sweeps",
			len(fine), len(far), worst.AIDE.Value,
			worst.Proposal, worst.P, worst.Sweeps),
		experiments.Find("With one particle and the prior proposal AIDE rises with sweeps, also with the right reverse",
			four.Value > none.Value && away(four, none),
			"from %.0f to %.0f; on four galaxies J falls in %d of %d cases, and AIDE rises in %d of these", none, four,
			len(nearer), len(prior), len(rises)),
		experiments.Find("No change is seen (two standard errors) with the gold standard's particles or lattice",
			stays, "one program; %s", strings.Join(golds, "; ")))
}
