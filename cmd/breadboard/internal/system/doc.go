// Package system asks the operating system for free memory (memory_*.go), locks on
// files (lock_*.go), and files that appear whole or not at all (files.go). If a system
// cannot provide one of them, the function says so, and no command depends on the
// system.
//
// # Files that appear whole
//
// A command may be killed, and a disk may be full, at any moment. WriteAll writes each
// file under a temporary name in the same directory, waits until the disk has all of
// them, and then renames them. So a reader finds either the old files or the new ones,
// and RemoveLeftovers knows the names of files that a killed process leaves behind.
package system
