package sampling

import (
	"cmp"

	"breadboard/experiments"
)

// number is the bytes of a number.
const number = 8

// Memory counts the bytes of sampling so many annealings, with or without the exact numbers beside them.
func (p Plan) Memory(annealings int) experiments.Bytes {
	const unknown = 1 << 20 // levels, of which exact numbers take more than a moment
	return func(f experiments.Found, T int) float64 {
		if p.Beside.LeavesOut(costOfFound(f, cmp.Or(T, unknown), p.Chains)) {
			return p.AloneBytes(f, T) + float64(annealings-1)*p.KeptBytes()
		}
		return p.SavingBytes(annealings)(f, T)
	}
}

// AloneBytes is the memory of chains without exact numbers: the vectors of the workers, or, where chains ask for what
// they need of a level, the log densities of both ends and the distribution functions from which chains begin.
func (p Plan) AloneBytes(f experiments.Found, T int) float64 {
	const ends = 4
	if asks(f) {
		return number*ends*f.States + p.KeptBytes()
	}
	return p.WorkerBytes(f, T)
}

// Bytes is the memory of an exact run and of the Monte Carlo chains.
func (p Plan) Bytes(f experiments.Found, T int) float64 {
	return experiments.ExactBytes(f, T) + p.WorkerBytes(f, T)
}

// WorkerBytes is the memory of the workers, each with the vectors of a level and a table of its moves, and of the log
// weights in both directions, with the cells beside them if they are kept. The rows that a kernel writes out on more
// states than cells, such as stretch, count once, because forward chains alone have them.
func (p Plan) WorkerBytes(f experiments.Found, T int) float64 {
	const vectors, slot = 12, 3.5
	besides := p.KeptBytes()
	if f.States > float64(f.Grid.Size()) {
		besides += number * f.Facts().Rows * f.States
	}
	return experiments.Held(experiments.Workers(p.Workers), vectors, slot, besides)(f, T)
}

// KeptBytes is the memory of the runs of one annealing: in both directions a log weight each, and a cell if they are
// to be saved.
func (p Plan) KeptBytes() float64 {
	if p.Keep {
		return 2 * 12 * float64(p.Chains)
	}
	return 2 * 8 * float64(p.Chains)
}

// SavingBytes is the memory of sampling so many annealings, one after the other. The runs of all are
// kept until they are saved, by a writer that has a part of a file at a time.
func (p Plan) SavingBytes(annealings int) experiments.Bytes {
	const writer = 24 << 20
	if !p.Keep {
		return p.Bytes
	}
	return func(f experiments.Found, T int) float64 {
		return p.Bytes(f, T) + float64(annealings-1)*p.KeptBytes() + writer
	}
}
