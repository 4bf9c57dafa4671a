// Package bdmc repeats Section 6 of BDMC (Grosse, Ghahramani and Adams 2015) at a size where
// log p(y) is a sum over a few thousand cells and most estimators have an exact account.
//
// A Case is one of the three models, with data simulated from it (cases.go). An Estimator has
// the name of the paper's legend, a knob, and the budgets that the knob takes (estimators.go).
// A Row is an estimator at a budget on a case: the expectation, bias and root mean squared error
// of its estimate of log p(y), of a single run and of 25 combined as in the paper's footnote 5
// (row.go). Reproduce makes all rows, Table 1, the test of nested sampling as a lower bound,
// and the verdicts on the paper's findings (study.go, table1.go, overshoot.go, findings.go).
package bdmc
