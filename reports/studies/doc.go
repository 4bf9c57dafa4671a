// Package studies prints whole studies: the files that a command writes into a directory, and
// the tables that it shows. As in package reports, the same numbers make the same bytes.
//
// A file is named after what it prints:
//
//	paper.go                                          breadboard reproduce
//	  tightness.go, ensemble.go                       its tables; breadboard seeds
//	  figures.go, page.go                             its figures, and the page that holds all
//	bdmc.go, bdmcfigures.go, bdmcreadme.go, bdmc.md   breadboard reproduce bdmc
//	aide/                                             breadboard reproduce aide
//	protocol.go, protocolfigures.go                   breadboard protocol
//	  representations.go                              its comparison of two forms of one model
//
// The folders reports/paper, reports/bdmc and reports/protocol hold the files that these commands
// wrote. The tests make the files anew and compare. `go test -run BDMC ./reports/studies -update`
// draws those of bdmc from its committed rows; for the others run the commands.
package studies
