package columns

import (
	"fmt"
	"math"
	"strconv"

	"breadboard/chains/sample"
	"breadboard/exact"
)

// A Run holds the numbers of one annealing.
type Run struct {
	exact.Result
	Cell      exact.Divergence // between the laws of the target's cell; its sum is J
	Extended  bool             // the kernel's state is more than the cell, and Final is of the state
	NearB     float64          // NaN unless the schedule is the friction schedule
	NearFloor float64
	Estimates *Estimates // nil without Monte Carlo
	Account   *Account   // nil unless it is a program's
}

// J is the Jeffreys divergence between the laws of the cell, which is what a sampler returns.
func (r Run) J() float64 { return r.Cell.Jeffreys() }

// Slack is B - J, and 0 if that is rounding alone.
func (r Run) Slack() float64 { return r.Paths.Less(r.Cell) }

// Rounded says that J is rounding alone; "" unless it is.
func (r Run) Rounded() string {
	if r.J() != 0 || !(r.Cell.Off > 0) {
		return ""
	}
	return fmt.Sprintf("J is rounding alone: it is 0, or at most %.1e", r.Cell.Off)
}

// JState is the Jeffreys divergence between the laws of the whole state. It is NaN if the state is the cell.
func (r Run) JState() float64 {
	if !r.Extended {
		return math.NaN()
	}
	return r.Result.J()
}

// Estimates come from Monte Carlo chains.
type Estimates struct{ B, FwdLogW, RevLogW sample.Estimate }

// B near equilibrium has nearDigits digits: friction is integrated over beta to about
// 1e-5.
const nearDigits = 5

// numberColumns are all numbers, each with the function that reads it from a run.
var numberColumns = []Column{
	number("J", nats, "Jeffreys divergence of the law q of the samples' cell from the target p: kl_q_p + kl_p_q "+
		"(BREAD, Eq. 12)",
		Run.J),
	number("B", nats, "BREAD's bound on J: E_rev[log w] - E_fwd[log w] (Eq. 21)", Run.B),
	number("b_minus_j", nats, "how far the bound is above J; 0 if that is no more than j_off + b_off", Run.Slack),
	extended(number("j_state", nats, "the J of the whole state, of which the cell is a part; B bounds it too",
		Run.JState)),
	number("kl_q_p", nats, "KL(q‖p)", func(r Run) float64 { return r.Cell.Forward }),
	number("kl_p_q", nats, "KL(p‖q)", func(r Run) float64 { return r.Cell.Reverse }),
	number("path_kl_fwd", nats, "KL of forward paths from reverse paths; with path_kl_rev it sums to B",
		func(r Run) float64 { return r.Paths.Forward }),
	number("path_kl_rev", nats, "KL of reverse paths from forward paths",
		func(r Run) float64 { return r.Paths.Reverse }),
	number("log_r", nats, "log Z_T/Z_1, the logarithm of the quotient of the normalising constants, of both walkers for swap",
		func(r Run) float64 { return r.LogR }),
	number("e_log_w_fwd", nats, "E_fwd[log w], a lower bound of log_r (Eq. 7)", Run.FwdLogW),
	number("e_log_w_rev", nats, "E_rev[log w], an upper bound of log_r (Eq. 10)", Run.RevLogW),
	number("log_w_fwd_var", squareNats, "variance of log w, forward", func(r Run) float64 { return r.FwdLaw.Variance }),
	number("log_w_fwd_skew", pure, "skewness of log w, forward", func(r Run) float64 { return r.FwdLaw.Skewness }),
	number("log_w_rev_var", squareNats, "variance of log w in reverse",
		func(r Run) float64 { return r.RevLaw.Variance }),
	number("log_w_rev_skew", pure, "skewness of log w in reverse", func(r Run) float64 { return r.RevLaw.Skewness }),
	number("ess", pure, "effective sample size of one weight: E_fwd[w]²/E_fwd[w²]",
		func(r Run) float64 { return r.ESS }),
	near("near_b", "B near equilibrium, which B approaches if every step is small for the kernel; it says nothing "+
		"if it is far above B", func(r Run) float64 { return r.NearB }),
	near("near_b_floor", "the least near_b of any schedule with as many levels",
		func(r Run) float64 { return r.NearFloor }),
	number("b_pairwise", nats, "B once more, from pairwise marginals (Eq. 22-23); it checks B",
		func(r Run) float64 { return r.Pairwise.Jeffreys() }),
	number("mean_w", pure, "E_fwd[w] Z_1/Z_T, which is 1 in exact arithmetic unless a program is biased",
		func(r Run) float64 { return r.MeanW }),
	number("mean_inv_w", pure, "E_rev[1/w] Z_T/Z_1, which is 1 in exact arithmetic unless a program is biased",
		func(r Run) float64 { return r.MeanInvW }),
	number("defect", pure, "the largest relative disagreement between numbers that are equal in exact arithmetic",
		func(r Run) float64 { return r.Defect }),
	sampled("b_mc", "Monte Carlo estimate of B", func(e Estimates) float64 { return e.B.Value }),
	sampled("b_mc_stderr", "its standard error", func(e Estimates) float64 { return e.B.StdErr }),
	sampled("e_log_w_fwd_mc", "Monte Carlo estimate of e_log_w_fwd",
		func(e Estimates) float64 { return e.FwdLogW.Value }),
	sampled("e_log_w_fwd_mc_stderr", "its standard error", func(e Estimates) float64 { return e.FwdLogW.StdErr }),
	sampled("e_log_w_rev_mc", "Monte Carlo estimate of e_log_w_rev",
		func(e Estimates) float64 { return e.RevLogW.Value }),
	sampled("e_log_w_rev_mc_stderr", "its standard error", func(e Estimates) float64 { return e.RevLogW.StdErr }),
}

