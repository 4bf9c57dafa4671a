package aidepaper

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains/aide"
	"breadboard/chains/models/mixture"
	"breadboard/chains/programs"
	"breadboard/experiments"
)

// galaxyProposals say how a filter draws the cluster of a new galaxy; their numbers seed dice.
var galaxyProposals = []programs.Proposal{programs.Prior, programs.Optimal}

// A Case is a particle filter of the galaxies, with so many sweeps before each galaxy.
type Case struct {
	Proposal programs.Proposal `column:"proposal"`
	P        int               `column:"P"`
	Sweeps   int               `column:"sweeps"`
}

// A GalaxyRow is what is estimated of a filter, and what the authors recorded of it.
type GalaxyRow struct {
	Case
	AIDE             Sampled `column:"aide"`
	Clusters         Sampled `column:"clusters"`
	LogML            Sampled `column:"e_log"`
	Wrong            Sampled `column:"theirs"` // AIDE if the target goes back as the authors' code does
	Excess           Sampled `column:"excess"` // Wrong - AIDE, by the same runs
	RecordedAIDE     Sampled `column:"recorded"`
	RecordedClusters Sampled `column:"recorded_clusters"`
}

// A Gold is a gold standard on a lattice of hyperparameters with so many values each. AIDE is of
// the one case that all gold standards are compared on.
type Gold struct {
	Case
	Lattice  int     `column:"lattice"`
	Runs     int     `column:"runs"`
	LogML    Sampled `column:"e_log"`
	Clusters Sampled `column:"clusters"`
	AIDE     Sampled `column:"aide"`
}

// Galaxies is the supplement's experiment on forty galaxies.
type Galaxies struct {
	Runs       int // of each target
	Golds      []Gold
	GoldExcess Sampled // what the authors' reverse of the gold standard adds
	Rows       []GalaxyRow
	Bounds     []BoundRow
}

type plan struct {
	gold, probe               Case // probe is what gold standards are compared on
	lattice                   int
	goldRuns, runs, otherRuns int
	particles                 []int // of the targets
	others                    []Gold
}

func newPlan(size Size) plan {
	p := plan{gold: Case{programs.Optimal, 100, 4}, probe: Case{programs.Optimal, 20, 1},
		lattice: 1024, goldRuns: 24, runs: 12, otherRuns: 8, particles: []int{1, 4, 20, 100}}
	if size.Quick {
		p.gold.P, p.probe.P, p.goldRuns, p.runs, p.otherRuns, p.particles = 10, 4, 4, 4, 2, []int{1, 4}
	}
	for _, lattice := range []int{p.lattice / 4, 4 * p.lattice} {
		p.others = append(p.others, Gold{Case: p.gold, Lattice: lattice, Runs: p.otherRuns})
	}
	more := p.gold
	more.P *= 4
	p.others = append(p.others, Gold{Case: more, Lattice: p.lattice, Runs: p.otherRuns})
	return p
}

// Probe is the program that gold standards are compared on.
func Probe(size Size) Case { return newPlan(size).probe }

// cases are the targets. The authors also have two sweeps, which are here only for one particle.
func (p plan) cases() (all []Case) {
	for _, sweeps := range []int{0, 1, 2, 4} {
		for _, particles := range p.particles {
			if sweeps != 2 || particles == 1 {
				all = append(all, Case{programs.Prior, particles, sweeps},
					Case{programs.Optimal, particles, sweeps})
			}
		}
	}
	return all
}

