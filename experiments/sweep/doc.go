// Package sweep runs every combination of lists of names, and survives being stopped at
// any moment.
//
//	Spec --Plan--> Plan --Work(shard)--> Work --Run--> rows, into a Journal
//	lists          names looked up,      Jobs, the     one line a job,
//	               files hashed          dearest first synced before it counts
//
// A Job (job.go) is one combination. It has a Key, a hash of its names, of the content of
// its files and of the program that runs it. The Journal keeps the Row of every finished job
// under its key. A sweep goes on by running the jobs that have no row, so that the same
// command always ends in the same rows. Run computes on all cores and hands all rows that
// are ready to one Commit, which is one write and one sync.
//
// A Shard is a part of the jobs for another machine. All shards cost about the same. Their
// costs depend on the plan alone. The rows of all shards together make up the whole.
package sweep
