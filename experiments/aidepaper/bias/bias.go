package bias

import (
	"context"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
	"breadboard/chains/aide"
	"breadboard/chains/particles"
	"breadboard/chains/programs"
	"breadboard/chains/sample"
	"breadboard/exact/accounts"
	"breadboard/experiments"
	"breadboard/experiments/aidepaper/terms"
)

// Study is the experiment of Figure 2: how far AIDE's expectation is above J, for MH, SMC and VB on
// a linear regression. The gold standard is the exact posterior, and M counts runs of the program.
type Study struct {
	Points   int     // of the lattice, along a and b
	LogP     float64 // log p(y) of the continuous problem, in closed form
	Rows     []Row   // by program, then by size, then by M
	Lattices []Lattice
}

// A Row is AIDE of a program with M runs of it.
type Row struct {
	Program string
	Size    int // steps of MH, particles of SMC; 0 for VB
	M       int
	J       float64 // from the posterior; NaN if it is not known
	AIDE    float64 // the expectation
	Err     float64 // its standard error if it is sampled; 0 if it is exact
	Looks   int     // that were sampled at runs of either program; 0 if AIDE is exact
	Theirs  Recorded
}

// Bias is AIDE's expectation less J.
func (r Row) Bias() float64 { return r.AIDE - r.J }

// Apart is how far the authors' estimate is from the expectation, in standard errors; NaN if there is
// none.
func (r Row) Apart() float64 { return (r.Theirs.AIDE - r.AIDE) / math.Hypot(r.Theirs.Err, r.Err) }

// The programs of the study. The authors' VB fits the means of a and b, and fixes their standard
// deviations at 0.9. MeanField fits all of a law with independent a and b.
const (
	MH        = "MH"
	SMC       = "SMC"
	FixedVB   = "VB, fixed"
	MeanField = "VB, mean field"
)

// A Lattice has exact numbers on a lattice of so many points along a and b.
type Lattice struct {
	Points              int
	LogP                float64
	Prior, VB           float64 // J of the prior and of the authors' VB
	MHOne, MHEight, SMC float64 // J of MH with one and eight steps, and of SMC with one particle
}

// The sizes of the authors' code. SMC makes two steps of MH between the two data.
var (
	mhSteps      = []int{0, 1, 2, 4, 8, 16, 32, 64, 128}
	smcParticles = []int{1, 2, 3, 6, 10, 20, 30, 60, 100}
	biasRuns     = []int{1, 10, 100, 1000}
	biasPoints   = []int{41, 61, 81, 161}
)

const smcSteps = 2

// A size says how much to compute.
type size struct {
	points, runs []int
	particles    []int
	work         int // particles moved for one sampled number, about
}

func sizeOf(s terms.Size) size {
	if s.Quick {
		return size{biasPoints[:2], biasRuns[:2], smcParticles[:5], 50_000}
	}
	return size{biasPoints, biasRuns, smcParticles, 1_200_000}
}

// Measure carries out the experiment. The error is ctx's.
func Measure(ctx context.Context, size terms.Size, progress experiments.Progress) (Study, error) {
	z := sizeOf(size)
	study := Study{Points: z.points[len(z.points)-2], LogP: closedLogP()}
	r := newRegression(study.Points)
	exact, err := exactBias(ctx, r, z, progress.Share(0, 4, 10))
	if err != nil {
		return study, err
	}
	sampled, err := sampledBias(ctx, r, z, progress.Share(4, 9, 10))
	if err != nil {
		return study, err
	}
	vb, err := vbBias(ctx, r)
	if err != nil {
		return study, err
	}
	study.Rows = append(append(exact, sampled...), vb...)
	for i, row := range study.Rows {
		study.Rows[i].Theirs = recordedBias(row.Program, row.Size, row.M)
	}
	study.Lattices = make([]Lattice, len(z.points))
	return study, experiments.Each(ctx, len(z.points), progress.Share(9, 10, 10), func(ctx context.Context, i int) error {
		study.Lattices[i] = biasLattice(z.points[i])
		return nil
	})
}

