package experiments

import (
	"runtime"

	"breadboard/chains"
	"breadboard/grid"
	"breadboard/grid/text"
)

// MostKept bounds the states on which a run keeps its distributions.
const MostKept = 1 << 18

// MostExecCells bounds the cells of a target whose rows are asked for: a matrix of this size takes 128 MiB.
const MostExecCells = 4096

// CellBytes and the others are the memory for each cell: of a run, thirty numbers, as spins take, where other axes take
// fewer; of the account of a program; and of a row of a printed table.
const (
	CellBytes    = 250
	AccountBytes = 600
	RowBytes     = 1600
)

// LevelBytes and StepBytes are the memory of an exact result for each level: its beta, and its step in both directions;
// and of a row of a printed table.
const LevelBytes, StepBytes = 240, 200

// cellBytes returns the memory of a run for each cell. A model has a density for each observation, and a second one if
// the bridge goes through them.
func (f Resolved) cellBytes() float64 {
	densities := float64(f.observations)
	if f.Bridge == observations {
		densities *= 2
	}
	return CellBytes + 8*densities
}

// perLevel returns the memory of a run for each level. A command of rows has a matrix there.
func (f Resolved) perLevel() float64 {
	cells := float64(f.Grid.Size())
	if f.Exec == "" {
		return LevelBytes
	}
	return LevelBytes + 8*cells*cells
}

// CheckMemory returns a fault if n units take more bytes than a command has. It begins as a fault of this format.
func CheckMemory(n int, units string, bytes func(n float64) float64, format string, args ...any) error {
	err := text.CheckMemory(n, units, bytes)
	if err == nil {
		return nil
	}
	return Faultf(format+": %v", append(args, err)...)
}

// CheckCells returns a fault if the target is too large for something that takes each bytes a cell.
func (f Resolved) CheckCells(what string, each float64) error {
	return CheckMemory(f.Grid.Size(), "cells", func(cells float64) float64 { return cells * each }, "%s on %s", what,
		f.TargetName())
}

// CheckAccounts returns a fault if the target is too large for the accounts of programs.
func (f Resolved) CheckAccounts() error { return f.CheckCells("a program", AccountBytes) }

// CheckProof returns a fault if the target is too large for a proof.
func (f Resolved) CheckProof() error { return f.CheckCells("a proof", f.ProofBytes()) }

// ProofBytes returns the memory of a proof for each cell: the numbers of two walks, and for each move those of its
// probability, all of them intervals of big floats.
func (f Resolved) ProofBytes() float64 { return 8192 + 1024*Moves(f.kernel, f.Grid) }

// checkLevels returns a fault if a run of T levels is too large, though the target is not. Levels that take under 1 MiB
// are never refused.
func (f Resolved) checkLevels(T int) error {
	left := text.MostBytes - float64(f.Grid.Size())*f.cellBytes()
	if left < 0 || float64(T)*f.perLevel() < 1<<20 || f.Exec != "" && f.Grid.Size() > MostExecCells {
		return nil
	}
	return CheckMemory(T, "levels", func(T float64) float64 { return T*f.perLevel() + text.MostBytes - left }, "%v %d",
		FieldT, T)
}

// ResultBytes returns the memory of a result of T levels: its steps, and on a small space or for pictures its
// distributions. A command of rows may have others for each result.
func (f Resolved) ResultBytes(T int, drawn bool) float64 {
	const vectors = 10
	bytes := float64(T) * f.perLevel()
	if drawn || f.Grid.Size() <= MostKept {
		bytes += 8 * vectors * float64(f.Grid.Size())
	}
	return bytes
}

// Moves returns the number of cells to which a kernel leads from the middle of a box, and back to it, if all masses are
// equal.
func Moves(k chains.Kernel, g grid.Grid) (moves float64) {
	flat := make([]float64, g.Size())
	op, _ := chains.Annealing{Grid: g, Bridge: chains.Geometric{From: flat, To: flat}, Kernel: k}.Aimed(2, 1)
	moves = 1
	op.Row(g.Size()/2, func(int, float64) { moves++ })
	return moves
}

// atOnce returns how many tasks run at the same time, if the largest takes these bytes: one on each core, and no more
// than there is memory for.
func atOnce(bytes float64) int {
	return int(max(1, min(float64(runtime.GOMAXPROCS(0)), text.MostBytes/max(bytes, 1))))
}
