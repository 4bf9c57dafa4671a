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
