//go:build cgo

package system

// A thread of a program that was linked with C has a stack of 8 MiB, and addresses of 64 MiB
// for C's own heap, of which it writes next to nothing.
const (
	threadAddresses = 72 << 20
	threadData      = 8<<20 + 132<<10
)
