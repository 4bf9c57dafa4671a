package columns

import (
	"math"
	"slices"

	"breadboard/chains/sample"
)

// An Account has the numbers that a program's row has and an annealing's has not. A StdErr is NaN
// unless the program was sampled.
type Account struct {
	How                                  string
	B, FwdLogW, RevLogW, MeanW, MeanInvW sample.Estimate
	RMSEFwd, RMSERev                     sample.Estimate
	Cost                                 float64
	Off                                  float64
}

const (
	ofProgram = "programs are asked for"
	isSampled = "the program was sampled"
)

// accountColumns are the columns of programs.
var accountColumns = []Column{
	{Name: "program", Kind: Text, Meaning: "the inference program", When: ofProgram},
	{Name: "how", Kind: Text, When: ofProgram, Meaning: "how its account was got: propagated, closed form, integral, " +
		"particles, deaths, enumerated or sampled"},
	accounted("rmse_fwd", nats, "root mean squared error of log w, forward, as an estimate of log_r",
		func(a Account) float64 { return a.RMSEFwd.Value }),
	accounted("rmse_rev", nats, "root mean squared error of log w in reverse",
		func(a Account) float64 { return a.RMSERev.Value }),
	accounted("cost", pure, "mean number of log densities that a forward run computes",
		func(a Account) float64 { return a.Cost }),
	accounted("off", pure, "a bound on the error of the program's numbers, as far as one is known",
		func(a Account) float64 { return a.Off }),
	stderr("b", func(a Account) sample.Estimate { return a.B }),
	stderr("e_log_w_fwd", func(a Account) sample.Estimate { return a.FwdLogW }),
	stderr("e_log_w_rev", func(a Account) sample.Estimate { return a.RevLogW }),
	stderr("mean_w", func(a Account) sample.Estimate { return a.MeanW }),
	stderr("mean_inv_w", func(a Account) sample.Estimate { return a.MeanInvW }),
	stderr("rmse_fwd", func(a Account) sample.Estimate { return a.RMSEFwd }),
	stderr("rmse_rev", func(a Account) sample.Estimate { return a.RMSERev }),
}

func accounted(name string, unit Unit, meaning string, of func(Account) float64) Column {
	c := number(name, unit, meaning, func(r Run) float64 {
		if r.Account == nil {
			return math.NaN()
		}
		return of(*r.Account)
	})
	c.When = ofProgram
	return c
}

func stderr(name string, of func(Account) sample.Estimate) Column {
	c := accounted(name+"_stderr", pure, "standard error of "+name, func(a Account) float64 { return of(a).StdErr })
	c.When = isSampled
	return c
}

// The numbers of a program's account, in order, as in exactNumbers.
const accountNumbers = "program how J B b_minus_j kl_q_p kl_p_q path_kl_fwd path_kl_rev log_r " +
	"e_log_w_fwd e_log_w_rev mean_w mean_inv_w rmse_fwd rmse_rev cost off b_stderr e_log_w_fwd_stderr " +
	"e_log_w_rev_stderr mean_w_stderr mean_inv_w_stderr rmse_fwd_stderr rmse_rev_stderr"

// Accounts returns the columns of `breadboard exact --program`. A kernel that runs on an
// extended state adds two.
func Accounts(extended bool) []Column {
	last := "q"
	if extended {
		last += " j_state q_state"
	}
	return slices.Concat(nameColumns, named(accountNumbers), choiceColumns, named(last+" warnings density j_off b_off"))
}

// SweepOfPrograms returns the columns of a sweep over programs: the columns of any sweep, and the
// columns of programs.
func SweepOfPrograms() []Column {
	all := Sweep()
	at := slices.IndexFunc(all, func(c Column) bool { return c.Name == choiceColumns[0].Name })
	return slices.Insert(all, at, accountColumns...)
}

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

// lawHow says how the numbers of either table were got.
var lawHow = Column{Name: "how", Kind: Text, Meaning: "how the numbers were got: closed form, which is sums over " +
	"cells; integral, over a Laplace transform; or inversion, of a characteristic function, which gives tails between " +
	"two bounds"}

// tailColumns are the numbers of a tail of log w.
var tailColumns = []Column{
	{Name: "b", Kind: Number, Unit: nats, Meaning: "how far on the wrong side of log_r log w is"},
	lawHow,
	{Name: "above_low", Kind: Number, Unit: pure, Meaning: "P_fwd(log w > log_r + b) is at least this; " +
		"rounding can put either bound off by 1e-12"},
	{Name: "above_high", Kind: Number, Unit: pure, Meaning: "and at most this"},
	{Name: "below_low", Kind: Number, Unit: pure, Meaning: "P_rev(log w < log_r - b) is at least this"},
	{Name: "below_high", Kind: Number, Unit: pure, Meaning: "and at most this"},
	{Name: "markov", Kind: Number, Unit: pure, Meaning: "e^-b, which bounds both if the program obeys its law"},
}

// averageColumns are the numbers of an average of runs.
var averageColumns = []Column{
	{Name: "average", Kind: Text, Meaning: "arithmetic, the log of the mean of w over forward runs; harmonic, that of " +
		"its harmonic mean over reverse runs; or largest, the largest log w of forward runs"},
	{Name: "runs", Kind: Integer, Meaning: "how many runs the average is of"},
	lawHow,
	{Name: "log_r", Kind: Number, Unit: nats, Meaning: "log Z_T/Z_1"},
	{Name: "e_log", Kind: Number, Unit: nats, Meaning: "the expectation of the average"},
	{Name: "bias", Kind: Number, Unit: nats, Meaning: "e_log less log_r"},
	{Name: "rmse", Kind: Number, Unit: nats, Meaning: "root mean squared error of the average as an estimate of log_r"},
	{Name: "off", Kind: Number, Unit: pure, Meaning: "a bound on the error of e_log and bias, in nats, and of the " +
		"square of rmse"},
}

// lawNames name a row of either table.
var lawNames = append(named("target seed T"), Column{Name: "program", Kind: Text,
	Meaning: "the inference program; ais is annealing itself"})

// Tails returns the columns of `breadboard exact --tails`.
func Tails() []Column {
	return slices.Concat(lawNames, tailColumns, named("warnings"))
}

// Averages returns the columns of `breadboard exact --runs`.
func Averages() []Column {
	return slices.Concat(lawNames, averageColumns, named("warnings"))
}
