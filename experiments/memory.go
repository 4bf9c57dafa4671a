package experiments

import (
	"slices"

	"breadboard/exact"
)

// MostUnaskedBytes is the memory up to which a command begins without asking.
const MostUnaskedBytes = 1 << 30

// A Need is the size of a command on a space, known before it begins. Its bytes are right within a factor of two.
type Need struct {
	Found
	Levels int     // of all its annealings together
	Bytes  float64 // the most at any time
	Most   int     // the levels of the annealing that takes that many bytes
}

// A Bytes function returns the memory that a command needs on a space with one
// annealing of T levels; T = 0 stands for an unknown number.
type Bytes func(f Found, T int) float64

// ProgramBytes is the memory of the program itself.
const ProgramBytes float64 = 28 << 20

// numberBytes is the size of a number.
const numberBytes = 8

// Held is the rule by which a command foretells its memory: states x (vectors + moves) x 8, in each of the runs
// that are made at once, and what it holds besides. A command states its vectors, in numbers a state, how many numbers
// it keeps for a move of a state, and the bytes besides. Kernels add what their operators keep.
func Held(runs int, vectors, aMove, besides float64) Bytes {
	return func(f Found, _ int) float64 {
		facts := f.Facts()
		moves := min(numberBytes*aMove*f.States*(facts.Moves+1), mostMoves)
		return float64(runs)*(numberBytes*(vectors+facts.Kept)*f.States+moves) + besides
	}
}

// mostMoves is two thirds of the largest table of moves: a larger one is left out, or cut.
const mostMoves = 20 << 20

// Together adds up what is held at the same time.
func Together(all ...Bytes) Bytes {
	return func(f Found, T int) (bytes float64) {
		for _, one := range all {
			bytes += one(f, T)
		}
		return bytes
	}
}

// Large reports whether the user should be asked first.
func (n Need) Large() bool { return n.Cells() > MostUnasked || n.Bytes > MostUnaskedBytes }

// Cells is the number of the target's cells.
func (n Need) Cells() int { return n.Grid.Size() }

// Need returns the size of a command on the space at every T of ts.
func (f Found) Need(bytes Bytes, ts ...int) Need {
	const descent = 6 // numbers a state and level of a descent to the best schedule
	whole := func(T int) float64 { return ProgramBytes + bytes(f, T) + f.targetBytes() }
	n := Need{Found: f, Bytes: whole(0)}
	passes := ChoosingPasses(f.Schedule)
	for _, T := range ts {
		n.Levels += T * (1 + passes)
		at := whole(T)
		if passes > 0 {
			at += numberBytes * descent * float64(T) * f.States
		}
		if at > n.Bytes || n.Most == 0 {
			n.Bytes, n.Most = max(n.Bytes, at), T*(1+passes)
		}
	}
	n.Bytes += f.askedBytes(n.Levels)
	return n
}

// ChainBytes is the memory of a chain that is made and not run: its names, the log densities of its ends, and
// what its target holds.
func (f Found) ChainBytes() float64 {
	const names, ends = 2500, 2
	return names + numberBytes*ends*float64(f.Grid.Size()) + f.targetBytes()
}

// targetBytes is the memory of a model's densities on all cells, of which a bridge through observations lowers a copy
// each, and of matrices.
func (f Found) targetBytes() float64 {
	cells := float64(f.Grid.Size())
	bytes := numberBytes * float64(f.densities) * cells
	if f.Bridge == observations {
		bytes *= 2
	}
	return bytes + MatricesBytes(len(f.kernel.matrices), cells*cells)
}

// MatricesBytes is the memory of so many matrices: as they were read, without the rows of cells that nobody visits, as
// the kernel has them, and one of them while it is checked and moved by.
func MatricesBytes(matrices int, entries float64) float64 {
	const copies, checked = 3, 9
	if matrices == 0 {
		return 0
	}
	return numberBytes * (copies*float64(matrices) + checked) * entries
}

