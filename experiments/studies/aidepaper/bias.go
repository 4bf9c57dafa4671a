package aidepaper

import (
	"context"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
	"breadboard/chains/aide"
	"breadboard/chains/particles"
	"breadboard/chains/programs"
	"breadboard/chains/sample"
	"breadboard/experiments"
)

// Bias is the experiment of Figure 2: how far AIDE's expectation is above J, for MH, SMC and VB on
// a linear regression. The gold standard is the exact posterior, and M counts runs of the program.
type Bias struct {
	Points int       // of the lattice, along a and b
	LogP   float64   // log p(y) of the continuous problem, in closed form
	Rows   []BiasRow // by program, then by size, then by M
}

// A BiasRow is AIDE of a program with M runs of it.
type BiasRow struct {
	Program string  `column:"program"`
	Size    int     `column:"size"` // steps of MH, particles of SMC, steps of VB up its gradient; 0 for a law alone
	M       int     `column:"M"`
	J       float64 `column:"J"`       // from the posterior; NaN if it is not known
	AIDE    float64 `column:"aide"`    // the expectation
	Err     float64 `column:"stderr"`  // if it is sampled: its standard error, of VB from descent to descent
	Looks   int     `column:"looks"`   // that were sampled at runs of either program, or descents; 0 if AIDE is exact
	Theirs  Sampled `column:"authors"` // NaN if the authors have none
}

// Bias is AIDE's expectation less J.
func (r BiasRow) Bias() float64 { return r.AIDE - r.J }

// The programs of the study. The authors' VB fits the means of a and b, and fixes their standard
// deviations at 0.9.
const (
	Prior     = "prior"
	Posterior = "posterior"
	MH        = "MH"
	SMC       = "SMC"
	VB        = "VB"
)

// The sizes of the authors' code. SMC makes two steps of MH between the two data.
var (
	mhSteps  = []int{0, 1, 2, 4, 8, 16, 32, 64, 128}
	fullBias = biasSize{points: BiasPoints, runs: []int{1, 10, 100, 1000},
		particles: []int{1, 2, 3, 6, 10, 20, 30, 60, 100}, descent: vbSteps, work: 1_200_000}
)

const smcSteps = 2

// BiasPoints is the number of points of the lattice along a, and along b.
const BiasPoints = 81

type biasSize struct {
	points                   int
	runs, particles, descent []int
	work                     int // particles moved for one sampled number, about
	size                     Size
}

func measureBias(ctx context.Context, size Size, progress experiments.Progress) (Bias, error) {
	z := fullBias
	if size.Quick {
		z.points = 41
		z.runs = z.runs[:2]
		z.particles = z.particles[:5]
		z.descent = z.descent[:5]
		z.work = 50_000
	}
	z.size = size
	study := Bias{Points: z.points, LogP: closedLogP()}
	r := newRegression(study.Points)
	exact, err := exactBias(ctx, r, z, progress.Share(0, 4, 10))
	if err != nil {
		return study, err
	}
	sampled, err := sampledBias(ctx, r, z, progress.Share(4, 10, 10))
	if err != nil {
		return study, err
	}
	study.Rows = slices.Concat(ownLaws(r), exact, sampled, descentRows(z.descent, size))
	for i, row := range study.Rows { // theirs are of 10,000 runs of each program
		study.Rows[i].Theirs = recordedBias(row.Program, row.Size, row.M)
	}
	return study, nil
}

// authorsBias is the file of the authors' numbers.
const authorsBias = "regression.csv"

// recordedBias is the authors' number of a program with its error; NaN if they have none.
func recordedBias(program string, size, M int) Sampled {
	for _, r := range authorsRows(authorsBias) {
		if slices.Equal(r[:3], []string{program, strconv.Itoa(size), strconv.Itoa(M)}) {
			return Sampled{number(r[3]), number(r[4])}
		}
	}
	return Sampled{math.NaN(), math.NaN()}
}

