package experiments

import "breadboard/chains"

// Most annealings are a toy, a kernel, a bridge and a schedule. What else a setting can name is found by packages that
// register themselves, so that whoever asks for J and B of a kernel does not build them: programs by package weights,
// and folders of matrices by package matrices. A setting that names one in a program without that package has a fault,
// which says what to import.

// Programs are found by the package that registers them. RegisterSuits says which of them a chain suits.
type Programs struct {
	List  func() []Listed
	Check func(spec string) error // a fault of the name
}

var programs = Programs{
	List: func() []Listed { return nil },
	Check: func(spec string) error {
		return Faultf("%v %s: this program has no programs; one that imports breadboard/experiments/weights would do",
			FieldProgram, spec)
	},
}

// RegisterPrograms is called as a package is initialised.
func RegisterPrograms(p Programs) { programs = p }

// A Folder has the matrices of an annealing: a schedule, and for each of its levels the rows one after the other, nil
// for a first level that has none.
type Folder struct {
	Schedule chains.Schedule
	P        [][]float64
}

// openFolder reads the matrices of a folder, on so many cells.
var openFolder = func(path string, _ int) (Folder, error) {
	return Folder{}, Faultf("%v %s: this program reads no matrices; one that imports breadboard/experiments/matrices "+
		"would do", FieldMatrix, path)
}

// RegisterFolders is called as a package is initialised.
func RegisterFolders(open func(path string, cells int) (Folder, error)) { openFolder = open }
