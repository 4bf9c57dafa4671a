package certain_test

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/chains/numbers"
	"breadboard/exact/certain"
	"breadboard/grid"
)

// A problem is an annealing as a user gives it: float64 numbers that are taken as
// the real numbers they are. Walkers with directions and pairs of walkers are made
// of it by the oracle itself.
type problem struct {
	lens     []int
	from, to []float64
	bridge   string
	q        float64 // of a power bridge
	betas    []float64
	kernel   chains.Kernel
	skipLast bool
}

// TestDense: a certificate holds what dense matrices of 240 bits say, for every
// kernel, bridge and initial density, with constants in the log densities. So do the
// enclosures of passes in few bits, in which a number that is rounded the wrong way
// shows.
func TestDense(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, a := problems(t)
		if _, err := p.hold(t, a); err != nil {
			t.Skip(err) // which is no miss; if many were refused, rapid would fail
		}
	})
}

// TestDenseLeaves: walkers that are sure to leave a cell. Of three tries in the middle of
// three cells one is always accepted, because the references are fewer, or as many with
// the walker's own cell and of the same density; between cells of the same density
// nothing is rejected. So the initial mass in the middle is all gone, and J is finite if
// the target has none there and infinite if it has some.
func TestDenseLeaves(t *testing.T) {
	inf := math.Inf(1)
	tries := kernels.MultipleTry{Tries: 3}
	for _, c := range []struct {
		kernel   chains.Kernel
		bridge   string
		from, to []float64
		endless  bool
	}{
		{tries, "geometric", []float64{0, 0, 0}, []float64{0.25, -inf, 0}, false},
		{tries, "mixture", []float64{-1e9, -1e9 - 0.25, -1e9}, []float64{1, -inf, -0.5}, false},
		{tries, "geometric", []float64{-inf, 0, -inf}, []float64{0, 0, 0}, true},
		{tries, "mixture", []float64{-inf, 0, -inf}, []float64{0, 0, 0}, true},
		{kernels.Metropolis{}, "geometric", []float64{-inf, 0, -inf, -inf}, []float64{0, 0, 0, 1}, true},
		{kernels.Metropolis{}, "mixture", []float64{-inf, 0, -inf, -inf}, []float64{0, 0, 0, 1}, true},
		{kernels.Lifted{}, "power", []float64{-inf, 0, 0, -inf}, []float64{0, 0, 0, 1}, true},
	} {
		p := problem{lens: []int{len(c.to)}, from: c.from, to: c.to, bridge: c.bridge, kernel: c.kernel}
		p.betas = []float64{0, 1}
		J, err := p.hold(t, p.annealing(nil))
		if err != nil {
			t.Errorf("%v: no certificate: %v", p, err)
		}
		if J.IsInf() != c.endless {
			t.Errorf("%v: J is infinite: %v", p, J.IsInf())
		}
	}
}

// hold holds the certificate of a problem to the oracle, and returns the oracle's J. The error says why there is no
// certificate.
func (p problem) hold(t rapid.TB, a chains.Annealing) (J numbers.Big, err error) {
	want, within := p.reckon()
	truth, err := certain.Measure(context.Background(), a, quiet)
	if err != nil {
		return want["J"], err
	}
	passes := map[uint]certain.Truth{256: truth}
	for _, few := range []uint{53, 64} {
		if pass, err := certain.Pass(context.Background(), a, few); err == nil { // so few bits may not tell whether there is mass
			passes[few] = pass
		}
	}
	for bits, truth := range passes {
		for name, e := range map[string]certain.Enclosure{"KL(q||p)": truth.QP, "KL(p||q)": truth.PQ, "J": truth.J,
			"KL(fwd||rev)": truth.Fwd, "KL(rev||fwd)": truth.Rev, "B": truth.B, "log R": truth.LogR} {
			switch v := want[name]; {
			case v.IsInf() && e.Hi.IsInf():
			case v.IsInf() || e.Lo.Cmp(v.Plus(within).Float) > 0 || e.Hi.Cmp(v.Minus(within).Float) < 0:
				t.Errorf("%v: in %d bits, %s is %.40g, and enclosed by %.40g and %.40g", p, bits, name, v, e.Lo, e.Hi)
			}
		}
	}
	return want["J"], nil
}

func (p problem) String() string {
	return fmt.Sprintf("%#v on %v, %s %v, from %v to %v, betas %v, without its last step %v",
		p.kernel, p.lens, p.bridge, p.q, p.from, p.to, p.betas, p.skipLast)
}

