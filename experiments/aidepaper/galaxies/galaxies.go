package galaxies

import (
	"context"
	"slices"

	"breadboard/chains/mixture"
	"breadboard/experiments"
	"breadboard/experiments/aidepaper/terms"
)

// A Proposal says how a filter draws the cluster of a new galaxy.
type Proposal string

// The proposals of the supplement.
const (
	PriorProposal   Proposal = "prior"
	OptimalProposal Proposal = "optimal"
)

// number is 0 or 1.
func (p Proposal) number() int { return slices.Index([]Proposal{PriorProposal, OptimalProposal}, p) }

func (p Proposal) of() mixture.Proposal {
	return []mixture.Proposal{mixture.Prior{}, mixture.Optimal{}}[p.number()]
}

// A Case is a particle filter of the galaxies, with so many sweeps before each galaxy.
type Case struct {
	Proposal  Proposal
	P, Sweeps int
}

// A Row is what is estimated of a filter, and what the authors recorded of it.
type Row struct {
	Case
	AIDE, Clusters, LogML          terms.Sampled
	Wrong                          terms.Sampled // AIDE if the target goes back as the authors' code does
	Excess                         terms.Sampled // Wrong - AIDE, by the same runs
	RecordedAIDE, RecordedClusters terms.Sampled
}

// A Gold is a gold standard on a lattice of hyperparameters with so many values each. AIDE is of
// the one case that all gold standards are compared on.
type Gold struct {
	Case
	Lattice, Runs         int
	LogML, Clusters, AIDE terms.Sampled
}

// A Study has the supplement's experiment on forty galaxies.
type Study struct {
	Runs       int // of each target
	Golds      []Gold
	GoldExcess terms.Sampled // what the authors' reverse of the gold standard adds
	Rows       []Row
	Bounds     []BoundRow
}

// A plan is the size of the study.
type plan struct {
	gold, probe               Case // probe is what gold standards are compared on
	lattice                   int
	goldRuns, runs, otherRuns int
	particles                 []int // of the targets
	others                    []Gold
}

func newPlan(size terms.Size) plan {
	p := plan{gold: Case{OptimalProposal, 100, 4}, probe: Case{OptimalProposal, 20, 1},
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
func Probe(size terms.Size) Case { return newPlan(size).probe }

// cases are the targets. The authors also have two sweeps, which are here only for one particle.
func (p plan) cases() (all []Case) {
	for _, sweeps := range []int{0, 1, 2, 4} {
		for _, particles := range p.particles {
			if sweeps != 2 || particles == 1 {
				all = append(all, Case{PriorProposal, particles, sweeps},
					Case{OptimalProposal, particles, sweeps})
			}
		}
	}
	return all
}

// Measure carries out the experiment. The error is ctx's.
func Measure(ctx context.Context, size terms.Size, progress experiments.Progress) (s Study, err error) {
	p := newPlan(size)
	s = Study{Runs: p.runs, Bounds: bounds()}
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
	if s.GoldExcess, err = g.excess(ctx, targets[1].runs, progress.Share(75, 80, 100)); err != nil {
		return s, err
	}
	own := g.summary(p.lattice)
	own.AIDE = s.At(p.probe).AIDE
	s.Golds = []Gold{own}
	for i, o := range p.others {
		o, err = p.compared(ctx, o, progress.Share(80+20*i/len(p.others), 80+20*(i+1)/len(p.others), 100))
		if err != nil {
			return s, err
		}
		s.Golds = append(s.Golds, o)
	}
	return s, nil
}
