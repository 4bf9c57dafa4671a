package experiments

import "breadboard/chains/sample"

// AccountsBytes adds the memory of programs to that of annealings at these Ts. A program that is too
// large for an exact account is sampled, by workers that each have the levels and a table of moves; the
// annealing itself is not.
func AccountsBytes(annealings Bytes, specs []string, ts []int) Bytes {
	sampled := AtOnce(SampledBytes, ts)
	return func(s Space, T int) float64 {
		bytes := annealings(s, T)
		for _, spec := range specs {
			if spec != "ais" {
				return bytes + sampled(s, T)
			}
		}
		return bytes
	}
}

// SampledBytes is the memory of sampling a program for lack of an exact account. Besides, it keeps the
// law of the target, and the counts of cells in both directions.
func SampledBytes(s Space, T int) float64 {
	o := Sampling(sample.Options{Chains: sampledRuns})
	const ends = 8 * 5 // bytes a cell
	workers := func(s Space, _ int) float64 { return o.workersBytes(s) }
	return o.ProgramsBytes(workers)(s, T) + ends*float64(s.Grid.Size())
}
