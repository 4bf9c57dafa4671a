// Package server is the explorer's HTTP server: it serves the page's files, and answers the page's questions by package
// experiments/explore, as JSON.
//
//	server.go    the connections, and the routes
//	assets.go    the page's files, and policy.go what a browser may do with them
//	guard.go     who may ask at all: the page itself, and programs on this machine
//	read.go      a body becomes a question, or a sentence that says what is wrong with it
//	kinds.go     the kinds of answers, each with the function of explore that makes it
//	answer.go    a question waits in its lane, is computed, and is sent
//	lane.go      how many computations run at once, and how many may wait
//	problem.go   errors as problem documents (RFC 9457)
//	kept.go      all answers of a page, for one that is saved
//
// A stranger's page must not reach the server, and no question may hold others up. So the server asks who is asking
// before it reads a body, it bounds how much it reads, how many computations it runs and how long each may take, and it
// stops a computation as soon as nobody waits for it.
package server
