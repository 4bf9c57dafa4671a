package columns

// nameColumns say what was run.
var nameColumns = []Column{
	{Name: "target", Kind: Text, Meaning: "the toy with its parameters, or the file of the target"},
	{Name: "grid", Kind: Text, Meaning: "the lengths of the target's axes: 7x7"},
	{Name: "rows", Kind: Integer, Unit: cells, Meaning: "length of the first axis", When: "the grid has two axes"},
	{Name: "cols", Kind: Integer, Unit: cells, Meaning: "length of the second axis", When: "the grid has two axes"},
	{Name: "seed", Kind: Natural, Meaning: "seed of a random toy", When: "the target is random"},
	{Name: "initial", Kind: Text, Meaning: "the density that annealing begins with"},
	{Name: "kernel", Kind: Text, Meaning: "the Markov kernel"},
	{Name: "bridge", Kind: Text, Meaning: "the path of densities from the initial one to the target"},
	{Name: "schedule", Kind: Text, Meaning: "the rule for the inverse temperatures"},
	{Name: "skip_last_kernel", Kind: Boolean, Meaning: "whether the last kernel, that of the target, is left out"},
	{Name: "T", Kind: Integer, Meaning: "number of distributions annealed through"},
}

const descent = "the schedule is best-b or best-j"

// choiceColumns say how a schedule was found that exact results chose.
var choiceColumns = []Column{
	{Name: "schedule_start", Kind: Text, Meaning: "the schedule from which descent began", When: descent},
	{Name: "schedule_converged", Kind: Boolean, Meaning: "whether descent converged",
		When: descent + "; a sweep says true of fisher and friction"},
	{Name: "schedule_gradient", Kind: Number, Meaning: "norm of the gradient at the end",
		When: descent + "; a sweep says 0 of fisher and friction"},
	{Name: "schedule_evaluations", Kind: Integer, Meaning: "number of schedules that descent measured",
		When: descent + "; a sweep says 0 of fisher and friction"},
}

// lawColumns are lists.
var lawColumns = []Column{
	{Name: "q", Kind: Numbers, Unit: pure, Meaning: "the exact law of the samples, state by state, " +
		"every probability with its own digits, however small", When: "there are at most 262,144 states"},
	{Name: "q_cell", Kind: Numbers, Unit: pure, Meaning: "the exact law of the samples' cell",
		When: "the kernel's state is more than the cell"},
	{Name: "steps", Kind: Objects, When: "steps are asked for",
		Meaning: "every step: t, beta, its part of both path divergences, and its share of B"},
}

// sourceColumns say where a row comes from, and what casts doubt on it.
var sourceColumns = []Column{
	{Name: "warnings", Kind: Texts, Meaning: "why a number is missing, infinite or in doubt"},
	{Name: "chains", Kind: Integer, Meaning: "Monte Carlo chains in each direction",
		When: "there are Monte Carlo chains"},
	{Name: "mc_seed", Kind: Natural, Meaning: "seed of their dice", When: "there are Monte Carlo chains"},
	{Name: "full", Kind: Boolean, Meaning: "whether the numbers that only check others were computed too"},
	{Name: "target_sha256", Kind: Text, Meaning: "hash of the target's file", When: "the target is a file"},
	{Name: "initial_sha256", Kind: Text, Meaning: "hash of the initial density's file",
		When: "the initial density is a file"},
	{Name: "schedule_sha256", Kind: Text, Meaning: "hash of the schedule's file", When: "the schedule is a file"},
	{Name: "version", Kind: Text, Meaning: "version of the program that made the row"},
	{Name: "commit", Kind: Text, Meaning: "its commit", When: "the build knows it"},
	{Name: "go", Kind: Text, Meaning: "the compiler, the system and the processor"},
	{Name: "spec", Kind: Text, Meaning: "hash of what the sweep was asked for"},
	{Name: "key", Kind: Text,
		Meaning: "hash of everything that defines the row: the cell of the sweep, its files and the build"},
}