// roundingColumns stand last in every table, because older ones did not have them.
var roundingColumns = []Column{
	off("j_off", "a bound on the rounding error of J: if J is no more, it is rounding alone, and is 0 with both its parts",
		func(r Run) float64 { return r.Cell.Off }),
	off("b_off", "the same of B and its parts", func(r Run) float64 { return r.Paths.Off }),
}

func number(name string, unit Unit, meaning string, of func(Run) float64) Column {
	return Column{Name: name, Kind: Number, Unit: unit, Meaning: meaning, of: of}
}

func off(name, meaning string, of func(Run) float64) Column {
	c := number(name, nats, meaning, func(r Run) float64 {
		if v := of(r); v > 0 {
			return v
		}
		return math.NaN()
	})
	c.When = "rounding may be all of J, B or B - J, or it is known of a program"
	return c
}

// isExtended is when a run has numbers of its state besides those of the cell.
const isExtended = "the kernel's state is more than the cell"

func extended(c Column) Column {
	c.When = isExtended
	return c
}

func near(name, meaning string, of func(Run) float64) Column {
	c := number(name, nats, meaning, of)
	c.When, c.Digits = "the schedule is the friction schedule", nearDigits
	return c
}

func sampled(name, meaning string, of func(Estimates) float64) Column {
	c := number(name, nats, meaning, func(r Run) float64 {
		if r.Estimates == nil {
			return math.NaN()
		}
		return of(*r.Estimates)
	})
	c.When = "there are Monte Carlo chains"
	return c
}

// Value returns the column's number in a run, NaN if it does not exist; ok is false if
// the column is not a number of a run.
func (c Column) Value(r Run) (v float64, ok bool) {
	if c.of == nil {
		return 0, false
	}
	return c.rounded(c.of(r)), true
}

// rounded keeps the digits that the number has.
func (c Column) rounded(v float64) float64 {
	if c.Digits == 0 {
		return v
	}
	short, err := strconv.ParseFloat(strconv.FormatFloat(v, 'e', c.Digits-1, 64), 64)
	if err != nil { // past the largest float
		return v
	}
	return short
}