// annealing returns the problem as package certain gets it.
func (p problem) annealing(walls []int) chains.Annealing {
	s, err := chains.NewSchedule(p.betas)
	if err != nil {
		panic(err)
	}
	g := grid.New(p.lens...).WithWalls(walls...)
	a := chains.Annealing{Grid: g, Schedule: s, Kernel: p.kernel, SkipLast: p.skipLast}
	i := slices.IndexFunc(chains.Bridges, func(b chains.Entry[chains.BridgeFamily]) bool { return b.Name == p.bridge })
	a.Bridge = chains.Bridges[i].Make.Of(p.q, p.from, p.to)
	return a.Extended()
}

// problems draws a problem, and the annealing of it.
func problems(t *rapid.T) (problem, chains.Annealing) {
	p := problem{kernel: everyKernel(t), skipLast: rapid.IntRange(0, 4).Draw(t, "skip last") == 4}
	boxes := [][]int{{2}, {3}, {4}, {1, 2}, {2, 1}, {1, 3}, {2, 2}, {4, 1}}
	if !wide(p.kernel) {
		boxes = append(boxes, []int{6}, []int{2, 3}, []int{2, 1, 3}, []int{2, 2, 2})
	}
	p.lens = evenly(t, boxes, "box")
	p.bridge = evenly(t, chains.Bridges, "bridge").Name
	if p.bridge == "power" {
		p.q = rapid.SampledFrom([]float64{0.5, -1.5, 2, 0.1, 1, 1.3, -3, 0, 0.999}).Draw(t, "Q")
	}
	inner := rapid.SampledFrom([]float64{0, 1e-6, 0.1, 0.25, 1. / 3, 0.5, 0.7, 0.875, 0.99, 1})
	p.betas = append([]float64{0, 1}, rapid.SliceOfN(inner, 0, 4).Draw(t, "betas")...)
	slices.Sort(p.betas)
	walls := p.densities(t)
	a := p.annealing(walls)
	if a.Check() != nil || p.betas[1] == 0 { // no kernel but of p_1 is for a wall with mass
		for _, x := range walls {
			p.from[x] = math.Inf(-1)
		}
		a = p.annealing(walls)
	}
	return p, a
}

// densities draws both ends, and the walls, where the target has no mass.
func (p *problem) densities(t *rapid.T) (walls []int) {
	n := 1
	for _, length := range p.lens {
		n *= length
	}
	scale := evenly(t, []float64{1, 3, 30, 800}, "scale")
	p.to = density(t, n, scale, "target")
	open := rapid.IntRange(0, n-1).Draw(t, "open")
	for x := range n {
		if x != open && rapid.IntRange(0, 9).Draw(t, "wall") == 9 {
			walls = append(walls, x)
			p.to[x] = math.Inf(-1)
		}
	}
	if math.IsInf(p.to[open], -1) {
		p.to[open] = 0.5
	}
	switch evenly(t, []string{"uniform", "tempered", "own", "own"}, "initial") {
	case "uniform":
		p.from = chains.Uniform(p.to)
	case "tempered":
		p.from = chains.Tempered(p.to, rapid.SampledFrom([]float64{0.25, 0.7}).Draw(t, "tempered"))
	default:
		if p.from = density(t, n, scale, "initial"); math.IsInf(p.from[open], -1) {
			p.from[open] = 0
		}
	}
	constants := rapid.SampledFrom([]float64{0, 0, 1 << 10, -(1 << 30), 1 << 44, -(1 << 44), 1 << 50})
	for _, logf := range [][]float64{p.from, p.to} {
		c := constants.Draw(t, "constant")
		for x := range logf {
			logf[x] += c
		}
	}
	return walls
}

// evenly draws one of a list, each as probable. SampledFrom prefers the first, so that
// metropolis came up four times as often as swap.
func evenly[T any](t *rapid.T, of []T, name string) T {
	i := 0
	for _, bit := range rapid.SliceOfN(rapid.Bool(), 10, 10).Draw(t, name) {
		if i *= 2; bit {
			i++
		}
	}
	return of[i%len(of)]
}

// density draws log densities of eight binary places, so that constants up to 2^44 are
// exact beside them, and here and there none.
func density(t *rapid.T, n int, scale float64, name string) []float64 {
	most := int(256 * scale)
	logf := make([]float64, n)
	for x := range logf {
		logf[x] = float64(rapid.IntRange(-most, most).Draw(t, name)) / 256
		if rapid.IntRange(0, 9).Draw(t, name+" has none") == 9 {
			logf[x] = math.Inf(-1)
		}
	}
	return logf
}

