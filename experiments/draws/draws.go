// Package draws tests cells that a sampler drew against the distribution p that they should have.
//
// The draws of a chain depend on each other: n draws are worth the least ESS of log p and of the coordinates, and their
// shares are tested as those of ESS independent draws. The slowest function mostly varies as it does in these, and
// every other function less. An ESS is a guess: draws of a right chain that never left a mode seem to be worth
// hundreds. So no shares of draws that depend on each other accuse, and of a chain no cells without a draw.
//
// The draws of a chain are in the order of time. Walkers may take turns in it, as in the files of emcee: their ESS is
// known if they move about within an eighth of the draws. Every k-th draw would be of few of the walkers, and so all
// draws count.
package draws

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains/evidence"
	"breadboard/chains/laws"
	"breadboard/grid"
)

// Level is the largest p-value that accuses, and LeastESS the least number of effective draws for a verdict. A pool
// that is tested has at least Pooled expected draws: with 5, 14 draws would have a p-value of 0.00005, and their
// probability is 0.0007. A cell is reported as lacking only with at least Expected expected draws.
const Level, LeastESS, Pooled, Expected = 0.0001, 50, 25, 5

// Fits, Differs and Unclear are the verdicts.
const (
	Fits    = "no difference seen"
	Differs = "not draws of p"
	Unclear = "cannot tell"
)

// A Sample has the draws of one sampler, by chain and in order. Its name is unique in its file.
type Sample struct {
	Name   string
	Chains [][]int32
}

// A Result compares a sample with p.
type Result struct {
	Name       string    `column:"sample,some"`
	Chains     int       `column:"chains"`
	N          int       `column:"draws"`
	ESS        float64   `column:"ess"`
	Worth      int       `column:"kept"`       // ESS, rounded: the shares are tested as those of as many independent draws
	Impossible int       `column:"impossible"` // draws where p is 0
	Statistic  float64   `column:"chi_square"`
	DF         int       `column:"df"`
	P          float64   `column:"p_value"` // times the number of samples
	Verdict    string    `column:"verdict"`
	Why        string    `column:"why,some"` // what is needed, how cells that differ were written, or that p is small
	Reach      float64   `column:"reach"`    // of draws that fit: the total variation that would be seen
	Needs      int       // draws like these that would show Wanted, with no cells pooled; 0 if unknown or had
	Target     []float64 `column:"p"`
	Q          []float64 `column:"q"`       // the shares of all draws
	Z          []float64 `column:"z"`       // how far they are off, in standard errors of as many as they are worth
	Lacking    []int     `column:"lacking"` // cells without a draw
}

// Judge compares samples with the distribution p on g. A draw where p is 0 is certainly not a draw of p.
func Judge(g grid.Grid, p []float64, samples []Sample) (results []Result) {
	for _, s := range samples {
		r := Result{Name: s.Name, Chains: len(s.Chains), Target: p, Reach: math.NaN()}
		r.ESS = leastESS(s.Chains, logAndPlaces(g, p)...)
		r.Worth = int(math.Round(r.ESS))
		counts := r.count(s)
		r.judge(g, s.Chains, counts, len(samples))
		r.compareCells()
		results = append(results, r)
	}
	return results
}

// count counts all draws, and returns the counts by cell.
func (r *Result) count(s Sample) []int {
	counts := make([]int, len(r.Target))
	for _, x := range slices.Concat(s.Chains...) {
		counts[x]++
		r.N++
		if r.Target[x] == 0 {
			r.Impossible++
		}
	}
	for _, n := range counts {
		r.Q = append(r.Q, float64(n)/float64(r.N))
	}
	return counts
}

// fit tests the shares of counts by p, as those of as many independent draws as the sample is worth.
func (r *Result) fit(counts []int, p []float64) evidence.Pearson {
	counts, pools := pooled(counts, p, r.Worth)
	for i, n := range counts {
		counts[i] = int(math.Round(float64(n) * float64(r.Worth) / float64(r.N)))
	}
	return evidence.ChiSquare(counts, pools)
}

// among returns p among the cells with draws, and p itself if each draw is a chain of its own: a chain need not have
// been in the other cells yet.
func (r *Result) among(counts []int) []float64 {
	if r.Chains == r.N {
		return r.Target
	}
	p := slices.Clone(r.Target)
	for x, n := range counts {
		if n == 0 {
			p[x] = 0
		}
	}
	floats.Scale(1/max(floats.Sum(p), 1e-300), p)
	return p
}

