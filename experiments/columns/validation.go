package columns

// Validation returns the keys of the one object that `breadboard validate --format json` prints. A key whose value is an
// object, or a list of them, names the keys in it.
func Validation() []Column {
	return append(append([]Column{
		{Name: "verdict", Kind: Text, Meaning: "the verdict in one line"},
		{Name: "ok", Kind: Boolean, Meaning: "whether no law is broken; the exit code is 1 if not"},
		{Name: "cause", Kind: Objects, Meaning: "what is likely wrong: name, says (in words), advice (what to do) and " +
			"tolerance (with which all laws are kept)", When: "the pattern of what is broken tells"},
		{Name: "kernel", Kind: Text, Meaning: "the kernel and its target"},
		{Name: "grid", Kind: Text, Meaning: "the lengths of the axes of the space that the chain moves on"},
		{Name: "seed", Kind: Natural, Meaning: "the seed of the target", When: "the target is random"},
		{Name: "mc_seed", Kind: Natural, Meaning: "the seed of the moves", When: "moves are drawn"},
		{Name: "levels_validated", Kind: Integer, Meaning: "the number of betas"},
		{Name: "balance", Kind: Text, Meaning: "reversible; not reversible but invariant; or not invariant", When: byRows},
		{Name: "laws", Kind: Objects, Meaning: "the laws, each with name, ok, value, limit and witness as in CSV; and with " +
			"unclear and needs (how many moves would decide) if samples cannot tell"},
		{Name: "J", Kind: Number, Unit: nats, Meaning: "J of the annealing", When: ofAnnealing},
		{Name: "B", Kind: Number, Unit: nats, Meaning: "B of the annealing", When: ofAnnealing},
	}, speed()...), []Column{
		{Name: "moves", Kind: Integer, Meaning: "the number of moves seen", When: bySamples},
		{Name: "budget", Kind: Integer, Meaning: "the most moves to ask for", When: "a program is asked"},
		{Name: "enough", Kind: Integer, Meaning: "about how many moves decide every law", When: "a program is asked"},
		{Name: "levels", Kind: Objects, Meaning: "every beta: t, beta, balance and laws as above; classes (their number), " +
			"period and unreached (the number of cells); gap, slem, relaxation_time, mixing_time, kemeny and conductance"},
		{Name: "compared", Kind: Objects, Meaning: "this kernel, and then the catalogue: kernel, cost (densities a level), J, " +
			"B, equal_cost_T (the T of the cost of this one), equal_cost_J and equal_cost_B (J and B there), peskun (above, " +
			"equal, below or neither in Peskun's order) and pair (of cells that shows it)", When: byRows},
		{Name: "score", Kind: Objects, Meaning: "the kernel as a sampler: ress (independent draws that N steps are worth), N, " +
			"place and of (among how many kernels)", When: "one matrix tells"},
		{Name: "notes", Kind: Texts, Meaning: "remarks that accuse the kernel of nothing"},
	}...)
}

const (
	byRows      = "the probabilities of the kernel are known"
	ofAnnealing = "an annealing is validated, and not one beta alone, and its probabilities are known"
	bySamples   = "only samples are seen"
	writtenOut  = "the matrix is written out"
)

// speed are the keys of how fast the chain is at the last beta.
func speed() []Column {
	return []Column{
		{Name: "stationary", Kind: Numbers, Meaning: "what the chain leaves invariant", When: "that is not p"},
		{Name: "gap", Kind: Number, Unit: pure, Meaning: "1 - the eigenvalue of the slowest mode", When: byRows},
		{Name: "additive_gap", Kind: Number, Unit: pure, Meaning: "the gap of (T + its reversal)/2", When: byRows},
		{Name: "slem", Kind: Number, Unit: pure, Meaning: "the second largest modulus of an eigenvalue", When: byRows},
		{Name: "relaxation_time", Kind: Number, Meaning: "1/(1 - slem), in steps", When: byRows},
		{Name: "mixing_time", Kind: Integer, Meaning: "steps from the worst cell to within 1/4 of p in total variation", When: writtenOut},
		{Name: "mixing_time_average", Kind: Integer, Meaning: "the same on average over cells drawn from p", When: writtenOut},
		{Name: "mixing_from", Kind: Integer, Meaning: "the worst cell; -1 if it never comes within 1/4", When: writtenOut},
		{Name: "kemeny", Kind: Number, Meaning: "the sum of 1/(1 - eigenvalue) over all but the first", When: writtenOut},
		{Name: "kemeny_by_trace", Kind: Number, Meaning: "the same number by another way", When: writtenOut},
		{Name: "classes", Kind: Objects, Meaning: "sets of cells that lead to each other: states, closed (whether no way " +
			"leads out) and period; of samples by the moves that were seen"},
		{Name: "period", Kind: Integer, Meaning: "in how many groups the chain goes round; 1 if it does not"},
		{Name: "unreached", Kind: Numbers, Meaning: "cells with mass to which no way leads from the heaviest"},
		{Name: "transient", Kind: Numbers, Meaning: "cells with mass that the chain leaves for good"},
		{Name: "absorbing", Kind: Numbers, Meaning: "cells that it never leaves"},
		{Name: "eigenvalues", Kind: Numbers, Meaning: "from the largest on; pairs of real and imaginary part if some are " +
			"complex", When: writtenOut},
		{Name: "second", Kind: Numbers, Meaning: "the slowest mode, by cell", When: writtenOut},
		{Name: "conductance", Kind: Objects, Meaning: "the narrowest cut: cells on one side, their mass, the flow out, phi " +
			"(flow over mass) and exact (whether none is narrower)", When: writtenOut},
		{Name: "functions", Kind: Objects, Meaning: "time averages: name, asymptotic_variance and iat (how many steps average " +
			"as well as one independent draw)", When: writtenOut},
		{Name: "hitting", Kind: Objects, Meaning: "expected steps from mode to mode: from, to and steps", When: writtenOut},
		{Name: "doubt", Kind: Number, Unit: pure, Meaning: "the most that two ways to a number differ by, relatively",
			When: writtenOut},
		{Name: "doubts", Kind: Texts, Meaning: "why numbers are missing or doubtful"},
		{Name: "bounds", Kind: Objects, Meaning: "bounds of these numbers by a search for the ends of the spectrum",
			When: "there are too many cells for a matrix"},
	}
}
