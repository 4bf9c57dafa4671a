package experiments

import (
	"breadboard/chains"
	"breadboard/chains/outside"
	"breadboard/exact"
	"breadboard/exact/certain"
)

// A command begins without asking up to this many cells and bytes.
const (
	MostUnasked      = 1 << 18
	MostUnaskedBytes = 1 << 30
)

// A Need is the size of a command on a space, known before it begins.
type Need struct {
	Space
	Levels int     // of all its annealings together
	Bytes  float64 // the most at any time
	Most   int     // the levels of the annealing that takes that many bytes
}

// A Bytes function returns the memory that a command needs on a space with one
// annealing of T levels; T = 0 stands for an unknown number.
type Bytes func(s Space, T int) float64

// ProgramBytes is the memory of the program itself.
const ProgramBytes float64 = 28 << 20

// Need returns the size of a command on the space at every T of ts.
func (s Space) Need(bytes Bytes, ts ...int) Need {
	const descent = 6 * 8 // bytes a state and level of a descent to the best schedule
	whole := func(T int) float64 { return ProgramBytes + bytes(s, T) + s.modelBytes() + s.matrixBytes() }
	n, passes := Need{Space: s, Bytes: whole(0)}, ChoosingPasses(s.Schedule)
	for _, T := range ts {
		n.Levels += T * (1 + passes)
		at := whole(T)
		if passes > 0 {
			at += descent * float64(T) * s.States
		}
		if at > n.Bytes || n.Most == 0 {
			n.Bytes, n.Most = max(n.Bytes, at), T*(1+passes)
		}
	}
	return n
}

// modelBytes is the memory of a model's densities. A bridge through observations lowers
// a copy of each.
func (s Space) modelBytes() float64 {
	bytes := 8 * float64(s.densities) * float64(s.Grid.Size())
	if s.Bridge == observations {
		bytes *= 2
	}
	return bytes
}

// matrixBytes is the memory of matrices: as they were read, without the rows of cells that nobody
// visits, and as the kernel has them; and of one of them while it is checked and moved by.
func (s Space) matrixBytes() float64 {
	if s.matrices == nil {
		return 0
	}
	return matricesBytes(len(s.matrices), float64(s.Grid.Size())*float64(s.Grid.Size()))
}

// matricesBytes is the memory of so many matrices with so many entries each: 16 of 1024 cells took 57 matrices, and
// 4 of 2048 cells took 21.
func matricesBytes(matrices int, entries float64) float64 {
	const copies, checked = 3, 9
	return 8 * (copies*float64(matrices) + checked) * entries
}

// FolderBytes is the memory that an annealing by the matrices of a folder takes. It is known before the matrices
// are read, which alone may be too much. A CSV file is read whole, into a buffer that grows. The run that follows
// keeps the moves of a step.
func FolderBytes(path string) float64 {
	const buffer, move = 2, 96 // times a file, and bytes
	size := outside.SizeOfFolder(path)
	run := matricesBytes(size.Matrices, size.Entries) + min(move*size.Entries, exact.LawBytes)
	return ProgramBytes + max(run, 8*float64(size.Matrices)*size.Entries+buffer*size.Text)
}

// Large reports whether the user should be asked first.
func (n Need) Large() bool { return n.Cells() > MostUnasked || n.Bytes > MostUnaskedBytes }

// Cells is the number of the target's cells.
func (n Need) Cells() int { return n.Grid.Size() }

// facts returns the kernel's facts. They are known before the space is made.
func (s Space) facts() chains.Facts { return chains.FactsOf(s.kernel, chains.Box(s.kernel, s.Grid)) }

// ExactBytes is the memory of one exact run. On few states the run is checked in full, and
// keeps the laws of the reverse chain and the moves of a step, up to exact.LawBytes. The
// memory of an operator counts once for each walk of a run, because the garbage of the
// last walk may still be there. A level has its beta, its log Z, its step of four numbers,
// and its means and shares in both directions.
func ExactBytes(s Space, T int) float64 {
	const pulled, walked, whole = 8 * 8, 8 * 25, 8 * 40 // bytes a state
	f := s.facts()
	kept, rows := f.Pairs*s.States, f.Rows*s.States
	levels := 130 * float64(T)
	switch {
	case s.pulled():
		return pulled*s.States + kept + levels
	case s.States >= exact.MostChecked:
		return walked*s.States + rows + 2*kept + levels
	}
	laws := float64(exact.ReverseLawBytes(int(s.States), T))
	moves := min(96*s.States*f.Moves, exact.LawBytes)
	return whole*s.States + rows + 3*kept + laws + moves + levels
}

// CertifyBytes is the memory of proving a result, after an exact run.
func CertifyBytes(s Space, T int) float64 {
	const level = 130 // bytes, of the exact result
	classes := s.classes
	if classes == 0 {
		classes = s.Grid.Size()
	}
	perCell := s.States / float64(s.Grid.Size())
	proof := certain.Bytes(s.kernel, chains.Box(s.kernel, s.Grid), min(float64(classes)*perCell, s.States))
	return max(ExactBytes(s, T), proof+level*float64(T))
}
