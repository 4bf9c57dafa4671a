// Package reports says how results look. A report is a pure function from the rows of an
// experiment to tables or to a figure. It computes nothing except quotients and layout,
// never asks for the time, and makes the same bytes of the same rows.
//
// A file is named after what it reports:
//
//	exactly.go, steps.go                            breadboard exact
//	certify.go, crosscheck.go                       breadboard certify, sample
//	sweep.go, summary.go, againstt.go               breadboard sweep
//	validation*.go                                  breadboard validate
//	paper.go, page.go, tightness.go, figures.go ... breadboard reproduce
//	portrait.go                                     breadboard list --pictures
//
// The tables of exact and of a sweep take their cells by name from a record (record.go),
// which the columns of experiments/columns fill; columns.md explains them.
//
// A table has two forms, and the format chooses. The one for people has five significant
// digits, a title and notes, and fits a terminal. The one for programs has every digit, one
// row a record, and names of columns that do not change. Whenever a number is null and its
// column applies to the run, the row's warnings name it and say why.
//
// How a table is written is in reports/table, and how a figure is drawn in reports/figure.
// The folders paper, schedules, scaling and validation hold what is committed; tests hold
// them to the code, and `go test ./reports -update` makes some of them anew.
package reports
