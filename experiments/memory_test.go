package experiments

import "testing"

// Kernels add what their operators keep and write out to the vectors of a run, and a checked run its moves: gigabytes
// if every cell has hundreds of multisets of moves. States count, not cells.
func TestNeedCountsMoves(t *testing.T) {
	need := func(toy, kernel string, bytes Bytes) float64 {
		s, err := Setting{Toy: toy, Kernel: kernel}.Space()
		if err != nil {
			t.Fatal(err)
		}
		return s.Need(bytes, 2).Bytes - ProgramBytes
	}
	for _, c := range []struct {
		toy, kernel string
		bytes       Bytes
		more        float64 // than with metropolis, at least
		most        float64 // and at most, in times of that
	}{
		{"ising:3x6:0.4", "multiple-try", ExactBytes, 262144 * (16*36*37/2 + 4*36), 400},
		{"ising:3x6:0.4", "multiple-try", Sampling{Chains: 2, Workers: 1}.Bytes, 262144 * 16 * 36 * 37 / 2, 400},
		{"ising:3x6:0.4", "king", ExactBytes, 0, 1},
		{"ising:3x6:0.4", "lazy:0.5", ExactBytes, 0, 1.1},
		{"ising:3x4:0.4", "king", ExactBytes, 4096 * 4000 * 40, 400},
		{"ising:3x4:0.4", "swap", ExactBytes, 60 << 24, 1000},
		{"ising:3x4:0.4", "metropolis", ExactBytes, 0, 1},
	} {
		plain, got := need(c.toy, "metropolis", c.bytes), need(c.toy, c.kernel, c.bytes)
		if got < plain+c.more || got > c.most*plain {
			t.Errorf("%s on %s: %g bytes beside %g of metropolis, want %g more, up to %g times", c.kernel, c.toy, got, plain,
				c.more, c.most)
		}
	}
}
