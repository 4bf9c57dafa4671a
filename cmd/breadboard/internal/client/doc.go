// Package client runs a program that makes moves when it is asked over its pipes: a kernel
// in any language. The program is a child process with a process group of its own
// (client.go, talk.go). If it does anything wrong (it hangs, ends, prints too much or
// answers another question) it is killed with all that it started. The error is one line,
// with the end of its stderr.
//
// Help shows a conversation; cmd/breadboard/clients/README.md has the protocol for those who
// write a program, and this package's example holds one.
package client

// Help is the protocol in a few lines, for --help.
const Help = `A program (--exec) reads lines and answers each line of states by one line:

  {"seed":1,"grid":[2,3]}                       the first line, once
  {"beta":0.5,"logf":[0,-1.25,null,2,0.5,1]}    leave exp(logf) invariant
  {"states":[3,0,4]}                            take one step from each
  [4,0,1]                                       what it prints, and flushes

Cells are numbered from 0, the last axis running fastest; null is -inf. The words
of --exec are cut at blanks, with '...' and "..." as quotes; there is no shell.
Clients in Python, R, Julia and C are in cmd/breadboard/clients.`
