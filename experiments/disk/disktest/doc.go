// Package disktest has disks for the tests of what writes files. On fails at the Nth call.
// Memory knows what a power cut may leave. Each runs a writer under every fault, and counts.
//
//	disk := disktest.NewMemory("out")                           // with an empty directory
//	faulty := disktest.Fault{At: 7, Torn: true}.On(disk)        // killed in the 7th call
//	write(faulty)
//	after := disk.Cut(rand.New(rand.NewPCG(seed, 0)))           // the power fails too
//	open(after)                                                 // finds the old files, or the new ones
//
// The environment variable BREADBOARD_LONG=faults makes the tests longer: BREADBOARD_LONG=faults go test ./experiments/disk.
package disktest
