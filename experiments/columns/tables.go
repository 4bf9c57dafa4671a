package columns

import "slices"

// A Table is a table that a command prints for programs, in CSV and JSON.
type Table struct {
	Command string // as it is typed, without the names of an annealing
	Columns []Column
}

// Tables returns every table, in the order of the page that explains them. A column that only some runs print is in
// the table, and its When says which.
func Tables() []Table {
	return []Table{
		{"exact", Exact(true, true)},
		{"exact --program", Accounts(true)},
		{"exact --tails", Tails()},
		{"exact --runs", Averages()},
		{"sweep", SweepOfPrograms()},
		{"sample", Checks(true)},
		{"certify", Proofs()},
		{"aide", Aide(true)},
		{"validate", Laws()},
		{"validate --format json", Validation()},
		{"score", Scores()},
		{"geweke", Geweke()},
		{"seeds", draws()},
		{"list", catalogue()},
	}
}

// draws are the columns of `breadboard seeds`: a draw of a random toy a row.
func draws() []Column {
	return []Column{
		{Name: "toy", Kind: Text, Meaning: "the random toy"},
		{Name: "seed", Kind: Natural, Meaning: "the seed of the draw"},
		{Name: "J_100", Kind: Number, Unit: nats, Meaning: "J at T = 100"},
		{Name: "J_1000", Kind: Number, Unit: nats, Meaning: "J at T = 1000"},
		{Name: "B_1000", Kind: Number, Unit: nats, Meaning: "B at T = 1000"},
		{Name: "distance", Kind: Number, Unit: pure, Meaning: "the sum of log²(figure/published) over the three figures"},
	}
}

// catalogue are the columns of `breadboard list`: a name a row.
func catalogue() []Column {
	return []Column{
		{Name: "kind", Kind: Text, Meaning: "what is named: toy, kernel, bridge, schedule, initial, program or zoo"},
		{Name: "name", Kind: Text, Meaning: "the name, with its parameters in capitals"},
		{Name: "about", Kind: Text, Meaning: "what it is"},
		{Name: "seed", Kind: Natural, Meaning: "the seed if none is given", When: "the toy is random"},
		{Name: "picture", Kind: Text, Meaning: "the file of the toy's picture", When: "--pictures is given"},
		{Name: "group", Kind: Text, Meaning: "the group of the zoo", When: zooIsListed},
		{Name: "cells", Kind: Integer, Unit: cells, Meaning: "the number of cells", When: zooIsListed},
	}
}

const zooIsListed = "--zoo is given"

// In returns the tables that have a column with this name.
func In(name string) (all []Table) {
	for _, t := range Tables() {
		if slices.ContainsFunc(t.Columns, func(c Column) bool { return c.Name == name }) {
			all = append(all, t)
		}
	}
	return all
}

// checkColumns are the columns of `breadboard sample`: an estimate a row, beside its exact value.
var checkColumns = []Column{
	{Name: "quantity", Kind: Text, Meaning: "what is estimated, by the name of its column in exact's table; " +
		"log_r_lower is log E_fwd[w], log_r_upper is -log E_rev[1/w], chi_square tests the final states against q, and " +
		"chi_square_p against p"},
	{Name: "exact", Kind: Number, Meaning: "the exact value; of chi_square the degrees of freedom"},
	{Name: "estimate", Kind: Number, Meaning: "the Monte Carlo estimate"},
	{Name: "stderr", Kind: Number, Meaning: "its standard error"},
	{Name: "z", Kind: Number, Unit: pure, Meaning: "estimate less exact, in standard errors"},
	{Name: "p", Kind: Number, Unit: pure, Meaning: "the probability of an error as large, by the normal law; of " +
		"chi_square by its own"},
	{Name: "low", Kind: Number, Meaning: "lower end of the normal 95% interval", When: notChi},
	{Name: "high", Kind: Number, Meaning: "upper end of the normal 95% interval", When: notChi},
	{Name: "bootstrap_low", Kind: Number, Meaning: "lower end of the bootstrap's 95% interval", When: "the quantity is B"},
	{Name: "bootstrap_high", Kind: Number, Meaning: "upper end of the bootstrap's 95% interval",
		When: "the quantity is B"},
}

const notChi = "the quantity is not chi_square or chi_square_p"

// Checks returns the columns of `breadboard sample`, or of sample --program.
func Checks(programs bool) []Column {
	lead := without(nameColumns, "rows", "cols", "T")
	if programs {
		lead = append(lead, named("program how")...)
	}
	return slices.Concat(lead, named("T chains mc_seed"), checkColumns, named("warnings density"))
}

