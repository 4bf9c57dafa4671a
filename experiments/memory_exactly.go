package experiments

import "slices"

// ExactlyBytes is the memory of Exactly at these Ts, on the targets of so many seeds, one after the
// other. A result keeps its betas and steps, and on no more than MostUnasked states its laws and log
// densities. Besides, each level takes so many bytes in the table that is printed.
func ExactlyBytes(ts []int, seeds int, printed float64) Bytes {
	const level, vectors = 8 + 32, 6 * 8
	together, levels := AtOnce(ExactBytes, ts), 0.0
	for _, t := range ts {
		levels += float64(t * seeds)
	}
	return func(s Space, T int) float64 {
		bytes := together(s, T) + (level+printed)*levels - level*float64(T)
		if s.States <= MostUnasked {
			bytes += vectors * s.States * float64(len(ts)*seeds)
		}
		return bytes
	}
}

// AtOnce adds to the memory of an annealing that of those that are run at the same time, at the
// other Ts: the longest, one a core. On more than MostUnasked states there is one run at a time.
func AtOnce(one Bytes, ts []int) Bytes {
	longest := slices.Sorted(slices.Values(ts))
	slices.Reverse(longest)
	return func(s Space, T int) float64 {
		bytes, others := one(s, T), slices.Clone(longest)
		if i := slices.Index(others, T); i >= 0 && s.States <= MostUnasked {
			others = slices.Delete(others, i, i+1)
			for _, t := range others[:min(len(others), Workers(0)-1)] {
				bytes += one(s, t)
			}
		}
		return bytes
	}
}
