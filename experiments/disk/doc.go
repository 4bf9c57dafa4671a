// Package disk writes files, so that whatever stops the program, its files are whole.
//
// A command may be killed, a disk may be full and the power may fail, at any moment. Every
// writer of the program therefore writes through a Disk, of which System is the machine's.
// Tests put others in its place: one that fails at the Nth call, and
// one that loses at a power cut what was not synced.
//
// # Sets of files
//
// The tables of a sweep belong together: rows.csv of one run beside summary.md of another would lie. Each file of a Set is
// replaced whole, in these steps:
//
//  1. Each file is written as a part, .breadboard-part-1 and so on, and synced.
//  2. .breadboard-manifest.json is replaced by one with the sum of each file, and of what it replaces.
//  3. The parts are renamed to their names, and the directory is synced.
//  4. The manifest is replaced by one with the new sums alone.
//
// So after a stop in step 3 some files are old and some new. The manifest says that it is Unfinished. All of them are
// known as the program's by their sums, and the same command replaces the old ones.
//
// # Files of others
//
// The manifest says what was written there. A file that it does not have, or that was changed since,
// is somebody's: it is not replaced without Force, and not removed. Records are read as a stranger's
// files: strictly, within a bound, and with names in their own directory alone.
package disk
