package programs

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// SMC is sequential Monte Carlo through the levels of the annealing (Del Moral, Doucet and
// Jasra 2006). P particles start at p_1. At t = 2..T they are weighed by f_t/f_{t-1},
// resampled, and moved by T_t. log w is the sum of the logs of the mean weights. One of the
// particles is returned.
//
// With Data it is particle learning (BDMC, Algorithm 2): it goes through the observations of a model instead. All
// latents are explicit from the start (Section 3.4.1, Eq. 23).
type SMC struct {
	Problem
	P int // the number of particles, at least 1
	// Share is the threshold of resampling: particles are resampled if the effective sample size of the weights falls
	// below Share times P. With +Inf they are resampled at every step.
	Share float64
	Data  *Sequence // how observations are taken in; nil to go through the levels
	// Systematic tells to draw ancestors by Systematic resampling; if not, each is an independent draw by weight.
	Systematic bool
}

// NewSMCData returns SMC through a model's observations with one particle. It returns an error without these.
func NewSMCData(p Problem, s Sequence) (SMC, error) {
	return SMC{Problem: p, P: 1, Share: math.Inf(1), Data: &s}, lacking("smc-data", p)
}

// readSMC reads the number of particles, and when and how they are resampled. data says how observations are taken in;
// it is nil to go through the levels.
func readSMC(a *Args, data *Sequence) Maker {
	particles := a.Whole("P", 1, 1, MostParticles)
	share := a.ShareOr("ess", math.Inf(1))
	systematic := a.WordOr("resample", "multinomial", "systematic") == "systematic"
	return func(p Problem) (Estimator, error) {
		smc := SMC{Problem: p, P: particles, Share: share, Data: data, Systematic: systematic}
		if data == nil {
			return smc, nil
		}
		return smc, lacking("smc-data", p)
	}
}

// Cost counts P times the cost of a particle; through the levels that is the cost of AIS.
func (p SMC) Cost() float64 {
	if p.Data != nil {
		return float64(p.P) * p.Data.cost(p.Problem)
	}
	return float64(p.P) * AIS{p.Problem}.Cost()
}

// Plain reports whether all particles are independent draws from one distribution at every step: they are resampled at
// each, multinomially.
func (p SMC) Plain() bool { return math.IsInf(p.Share, 1) && !p.Systematic }

// Path returns the steps of the particles, with lowered log densities. The log w of a run along the path lacks offset.
func (p SMC) Path() (path Path, offset float64) {
	if p.Data != nil {
		return p.Data.path(p.Problem)
	}
	return AIS{p.Problem}.path()
}

// Forward runs the particles and picks one of them, by the weights since the last resampling.
// If all weights are 0 it stops there, and log w is -Inf.
func (p SMC) Forward(d chains.Dice) (x int, logw float64) {
	xs, logws := p.Forwards([]chains.Dice{d})
	return xs[0], logws[0]
}

// Forwards makes a run with each of the dice. All go from step to step together, so that a level is computed once.
func (p SMC) Forwards(dice []chains.Dice) (xs []int, logw []float64) { return p.runs(nil, dice) }

// Reverse makes the conditional run of Andrieu, Doucet and Holenstein (2010). The path that led to x is drawn by the
// reversals, and one particle follows it. The others are free. A free particle may have the kept one as its ancestor,
// and then it goes its own way. The number of the kept particle does not matter, because particles are exchangeable.
// That holds for a finite Share too: the weights of all particles decide whether to resample, so that the decision is
// the same in both directions. If ancestors are not drawn multinomially the number matters, and is drawn. log w is +Inf
// if no forward run takes the path.
func (p SMC) Reverse(x int, d chains.Dice) float64 {
	return p.Reverses([]int{x}, []chains.Dice{d})[0]
}

// Reverses makes a conditional run to each x. All go from step to step together.
func (p SMC) Reverses(xs []int, dice []chains.Dice) (logw []float64) {
	_, logw = p.runs(xs, dice)
	return logw
}

