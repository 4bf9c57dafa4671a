package experiments

import (
	"testing"

	"breadboard/chains/kernels"
)

// What operators keep is needed by every command that makes one: gigabytes if every
// cell has hundreds of multisets of moves, and nothing beside the vectors if a king
// touches all cells.
func TestNeedKeeps(t *testing.T) {
	for _, c := range []struct {
		toy, kernel string
		kept        float64 // bytes a cell
	}{
		{"ising:3x6:0.4", "multiple-try", 16*36*37/2 + 4*36},
		{"ising:3x5:0.4", "multiple-try", 16*30*31/2 + 4*30},
		{"ising:4x5:0.4", "king", 0},
		{"ising:3x6:0.4", "lazy:0.5", 0},
	} {
		for name, bytes := range map[string]Bytes{"exact": ExactBytes, "sample": Sampling{Chains: 2, Workers: 1}.Bytes} {
			s, err := Setting{Toy: c.toy, Kernel: c.kernel}.Space()
			if err != nil {
				t.Fatal(err)
			}
			plain := s
			plain.kernel = kernels.Metropolis{}
			more, n := s.Need(bytes, 2).Bytes-plain.Need(bytes, 2).Bytes, s.States
			if more < c.kept*n {
				t.Errorf("%s of %s on %s: %g bytes more than for a kernel that keeps nothing, want at least %g",
					name, c.kernel, c.toy, more, c.kept*n)
			}
			if c.kept == 0 && more != 0 {
				t.Errorf("%s of %s on %s: %g bytes more than for a kernel that keeps nothing, want none",
					name, c.kernel, c.toy, more)
			}
		}
	}
}
