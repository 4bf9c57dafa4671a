package experiments

// Bytes is the memory of an exact run and of the Monte Carlo chains, whose log weights are kept, and
// their cells too if they are to be saved.
func (o Sampling) Bytes(s Space, T int) float64 {
	return ExactBytes(s, T) + o.workersBytes(s) + 32*s.States
}

// A table of moves has so many bytes a slot, and at most so many slots.
const slotBytes, mostSlots = 16 + 12, 1 << 20

// ProgramsBytes adds what the workers have besides if they run programs: as many slots as a table may have at
// most, even where the table of an annealing is left out.
func (o Sampling) ProgramsBytes(annealing Bytes) Bytes {
	return func(s Space, T int) float64 {
		bytes := annealing(s, T)
		if s.States*(s.facts().Moves+1) > mostSlots {
			bytes += float64(Workers(o.Workers)) * slotBytes * mostSlots
		}
		return bytes
	}
}

// workersBytes is the memory of the workers and of the log weights. A worker has the vectors of a level and a
// table of its moves, which it leaves out where that would have more than so many slots. The rows that a kernel
// writes out on more states than cells, such as lifted, count once, because forward chains alone have them;
// three quarters of their bound were held.
func (o Sampling) workersBytes(s Space) float64 {
	const vectors, rows = 8 * 12, 0.75 // bytes a state, and a share
	f := s.facts()
	each := vectors*s.States + f.Pairs*s.States
	if slots := s.States * (f.Moves + 1); slots <= mostSlots {
		each += slotBytes * slots
	}
	written := 0.0
	if s.States > float64(s.Grid.Size()) {
		written = rows * f.Rows * s.States
	}
	chains := 2 * 8 * float64(o.Chains)
	if o.Keep {
		chains += 2 * 4 * float64(o.Chains)
	}
	return float64(Workers(o.Workers))*each + written + chains
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
