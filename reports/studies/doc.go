// Package studies prints whole studies: the files that a command writes into a directory, and
// the tables that it shows. As in package reports, the same numbers make the same bytes.
//
// A Study has tables for people, tables for programs, and files beside these (study.go). Each study is taken apart
// into one:
//
//	Paper      breadboard reproduce (paper.go; paperfigures.go, and page.go with the page that holds all), and seeds
//	BDMC       breadboard reproduce bdmc (bdmc.go, bdmcfigures.go)
//	AIDE       breadboard reproduce aide (aide.go; a file an experiment)
//	Samplers   breadboard reproduce samplers (samplers.go, samplerstables.go)
//	Protocol   breadboard protocol (protocol.go, protocolfigures.go)
//
// The folder prose has their pages as templates, and panels.go draws plots side by side.
//
// The folders reports/paper, bdmc, aide, samplers and protocol hold the files that these commands wrote. The tests make
// files anew and compare. `go test ./reports/studies -update` draws those of bdmc, aide and samplers from their
// committed rows; for the others run the commands.
package studies
