// Package studies prints whole studies: the files that a command writes into a directory, and
// the tables that it shows. As in package reports, the same numbers make the same bytes.
//
// A file is named after what it prints:
//
//	paper.go                                          breadboard reproduce
//	  tightness.go, ensemble.go                       its tables; breadboard seeds
//	  figures.go, page.go, page.html                  its figures, and the page that holds all
//	bdmc.go, bdmcfigures.go, bdmcreadme.go, bdmc.md   breadboard reproduce bdmc
//	protocol.go, protocolfigures.go                   breadboard protocol
//	  representations.go                              its comparison of two forms of one model
//
// The folders paper, bdmc and protocol of package reports hold what these commands write. The
// tests compare them with what is made today; `go test -run BDMC ./reports/studies -update` draws
// bdmc anew from its rows, and the commands themselves make the others.
package studies
