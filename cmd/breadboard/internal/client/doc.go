// Package client runs a program that answers questions over its pipes, in any language: a kernel
// that makes moves (kernel.go), or an inference program that makes runs (program.go). The program
// is a child process with a process group of its own (client.go, talk.go, group_unix.go). If it does
// anything wrong (it hangs, ends, prints too much or answers another question) it is killed with all
// that it started. So it is when we end, even by SIGKILL. The error is one line, with the end of its stderr.
//
// The helps show conversations; cmd/breadboard/clients/README.md has the protocol for those who
// write a program, and this package's examples hold one each.
package client

// KernelHelp is the protocol of a kernel in a few lines, for --help.
const KernelHelp = `A program (--exec) reads lines and answers each line of states by one line:

  {"seed":1,"grid":[2,3]}                       the first line, once
  {"beta":0.5,"logf":[0,-1.25,null,2,0.5,1]}    leave exp(logf) invariant
  {"states":[3,0,4]}                            take one step from each
  [4,0,1]                                       what it prints, and flushes

Cells are numbered from 0, the last axis running fastest; null is -inf. The words
of --exec are cut at blanks, with '...' and "..." as quotes; there is no shell.
Clients in Python, R, Julia and C are in cmd/breadboard/clients.`

// ProgramHelp is the protocol of an inference program in a few lines, for --help.
const ProgramHelp = `A program (--exec) reads lines and answers each that asks for runs by one line:

  {"seed":1,"grid":[2,3]}             the first line, once
  {"initial":[0,0,0,0,0,0]}           log f of the initial law, not normalised
  {"target":[0,-1.25,null,2,0.5,1]}   log f of the target; null is -inf
  {"forward":2}                       make two forward runs
  [[4,-0.5],[0,1.25]]                 what it prints, and flushes: cell, log w
  {"reverse":[3,0,4]}                 make a reverse run from each cell
  [0.75,-1,2.5]                       what it prints: log w of each

Cells are numbered from 0, the last axis running fastest. The words of --exec
are cut at blanks, with '...' and "..." as quotes; there is no shell. What w must
be, and a client in Python, are in cmd/breadboard/clients.`
