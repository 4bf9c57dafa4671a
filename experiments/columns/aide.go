package columns

import "slices"

// aideColumns are the columns of `breadboard aide`: a program beside the gold standard a row.
var aideColumns = []Column{
	{Name: "gold", Kind: Text, Meaning: "the gold standard g"},
	{Name: "program", Kind: Text, Meaning: "the program t"},
	{Name: "how_gold", Kind: Text, Meaning: "how the exact account of g was got", When: bothExact},
	{Name: "how_program", Kind: Text, Meaning: "how that of t was got", When: bothExact},
	{Name: "symmetrised_kl", Kind: Number, Unit: nats,
		Meaning: "the exact distance KL(g‖t) + KL(t‖g) that AIDE estimates"},
	{Name: "kl_gold_program", Kind: Number, Unit: nats, Meaning: "KL(g‖t)"},
	{Name: "kl_program_gold", Kind: Number, Unit: nats, Meaning: "KL(t‖g)"},
	{Name: "expected", Kind: Number, Unit: nats,
		Meaning: "the exact expectation of the estimate with one reverse run (M = 1)"},
	{Name: "bias_gold_own", Kind: Number, Unit: nats,
		Meaning: "the part of bias from g's reverse runs at its own cells (Eq. 3)"},
	{Name: "bias_program_other", Kind: Number, Unit: nats, Meaning: "from t's reverse runs at g's cells"},
	{Name: "bias_program_own", Kind: Number, Unit: nats, Meaning: "from t's reverse runs at its own cells"},
	{Name: "bias_gold_other", Kind: Number, Unit: nats, Meaning: "from g's reverse runs at t's cells"},
	{Name: "bias", Kind: Number, Unit: nats, Meaning: "expected less symmetrised_kl, the sum of the four parts"},
	{Name: "off", Kind: Number, Unit: nats, Meaning: "a bound on the error of the exact numbers, as far as one is known"},
	{Name: "fall_gold", Kind: Number, Unit: nats, Meaning: "how far the expectation falls with fall_gold_m reverse runs " +
		"of g in place of one (Theorem 1)"},
	{Name: "fall_gold_stderr", Kind: Number, Unit: nats, Meaning: "its standard error", When: fallSampled},
	{Name: "fall_gold_m", Kind: Integer, Meaning: "the number of these runs"},
	{Name: "fall_program", Kind: Number, Unit: nats, Meaning: "the same for t"},
	{Name: "fall_program_stderr", Kind: Number, Unit: nats, Meaning: "its standard error", When: fallSampled},
	{Name: "fall_program_m", Kind: Integer, Meaning: "the number of these runs"},
	{Name: "runs_gold", Kind: Integer, Meaning: "number of runs of g (N_g)"},
	{Name: "runs_program", Kind: Integer, Meaning: "number of runs of t (N_t)"},
	{Name: "meta_gold", Kind: Integer, Meaning: "reverse runs of g at each cell (M_g)"},
	{Name: "meta_program", Kind: Integer, Meaning: "reverse runs of t at each cell (M_t)"},
	{Name: "mc_seed", Kind: Natural, Meaning: "seed of all runs"},
	{Name: "estimate", Kind: Number, Unit: nats, Meaning: "AIDE's estimate"},
	{Name: "stderr", Kind: Number, Unit: nats, Meaning: "its standard error"},
	{Name: "estimate_m1", Kind: Number, Unit: nats, Meaning: "the estimate from the same runs with M = 1"},
	{Name: "stderr_m1", Kind: Number, Unit: nats, Meaning: "its standard error"},
	{Name: "drop", Kind: Number, Unit: nats, Meaning: "estimate_m1 less estimate"},
	{Name: "drop_stderr", Kind: Number, Unit: nats, Meaning: "its standard error: every look is compared with itself"},
	{Name: "bias_left", Kind: Number, Unit: nats, Meaning: "the bias that estimate still has"},
	{Name: "halving_m", Kind: Integer, Meaning: "how many reverse runs of both halve the bias of M = 1",
		When: "it was found"},
	{Name: "halving_how", Kind: Text, Meaning: "how that was found: exact or sampled", When: "it was looked for"},
	{Name: "halving_most", Kind: Integer, Meaning: "the largest M that was looked at", When: "it was looked for"},
	{Name: "biases", Kind: Objects, Meaning: "the bias at M = 1, 2, 4, ... with its standard error",
		When: "it was sampled"},
}

const (
	bothExact   = "both programs have exact accounts"
	fallSampled = "the fall is sampled"
)

// Aide returns the columns of `breadboard aide`. A program from outside adds those of its own test.
func Aide(exec bool) []Column {
	all := slices.Concat(without(nameColumns, "rows", "cols"), aideColumns, named("warnings"))
	if exec {
		all = append(all, execColumns...)
	}
	return all
}

// execColumns are added for a program from outside.
var execColumns = []Column{
	{Name: "exec", Kind: Text, Meaning: "the command", When: fromOutside},
	{Name: "exec_p", Kind: Number, Unit: pure, Meaning: "the p-value of the test that its forward and reverse runs fit " +
		"together, given their weights", When: fromOutside},
	{Name: "exec_p_cell", Kind: Number, Unit: pure, Meaning: "of its part by cells", When: fromOutside},
	{Name: "exec_p_weight", Kind: Number, Unit: pure, Meaning: "of its part by weights", When: fromOutside},
	{Name: "exec_worst_cell", Kind: Integer, Meaning: "the cell where they fit least", When: fromOutside},
	{Name: "exec_worst_z", Kind: Number, Unit: pure, Meaning: "how far they are apart there, in standard errors",
		When: fromOutside},
	{Name: "exec_log_r", Kind: Number, Unit: nats, Meaning: "log R by its weights", When: fromOutside},
	{Name: "exec_log_r_stderr", Kind: Number, Unit: nats, Meaning: "its standard error", When: fromOutside},
	{Name: "log_r", Kind: Number, Unit: nats, Meaning: "the exact log R", When: fromOutside},
}

const fromOutside = "a program comes from outside (--exec)"
