package aide

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
	"breadboard/chains/programs"
	"breadboard/exact/accounts"
	"breadboard/experiments/papers"
	"breadboard/grid"
)

// Modes has Figure 3: the posterior of x has two modes. One proposal of SIR misses the larger mode, and the log
// estimates of p(y) hardly show it. All numbers are exact for the problem on a lattice.
type Modes struct {
	LogP   float64   // log p(y) of the continuous problem, in closed form
	Left   float64   // the posterior's mass below 0, where the larger mode is
	X      []float64 // the points of the lattice
	Target []float64 // the posterior density at the points
	SIRs   []SIR     // by proposal, then by P
}

// A SIR has the numbers of sampling importance resampling with P draws from a proposal. AIDE has one reverse run.
type SIR struct {
	Proposal string    `column:"proposal"`
	P        int       `column:"P"`
	LogML    float64   `column:"e_log"`     // E[log of the estimate of p(y)]
	Left     float64   `column:"below_0"`   // the mass of the output below 0
	J        float64   `column:"J"`         // from the posterior
	AIDE     float64   `column:"aide"`      // its expectation, from the posterior
	GoldAIDE float64   `column:"gold_aide"` // from the authors' gold standard: the broad proposal with 1000 draws
	Density  []float64 // of the output at the points of the lattice; nil but for some P
}

// modesPrior and the others are the problem and the programs of the authors' code. The likelihood is 0.7 N(x; -1, 0.1)
// + 0.3 N(x; 1, 0.1), by the means and standard deviations of its normal terms.
var (
	modesPrior  = distuv.Normal{Mu: 0, Sigma: 10}
	modesTerms  = []distuv.Normal{{Mu: -1, Sigma: 0.1}, {Mu: 1, Sigma: 0.1}}
	modesShares = []float64{0.7, 0.3}
	proposals   = map[string]distuv.Normal{Offset: {Mu: 2, Sigma: 0.5}, Broad: {Mu: 0, Sigma: 1}}
	modesDraws  = []int{1, 2, 4, 10, 21, 46, 100, 215, 464, mostDraws}
	shownDraws  = []int{1, 10, 100, mostDraws} // of which the densities are kept
)

const mostDraws = 1000

// Offset and Broad name the two proposals.
const (
	Offset = "offset"
	Broad  = "broad"
)

func measureModes(ctx context.Context, o papers.Options) (m Modes, err error) {
	points := linePoints
	if o.Quick {
		points = 77
	}
	l := newLine(points)
	posterior := chains.Normalized(l.logf)
	m = Modes{LogP: modesLogP(), Left: left(posterior), X: l.x, Target: l.density(posterior)}
	gold, err := l.account(ctx, Broad, mostDraws)
	if err != nil {
		return m, err
	}
	sizes := slices.Repeat(modesDraws, 2)
	m.SIRs, err = papers.Each(ctx, o, sizes, func(ctx context.Context, i int) (SIR, error) {
		proposal := Offset
		if i >= len(modesDraws) {
			proposal = Broad
		}
		a, err := l.account(ctx, proposal, sizes[i])
		if err != nil {
			return SIR{}, err
		}
		return l.measured(proposal, sizes[i], gold, a), nil
	})
	return m, err
}

// modesLogP returns log p(y): prior and likelihood are normal, and so is their convolution.
func modesLogP() float64 {
	sum := 0.0
	for i, term := range modesTerms {
		both := distuv.Normal{Mu: modesPrior.Mu, Sigma: math.Hypot(modesPrior.Sigma, term.Sigma)}
		sum += modesShares[i] * both.Prob(term.Mu)
	}
	return math.Log(sum)
}

// A line has the problem on a lattice from -4.75 to 4.75. The proposals have 2e-6 of their mass outside, where the
// posterior is below any float.
type line struct {
	x    []float64
	logf []float64 // log of prior times likelihood times the step
}

const lineEnd, linePoints = 4.75, 381

func newLine(points int) line {
	l := line{floats.Span(make([]float64, points), -lineEnd, lineEnd), make([]float64, points)}
	for i, x := range l.x {
		a := math.Log(modesShares[0]) + modesTerms[0].LogProb(x)
		b := math.Log(modesShares[1]) + modesTerms[1].LogProb(x)
		l.logf[i] = modesPrior.LogProb(x) + max(a, b) + math.Log1p(math.Exp(-math.Abs(a-b))) + math.Log(l.step())
	}
	return l
}

func (l line) step() float64 { return 2 * lineEnd / float64(len(l.x)-1) }

// left returns the mass of a distribution below 0, with half of the mass of the point at 0, which is in the middle.
func left(p []float64) float64 {
	middle := len(p) / 2
	return floats.Sum(p[:middle]) + p[middle]/2
}

func (l line) density(p []float64) []float64 {
	return floats.ScaleTo(make([]float64, len(p)), 1/l.step(), p)
}

func (l line) account(ctx context.Context, proposal string, draws int) (accounts.Account, error) {
	from := make([]float64, len(l.x))
	for i, x := range l.x {
		from[i] = proposals[proposal].LogProb(x) + math.Log(l.step())
	}
	p := programs.Problem{Annealing: chains.Annealing{Grid: grid.New(len(l.x)),
		Bridge: chains.Geometric{From: from, To: l.logf}, Schedule: chains.Linear(2)}}
	return accounts.Of(ctx, programs.NewSIR(p, draws), p, nil)
}

func (l line) measured(proposal string, draws int, gold, a accounts.Account) SIR {
	r := SIR{Proposal: proposal, P: draws, LogML: a.FwdLogW(), Left: left(a.Q), J: a.J(), AIDE: a.B(),
		GoldAIDE: accounts.DistanceOf(gold, a).Expected}
	if slices.Contains(shownDraws, draws) {
		r.Density = l.density(a.Q)
	}
	return r
}
