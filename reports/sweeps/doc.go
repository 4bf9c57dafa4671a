// Package sweeps prints sweeps: their result as a table and a figure, all rows as files, and a
// summary of which schedules are best by J and by B.
//
//	plan.go                      what --dry-run shows
//	story.go                     what there is to tell of a run with a journal
//	rows.go, files.go            rows.csv, rows.jsonl and rows.parquet, and the list of all files
//	summary.go, summarydata.go   summary.md and its tables for programs
//	betas.go                     files of betas that descent found
//	figure.go, named.go          J and B as lines, or beside names
//	page.go, live.go             summary.html, with the figure and links to the explorer
//
// Like package reports, it makes the same bytes of the same rows.
package sweeps