// runs makes conditional runs to these ends. Without ends it makes free runs, and returns their ends.
func (p SMC) runs(to []int, dice []chains.Dice) (xs []int, logw []float64) {
	path, offset := p.Path()
	together := max(1, (1<<20)/max(p.P, path.Len())) // with at most a million particles, or kept cells
	for some := range slices.Chunk(dice, together) {
		kept := make([]lineage, len(some))
		if to != nil {
			kept = lineages(path, to[len(logw):][:len(some)], some)
		}
		clouds := p.clouds(path, kept, some)
		logw = append(logw, runAll(path, clouds, some)...)
		for i := 0; to == nil && i < len(some); i++ {
			xs = append(xs, clouds[i].one(some[i]))
		}
	}
	floats.AddConst(offset, logw)
	return xs, logw
}

// A cloud is particles that take a path together. After a step has weighed them they are resampled, if the effective
// sample size of their weights is below a share of their number. Otherwise they keep their weights, and the next step
// multiplies these.
type cloud struct {
	of    SMC
	cells []int
	logw  []float64 // since the last resampling
	kept  lineage
	at    int // the number of the kept particle, or -1 if all are free

	weights []float64 // over the largest, as the last step weighed them
	past    float64   // the sum of the logs of the mean weights, at every resampling
	ended   bool      // the weights are infinite

	mix *chains.Accumulator // for the weights by cell; all clouds of a path share it
}

// clouds returns particles at the start of a path, one cloud for each of the dice. A cloud keeps the particle of a
// lineage, whose number is drawn if it matters.
func (p SMC) clouds(path Path, kept []lineage, dice []chains.Dice) (all []*cloud) {
	first := path.Start()
	start := chains.NewDistribution(first)
	mix := chains.NewAccumulator(len(first))
	for i, d := range dice {
		c := &cloud{of: p, cells: make([]int, p.P), logw: make([]float64, p.P), weights: make([]float64, p.P),
			kept: kept[i], at: -1, mix: mix}
		if c.kept != nil && p.Systematic {
			c.at = place(p.P, d)
		} else if c.kept != nil {
			c.at = 0
		}
		for j := range c.cells {
			if j == c.at {
				c.cells[j] = int(c.kept[0])
			} else {
				c.cells[j] = start.Draw(d)
			}
		}
		all = append(all, c)
	}
	return all
}

// runAll takes clouds along the path, step by step together, and returns the log w of each: the sum of the logs of the
// mean weights, at every resampling and at the end.
func runAll(path Path, clouds []*cloud, dice []chains.Dice) (logw []float64) {
	for i := range path.Len() {
		step := path.At(i)
		for j, c := range clouds {
			if step.LogW != nil && !c.ended {
				c.weigh(step.LogW, dice[j])
			}
			if !c.ended {
				c.move(step.Moves, i, dice[j])
			}
		}
	}
	for _, c := range clouds {
		logw = append(logw, c.past+logMean(c.logw))
	}
	return logw
}

// weigh multiplies the weights, and resamples if their effective sample size, (Σw)²/Σw², is low. The cloud ends if all
// weights are 0, or one is infinite.
func (c *cloud) weigh(logw []float64, d chains.Dice) {
	top := math.Inf(-1)
	for j, x := range c.cells {
		c.logw[j] = chains.AddLogW(c.logw[j], logw[x])
		top = max(top, c.logw[j])
	}
	if c.ended = math.IsInf(top, 0); c.ended {
		return
	}
	sum, squares := 0.0, 0.0
	for j, v := range c.logw {
		w := math.Exp(v - top)
		c.weights[j] = w
		sum += w
		squares += w * w
	}
	if size := float64(len(c.cells)); sum*sum/squares < c.of.Share*size {
		c.past += top + math.Log(sum/size)
		c.resample(d)
	}
}

// move moves the particles of step i. The kept one goes its own way.
func (c *cloud) move(moves []Move, i int, d chains.Dice) {
	for j, x := range c.cells {
		if j == c.at {
			c.cells[j] = int(c.kept[i+1])
		} else {
			c.cells[j] = moveAll(x, moves, d)
		}
	}
}

