package experiments

import (
	"breadboard/chains"
	"breadboard/grid"
)

// Most annealings are a toy, a kernel, a bridge and a schedule. What else a setting can name is found by packages that
// register themselves, so that whoever asks for J and B of a kernel does not build them: programs by package weights,
// and kernels that are known by their rows, in folders of matrices or told by a program, by package matrices. A setting
// that names one in a program without that package has a fault, which says what to import.

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

// Matrices are read and judged by the package that registers them, and so are the rows that a program tells.
type Matrices struct {
	// Open reads the matrices of a folder, on so many cells.
	Open func(path string, cells int) (Folder, error)
	// Broken is the first law that a matrix breaks at a level; nil if it keeps all. op is its operator, and is aimed.
	Broken func(g grid.Grid, level *chains.Level, op chains.Operator, p []float64) error
}

var matrices Matrices // without functions, unless a package registers them

// RegisterMatrices is called as a package is initialised.
func RegisterMatrices(m Matrices) { matrices = m }

// checkMatrices is the fault of what names a kernel by its rows, in a program that cannot judge them.
func checkMatrices(field Field, name string) error {
	if matrices.Broken != nil {
		return nil
	}
	return Faultf("%v %s: this program reads no matrices; one that imports breadboard/experiments/matrices would do",
		field, name)
}
