package toys

// Parts are what log f of a cell is made of, where the target says it. A kernel may go by them, as one that moves
// clusters of sites or takes a gradient; of a table of log f nobody knows them.
type Parts struct {
	// Bonds, unless nil, are all that log f of a cell has in it: up to a constant it is the sum of the couplings of the
	// bonds whose sites agree, and of Fields.
	Bonds []Bond
	// Every, unless nil, stands for Bonds where states are how many spins are up.
	Every *EveryTwo
	// Fields are what the value of a site alone adds to log f beside bonds: by site and value, or of Every by the value
	// of any spin. They are nil if there is nothing.
	Fields [][]float64
	// Machine is the restricted Boltzmann machine whose visible units the cells are; nil for others.
	Machine *Machine
}

// EveryTwo are bonds of one coupling between every two of so many spins.
type EveryTwo struct {
	Spins    int
	Coupling float64
}

// partsOf reads the parameters of a toy for its parts.
func partsOf(of func(p *parameters, seed uint64) Parts) func([]string, uint64) Parts {
	return func(words []string, seed uint64) Parts { return of(&parameters{words: words}, seed) }
}

// bonded are the parts of a target that has bonds.
func bonded(of func(p *parameters, seed uint64) Symmetric) func(*parameters, uint64) Parts {
	return func(p *parameters, seed uint64) Parts {
		t := of(p, seed)
		return Parts{Bonds: t.Bonds, Fields: t.Fields}
	}
}