func measureGalaxies(ctx context.Context, size Size, progress experiments.Progress) (s Galaxies, err error) {
	p := newPlan(size)
	s.Runs = p.runs
	for _, q := range galaxyProposals {
		for i, points := range slices.Collect(slices.Chunk(standardised(), FewGalaxies)) {
			s.Bounds = append(s.Bounds, bound(mixture.New(points, mixture.At(FewHypers)), q, i*FewGalaxies))
		}
	}
	m := mixture.New(standardised(), mixture.Quantiles(p.lattice))
	g, err := newGold(ctx, p.gold, m, p.goldRuns, progress.Share(0, 5, 100))
	if err != nil {
		return s, err
	}
	cases := p.cases()
	targets, err := g.compare(ctx, cases, p.runs, progress.Share(5, 75, 100))
	if err != nil {
		return s, err
	}
	for k, c := range cases {
		s.Rows = append(s.Rows, targets[k].row(c))
	}
	// The authors' reverse of the gold standard, less the right one, from what the runs of a target returned.
	excess, returned := make([]float64, p.runs), targets[1].runs
	err = experiments.Each(ctx, p.runs, progress.Share(75, 80, 100), func(_ context.Context, i int) error {
		excess[i] = g.wrong(m).Reverse(returned[i].x, g.dice(goldInReverse, i)) -
			g.program(m).Reverse(returned[i].x, g.dice(goldInReverse, i))
		return nil
	})
	if err != nil {
		return s, err
	}
	s.GoldExcess = meanOf(excess)
	s.Golds = []Gold{g.summary(p.lattice, s.At(p.probe))}
	for i, o := range p.others {
		part := progress.Share(80+20*i/len(p.others), 80+20*(i+1)/len(p.others), 100)
		g, err := newGold(ctx, o.Case, mixture.New(standardised(), mixture.Quantiles(o.Lattice)), o.Runs, part.Share(0, 1, 2))
		if err != nil {
			return s, err
		}
		targets, err := g.compare(ctx, []Case{p.probe}, o.Runs, part.Share(1, 2, 2))
		if err != nil {
			return s, err
		}
		s.Golds = append(s.Golds, g.summary(o.Lattice, targets[0].row(p.probe)))
	}
	return s, nil
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

// recorded are the authors' numbers of one program: AIDE, and the number of clusters.
func (c Case) recorded() (estimate, clusters Sampled) {
	r := the(authorsRows("galaxy_sampler_data.csv"), func(r []string) bool {
		return r[0] == string(c.Proposal) && r[1] == strconv.Itoa(c.P) && r[2] == strconv.Itoa(c.Sweeps)
	})
	return Sampled{number(r[3]), number(r[4])}, Sampled{number(r[5]), number(r[6])}
}

// summary has the clusters and log p(y) that the forward runs of a gold standard find, and its AIDE from the probe.
func (g gold) summary(lattice int, probe GalaxyRow) Gold {
	o := Gold{Case: g.Case, Lattice: lattice, Runs: len(g.runs), AIDE: probe.AIDE}
	o.Clusters, o.LogML = summarised(g.runs)
	return o
}

func (t target) row(c Case) GalaxyRow {
	one, wrong := aide.Counts{Gold: 1, Target: 1}, aide.Estimate{Target: t.right.Target}
	for i, l := range t.right.Gold {
		wrong.Gold = append(wrong.Gold, aide.Look{Own: l.Own, Other: []float64{l.Other[0] + t.excess[i]}})
	}
	r := GalaxyRow{Case: c, AIDE: sampled(t.right.At(one)), Wrong: sampled(wrong.At(one)), Excess: meanOf(t.excess)}
	r.Clusters, r.LogML = summarised(t.runs)
	r.RecordedAIDE, r.RecordedClusters = c.recorded()
	return r
}

func summarised(runs []drawn) (clusters, logML Sampled) {
	counts, logs := make([]float64, len(runs)), make([]float64, len(runs))
	for i, r := range runs {
		counts[i], logs[i] = float64(r.x.Clusters()), r.logw
	}
	return meanOf(counts), meanOf(logs)
}

// At returns the row of a case; the study has it.
func (s Galaxies) At(c Case) GalaxyRow {
	return the(s.Rows, func(r GalaxyRow) bool { return r.Case == c })
}

// rare is the probability below which a sum of squares is not chance: one in a thousand.
const rare = 1e-3

// Findings are the supplement's claims about forty galaxies, and what is seen beside them.
func (s Galaxies) Findings() []experiments.Finding {
	ours, wrong := func(r GalaxyRow) Sampled { return r.AIDE }, func(r GalaxyRow) Sampled { return r.Wrong }
	_, furthestUnswept, same := s.agreement(ours, false)
	theirs, _, text := s.agreement(wrong, true)
	right, _, more := s.agreement(ours, true)

	swept := where(s.Rows, func(r GalaxyRow) bool { return r.Sweeps > 0 })
	larger := where(swept, func(r GalaxyRow) bool { return r.Excess.Value > 2*r.Excess.Err })
	furthest := most(swept, func(r GalaxyRow) float64 { return r.Excess.Value })
	smaller := where(s.Bounds, func(b BoundRow) bool { return b.Wrong < b.Right })

	below := where(s.Bounds, func(b BoundRow) bool { return b.Wrong < b.J })
	later := where(s.Bounds, func(b BoundRow) bool { return b.Half < b.J })
	lowest := most(below, func(b BoundRow) float64 { return -b.Wrong / b.J })

	gold, P := s.Golds[0], s.Rows[len(s.Rows)-1].P
	matters, both := true, ""
	for _, p := range galaxyProposals {
		none, four := s.At(Case{p, P, 0}), s.At(Case{p, P, 4})
		matters = matters && away(none.AIDE, four.AIDE) && four.AIDE.Value < none.AIDE.Value &&
			away(none.Clusters, gold.Clusters) && !away(four.Clusters, gold.Clusters)
		both += fmt.Sprintf("%s: AIDE %.1f without sweeps and %.1f with four, clusters %.1f and %.1f; ", p,
			none.AIDE, four.AIDE, none.Clusters.Value, four.Clusters.Value)
	}

	fine := where(s.Rows, func(r GalaxyRow) bool { return !away(r.Clusters, gold.Clusters) })
	far := func(r GalaxyRow) bool { return r.AIDE.Value > 1 && r.AIDE.Value > 2*r.AIDE.Err }
	worst := most(fine, func(r GalaxyRow) float64 { return r.AIDE.Value })
	var near []string // the programs of which both say that they are right
	for _, r := range fine {
		if !far(r) {
			near = append(near, fmt.Sprintf("%s with P = %d and %d sweeps", r.Proposal, r.P, r.Sweeps))
		}
	}

	none, four := s.At(Case{programs.Prior, 1, 0}).AIDE, s.At(Case{programs.Prior, 1, 4}).AIDE
	prior := where(s.Bounds, func(b BoundRow) bool { return b.Proposal == programs.Prior })
	nearer := where(prior, func(b BoundRow) bool { return b.J < b.Unswept })
	rises := where(nearer, func(b BoundRow) bool { return b.Right > b.Unswept })

	stays, golds := true, []string(nil)
	for _, g := range s.Golds {
		stays = stays && !away(g.AIDE, gold.AIDE) && !away(g.LogML, gold.LogML)
		golds = append(golds, fmt.Sprintf("%d particles and %d values: AIDE %.1f, log estimate of p(y) %.2f", g.P, g.Lattice,
			g.AIDE, g.LogML))
	}
	off := most(s.Golds[1:], func(g Gold) float64 { return math.Abs(g.AIDE.z(gold.AIDE)) }).AIDE
	return []experiments.Finding{
		experiments.Find("Without sweeps no estimate of ours is three standard errors from the authors'",
			furthestUnswept < surprising, "%s; all share the runs of one gold standard, which has %d particles, and theirs 400",
			same, gold.P),
		experiments.Find("With sweeps the recorded estimates are what their reverse gives, and not what the right one gives",
			theirs > rare && right < rare, "their reverse: %s; right reverse: %s", text, more),
		experiments.Find("Their reverse makes AIDE of forty galaxies larger (in most programs, by more than two standard errors)",
			2*len(larger) > len(swept), "in %d of %d; by %.1f nats for the %s proposal with P = %d and %d sweeps; on four "+
				"galaxies it makes the expectation smaller in %d of %d cases", len(larger), len(swept), furthest.Excess,
			furthest.Proposal, furthest.P, furthest.Sweeps, len(smaller), len(s.Bounds)),
		experiments.Find("With their reverse AIDE is no upper bound of J", len(below) > 0,
			"on four galaxies its expectation is below J in %d of %d cases, as in %.4f where J is %.4f; with many runs in "+
				"reverse it would be below in %d; on forty galaxies J is not known", len(below), len(s.Bounds), lowest.Wrong,
			lowest.J, len(later)),
		experiments.Find(fmt.Sprintf("Both techniques say that rejuvenation matters (P = %d)", P), matters,
			"%sthe gold standard has %.1f clusters; with one particle of the prior proposal AIDE says the opposite", both,
			gold.Clusters),
		experiments.Find("AIDE is more conservative than the number of clusters", 2*len(near) < len(fine),
			"%d programs have the gold standard's number of clusters, to two standard errors; AIDE gives %d of them more than "+
				"one nat, and %.0f nats to the %s proposal with P = %d and %d sweeps; it does not do so for %s", len(fine),
			len(fine)-len(near), worst.AIDE.Value, worst.Proposal, worst.P, worst.Sweeps, strings.Join(near, ", ")),
		experiments.Find("With one particle and the prior proposal AIDE rises with sweeps, also with the right reverse",
			four.Value > none.Value && away(four, none),
			"from %.0f to %.0f; on four galaxies J falls in %d of %d cases, and AIDE rises in %d of these", none, four,
			len(nearer), len(prior), len(rises)),
		experiments.Find("No change is seen (two standard errors) with the gold standard's particles or the lattice's fineness",
			stays, "one program, of which a change of %.1f nats could be missed; the furthest is %.1f standard errors off; %s",
			2*math.Hypot(off.Err, gold.AIDE.Err), math.Abs(off.z(gold.AIDE)), strings.Join(golds, "; ")),
	}
}

// agreement is the probability of differences at least as large as those from the recorded values, if only errors make
// them, and the furthest of them in standard errors. It is of the programs with sweeps, or of those without.
func (s Galaxies) agreement(of func(r GalaxyRow) Sampled, swept bool) (p, furthest float64, text string) {
	sum, larger, rows := 0.0, 0, where(s.Rows, func(r GalaxyRow) bool { return r.Sweeps > 0 == swept })
	for _, r := range rows {
		z := of(r).z(r.RecordedAIDE)
		sum, furthest = sum+z*z, max(furthest, math.Abs(z))
		if z > 0 {
			larger++
		}
	}
	p = distuv.ChiSquared{K: float64(len(rows))}.Survival(sum)
	return p, furthest, fmt.Sprintf("ours are larger in %d of %d, and at most %.1f standard errors off; the sum of squared "+
		"differences, each over its variance, is %.1f (p = %.2g)", larger, len(rows), furthest, sum, p)
}

// away reports whether a mean is more than two standard errors of both from another.
func away(a, b Sampled) bool { return math.Abs(a.z(b)) > 2 }
