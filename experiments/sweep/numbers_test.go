package sweep

import (
	"strings"
	"testing"
)

func TestCheckNumbers(t *testing.T) {
	for _, foreign := range []string{"T = 0x10", "T=[1_000]", "T = [10,\n 0o17]", "seed = [ 3 , 0b11 ]", "chains = +1_0",
		"T = [ # a comment, 1\n 0xF ]", "a = \"1_0\"\nT = 1_0"} {
		err := checkNumbers(foreign)
		if err == nil || !strings.Contains(err.Error(), "decimal digits") {
			t.Errorf("%q: error %v; one that asks for decimal digits is right", foreign, err)
		}
	}
	for _, ours := range []string{"T = [10, 1000]", "toy = \"a_1\"", "toy = ['0x10', '''\n1_0''']", "mc_seed = 10 # 1_0",
		"skip_last_kernel = true", "x1_0 = 3", "T = \"10..1000x5\"", "T = -5", "a = 1e3", ""} {
		if err := checkNumbers(ours); err != nil {
			t.Errorf("%q: error %v", ours, err)
		}
	}
}