// everyKernel draws one of the catalogue, or one made of those that need no room of their own.
func everyKernel(t *rapid.T) chains.Kernel {
	k := evenly(t, kernels.Catalogue, "kernel").Make
	if wide(k) {
		return k
	}
	other := evenly(t, []chains.Kernel{kernels.Metropolis{}, kernels.GibbsSweep{}, kernels.Langevin{Size: 0.7}}, "other")
	switch rapid.IntRange(0, 9).Draw(t, "made of") {
	case 0:
		return kernels.Lazy{A: rapid.SampledFrom([]float64{0, 0.3, 0.5, 1}).Draw(t, "A"), Kernel: k}
	case 1:
		return kernels.Repeat{Times: rapid.IntRange(1, 3).Draw(t, "times"), Kernel: k}
	case 2:
		return kernels.Cycle{Kernels: []chains.Kernel{k, other}}
	case 3:
		return kernels.Mixture{Weights: []float64{0.7, 0.1}, Kernels: []chains.Kernel{other, k}}
	}
	return k
}

// wide reports whether a kernel runs on more states than the target has cells.
func wide(k chains.Kernel) bool {
	switch k.(type) {
	case kernels.Lifted, kernels.Swap:
		return true
	}
	return false
}

// The oracle: the definitions in big floats, rounded to the nearest, on dense matrices.

// oracleBits is its precision: 72 digits. Its numbers may lose some of them.
const oracleBits, lost = 240, 30

var calculator = numbers.NewCalculator(oracleBits)

func num(v float64) numbers.Big { return numbers.NewBig(oracleBits, v) }

// of is a function of the calculator at one point, which package numbers holds to its series.
func of(f func(z, x *numbers.Interval) *numbers.Interval, x numbers.Big) numbers.Big {
	in := numbers.Zero(oracleBits)
	in.Lo.Set(x.Float)
	in.Hi.Set(x.Float)
	return numbers.Big{Float: new(big.Float).Set(&f(numbers.Zero(oracleBits), in).Lo)}
}

func exp(x numbers.Big) numbers.Big {
	if x.IsInf() {
		return num(0)
	}
	return of(calculator.Exp, x)
}

func log(x numbers.Big) numbers.Big {
	if x.IsZero() {
		return num(math.Inf(-1))
	}
	return of(calculator.Log, x)
}

// law returns exp(logf) normalised, and the log of its sum.
func law(logf []numbers.Big) (p []numbers.Big, logZ numbers.Big) {
	top := slices.MaxFunc(logf, numbers.Big.Compare)
	sum := num(0)
	for _, v := range logf {
		f := num(0)
		if !v.IsInf() {
			f = exp(v.Minus(top))
		}
		p, sum = append(p, f), sum.Plus(f)
	}
	for x, f := range p {
		p[x] = f.Over(sum)
	}
	return p, top.Plus(log(sum))
}

// cells returns the log densities of the cells at beta.
func (p problem) cells(beta numbers.Big) (logf []numbers.Big) {
	var from, to []numbers.Big
	for x := range p.to {
		from, to = append(from, num(p.from[x])), append(to, num(p.to[x]))
	}
	rest, r := num(1).Minus(beta), num(1)
	switch {
	case beta.IsZero():
		return from
	case rest.IsZero():
		return to
	case p.bridge == "power":
		r = num(1).Minus(num(p.q))
	}
	p1, logZ1 := law(from)
	pT, logZT := law(to)
	for x := range from {
		v, no1, noT := num(math.Inf(-1)), from[x].IsInf(), to[x].IsInf()
		switch {
		case p.bridge == "geometric" || r.IsZero():
			if !no1 && !noT {
				v = rest.Times(from[x]).Plus(beta.Times(to[x]))
			}
		case no1 && noT || r.Sign() < 0 && (no1 || noT):
		default:
			power := func(p numbers.Big) numbers.Big {
				if p.IsZero() {
					return p
				}
				return exp(r.Times(log(p)))
			}
			sum := rest.Times(power(p1[x])).Plus(beta.Times(power(pT[x])))
			v = rest.Times(logZ1).Plus(beta.Times(logZT)).Plus(log(sum).Over(r))
		}
		logf = append(logf, v)
	}
	return logf
}

