package aidepaper

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains/programs"
	"breadboard/experiments"
	"breadboard/experiments/studies/models/mixture"
)

// A Mixture is the experiment of Figure 5 and of the supplement: filters of a Dirichlet process mixture of the authors'
// data, whose five hyperparameters are unknown, beside what the authors recorded.
type Mixture struct {
	Golds []Gold       // the first with as many runs as each program
	Rows  []MixtureRow // all programs beside the first gold standard, and then beside the next
}

// proposals say how a filter draws the cluster of a new point; their numbers seed dice.
var proposals = []programs.Proposal{programs.Prior, programs.Optimal}

// A Case is a particle filter of a mixture, with so many sweeps before each point.
type Case struct {
	Proposal programs.Proposal `column:"proposal"`
	P        int               `column:"P"`
	Sweeps   int               `column:"sweeps"`
}

// A MixtureRow is what is estimated of a filter beside a gold standard, and what the authors recorded of it.
type MixtureRow struct {
	Case
	Gold             int     `column:"gold_P"` // the particles of the gold standard
	Back             int     `column:"back"`   // the runs of the filter from whose outputs the gold standard goes back
	AIDE             Sampled `column:"aide"`
	Clusters         Sampled `column:"clusters"`
	LogML            Sampled `column:"e_log"`
	Wrong            Sampled `column:"theirs"`      // AIDE if both go back as in the authors' code
	Excess           Sampled `column:"excess"`      // what that adds if the filter alone goes back so
	GoldExcess       Sampled `column:"gold_excess"` // and if the gold standard alone does
	RecordedAIDE     Sampled `column:"recorded"`
	RecordedClusters Sampled `column:"recorded_clusters"`
}

// Z is how far the authors' estimate is from what their code should give, in standard errors of both.
func (r MixtureRow) Z() float64 { return r.RecordedAIDE.z(r.Wrong) }

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

// A plan says what is measured on some points.
type plan struct {
	points   []float64
	recorded string // the authors' file
	runs     int    // of each target
	golds    []Gold
	cases    []Case // the targets
	probe    Case
	seed     uint64
}

// beside are the targets that are compared with a gold standard: all with the first. One of more particles is dear, and
// one on another lattice is for the probe alone.
func (p plan) beside(g Gold) []Case {
	if g.Lattice != p.golds[0].Lattice {
		return []Case{p.probe}
	}
	return where(p.cases, func(c Case) bool {
		return g.P == p.golds[0].P || c == p.probe || c.P <= 4 && c.Sweeps%4 == 0
	})
}

// against has all targets of so many particles and sweeps, and gold standards of the optimal proposal with four sweeps.
func (p plan) against(particles, sweeps, golds []int) plan {
	for _, s := range sweeps {
		for _, P := range particles {
			for _, proposal := range proposals {
				p.cases = append(p.cases, Case{proposal, P, s})
			}
		}
	}
	for _, P := range golds {
		p.golds = append(p.golds, Gold{Case: Case{programs.Optimal, P, 4}, Lattice: 1024, Runs: p.runs})
	}
	return p
}

func measureMixture(ctx context.Context, size Size, progress experiments.Progress) (Mixture, error) {
	return figure5(size).measure(ctx, progress)
}

// figure5 has the sizes of the authors' code.
func figure5(size Size) plan {
	p := plan{points: readJSON[[]float64]("mixture_points.json"), recorded: "mixture_sampler_data.csv", runs: 62,
		probe: Case{programs.Optimal, 4, 4}, seed: size.Seed}
	particles, gold := []int{1, 2, 4, 8, 10, 20, 40, 80, 100}, 100
	if size.Quick {
		p.runs = 4
		particles = particles[:3]
		gold = 10
	}
	return p.against(particles, []int{0, 4}, []int{gold})
}

func (p plan) measure(ctx context.Context, progress experiments.Progress) (s Mixture, err error) {
	for i, o := range p.golds {
		g := gold{o.Case, mixture.New(p.points, mixture.Quantiles(o.Lattice)), make([]drawn, o.Runs), p.seed}
		targets, err := g.compare(ctx, p.beside(o), progress.Share(i, i+1, len(p.golds)))
		if err != nil {
			return s, err
		}
		var rows []MixtureRow
		for _, t := range targets {
			rows = append(rows, t.row(o.P, p.recorded))
		}
		o.Clusters, o.LogML = summarised(g.runs)
		o.AIDE = at(rows, p.probe).AIDE
		s.Golds = append(s.Golds, o)
		if o.Lattice == p.golds[0].Lattice {
			s.Rows = append(s.Rows, rows...)
		}
	}
	return s, nil
}

// row has what is estimated of a target, and what a file of the authors has.
func (t target) row(gold int, file string) MixtureRow {
	r := MixtureRow{Case: t.Case, Gold: gold, Back: len(t.back[0]), AIDE: t.apart(0), Wrong: t.apart(1),
		Excess: t.gold.more(), GoldExcess: t.back.more()}
	r.Clusters, r.LogML = summarised(t.runs)
	theirs := authorsNumbers(file, string(t.Proposal), t.P, t.Sweeps)
	r.RecordedAIDE, r.RecordedClusters = theirs[0], theirs[1]
	return r
}

