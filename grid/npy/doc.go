// Package npy reads arrays of numbers as NumPy writes them: .npy files of numpy.save (NumPy
// Enhancement Proposal 1, versions 1 to 3), and .npz archives of numpy.savez and
// numpy.savez_compressed.
//
// Entries are floats of 4 or 8 bytes, or whole numbers of 1 to 8 bytes, in either byte order; arrays
// are in C or Fortran order. Whole numbers above 2^53 are rounded to a float64.
//
// A header is not believed: the caller checks the shape before any entry is read, and memory
// grows with the entries that really come: Read has room for twice as many at most, and Each keeps none.
// An array has up to 64 axes, a header up to 64 KiB, and the directory of an archive up to 1 MiB. NaN and
// Inf are read as they stand.
package npy
