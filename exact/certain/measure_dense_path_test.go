package certain_test

import (
	"math/big"
	"slices"

	"breadboard/chains"
	"breadboard/chains/kernels"
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

// base returns the log densities of the cells at beta.
func (p problem) base(b bits, beta *big.Float) []*big.Float {
	from, to := b.ends(p.from), b.ends(p.to)
	rest := b.sub(b.num(1), beta)
	r := b.num(1)
	switch {
	case beta.Sign() == 0:
		return from
	case rest.Sign() == 0:
		return to
	case p.bridge == "power":
		r = b.sub(b.num(1), b.num(p.q))
	}
	logf := make([]*big.Float, len(from))
	if p.bridge == "geometric" || r.Sign() == 0 {
		for x := range logf {
			if logf[x] = b.none(); !isNone(from[x]) && !isNone(to[x]) {
				logf[x] = b.add(b.mul(rest, from[x]), b.mul(beta, to[x]))
			}
		}
		return logf
	}
	logZ1, logZT := b.logZ(from), b.logZ(to)
	between := b.add(b.mul(rest, logZ1), b.mul(beta, logZT))
	for x := range logf {
		logf[x] = b.none()
		if lacks := isNone(from[x]) || isNone(to[x]); lacks && r.Sign() < 0 || isNone(from[x]) && isNone(to[x]) {
			continue
		}
		sum := b.add(b.mul(rest, b.power(from[x], logZ1, r)), b.mul(beta, b.power(to[x], logZT, r)))
		logf[x] = b.add(between, b.quo(b.log(sum), r))
	}
	return logf
}

func (b bits) ends(logf []float64) []*big.Float {
	var all []*big.Float
	for _, v := range logf {
		all = append(all, b.num(v))
	}
	return all
}

// power returns the power r of the density exp(logf - logZ).
func (b bits) power(logf, logZ, r *big.Float) *big.Float {
	if isNone(logf) {
		return b.new()
	}
	return b.exp(b.mul(r, b.sub(logf, logZ)))
}

// highest returns the largest log density.
func highest(logf []*big.Float) *big.Float {
	return slices.MaxFunc(logf, func(u, v *big.Float) int { return u.Cmp(v) })
}

// density returns exp(logf), over the largest.
func (b bits) density(logf []*big.Float) []*big.Float {
	f, top := make([]*big.Float, len(logf)), highest(logf)
	for x, v := range logf {
		f[x] = b.exp(b.none())
		if !isNone(v) {
			f[x] = b.exp(b.sub(v, top))
		}
	}
	return f
}

// logZ returns the log of the sum of exp(logf).
func (b bits) logZ(logf []*big.Float) *big.Float {
	sum := b.new()
	for _, f := range b.density(logf) {
		sum = b.add(sum, f)
	}
	return b.add(highest(logf), b.log(sum))
}

// law returns exp(logf) normalised.
func (b bits) law(logf []*big.Float) []*big.Float {
	p, sum := b.density(logf), b.new()
	for _, f := range p {
		sum = b.add(sum, f)
	}
	for x, f := range p {
		p[x] = b.quo(f, sum)
	}
	return p
}

// wide returns the part of a kernel that needs more room than the target's cells, or
// nil.
func wide(k chains.Kernel) chains.Kernel {
	var parts []chains.Kernel
	switch k := k.(type) {
	case kernels.Lifted, kernels.Swap:
		return k
	case kernels.Lazy:
		parts = []chains.Kernel{k.Kernel}
	case kernels.Repeat:
		parts = []chains.Kernel{k.Kernel}
	case kernels.Cycle:
		parts = k.Kernels
	case kernels.Mixture:
		parts = k.Kernels
	}
	for _, part := range parts {
		if w := wide(part); w != nil {
			return w
		}
	}
	return nil
}

// at returns the log densities at beta of the states that the kernel runs on, and
// the box of the states.
func (p problem) at(b bits, beta float64) (logf []*big.Float, lens []int) {
	here := p.base(b, b.num(beta))
	switch k := wide(p.kernel).(type) {
	case kernels.Lifted:
		for _, v := range here {
			logf = append(logf, slices.Repeat([]*big.Float{v}, 2*len(p.lens))...)
		}
		return logf, append(slices.Clone(p.lens), 2*len(p.lens))
	case kernels.Swap:
		there := p.base(b, b.mul(b.num(k.Share), b.num(beta)))
		for _, u := range here {
			for _, v := range there {
				sum := b.none()
				if !isNone(u) && !isNone(v) {
					sum = b.add(u, v)
				}
				logf = append(logf, sum)
			}
		}
		return logf, append(slices.Clone(p.lens), p.lens...)
	}
	return here, p.lens
}