// nameColumns name the run.
var nameColumns = []Column{
	{Name: "target", Kind: Text, Meaning: "the toy with its parameters, or the file of the target; of a model the file " +
		"of its data too, unless they are simulated"},
	{Name: "grid", Kind: Text, Meaning: "the lengths of the target's axes: 7x7"},
	{Name: "rows", Kind: Integer, Unit: cells, Meaning: "length of the first axis", When: "the grid has two axes"},
	{Name: "cols", Kind: Integer, Unit: cells, Meaning: "length of the second axis", When: "the grid has two axes"},
	{Name: "seed", Kind: Natural, Meaning: "seed of a random toy, or of a model's data", When: "the target is random"},
	{Name: "initial", Kind: Text, Meaning: "the density that annealing begins with"},
	{Name: "kernel", Kind: Text, Meaning: "the Markov kernel, or the folder of its matrices"},
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
	{Name: "q", Kind: Numbers, Unit: pure, Meaning: "the exact law of the samples, cell by cell, " +
		"every probability with its own digits, however small", When: "there are at most 262,144 states"},
	{Name: "q_state", Kind: Numbers, Unit: pure, Meaning: "the exact law of the samples, state by state",
		When: isExtended},
	{Name: "p", Kind: Numbers, Unit: pure, Meaning: "the target's law, cell by cell", When: "there is q"},
	{Name: "log_f", Kind: Numbers, Unit: nats, Meaning: "log f of the target, cell by cell and not normalised; -inf, " +
		"which is null in JSON, is a cell without mass", When: "there is q"},
	{Name: "betas", Kind: Numbers, Unit: pure, Meaning: "the inverse temperatures of the T levels, whatever the " +
		"schedule", When: "there are at most 262,144 levels"},
	{Name: "steps", Kind: Objects, When: "steps are asked for",
		Meaning: "every step: t, beta, its part of both path divergences, and its share of B"},
}

// sourceColumns say where a row comes from, and give its warnings.
var sourceColumns = []Column{
	{Name: "warnings", Kind: Texts, Meaning: "why a number is missing, infinite or in doubt"},
	{Name: "chains", Kind: Integer, Meaning: "Monte Carlo chains in each direction",
		When: "there are Monte Carlo chains"},
	{Name: "mc_seed", Kind: Natural, Meaning: "seed of their dice", When: "there are Monte Carlo chains"},
	{Name: "full", Kind: Boolean, Meaning: "whether the numbers that only check others were computed too"},
	{Name: "target_sha256", Kind: Text, Meaning: "hash of the target's file", When: "the target is a file"},
	{Name: "density", Kind: Text, Meaning: "what the files of the target and of the initial density hold: log, log f; " +
		"or p, up to a factor", When: "one of the two is a file"},
	{Name: "initial_sha256", Kind: Text, Meaning: "hash of the initial density's file",
		When: "the initial density is a file"},
	{Name: "schedule_sha256", Kind: Text, Meaning: "hash of the schedule's file", When: "the schedule is a file"},
	{Name: "matrix_sha256", Kind: Text, Meaning: "hash of the names and the content of the files of matrices",
		When: "the kernel is a folder of matrices"},
	{Name: "version", Kind: Text, Meaning: "version of the program that made the row"},
	{Name: "commit", Kind: Text, Meaning: "its commit", When: "the build knows it"},
	{Name: "go", Kind: Text, Meaning: "the compiler, the system and the processor"},
	{Name: "spec", Kind: Text, Meaning: "hash of what the sweep was asked for"},
	{Name: "key", Kind: Text,
		Meaning: "hash of everything that defines the row: the cell of the sweep, its files and the build"},
	{Name: "data_sha256", Kind: Text, Meaning: "hash of the file of a model's data", When: "the data are a file"},
}
