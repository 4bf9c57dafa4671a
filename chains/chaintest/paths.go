package chaintest

import (
	"context"
	"fmt"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/chains/enumerate"
	"breadboard/exact"
	"breadboard/grid"
)

// recorder notes the states that a program passes through its kernel.
type recorder struct {
	kernel chains.Kernel
	path   *[]int
}

func (r recorder) On(g grid.Grid) chains.Operator { return recording{r.kernel.On(g), r.path} }

type recording struct {
	chains.Operator
	path *[]int
}

func (o recording) Step(x int, d chains.Dice) int {
	y := o.Operator.Step(x, d)
	if len(*o.path) == 0 {
		*o.path = append(*o.path, x)
	}
	*o.path = append(*o.path, y)
	return y
}

func (o recording) Reversal() chains.Operator { return recording{o.Operator.Reversal(), o.path} }

// walked is what enumeration knows of one path.
type walked struct {
	prob, logw float64
	x          int // what the program returned
}

// paths runs a program through enumerating dice and returns every path, first
// state first, with its probability and log weight. The weight is a function of
// the path, whatever else the program may have asked its dice for.
func (b *breaches) paths(run Program, a chains.Annealing, reversed bool) map[string]walked {
	var path []int
	var now walked
	a.Kernel = recorder{a.Kernel, &path}
	all := map[string]walked{}
	for now.prob = range enumerate.Every(func(d chains.Dice) {
		path = path[:0]
		now.x, now.logw = run(a, d)
	}) {
		if reversed {
			slices.Reverse(path)
		}
		key := fmt.Sprint(path)
		before, seen := all[key]
		if seen {
			b.equal(oneWeightLaw, now.logw, before.logw, 1, "log w of the path %s, walked twice", key)
		}
		all[key] = walked{before.prob + now.prob, now.logw, now.x}
	}
	return all
}

// PathBreaches enumerates every path of an annealing over T uneven levels and
// checks Crooks' law path by path, the means of w and 1/w, that package exact says
// the same of J and B, and that B bounds J.
func PathBreaches(k chains.Kernel, run Programs, at Place, T int) []Breach {
	betas := make([]float64, T)
	for i := range betas {
		betas[i] = math.Pow(float64(i)/float64(T-1), 1.5)
	}
	schedule, err := chains.NewSchedule(betas)
	if err != nil {
		panic(err)
	}
	a := at.annealing(k, schedule)
	b := &breaches{scene: fmt.Sprintf("%s, T = %d", at.Name, T)}
	fwd, rev := b.paths(run.Forward, a, false), b.paths(run.Reverse, a, true)
	sums := b.crooks(a, fwd, rev)
	b.exact(a, sums)
	return b.found
}

// staying is how much more than the rest Crooks' law may be off: a probability of
// staying is good to 1e-16 of 1, not of itself, and a path may stay several times
// where that is unlikely.
const staying = 100

// pathSums are expectations over all paths.
type pathSums struct {
	fwdLogW, revLogW, klFwd, klRev float64
	j                              float64 // of the law of what forward runs return
	fwdLaw, revLaw                 exact.Moments
}

// moments is the mean, variance and skewness of log w over all paths.
func moments(all map[string]walked) (m exact.Moments) {
	for _, p := range all {
		m.Mean += p.prob * p.logw
	}
	third := 0.0
	for _, p := range all {
		m.Variance += p.prob * math.Pow(p.logw-m.Mean, 2)
		third += p.prob * math.Pow(p.logw-m.Mean, 3)
	}
	m.Skewness = third / math.Pow(m.Variance, 1.5)
	return m
}

