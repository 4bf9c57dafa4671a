// Package disk writes files, so that whatever stops the program, its files are whole.
//
// A command may be killed, a disk may be full and the power may fail, at any moment. Every
// writer of the program therefore writes through a Disk, of which System is the machine's.
// Tests put others in its place (package disktest): one that fails at the Nth call, and
// one that loses at a power cut what was not synced.
package disk
