//go:build !linux

package system

// FreeMemory does not know.
func FreeMemory() (bytes float64, known bool) { return 0, false }
