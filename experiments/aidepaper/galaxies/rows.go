package galaxies

import (
	"context"
	"fmt"

	"breadboard/chains/aide"
	"breadboard/chains/mixture"
	"breadboard/experiments"
	"breadboard/experiments/aidepaper/terms"
)

// row is what the runs say of a case.
func (t target) row(c Case) Row {
	r := Row{Case: c, Excess: meanOf(t.excess)}
	r.Clusters, r.LogML = clusters(t.runs), logML(t.runs)
	one := aide.Counts{Gold: 1, Target: 1}
	r.AIDE.Value, r.AIDE.Err = t.right.At(one)
	wrong := aide.Estimate{Target: t.right.Target}
	for i, l := range t.right.Gold {
		wrong.Gold = append(wrong.Gold, aide.Look{Own: l.Own, Other: []float64{l.Other[0] + t.excess[i]}})
	}
	r.Wrong.Value, r.Wrong.Err = wrong.At(one)
	r.RecordedAIDE, r.RecordedClusters = c.recorded()
	return r
}

// clusters is the mean number of clusters.
func clusters(runs []drawn) terms.Sampled {
	counts := make([]float64, len(runs))
	for i, r := range runs {
		counts[i] = float64(r.x.Clusters())
	}
	return meanOf(counts)
}

// logML is the mean log estimate of p(y).
func logML(runs []drawn) terms.Sampled {
	all := make([]float64, len(runs))
	for i, r := range runs {
		all[i] = r.logw
	}
	return meanOf(all)
}

// summary is what the forward runs of a gold standard say.
func (g gold) summary(lattice int) Gold {
	return Gold{Case: g.Case, Lattice: lattice, Runs: len(g.runs), LogML: logML(g.runs),
		Clusters: clusters(g.runs)}
}

// excess is how much larger AIDE is if the gold standard goes back as the authors' code does, from what
// these runs of a target returned.
func (g gold) excess(ctx context.Context, runs []drawn, progress experiments.Progress) (terms.Sampled, error) {
	each := make([]float64, len(runs))
	err := experiments.Each(ctx, len(runs), progress, func(_ context.Context, i int) error {
		each[i] = g.wrong(g.model).Reverse(runs[i].x, g.dice(goldInReverse, i)) -
			g.program(g.model).Reverse(runs[i].x, g.dice(goldInReverse, i))
		return nil
	})
	return meanOf(each), err
}

// compared is another gold standard, with AIDE of the probe.
func (p plan) compared(ctx context.Context, o Gold, progress experiments.Progress) (Gold, error) {
	m := mixture.New(standardised(), mixture.Quantiles(o.Lattice))
	g, err := newGold(ctx, o.Case, m, o.Runs, progress.Share(0, 1, 2))
	if err != nil {
		return o, err
	}
	targets, err := g.compare(ctx, []Case{p.probe}, o.Runs, progress.Share(1, 2, 2))
	if err != nil {
		return o, err
	}
	o = g.summary(o.Lattice)
	o.AIDE = targets[0].row(p.probe).AIDE
	return o, nil
}

// At returns the row of a case; the study has it.
func (s Study) At(c Case) Row {
	for _, r := range s.Rows {
		if r.Case == c {
			return r
		}
	}
	panic(fmt.Sprintf("galaxies: no row of %+v", c))
}
