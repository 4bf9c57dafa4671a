package experiments

import (
	"strings"
	"testing"
)

// On more states than the target's cells a row says what the J of the cell is.
func TestRowOfAnExtendedChain(t *testing.T) {
	for kernel, want := range map[string]string{"lifted": "J and B are those of 196 states; the J of the cell alone is ", "king": ""} {
		chain, err := Setting{Toy: "barrier", Kernel: kernel}.Chain()
		if err != nil {
			t.Fatal(err)
		}
		row, err := Cell{Toy: "barrier", Kernel: kernel, T: 3}.run(t.Context(), chain, Build{}, 1)
		if err != nil || row.Fault != "" {
			t.Fatal(err, row.Fault)
		}
		if all := strings.Join(row.Warnings, ";"); want == "" && all != "" || !strings.Contains(all, want) {
			t.Errorf("%s: %q", kernel, all)
		}
	}
}
