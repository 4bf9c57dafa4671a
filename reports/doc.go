// Package reports says how results look. A report is a pure function from the rows of an
// experiment to tables or to a figure. It computes nothing except quotients and layout,
// never asks for the time, and makes the same bytes of the same rows.
//
// Each file is one report, and is named after what it reports:
//
//	exactly.go, exactdata.go, steps.go, weights.go    breadboard exact
//	certify.go, crosscheck.go                         breadboard certify, sample
//	rows.go, sweep.go, summary.go, againstt.go        breadboard sweep
//	validation*.go                                    breadboard validate
//	paper.go, page.go, tightness.go, figure3.go, ...  breadboard reproduce
//	portrait.go                                       breadboard list --pictures
//	scaling.go                                        the benchmarks of package exact
//
// A table has two forms, one for people and one for programs; the format chooses. The
// form for people has five significant digits, a title and notes, and fits a terminal.
// The form for programs has every digit, one row a record, and names of columns that do
// not change. columns.md explains them; it is made from the table in experiments/columns,
// and exactdata.go and rows.go only say which cell belongs to which of its names.
//
// A number that does not exist is null in JSON and empty in CSV. One that is not finite is
// null in JSON, which has no word for it, and inf, -inf or nan in CSV. Whenever a number
// is null and its column applies to the run, the row's warnings name it and say why.
//
// How a table is written is in reports/table, and how a figure is drawn in reports/figure.
// The folders paper, schedules, scaling and validation hold what is committed; tests hold
// them to the code, and `go test ./reports -update` makes some of them anew.
package reports
