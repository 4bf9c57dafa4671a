// Package system asks the operating system for more than reading and printing: how
// much memory is free, locks on files, and files that appear whole or not at all. If
// a system cannot give something, a function says so, and no command need know on
// which system it runs.
//
// # Files that appear whole
//
// A command may be killed, and a disk may be full, at any moment. WriteAll writes each
// file under a name of its own in the same directory, waits until the disk has all of
// them, and then renames them. So a reader finds either the old files or the new ones,
// and what a killed process leaves behind has a name that RemoveLeftovers knows.
package system
