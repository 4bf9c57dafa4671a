package timeaverage

import "context"

// doubled goes through blocks of 1, 2, 4, ... steps up to 2^top, each of them the one before
// followed by itself. A chain of n steps is made of those blocks whose bits n has, and of as many
// of the largest as are left. It records the moments after each number of steps in ns.
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
		forgets := block.forgets()
		last := level == top || forgets
		for i, n := range ns {
			switch left := n >> level; {
			case last && forgets:
				chains[i] = chains[i].followedLong(block, left)
			case last:
				for range left {
					chains[i] = chains[i].followed(block)
				}
			case left&1 == 1:
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

// settled is after how many blocks that forget the moments grow evenly: what is left of the start
// is then a share of 1e-8 to this power less one.
const settled = 3

// followedLong is followed by any number of blocks that forget. From the third block on each
// adds the same variance, and nothing to the mean: the mean of A under the invariant law is 0.
func (m *moments) followedLong(b *moments, blocks int) *moments {
	for k := 1; k <= min(blocks, settled); k++ {
		next := m.followed(b)
		if k == settled {
			for f := range next.variance {
				for r, v := range next.variance[f] {
					next.variance[f][r] += float64(blocks-settled) * (v - m.variance[f][r])
				}
			}
		}
		m = next
	}
	return m
}
