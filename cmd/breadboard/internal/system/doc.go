// Package system asks the operating system for free memory (memory_*.go), and for a browser (browse*.go). If a system
// cannot tell, the function says so, and no command depends on it.
package system