// judge sets the verdict by the chains and counts of one of several samples.
func (r *Result) judge(g grid.Grid, chains [][]int32, counts []int, samples int) {
	p := r.Target
	upTo := massUpTo(p)
	settled := r.settled(chains, upTo)
	light := r.ofLight(settled, upTo) * float64(samples)
	shown := r.among(counts)
	many, says := r.ofMany(g, settled, shown)
	many *= float64(samples)
	f := r.fit(counts, p)
	r.Statistic = f.Statistic
	r.DF = f.DF
	r.P = min(1, f.P*float64(samples))
	tests := r.ESS >= LeastESS && f.DF > 0
	differs := tests && r.P <= Level
	independent := (differs || many <= Level) && areIndependent(slices.Concat(chains...), len(p))
	switch {
	case r.Impossible > 0:
		r.Statistic = math.Inf(1)
		r.P = 0
		r.Verdict = Differs
	case independent && differs && r.fit(counts, shown).P*float64(samples) <= Level:
		r.Verdict = Differs
	case light <= Level:
		r.Statistic = math.NaN()
		r.P = light
		r.Verdict = Differs
		r.Why = fmt.Sprintf("a draw is in a cell so light that of %d draws of p, however they depend on each other, any "+
			"would be in this one or a lighter one with a probability of at most %.2g", r.N, light)
	case independent && many <= Level:
		r.Statistic = math.NaN()
		r.P = many
		r.Verdict = Differs
		r.Why = says
	case differs || many <= Level:
		r.unclear("the shares differ from p, as those of a wrong sampler do, and those of a right chain that has not " +
			"been everywhere in proportion; moves along a chain tell more; if the draws are independent, give each a " +
			"chain of its own")
	case r.ESS < LeastESS:
		r.few(r.ESS, LeastESS)
	case !tests:
		r.few(float64(r.Worth), fewest(p))
	default:
		r.Verdict = Fits
		r.Why = evidence.Caution(r.P, Level, "samplers", "draws")
		r.Reach = reach(r.N, r.Worth, r.DF+1, Level/float64(samples))
		cells := floats.Count(func(mass float64) bool { return mass > 0 }, p)
		if off := reach(r.N, r.Worth, cells, Level/float64(samples)); r.Reach > Wanted && off < 1 {
			r.Needs = evidence.RoundUp(float64(r.N) * off * off / (Wanted * Wanted))
		}
	}
	if r.Impossible > 0 || differs {
		if says := r.cause(g, counts); says != "" {
			r.also("read in another way these could be draws of p: " + says)
		}
	}
	if heaviest := slices.Max(p); 1-heaviest < 1e-15 && r.Verdict != Fits {
		says := fmt.Sprintf("%s has all of p, to rounding; if it should not, the target has f in place of log f",
			laws.Cell(g, slices.Index(p, heaviest)))
		if r.Verdict == Unclear {
			r.Why = ""
		}
		r.also(says)
	}
}

// also adds a sentence to the reason.
func (r *Result) also(says string) { r.Why = strings.TrimPrefix(r.Why+"; "+says, "; ") }

// few sets the verdict if the draws are worth too few independent ones.
func (r *Result) few(worth, needed float64) {
	r.unclear(fmt.Sprintf("the %d draws are worth %.3g independent ones, and about %.0f are needed", r.N, worth,
		needed))
}

// unclear sets the verdict if the draws cannot tell, and why.
func (r *Result) unclear(why string) {
	r.Statistic = math.NaN()
	r.P = math.NaN()
	r.Verdict = Unclear
	r.Why = why
}

// fewest returns how many draws p needs to have two pools.
func fewest(p []float64) float64 {
	lightest := 0.0 // mass of the lighter of two pools, where they are most alike
	sum := 0.0
	for _, mass := range slices.Sorted(slices.Values(p)) {
		sum += mass
		lightest = max(lightest, min(sum, 1-sum))
	}
	return math.Ceil(Pooled / lightest)
}

// Wanted is the total variation for which Needs is told.
const Wanted = 0.1

// reach returns the total variation from p at which any distribution would be seen in 9 of 10 samples of n draws that
// are worth some independent ones, if it moves mass between pools. Pearson's statistic of draws of q has the
// noncentrality worth Σ (q-p)²/p, which is at least worth (2 TV)² by Cauchy and Schwarz. Chance adds a degree of
// freedom for each pool but one if draws are independent. Of others it adds less, but worth/n of that at least.
func reach(n, worth, pools int, level float64) float64 {
	if pools < 2 {
		return math.NaN()
	}
	lacks := float64(pools-1) * (1 - float64(worth)/float64(n))
	return min(1, math.Sqrt((evidence.Noncentrality(pools-1, level)+lacks)/float64(worth))/2)
}

// pooled merges counts of n draws into pools, from the lightest cell up. Each pool expects at least Pooled draws.
func pooled(counts []int, p []float64, n int) (of []int, masses []float64) {
	left := 1.0
	for _, x := range evidence.Order(p) {
		last := len(masses) - 1
		if last < 0 || masses[last]*float64(n) >= Pooled && left*float64(n) >= Pooled {
			of = append(of, 0)
			masses = append(masses, 0)
			last++
		}
		of[last] += counts[x]
		masses[last] += p[x]
		left -= p[x]
	}
	return of, masses
}

// compareCells sets how far the share of each cell is off, and which cells lack draws.
func (r *Result) compareCells() {
	n := float64(r.Worth)
	r.Z = make([]float64, len(r.Target))
	r.Lacking = []int{}
	for x, p := range r.Target {
		if r.Q[x] == 0 && n*p >= Expected {
			r.Lacking = append(r.Lacking, x)
		}
		if r.Q[x] != p {
			r.Z[x] = (r.Q[x] - p) / math.Sqrt(p*(1-p)/n)
		}
	}
}