// states returns the log densities at beta of the states that the kernel runs on, and their box.
func (p problem) states(beta float64) (logf []numbers.Big, lens []int) {
	here := p.cells(num(beta))
	switch k := p.kernel.(type) {
	case kernels.Lifted:
		for _, v := range here {
			logf = append(logf, slices.Repeat([]numbers.Big{v}, 2*len(p.lens))...)
		}
		return logf, append(slices.Clone(p.lens), 2*len(p.lens))
	case kernels.Swap:
		there := p.cells(num(k.Share).Times(num(beta)))
		for _, u := range here {
			for _, v := range there {
				if sum := num(math.Inf(-1)); u.IsInf() || v.IsInf() {
					logf = append(logf, sum)
				} else {
					logf = append(logf, u.Plus(v))
				}
			}
		}
		return logf, append(slices.Clone(p.lens), p.lens...)
	}
	return here, p.lens
}

// reckon computes everything by its definition, with a bound on its rounding, which is a share of 1 and of the largest
// log density. Where a number is infinite is read from where probabilities are 0, and that is exact: they are sums of
// products of numbers that are not negative, and no big float underflows.
func (p problem) reckon() (all map[string]numbers.Big, within numbers.Big) {
	last := len(p.betas) - 1
	logf, laws, kernel := make([][]numbers.Big, last+1), make([][]numbers.Big, last+1), make([]chaintest.Matrix, last+1)
	var logZ1, logZT numbers.Big
	scale := num(1)
	for t, beta := range p.betas {
		var lens []int
		logf[t], lens = p.states(beta)
		if laws[t], logZT = law(logf[t]); t == 0 {
			logZ1 = logZT
		} else if t < last || !p.skipLast {
			g := grid.New(lens...) // a kernel never enters a cell without mass, and walls have none
			kernel[t] = chaintest.Dense(chains.DefinitionOf(p.kernel, g), g, logf[t], t+1, beta)
		}
		for _, v := range logf[t] {
			if size := (numbers.Big{Float: new(big.Float).Abs(v.Float)}); !v.IsInf() {
				scale = scale.Max(size)
			}
		}
	}
	q, forward := laws[0], num(0)
	for t := 1; t <= last; t++ {
		forward = weighed(forward, q, logf[t], logf[t-1])
		if kernel[t] != nil {
			q = pushed(q, kernel[t])
		}
	}
	r, backward := laws[last], num(0)
	for t := last; t > 0 && !backward.IsInf(); t-- {
		if kernel[t] != nil {
			r = pushed(r, reversed(kernel[t], laws[t]))
		}
		backward = weighed(backward, r, logf[t], logf[t-1])
	}
	logR, qp, pq := logZT.Minus(logZ1), divergence(q, laws[last]), divergence(laws[last], q)
	fwd, rev := logR.Minus(forward), backward.Minus(logR)
	all = map[string]numbers.Big{"KL(q||p)": qp, "KL(p||q)": pq, "J": qp.Plus(pq), "KL(fwd||rev)": fwd,
		"KL(rev||fwd)": rev, "B": fwd.Plus(rev), "log R": logR}
	return all, scale.Times(num(math.Ldexp(1, lost-oracleBits)))
}

// weighed adds the mean under a law of log f at a level less log f at the level before: -Inf or +Inf where only one of
// them has mass.
func weighed(sum numbers.Big, law, to, from []numbers.Big) numbers.Big {
	for x, mass := range law {
		switch {
		case mass.IsZero() || to[x].IsInf() && from[x].IsInf():
		case to[x].IsInf():
			return num(math.Inf(-1))
		case from[x].IsInf():
			return num(math.Inf(1))
		case !sum.IsInf():
			sum = sum.Plus(mass.Times(to[x].Minus(from[x])))
		}
	}
	return sum
}

func pushed(q []numbers.Big, T chaintest.Matrix) (next []numbers.Big) {
	for y := range q {
		sum := num(0)
		for x := range q {
			sum = sum.Plus(q[x].Times(T[x][y]))
		}
		next = append(next, sum)
	}
	return next
}

// reversed returns Bayes' matrix: from y the chain goes to x with probability p(x) T(x,y) / p(y). Rows of cells without
// mass are empty, because the reverse chain is never there.
func reversed(T chaintest.Matrix, p []numbers.Big) chaintest.Matrix {
	R := make(chaintest.Matrix, len(T))
	for y := range R {
		for x := range T {
			v := num(0)
			if !p[y].IsZero() {
				v = p[x].Times(T[x][y]).Over(p[y])
			}
			R[y] = append(R[y], v)
		}
	}
	return R
}

// divergence returns KL(q || p), the sum of q log(q/p).
func divergence(q, p []numbers.Big) numbers.Big {
	sum := num(0)
	for x := range q {
		switch {
		case q[x].IsZero():
		case p[x].IsZero():
			return num(math.Inf(1))
		default:
			sum = sum.Plus(q[x].Times(log(q[x].Over(p[x]))))
		}
	}
	return sum
}
