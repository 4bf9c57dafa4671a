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

// AtOnce adds to the memory of an annealing that of those that are run at the same time: the longest
// of its own T and below, one a core. So the longest T of all needs the most. On more than
// MostUnasked states there is one run at a time.
func AtOnce(one Bytes, ts []int) Bytes {
	longest := slices.Sorted(slices.Values(ts))
	slices.Reverse(longest)
	return func(s Space, T int) float64 {
		bytes, others := one(s, T), Workers(0)-1
		own := slices.Index(longest, T)
		if own < 0 || s.States > MostUnasked {
			return bytes
		}
		for _, t := range longest[own+1:][:min(others, len(longest)-own-1)] {
			bytes += one(s, t)
		}
		return bytes
	}
}