func summarised(runs []drawn) (clusters, logML Sampled) {
	counts := make([]float64, len(runs))
	logs := make([]float64, len(runs))
	for i, r := range runs {
		counts[i], logs[i] = float64(r.x.Clusters()), r.logw
	}
	return meanOf(counts), meanOf(logs)
}

// Beside has the rows of a gold standard of so many particles.
func (s Mixture) Beside(gold int) []MixtureRow {
	return where(s.Rows, func(r MixtureRow) bool { return r.Gold == gold })
}

// at is the first row of a case; there is one.
func at(rows []MixtureRow, c Case) MixtureRow {
	return the(rows, func(r MixtureRow) bool { return r.Case == c })
}

// rare is the probability below which a sum of squares is not chance: one in a thousand.
const rare = 1e-3

// met says how the recorded numbers are met: the estimates beside each gold standard, and the numbers of clusters.
func (s Mixture) met() (all []experiments.Finding) {
	for _, g := range where(s.Golds, func(g Gold) bool { return g.Lattice == s.Golds[0].Lattice }) {
		rows := s.Beside(g.P)
		by := fmt.Sprintf("(gold standard of %d particles)", g.P)
		swept := where(rows, func(r MixtureRow) bool { return r.Sweeps > 0 })
		same, unswept := fit(where(rows, func(r MixtureRow) bool { return r.Sweeps == 0 }), MixtureRow.Theirs)
		theirs, text := fit(swept, MixtureRow.Theirs)
		right, more := fit(swept, MixtureRow.Right)
		all = append(all,
			experiments.Find("Without sweeps the recorded estimates are ours, to their errors "+by,
				same > rare, "%s", unswept),
			experiments.Find("With sweeps they are what their reverse gives, and not what the right one gives "+by,
				theirs > rare && right < rare, "their reverse: %s; right reverse: %s", text, more))
	}
	rows := s.Beside(s.Golds[0].P)
	golds := []float64(nil)
	for _, r := range rows {
		golds = append(golds, r.GoldExcess.Value)
	}
	swept := where(rows, func(r MixtureRow) bool { return r.Sweeps > 0 })
	larger := where(swept, func(r MixtureRow) bool { return r.Excess.Value > 2*r.Excess.Err })
	most := most(swept, func(r MixtureRow) float64 { return r.Excess.Value })
	off := where(rows, func(r MixtureRow) bool { return away(r.Clusters, r.RecordedClusters) })
	return append(all,
		experiments.Find("Their reverse of programs with sweeps makes AIDE larger (of most by two standard errors)",
			2*len(larger) > len(swept), "in %d of %d; at most by %.1f nats, for the %s proposal with P = %d and %d "+
				"sweeps; their reverse of the gold standard adds %.2f nats, in the mean of all programs",
			len(larger), len(swept),
			most.Excess, most.Proposal, most.P, most.Sweeps, meanOf(golds)),
		experiments.Find("The recorded numbers of clusters are ours (in nine of ten programs, to two standard errors)",
			10*len(off) <= len(rows), "%d of %d are further off", len(off), len(rows)))
}

// Right and Theirs are AIDE by the right reverse and by the authors'.
func (r MixtureRow) Right() Sampled  { return r.AIDE }
func (r MixtureRow) Theirs() Sampled { return r.Wrong }

// fit is the probability of differences at least as large as those from the recorded values, if only errors make them.
// They are taken for independent, although ours share the runs of a gold standard.
func fit(rows []MixtureRow, of func(r MixtureRow) Sampled) (p float64, text string) {
	z := func(r MixtureRow) float64 { return of(r).z(r.RecordedAIDE) }
	worst, _, sum := offs(rows, z)
	larger := len(where(rows, func(r MixtureRow) bool { return z(r) > 0 }))
	p = distuv.ChiSquared{K: float64(len(rows))}.Survival(sum)
	return p, fmt.Sprintf("ours are larger in %d of %d, and at most %.1f standard errors off; the sum of squared "+
		"differences, each over its variance, is %.1f (p = %.2g)", larger, len(rows), math.Abs(z(worst)), sum, p)
}

// away reports whether a mean is more than two standard errors of both from another.
func away(a, b Sampled) bool { return math.Abs(a.z(b)) > 2 }

// Findings say how the recorded numbers are met, and what the paper says of its Figure 5.
func (s Mixture) Findings() []experiments.Finding {
	one, gold := s.Rows[0], s.Golds[0]
	worst := most(s.Rows, func(r MixtureRow) float64 { return r.AIDE.Value })
	return append(s.met(),
		experiments.Find("Likelihood weighting, one particle without sweeps, has the gold standard's number of "+
			"clusters",
			!away(one.Clusters, gold.Clusters), "%.1f, and the gold standard %.1f; the authors recorded %.1f and %.1f",
			one.Clusters, gold.Clusters, one.RecordedClusters, s.Rows[len(s.Rows)-1].RecordedClusters),
		experiments.Find("AIDE says that it is the least accurate program", worst.Case == one.Case,
			"%.1f nats, but %.1f for the %s proposal with P = %d and %d sweeps, which the paper does not draw; the "+
				"authors recorded %.1f and %.1f",
			one.AIDE, worst.AIDE, worst.Proposal, worst.P, worst.Sweeps, one.RecordedAIDE,
			worst.RecordedAIDE))
}