// exactBias has the rows of MH, and of SMC with one particle.
func exactBias(ctx context.Context, r regression, z biasSize, progress experiments.Progress) ([]BiasRow, error) {
	mh, smc := r.samplers()
	var walks []walk
	for _, steps := range mhSteps {
		walks = append(walks, mh.walk(steps))
	}
	n, runs := len(walks), len(z.runs)
	rows := make([]BiasRow, (n+1)*runs)
	return rows, experiments.Each(ctx, 2*runs, progress, func(ctx context.Context, i int) error {
		k := i / 2
		s := mh
		of := walks
		first := 0
		if i%2 == 1 {
			s = smc
			of = []walk{smc.walk(smcSteps)}
			first = n
		}
		values, err := s.expectations(ctx, of, z.runs[k])
		for j, value := range values {
			row := BiasRow{Program: MH, Size: of[j].steps, M: z.runs[k], J: of[j].J(), AIDE: value}
			if first == n {
				row.Program, row.Size = SMC, 1
			}
			rows[(first+j)*runs+k] = row
		}
		return err
	})
}

// samplers returns the sampler of MH, and the one of SMC with one particle.
func (r regression) samplers() (mh, smc sampler) {
	prior, joint := r.steps[0], r.joint()
	return newSampler(r.grid, prior, joint, joint), newSampler(r.grid, prior, r.steps[1], joint)
}

// sampledBias has the rows of SMC with several particles. Their J is not known.
func sampledBias(ctx context.Context, r regression, z biasSize, progress experiments.Progress) ([]BiasRow, error) {
	gold := programs.NewPosterior(r.problem(chains.Linear(2)))
	moves := newTakeIn(r, smcSteps)
	n := len(z.runs)
	rows := make([]BiasRow, n*(len(z.particles)-1))
	return rows, experiments.Each(ctx, len(rows), progress, func(ctx context.Context, i int) error {
		P, M := z.particles[1+i/n], z.runs[i%n]
		looks := min(max(z.work/(P*M), leastLooks), mostLooks)
		e, err := sample.AIDE(ctx, gold, particles.SMC[int]{Sequence: moves, P: P},
			aide.Counts{Gold: looks, Target: looks},
			aide.Counts{Gold: 1, Target: M}, sample.Options{Seed: z.size.seeded(uint64(P*10_000 + M)), Workers: 1})
		if err == nil {
			value, stderr := e.Pooled(aide.Counts{Gold: 1, Target: M})
			rows[i] = BiasRow{Program: SMC, Size: P, M: M, J: math.NaN(), AIDE: value, Err: stderr, Looks: looks}
		}
		return err
	})
}

// The least and the largest number of looks at runs of either program. The authors had 10,000.
const leastLooks, mostLooks = 30, 10_000

// ownLaws has the rows of the prior and of the posterior itself. Each knows its own density, and M makes no difference.
func ownLaws(r regression) []BiasRow {
	row := func(program string, law []float64) BiasRow {
		w := newSampler(r.grid, law, r.joint(), r.joint()).walk(0)
		return BiasRow{Program: program, M: 1, J: w.J(), AIDE: w.single()}
	}
	return []BiasRow{row(Prior, r.steps[0]), row(Posterior, r.joint())}
}

// authorsVB is the law of the authors' VB when it has converged: the mean of the posterior with
// standard deviations that they fix.
func authorsVB() (a, b distuv.Normal) {
	a, b = closedPosterior()
	a.Sigma, b.Sigma = 0.9, 0.9
	return a, b
}

// At returns a row; the study has it.
func (s Bias) At(program string, size, M int) BiasRow {
	return the(s.Rows, func(r BiasRow) bool { return r.Program == program && r.Size == size && r.M == M })
}

// Of returns the rows of a program with M runs, by size.
func (s Bias) Of(program string, M int) []BiasRow {
	return where(s.Rows, func(r BiasRow) bool { return r.Program == program && r.M == M })
}

// Runs are the M of the study.
func (s Bias) Runs() (all []int) {
	for _, r := range s.Rows {
		if r.Program == MH && r.Size == mhSteps[0] {
			all = append(all, r.M)
		}
	}
	return all
}
