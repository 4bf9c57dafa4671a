package timeaverage

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
)

// doubled goes through blocks of 1, 2, 4, ... steps up to 2^top, each of them twice the one before. A
// chain of n steps is made of those blocks whose bits n has, and of as many of the largest as are left.
// The last block is an earlier one if that forgets so fast that chains settle by less work than the
// next block takes, or in four blocks. It shows the sums after each number of steps in ns.
func (c *Chain) doubled(ctx context.Context, functions []centred, ns []int, top int, show shower) error {
	chains := make([][]sum, len(ns))
	for i := range chains {
		for range functions {
			chains[i] = append(chains[i], newSum(len(c.p)))
		}
	}
	block := c.block(functions)
	for level := 0; ; level++ {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		enough, rows := settled(block.memory(c.p)), 0
		for _, n := range ns {
			rows += pullRows * min(n>>level, enough)
		}
		last := level == top || enough <= 4 || enough < math.MaxInt && rows <= len(c.p)
		for i, n := range ns {
			if last {
				chains[i] = c.often(block, chains[i], n>>level, enough)
			} else if n>>level&1 == 1 {
				chains[i], _ = block.then(chains[i], nil)
			}
		}
		if last {
			break
		}
		block = block.twofold()
	}
	for i, n := range ns {
		for f, s := range chains[i] {
			show(f, n, s.mean, s.variance)
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

// often returns the sums over a number of blocks and over the steps after them, where so many blocks are
// enough to settle. From then on each adds the same variance from every state, its mean under the
// invariant law, and nothing to the mean: the mean of A under that law is 0.
func (c *Chain) often(b *moments, rest []sum, blocks, enough int) []sum {
	for k := 1; k <= min(blocks, enough); k++ {
		all, grown := b.then(rest, nil)
		if k == enough {
			for f, own := range grown {
				floats.AddConst(float64(blocks-enough)*floats.Dot(c.p, own)/floats.Sum(c.p), all[f].variance)
			}
		}
		rest = all
	}
	return rest
}