// proofColumns are the columns of `breadboard certify`: a number a row, beside what is proved of it.
var proofColumns = []Column{
	{Name: "quantity", Kind: Text, Meaning: "the number's column in exact's table"},
	{Name: "value", Kind: Number, Meaning: "the number, as exact prints it"},
	{Name: "certified", Kind: Text, Meaning: "the true value: all digits that are proved"},
	{Name: "within", Kind: Text, Meaning: "the truth is within this of certified"},
	{Name: "digits", Kind: Number, Unit: pure, Meaning: "how many significant digits of value are right"},
	{Name: "off", Kind: Number, Meaning: "how far value is from the truth at the most"},
	{Name: "bits", Kind: Integer, Meaning: "precision of the big floats of the proof"},
}

// Proofs returns the columns of `breadboard certify`.
func Proofs() []Column {
	return slices.Concat(without(nameColumns, "rows", "cols"), proofColumns, named("warnings density"))
}

// scoreColumns are the columns of `breadboard score`: a kernel on a density, with a function, a start and
// a budget, a row.
var scoreColumns = []Column{
	{Name: "density", Kind: Text, Meaning: "the density, as list --zoo, --toy or --target names it"},
	{Name: "seed", Kind: Natural, Meaning: "seed of a random toy", When: "the density is a random toy"},
	{Name: "kernel", Kind: Text, Meaning: "the Markov kernel"},
	{Name: "function", Kind: Text, Meaning: "the function h whose mean is estimated"},
	{Name: "start", Kind: Text, Meaning: "where the chain starts: exact, fit, lightest, worst or cell:I"},
	{Name: "budget", Kind: Integer, Meaning: "what the chain may use, in what --equal counts: steps, evaluations of the " +
		"density, or microseconds"},
	{Name: "N", Kind: Integer, Meaning: "the number of steps that the budget buys; the start is not counted"},
	{Name: "ress", Kind: Number, Unit: pure, Meaning: "real effective sample size: the variance of h over mse " +
		"(Turner and Neal 2017)"},
	{Name: "mse", Kind: Number, Meaning: "mean squared error of the time average of h: bias² + variance"},
	{Name: "bias", Kind: Number, Meaning: "bias of the time average, from the start"},
	{Name: "variance", Kind: Number, Meaning: "variance of the time average"},
	{Name: "eff", Kind: Number, Unit: pure, Meaning: "ress / N: what part of an independent draw a step is worth"},
	{Name: "limit", Kind: Number, Unit: pure, Meaning: "eff as N grows", When: "the row is exact and the chain settles"},
	{Name: "ness", Kind: Number, Unit: pure, Meaning: "ress over the median N of the kernels on the density (Eq. 7)"},
	{Name: "spread", Kind: Number, Meaning: "the variance of h under the density; of ks N times the mse of N " +
		"independent draws"},
	{Name: "chains", Kind: Integer, Meaning: "number of sampled chains", When: sampledRow},
	{Name: "mc_seed", Kind: Natural, Meaning: "seed of the chains", When: sampledRow},
	{Name: "stderr", Kind: Number, Unit: pure, Meaning: "standard error of ress", When: sampledRow},
}

const sampledRow = "the row is sampled"

// Scores returns the columns of `breadboard score`.
func Scores() []Column { return slices.Clone(scoreColumns) }

// Laws returns the columns of `breadboard validate` in CSV: a law a row.
func Laws() []Column {
	return []Column{
		{Name: "name", Kind: Text, Meaning: "the law"},
		{Name: "ok", Kind: Boolean, Meaning: "whether the kernel keeps it, or at least samples do not show that it breaks it"},
		{Name: "value", Kind: Number, Meaning: "how far it is off at the worst level; of samples the p-value, if there is one"},
		{Name: "limit", Kind: Number, Meaning: "how far it may be off; of samples the least p-value that accuses no kernel"},
		{Name: "witness", Kind: Text, Meaning: "where it is off most"},
	}
}

// Geweke returns the columns of `breadboard geweke`: a statistic a row.
func Geweke() []Column {
	return append([]Column{
		{Name: "statistic", Kind: Text, Meaning: "the statistic of latents and data"},
		{Name: "mean_forward", Kind: Number, Meaning: "its mean over pairs drawn from the model"},
		{Name: "mean_chain", Kind: Number, Meaning: "its mean over pairs at the ends of chains"},
		{Name: "distance", Kind: Number, Unit: pure, Meaning: "distance of Kolmogorov and Smirnov between the two laws"},
		{Name: "p", Kind: Number, Unit: pure, Meaning: "the probability of at least that distance if both have one law, " +
			"corrected for the number of statistics"},
		{Name: "ok", Kind: Boolean, Meaning: "whether the two may have one law"},
	}, named("mc_seed")...)
}

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
