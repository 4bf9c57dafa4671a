// Package journal runs long lists of jobs on many machines, and survives being stopped at any
// moment.
//
//	jobs, costs --NewWork(shard)--> Work --Run--> rows, into a Journal
//	                                the dearest   one line a job,
//	                                job first     synced before it counts
//
// The caller says what a job is, what it costs and how it is run. A Key is a hash of a job and
// of the Build, the program that runs it. The Journal keeps the Row of every finished job under
// its key. A run goes on with the jobs that have no row, so that the same command always ends
// in the same rows. Run computes on all cores and hands all rows that are ready to one Commit,
// which is one write and one sync.
//
// What is read back is checked whole. The file of a Plan ends in its SHA-256, and a line in its CRC-32. Both are
// taken only if they would be written as the same bytes, and two rows of one job must be alike.
//
// A Shard is a part of the jobs for another machine. All shards cost about the same. The rows
// of all shards together make up the whole.
package journal
