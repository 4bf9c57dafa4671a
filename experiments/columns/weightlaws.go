package columns

import "slices"

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
