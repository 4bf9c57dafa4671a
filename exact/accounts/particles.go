package accounts

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/programs"
)

// The largest number of multisets of particles that are propagated, and of links between them
// in a whole run: about ten minutes' work on one core.
const (
	mostMultisets = 1_000_000
	mostLinks     = 1e11
)

// filtered is the account of SMC through the levels. With one particle it is annealing, unless
// that may lose its weight: SMC stops there and annealing goes on. What no crowd carries is
// enumerated: particles that are resampled now and then, whose weights differ, and weights that
// are infinite in reverse or close to it, because the target has mass where p_1 has nearly none.
func (a *making) filtered(ctx context.Context, p programs.SMC) error {
	lost := false
	for x, mass := range a.first {
		lost = lost || mass > 0 && math.IsInf(a.logp[x], -1)
	}
	switch {
	case p.P == 1 && !lost:
		return a.annealed(ctx, programs.AIS{Problem: p.Problem})
	case p.P > 1 && p.Adaptive() || !within(a.P, a.first):
		return a.enumerate(ctx, p)
	}
	path, _ := p.Path()
	return a.particles(ctx, path, p.P)
}

// learned is the account of SMC through observations.
func (a *making) learned(ctx context.Context, p programs.SMCData) error {
	if !within(a.P, a.first) {
		return a.enumerate(ctx, p)
	}
	path, _ := p.Path()
	if p.P == 1 {
		return a.alone(ctx, path)
	}
	return a.particles(ctx, path, p.P)
}

// within reports whether a law has no mass where another has nearly none, so that weights from
// that one to the law are floats.
func within(law, other []float64) bool {
	const rare = 1e-290 // 1 over this is a float
	for x, mass := range law {
		if mass > 0 && other[x] < rare {
			return false
		}
	}
	return true
}

// particles is the account of SMC through levels or observations. A free crowd gives the
// forward numbers, and one with a kept particle those of the conditional run. By the law of
// programs each also gives the other's. Off is the distance of the two.
func (a *making) particles(ctx context.Context, path programs.Path, count int) error {
	free, kept, err := a.crowds(path, count)
	if err != nil {
		return err
	}
	start := pick(path.Start(), free.cells)
	v, err := free.push(ctx, free.drawn(start))
	if err != nil {
		return err
	}
	forward := free.returned(v)
	if v, err = kept.push(ctx, kept.drawn(start)); err != nil {
		return err
	}
	return a.assemble(free, forward, swapped(kept.returned(v)))
}

// returned returns the moments by the cell that a run returns: the kept particle's, or that of
// one at random.
func (c *crowd) returned(v [][]moments) []moments {
	f := make([]moments, len(c.cells))
	for block := range v {
		for m, all := range c.states(block) {
			if c.kept {
				f[block].add(1, &v[block][m])
				continue
			}
			for _, x := range all {
				f[x].add(1/float64(len(all)), &v[block][m])
			}
		}
	}
	return f
}

// crowds returns the crowd of a run with so many particles, and that of the conditional run.
func (a *making) crowds(path programs.Path, count int) (free, kept *crowd, err error) {
	c := crowd{path: path, index: make([]int32, len(a.P))}
	for x := range a.P {
		c.index[x] = -1
		if a.first[x] > 0 || a.P[x] > 0 {
			c.index[x] = int32(len(c.cells))
			c.cells = append(c.cells, x)
		}
	}
	if multichoose(len(c.cells), count) > mostMultisets {
		return nil, nil, ErrTooLarge
	}
	c.dead, c.logc = make([]float64, len(c.cells)), make([]float64, path.Len())
	k := c
	c.free, c.sets = count, newMultisets(len(c.cells), count)
	k.free, k.kept, k.sets = count-1, true, newMultisets(len(c.cells), count-1)
	for _, of := range []*crowd{&c, &k} {
		together, oneByOne := of.costs(of.stage(0).moves)
		if min(together, oneByOne)*float64(path.Len()) > mostLinks {
			return nil, nil, ErrTooLarge
		}
	}
	c.scale()
	return &c, &k, nil
}

// scale runs a single particle through the path, weighed and scaled, and sets logc. Every
// log w is then taken relative to their sum, which is log R.
func (c *crowd) scale() {
	p := pick(c.path.Start(), c.cells)
	for i := range c.logc {
		s := c.stage(i)
		for x, mass := range p {
			p[x] = math.Log(mass) + s.logw[x]
		}
		c.logc[i] = floats.LogSumExp(p)
		chains.Normalize(p, p)
		for _, r := range s.moves {
			p = r.pushed(p)
		}
	}
}

// drawn returns the moments at the start of a path, with all particles drawn from a law.
func (c *crowd) drawn(start []float64) [][]moments {
	mass := make([]float64, c.sets.count[c.free])
	c.spreadLaw(start, c.free, func(m int, prob float64) { mass[m] = prob })
	v := c.zero()
	for block := range v {
		weight := 1.0
		if c.kept {
			weight = start[block]
		}
		for m, prob := range mass {
			v[block][m] = moments{weight * prob, 0, 0, weight * prob, 0, 0}
		}
	}
	return v
}

// spreadLaw visits every multiset of p draws from a law with its probability.
func (c *crowd) spreadLaw(law []float64, p int, visit func(m int, prob float64)) {
	var d draw
	for x, prob := range law {
		d.add(x, prob)
	}
	c.sets.spread(&d, p, visit)
}

// assemble makes the account of two estimates of q, E_fwd[l; x], E_fwd[l²; x], p, p E_rev[l|x]
// and p E_rev[l²|x]: from forward runs, and from reverse ones. The error is ErrTooLarge if mass
// was lost because it fell below the smallest float on the way.
func (a *making) assemble(c *crowd, forward, reverse []moments) error {
	const most = 1e-6 // far above rounding
	missed := 0.
	for i, x := range c.cells {
		f, r := forward[i], reverse[i]
		missed += math.Abs(f[0]-r[0]) + math.Abs(f[3]-a.P[x]) + math.Abs(r[3]-a.P[x])
	}
	if !(missed < most) {
		return ErrTooLarge
	}
	a.How, a.Off = Particles, 1e-15*float64(c.path.Len())
	for i, x := range c.cells {
		f, r := forward[i], reverse[i]
		a.Q[x], a.F[x] = f[0]+c.dead[i], f[1]
		a.FwdSquare, a.MeanW = a.FwdSquare+f[2], a.MeanW+f[3]
		a.RevSquare, a.MeanInvW = a.RevSquare+r[5], a.MeanInvW+r[0]
		if a.G[x] = 0; r[3] > 0 {
			a.G[x] = r[4] / r[3]
		}
		for k := range f {
			a.Off += math.Abs(f[k] - r[k])
		}
		a.Off += math.Abs(r[3] - a.P[x])
		if c.dead[i] > 0 {
			a.F[x], a.FwdSquare = math.Inf(-1), math.Inf(1)
		}
	}
	a.compare()
	return nil
}

// pick returns what a function is in some cells.
func pick(f []float64, cells []int) []float64 {
	some := make([]float64, len(cells))
	for i, x := range cells {
		some[i] = f[x]
	}
	return some
}
