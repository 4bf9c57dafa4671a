// Package experiments is what is run: one named study a file, each from its
// parameters to typed rows. How the rows look is another package's business.
//
// A study takes a context and tells its progress, runs on all cores, and returns
// the same rows whatever their number: each row is a function of its own
// parameters and seed, and has its own place.
package experiments
