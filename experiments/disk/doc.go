// Package disk writes files, so that whatever stops the program, its files are whole.
//
// A command may be killed, a disk may be full and the power may fail, at any moment. Every
// writer of the program therefore writes through a Disk, of which System is the machine's.
// Tests put others in its place (package disktest): one that fails at the Nth call, and
// one that loses at a power cut what was not synced.
//
// # Sets of files
//
// The tables of a sweep belong together: rows.csv of one run beside summary.md of another
// would lie. A Set is therefore replaced as a whole, in these steps:
//
//  1. Each file is written as a part, .breadboard-part-1 and so on, and synced.
//  2. The directory is synced, so that the parts have names that last.
//  3. A pending record, .breadboard-pending.json, is renamed into its place and the directory
//     synced. It lists parts, names and checksums. From now on the new set counts.
//  4. The parts are renamed to their names, and the directory is synced.
//  5. The pending record is renamed to .breadboard-manifest.json, and the directory synced.
//
// Whoever opens the directory next finishes steps 4 and 5 first. So after a stop in step 2 one
// finds the old set, and after one in step 4 the new one.
//
// # Files of others
//
// The manifest says what was written there. A file that it does not have, or that was changed since,
// is somebody's: it is not replaced without Force, and not removed. Records are read as a stranger's
// files: strictly, within a bound, and with names in their own directory alone.
package disk
