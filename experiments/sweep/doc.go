// Package sweep runs every combination of lists of names, and survives being stopped at
// any moment.
//
//	Spec --Plan--> Plan --Work(shard)--> Work --Run--> rows, into a journal
//	lists          names looked up,      Jobs, the     one line a job,
//	               files hashed          dearest first synced before it counts
//
// A Job (job.go) is one combination: its names, and the checksums of its files. Package
// journal keeps the Row of every finished job, so that a sweep goes on with the jobs that
// have no row. It also deals the jobs to the shards. Their costs (run.go) depend on the plan
// alone.
package sweep
