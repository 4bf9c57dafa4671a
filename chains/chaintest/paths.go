package chaintest

import (
	"context"
	"fmt"
	"math"

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
type walked struct{ prob, logw float64 }

// paths runs a program through enumerating dice and returns every path, first
// state first, with its probability and log weight; and the law of its last
// state.
func paths(run func(chains.Annealing, chains.Dice) (int, float64), a chains.Annealing, reversed bool) map[string]walked {
	var path []int
	var logw float64
	a.Kernel = recorder{a.Kernel, &path}
	all := map[string]walked{}
	for prob := range enumerate.Every(func(d chains.Dice) {
		path = path[:0]
		_, logw = run(a, d)
	}) {
		key := fmt.Sprint(path)
		if reversed {
			turned := make([]int, len(path))
			for i, x := range path {
				turned[len(path)-1-i] = x
			}
			key = fmt.Sprint(turned)
		}
		all[key] = walked{all[key].prob + prob, logw}
	}
	return all
}

// PathBreaches enumerates every path of an annealing over T uneven levels and
// checks Crooks' law path by path, the means of w and 1/w, that J and B are
// divergences, and that package exact says the same of them.
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
	fwd, rev := paths(run.Forward, a, false), paths(run.Reverse, a, true)
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
	fwdLaw, revLaw                 exact.Moments
}

// law is the mean, variance and skewness of log w over all paths.
func law(all map[string]walked) (m exact.Moments) {
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

	var mass, w, invW float64
	for path, f := range fwd {
		r := rev[path]
		mass += f.prob
		w += f.prob * math.Exp(f.logw-logR)
		s.fwdLogW += f.prob * f.logw
		s.klFwd += f.prob * math.Log(f.prob/r.prob)
		b.equal("Crooks", f.prob*math.Exp(f.logw-logR), r.prob, staying*r.prob, "P_fwd w Z_1/Z_T and P_rev of the path %s", path)
		b.equal("one weight a path", r.logw, f.logw, 1, "log w in reverse and forward, of the path %s", path)
	}
	b.equal("forward paths", mass, 1, 1, "total probability")
	b.equal("E_fwd[w] = Z_T/Z_1", w, 1, 1, "E_fwd[w] Z_1/Z_T")
	mass = 0
	for path, r := range rev {
		if _, ok := fwd[path]; !ok {
			b.equal("Crooks", r.prob, 0, 1, "P_rev of the path %s, which no forward run takes", path)
		}
		mass += r.prob
		invW += r.prob * math.Exp(logR-r.logw)
		s.revLogW += r.prob * r.logw
		s.klRev += r.prob * math.Log(r.prob/fwd[path].prob)
	}
	b.equal("reverse paths", mass, 1, 1, "total probability")
	s.fwdLaw, s.revLaw = law(fwd), law(rev)
	b.equal("E_rev[1/w] = Z_1/Z_T", invW, 1, 1, "E_rev[1/w] Z_T/Z_1")
	return s
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
	b.equal("E_fwd[log w], exact = enumerated", res.FwdLogW(), s.fwdLogW, size, "E_fwd[log w]")
	b.equal("E_rev[log w], exact = enumerated", res.RevLogW(), s.revLogW, size, "E_rev[log w]")
	b.equal("B = KL(fwd||rev) + KL(rev||fwd)", res.B(), s.klFwd+s.klRev, max(1, res.B()), "B")
	b.equal("B by Eq. (22)-(23)", res.Pairwise.Jeffreys(), s.klFwd+s.klRev, max(1, res.B()), "B")
	b.equal("E_fwd[w], propagated", res.MeanW, 1, 1, "E_fwd[w] Z_1/Z_T")
	b.equal("E_rev[1/w], propagated", res.MeanInvW, 1, 1, "E_rev[1/w] Z_T/Z_1")
	b.moments("forward", res.FwdLaw, s.fwdLaw)
	b.moments("in reverse", res.RevLaw, s.revLaw)
	if res.J() < 0 {
		b.equal("J >= 0", res.J(), 0, 1, "J")
	}
	if res.B() < res.J() {
		b.equal("B >= J", res.B(), res.J(), max(1, res.J()), "B, and J")
	}
}

// moments holds the law of log w to the enumerated one; a variance of 0 has no
// skewness.
func (b *breaches) moments(which string, got, want exact.Moments) {
	const law = "law of log w, exact = enumerated"
	b.equal(law, got.Mean, want.Mean, max(1, math.Abs(want.Mean)), "mean, %s", which)
	b.equal(law, got.Variance, want.Variance, max(1, want.Variance), "variance, %s", which)
	if want.Variance > 1e-3 {
		b.equal(law, got.Skewness, want.Skewness, 100, "skewness, %s", which)
	}
}
