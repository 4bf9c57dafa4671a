//go:build !cgo

package system

// The stacks of threads are small and lie on the heap, unless the program was linked with C.
const threadAddresses, threadData = 0, 0