// exactBias has the rows of MH, and of SMC with one particle.
func exactBias(ctx context.Context, r regression, z size, progress experiments.Progress) ([]Row, error) {
	mh, smc := newSampler(r.grid, r.steps[0], r.joint(), r.joint()), newSampler(r.grid, r.steps[0], r.steps[1], r.joint())
	var walks []walk
	for _, steps := range mhSteps {
		walks = append(walks, mh.walk(steps))
	}
	one := []walk{smc.walk(smcSteps)}
	values := make([][2][]float64, len(z.runs))
	if err := experiments.Each(ctx, 2*len(z.runs), progress, func(ctx context.Context, i int) (err error) {
		M, of := z.runs[i/2], []struct {
			sampler
			all []walk
		}{{mh, walks}, {smc, one}}[i%2]
		values[i/2][i%2], err = of.expectations(ctx, of.all, M)
		return err
	}); err != nil {
		return nil, err
	}
	var rows []Row
	for i, w := range walks {
		for k, M := range z.runs {
			rows = append(rows, Row{Program: MH, Size: w.steps, M: M, J: w.J(), AIDE: values[k][0][i]})
		}
	}
	for k, M := range z.runs {
		rows = append(rows, Row{Program: SMC, Size: 1, M: M, J: one[0].J(), AIDE: values[k][1][0]})
	}
	return rows, nil
}

// sampledBias has the rows of SMC with several particles. Their J is not known.
func sampledBias(ctx context.Context, r regression, z size, progress experiments.Progress) ([]Row, error) {
	gold, moves, n := programs.NewPosterior(r.problem(chains.Linear(2))), newTakeIn(r, smcSteps), len(z.runs)
	rows := make([]Row, n*(len(z.particles)-1))
	return rows, experiments.Each(ctx, len(rows), progress, func(ctx context.Context, i int) error {
		P, M := z.particles[1+i/n], z.runs[i%n]
		looks := min(max(z.work/(P*M), leastLooks), mostLooks)
		e, err := sample.AIDE(ctx, gold, particles.SMC[int]{Sequence: moves, P: P}, aide.Counts{Gold: looks, Target: looks},
			aide.Counts{Gold: 1, Target: M}, sample.Options{Seed: uint64(P*10_000 + M), Workers: 1})
		if err == nil {
			value, stderr := e.Pooled(aide.Counts{Gold: 1, Target: M})
			rows[i] = Row{Program: SMC, Size: P, M: M, J: math.NaN(), AIDE: value, Err: stderr, Looks: looks}
		}
		return err
	})
}

// The least and the largest number of looks at runs of either program. The authors had 10,000.
const leastLooks, mostLooks = 30, 10_000

// authorsVB is the law of the authors' VB when it has converged: the mean of the posterior with
// standard deviations that they fix.
func authorsVB() (a, b distuv.Normal) {
	a, b = closedPosterior()
	a.Sigma, b.Sigma = 0.9, 0.9
	return a, b
}

// vbBias has the rows of VB. M makes no difference to them.
func vbBias(ctx context.Context, r regression) ([]Row, error) {
	fixed := r.problem(chains.Linear(2))
	fixed.Bridge = chains.Geometric{From: r.normal(authorsVB()), To: r.joint()}
	a, err := accounts.Of(ctx, programs.NewImportance(fixed), fixed)
	if err != nil {
		return nil, err
	}
	all := r.problem(chains.Linear(2))
	b, err := accounts.Of(ctx, programs.NewVB(all, 1, 1), all)
	return []Row{{Program: FixedVB, M: 1, J: a.J(), AIDE: a.B()},
		{Program: MeanField, M: 1, J: b.J(), AIDE: b.B()}}, err
}

// biasLattice computes what is cheap on a lattice.
func biasLattice(points int) Lattice {
	r := newRegression(points)
	mh, smc := newSampler(r.grid, r.steps[0], r.joint(), r.joint()), newSampler(r.grid, r.steps[0], r.steps[1], r.joint())
	vb := newSampler(r.grid, r.normal(authorsVB()), r.joint(), r.joint())
	return Lattice{Points: points, LogP: chains.LogSum(r.joint()), Prior: mh.walk(0).J(), VB: vb.walk(0).J(),
		MHOne: mh.walk(1).J(), MHEight: mh.walk(8).J(), SMC: smc.walk(smcSteps).J()}
}
