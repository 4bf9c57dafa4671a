package experiments

// Bytes is the memory of an exact run and of the Monte Carlo chains, whose log weights are kept, and
// their cells too if they are to be saved.
func (o Sampling) Bytes(s Space, T int) float64 {
	return ExactBytes(s, T) + o.workersBytes(s) + 32*s.States
}

// workersBytes is the memory of the workers and of the log weights. A worker has the vectors of a level
// and a table of its moves, if that is not too large.
func (o Sampling) workersBytes(s Space) float64 {
	const vectors, slot, table = 8 * 12, 16 + 12, 28 << 20 // bytes a state, a move, and at most
	f := s.facts()
	each := vectors*s.States + min(slot*s.States*(f.Moves+1), table) + f.Pairs*s.States
	chains := 2 * 8 * float64(o.Chains)
	if o.Keep {
		chains += 2 * 4 * float64(o.Chains)
	}
	return float64(Workers(o.Workers))*each + chains
}

// KeptBytes is the memory of the runs of one annealing that are kept to be saved, of both directions:
// a log weight and a cell each.
func (o Sampling) KeptBytes() float64 {
	if !o.Keep {
		return 0
	}
	return 2 * (8 + 4) * float64(o.Chains)
}

// SavingBytes is the memory of sampling so many annealings, one after the other. The runs of all are
// kept until they are saved, by a writer that has a part of a file at a time.
func (o Sampling) SavingBytes(annealings int) Bytes {
	const writer = 24 << 20
	if !o.Keep {
		return o.Bytes
	}
	return func(s Space, T int) float64 { return o.Bytes(s, T) + float64(annealings-1)*o.KeptBytes() + writer }
}