func (b *breaches) crooks(a chains.Annealing, fwd, rev map[string]walked) (s pathSums) {
	l := a.NewLevel()
	a.LevelAt(l, a.T())
	logR := logSum(l.LogF())
	a.LevelAt(l, 1)
	logR -= logSum(l.LogF())

	var w, invW float64
	for path, f := range fwd {
		r, back := rev[path]
		w += f.prob * math.Exp(f.logw-logR)
		s.fwdLogW += f.prob * f.logw
		s.klFwd += f.prob * math.Log(f.prob/r.prob)
		b.equal(crooksLaw, f.prob*math.Exp(f.logw-logR), r.prob, staying*r.prob, "P_fwd w Z_1/Z_T and P_rev of the path %s", path)
		if back {
			b.equal(oneWeightLaw, r.logw, f.logw, 1, "log w in reverse and forward, of the path %s", path)
		}
	}
	b.equal(meanWLaw, w, 1, 1, "E_fwd[w] Z_1/Z_T")
	for path, r := range rev {
		if _, ok := fwd[path]; !ok {
			b.equal(crooksLaw, r.prob, 0, 1, "P_rev of the path %s, which no forward run takes", path)
		}
		invW += r.prob * math.Exp(logR-r.logw)
		s.revLogW += r.prob * r.logw
		s.klRev += r.prob * math.Log(r.prob/fwd[path].prob)
	}
	s.j = jeffreys(a, fwd)
	s.fwdLaw, s.revLaw = moments(fwd), moments(rev)
	b.equal(meanInvWLaw, invW, 1, 1, "E_rev[1/w] Z_T/Z_1")
	return s
}

// jeffreys is J of the law of the paths' last states, (q - p)(log q - log p).
func jeffreys(a chains.Annealing, fwd map[string]walked) (sum float64) {
	l := a.NewLevel()
	a.LevelAt(l, a.T())
	q, p := make([]float64, a.Grid.Size()), density(l)
	for _, f := range fwd {
		q[f.x] += f.prob
	}
	for x := range q {
		if q[x] != p[x] {
			sum += (q[x] - p[x]) * math.Log(q[x]/p[x])
		}
	}
	return sum
}

func logSum(logf []float64) float64 {
	sum := 0.0
	for _, v := range logf {
		sum += math.Exp(v)
	}
	return math.Log(sum)
}

// exact holds exact.Run to the enumerated sums, and both to the inequalities.
func (b *breaches) exact(a chains.Annealing, s pathSums) {
	res, err := exact.Run(context.Background(), a)
	if err != nil {
		panic(err)
	}
	size := max(1, math.Abs(s.fwdLogW), math.Abs(s.revLogW))
	b.equal(fwdLogWLaw, res.FwdLogW(), s.fwdLogW, size, "E_fwd[log w]")
	b.equal(revLogWLaw, res.RevLogW(), s.revLogW, size, "E_rev[log w]")
	b.equal(bLaw, res.B(), s.klFwd+s.klRev, max(1, res.B()), "B")
	b.equal(pairwiseLaw, res.Pairwise.Jeffreys(), s.klFwd+s.klRev, max(1, res.B()), "B")
	b.equal(pushedWLaw, res.MeanW, 1, 1, "E_fwd[w] Z_1/Z_T")
	b.equal(pushedInvWLaw, res.MeanInvW, 1, 1, "E_rev[1/w] Z_T/Z_1")
	b.moments("forward", res.FwdLaw, s.fwdLaw)
	b.moments("in reverse", res.RevLaw, s.revLaw)
	b.equal(jLaw, res.J(), s.j, max(1, s.j), "J")
	if res.B() < res.J() {
		b.equal(boundLaw, res.B(), res.J(), max(1, res.J()), "B, and J")
	}
}

// moments holds the law of log w to the enumerated one; a variance of 0 has no
// skewness.
func (b *breaches) moments(which string, got, want exact.Moments) {
	b.equal(momentsLaw, got.Mean, want.Mean, max(1, math.Abs(want.Mean)), "mean, %s", which)
	b.equal(momentsLaw, got.Variance, want.Variance, max(1, want.Variance), "variance, %s", which)
	if want.Variance > 1e-3 {
		b.equal(momentsLaw, got.Skewness, want.Skewness, 100, "skewness, %s", which)
	}
}