// ExactBytes is the memory of one exact run. On few states it is checked in full, and keeps the laws of the reverse
// chain and the moves of a step.
func ExactBytes(f Found, T int) float64 {
	const aMove, aLevel = 12, 14 // its log Z, its step of four numbers, and its means and shares in both directions
	run := UncheckedBytes(f, T) + numberBytes*aLevel*float64(T)
	if f.States >= exact.MostChecked {
		return run
	}
	moves := min(numberBytes*aMove*f.States*f.Facts().Moves, exact.LawBytes)
	return run + moves + float64(exact.ReverseLawBytes(int(f.States), T))
}

// UncheckedBytes is the memory of a run that is not checked, and keeps no numbers of its levels but the betas. On many
// states it carries p along if it can.
func UncheckedBytes(f Found, T int) float64 {
	const pulled, whole, aLevel = 8, 40, 2
	facts := f.Facts()
	vectors := whole + facts.Rows
	if f.pulled() {
		vectors = pulled
	} else if f.States >= exact.MostChecked {
		vectors = whole/2 + facts.Rows
	}
	return numberBytes * ((vectors+facts.Kept)*f.States + aLevel*float64(T))
}

// ExactlyBytes is the memory of Exactly at these Ts, on the targets of so many seeds, one after the other: as many
// runs at once as there are cores, the longest and those below it, and results that keep their betas and steps, and on
// no more than MostUnasked states their laws and log densities. Besides, each level takes so many bytes in the table
// that is printed.
func ExactlyBytes(ts []int, seeds int, printed float64) Bytes {
	const level, vectors = 5, 6
	levels := 0.0
	for _, t := range ts {
		levels += float64(t * seeds)
	}
	return func(f Found, T int) float64 {
		kept := 0.0
		if f.States <= MostUnasked {
			kept = numberBytes * vectors * f.States * float64(len(ts)*seeds)
		}
		return AtOnce(ExactBytes, ts)(f, T) + (numberBytes*level+printed)*levels + kept
	}
}

// AtOnce adds to the memory of an annealing that of those that are run at the same time: the longest
// of its own T and below, one a core. On more than MostUnasked states there is one run at a time.
func AtOnce(one Bytes, ts []int) Bytes {
	return func(f Found, T int) float64 {
		bytes, shorter := one(f, T), []int{}
		for _, t := range ts {
			if t < T && f.States <= MostUnasked {
				shorter = append(shorter, t)
			}
		}
		slices.Sort(shorter)
		for _, t := range shorter[max(0, len(shorter)-Workers(0)+1):] {
			bytes += one(f, t)
		}
		return bytes
	}
}

// CertifyBytes is the memory of proving a result with intervals of big floats, of some thirty numbers each, after an
// exact run. Two walks, and as much garbage, have sums for each state; levels and pairs for each class of cells that
// are alike in both ends; and an interval for each cell of the lines that a kernel redraws.
func CertifyBytes(f Found, T int) float64 {
	const walked, line, level, pair = 560, 70, 1000, 256
	facts := f.Facts()
	alike := min(f.States, f.alike()*f.States/float64(f.Grid.Size()))
	lines := 0.0
	for _, length := range f.Grid.Lens() {
		lines += float64(length - 1)
	}
	redrawn := min(facts.Moves-facts.Proposals, lines)
	proof := f.States*(walked+line*redrawn) + alike*(level+pair*min(alike, facts.Proposals))
	return max(ExactBytes(f, T), numberBytes*(proof+16*float64(T)))
}

// alike is the number of classes of cells that are alike in both ends; of a large target, which is not made yet, each
// cell counts as one.
func (f Found) alike() float64 {
	if !f.small() {
		return float64(f.Grid.Size())
	}
	of, _ := f.ends() // without a fault, or nobody asks
	known := map[[2]float64]bool{}
	for x, v := range of.initial {
		known[[2]float64{v, of.target.LogF[x]}] = true
	}
	return float64(len(known))
}

// askedBytes is the memory of the rows of a program at so many levels: as the kernel has them, and those of one level
// as they are told, without the rows of cells that nobody visits, and while they are judged.
func (f Found) askedBytes(levels int) float64 {
	const judged, answers = 7, 16 << 20
	if f.Exec == "" {
		return 0
	}
	cells := float64(f.Grid.Size())
	return answers + numberBytes*(float64(levels)+judged)*cells*cells
}
