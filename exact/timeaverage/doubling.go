package timeaverage

import (
	"context"
	"math"
)

// doubled goes through blocks of 1, 2, 4, ... steps up to 2^top, each of them the one before
// followed by itself. A chain of n steps is made of those blocks whose bits n has, and of as many
// of the largest as are left. The last block is an earlier one if that forgets so fast that chains
// settle in fewer rows than the next block has, or in four blocks. It records the moments after
// each number of steps in ns.
func (c *Chain) doubled(ctx context.Context, functions, starts [][]float64, ns []int, top int, r *record) error {
	chains := make([]*moments, len(ns))
	for i := range chains {
		chains[i] = newMoments(len(c.p), len(functions), starts)
	}
	block := c.block(functions)
	for level := 0; ; level++ {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		enough, rows := settled(block.memory(c.p)), 0
		for _, n := range ns {
			rows += len(starts) * min(n>>level, enough)
		}
		last := level == top || enough <= 4 || enough < math.MaxInt && rows <= len(c.p)
		for i, n := range ns {
			if last {
				chains[i] = chains[i].followedOften(block, n>>level, enough)
			} else if n>>level&1 == 1 {
				chains[i] = chains[i].followed(block)
			}
		}
		if last {
			break
		}
		block = block.followed(block)
	}
	for i, n := range ns {
		for f := range functions {
			for s := range starts {
				r.set(f, s, n, chains[i].mean[f][s], chains[i].variance[f][s])
			}
		}
	}
	return nil
}

// settled is the number of blocks after which the moments grow evenly: what is left of the start is
// then below an ulp, with two blocks to spare. It is math.MaxInt for blocks that do not forget.
func settled(memory float64) int {
	if memory > 0.5 {
		return math.MaxInt
	}
	return 3 + int(math.Log(0x1p-53)/math.Log(max(memory, 0x1p-53)))
}

// followedOften is followed by a number of blocks, of which so many are enough to settle. From then
// on each adds the same variance, and nothing to the mean: the mean of A under the invariant law
// is 0.
func (m *moments) followedOften(b *moments, blocks, enough int) *moments {
	for k := 1; k <= min(blocks, enough); k++ {
		next := m.followed(b)
		if k == enough {
			for f := range next.variance {
				for r, grown := range next.grown[f] {
					next.variance[f][r] += float64(blocks-enough) * grown
				}
			}
		}
		m = next
	}
	return m
}
