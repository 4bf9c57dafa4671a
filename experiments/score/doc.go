// Package score says how well samplers really work: the real effective sample size of every
// kernel on every density of a zoo, exactly, after Turner and Neal (2017).
//
//	Plan --Jobs--> Job --Do--> Row            one a function, start and budget
//	               a kernel on a density      Boards (Table 1), Profiles, and NESS by Normalize
//	                           Point          one a class and start: the estimated and the real ESS (Figure 3)
//
// A Subject (subject.go) is a kernel aimed at a density, perhaps on a larger space than the
// density's cells. Functions (function.go) and starts (subject.go) are of the cells, and are named as
// in flags. Jobs do not depend on each other (plan.go).
//
// KS distances (marginal) and points are of sampled chains (draw.go): there is no exact RESS of a distance. Chains
// depend on a seed and on names alone, so that they are the same in any shard, on any number of workers.
//
// Kernels are compared at equal steps, at equal evaluations of the density, or at equal time, which
// is measured: a budget buys each kernel its own number of steps. A kernel from outside is a matrix
// or a program that makes moves when it is asked, whose squared errors are sampled (outside.go).
//
// A long run keeps a journal. A Task (task.go) is a job with hashes of all on which its rows depend. A Listing has the
// tasks of a plan, which package journal runs and divides into shards. A Result is their rows, however they were made.
package score
