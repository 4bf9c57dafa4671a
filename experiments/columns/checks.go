package columns

import "slices"

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
