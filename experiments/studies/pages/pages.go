// Package pages prints the studies of other papers (package reports/study): AIDE (aide.go; a file an experiment), BDMC
// (bdmc.go) and Samplers (samplers.go). The folder prose has their pages as templates.
//
// The folders reports/aide, bdmc and samplers hold the files that were made. The tests make files anew from the rows
// among them, and compare; `go test ./pages -update` draws them again from these rows.
package pages

import (
	"embed"

	"breadboard/reports/study"
)

//go:embed prose
var files embed.FS

var prose = study.NewProse(files)