// resample draws the ancestors by weight, one for each particle, and sets the weights to 1. A kept particle is never
// replaced, and the others draw their ancestors among all. In multinomial draws only the cell of an ancestor matters,
// so that the draw is among cells, often far fewer than particles.
func (c *cloud) resample(d chains.Dice) {
	clear(c.logw)
	if c.of.Systematic {
		var from []int
		from, c.at = Systematic(c.weights, c.at, d)
		for k, j := range from {
			from[k] = c.cells[j]
		}
		c.cells = from
		return
	}
	for j, w := range c.weights {
		c.mix.Put(c.cells[j], w)
	}
	var cells []int
	var shares []float64
	c.mix.Empty(func(x int, mass float64) {
		cells = append(cells, x)
		shares = append(shares, mass)
	})
	byCell := chains.NewDistribution(shares)
	for j := range c.cells {
		if j != c.at {
			c.cells[j] = cells[byCell.Draw(d)]
		}
	}
}

// one picks a particle by weight; the first if all weights are 0.
func (c *cloud) one(d chains.Dice) int { return c.cells[pickByLog(c.logw, d)] }

// SHME is the sequential harmonic mean estimator (BDMC, Algorithm 3). The paper's algorithm is
// its reverse run. It starts with K exact draws from the posterior and deletes the observations one by one, with
// resampling in proportion to reciprocal weights. w is a product of harmonic means. That is SMC from the posterior to
// the prior, and 1/w is unbiased for 1/R. For K = 1 it is NewSMCData.
//
// The forward run is the conditional run of that SMC. A draw from the prior takes in the
// observations, and its path is kept among K-1 exact draws that go the other way. One of the K
// draws at the posterior's end is returned. For K > 1 this run needs exact draws too, so it is of
// no use as an estimator; it is here because the one law needs it.
//
// The K draws must be independent. With K copies of one exact draw E[1/w] would still be 1/R,
// but no forward run would keep the law.
type SHME struct {
	Problem
	K int // the number of exact draws, at least 1
	Sequence
}

// Cost counts the weights and the kernel steps of all draws.
func (p SHME) Cost() float64 { return float64(p.K) * p.cost(p.Problem) }

// reversed returns the steps from the posterior to the prior, with lowered log densities. With v the weight of a run
// along the path, log w is offset - log v.
func (p SHME) reversed() (path *reversed, offset float64) {
	ahead, offset := p.path(p.Problem)
	_, last := ahead.a.Ends()
	return &reversed{ahead, chains.Normalized(last), make([]float64, len(last))}, offset
}

// Forward makes the conditional run.
func (p SHME) Forward(d chains.Dice) (x int, logw float64) {
	path, offset := p.reversed()
	dice := []chains.Dice{d}
	kept := lineages(path, []int{d.Pick(path.of.Start())}, dice)
	clouds := p.draws(path, kept, dice)
	x = clouds[0].one(d)
	return x, offset - runAll(path, clouds, dice)[0]
}

// Reverse takes x as one of the K exact draws.
func (p SHME) Reverse(x int, d chains.Dice) float64 {
	path, offset := p.reversed()
	dice := []chains.Dice{d}
	clouds := p.draws(path, []lineage{{int32(x)}}, dice)
	clouds[0].at = -1
	return offset - runAll(path, clouds, dice)[0]
}

// draws returns the K draws at the start of the path.
func (p SHME) draws(path Path, kept []lineage, dice []chains.Dice) []*cloud {
	return SMC{P: p.K, Share: math.Inf(1)}.clouds(path, kept, dice)
}

// A reversed path goes from its end to its start. Step 0 weighs nothing: it takes the particles back over the moves of
// the path's last step. Step 1 weighs them by the reciprocal of that step's weights, and takes them back over the moves
// of the step before, and so on. The last step only weighs.
type reversed struct {
	of    Path
	start []float64
	logw  []float64
}

func (r *reversed) Start() []float64 { return r.start }

func (r *reversed) Len() int { return r.of.Len() + 1 }

func (r *reversed) At(j int) (step Step) {
	if j > 0 {
		for x, v := range r.of.At(r.of.Len() - j).LogW {
			r.logw[x] = -v
		}
		step.LogW = r.logw
	}
	if j < r.of.Len() {
		forward := r.of.At(r.of.Len() - j - 1)
		step.Moves = forward.Reversed
		step.Reversed = forward.Moves
	}
	return step
}
