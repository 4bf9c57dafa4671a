package chains

import (
	"math"
	"math/big"
	"testing"

	"breadboard/chains/numbers"
)

// The log of a mass is right at every depth: at powers of two it is a multiple of log 2, and elsewhere that of a big
// float. math.Log on amd64 is off by up to 36 nats below 2^-1022.
func TestLogMass(t *testing.T) {
	for k := -1074; k <= 0; k++ {
		if got, want := LogMass(math.Ldexp(1, k)), float64(k)*math.Ln2; math.Abs(got-want) > 1e-12 {
			t.Errorf("log 2^%d = %v, want %v", k, got, want)
		}
	}
	c := numbers.NewCalculator(120)
	for _, p := range []float64{1e-300, 3e-308, 7e-310, 1e-321, 5e-324} {
		z := numbers.Zero(120)
		c.Log(z, numbers.Zero(120).SetFloat(p))
		want, _ := new(big.Float).Set(&z.Lo).Float64()
		if got := LogMass(p); math.Abs(got-want) > 1e-12 {
			t.Errorf("log %v = %v, want %v", p, got, want)
		}
	}
	if got := LogMass(0); !math.IsInf(got, -1) {
		t.Errorf("log 0 = %v", got)
	}
}
