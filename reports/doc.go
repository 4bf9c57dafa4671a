// Package reports prints results. A report is a pure function from the rows of an
// experiment to tables or to a figure. It computes nothing but quotients and layout, never
// reads the clock, and makes the same bytes of the same rows.
//
// A file is named after what it reports:
//
//	exactly.go, accounts.go      breadboard exact
//	certify.go, crosscheck.go    breadboard certify, sample
//	apart.go                     breadboard aide
//	validation*.go               breadboard validate
//	geweke.go                    breadboard geweke
//	portrait.go                  breadboard list --pictures
//
// Package reports/sweeps prints what breadboard sweep finds and reports/scores what breadboard score
// finds; package reports/runs draws annealings for exact and sample, and package reports/studies
// prints whole studies, such as the reproduction of a paper.
//
// The tables for programs have the columns of package experiments/columns, and take their cells by
// name from a record. record.go has records, what all rows of a table have in common, and the tables that
// explain columns; columns.md is the page of these.
//
// A table has two forms, chosen by the format. The one for people has five significant
// digits, a title and notes, and fits a terminal. The one for programs has every digit, one
// row a record, and fixed names of columns. If a number is null although its column applies
// to the run, the row's warnings name it and say why.
//
// Package reports/table writes tables, and reports/figure draws figures. The folders paper,
// bdmc, protocol, schedules, scaling, validation and shipped hold committed results. Tests
// compare them with the code; most are made anew by go test with -update, as the tests say that
// fail, and the page of shipped bugs is written by hand.
package reports
