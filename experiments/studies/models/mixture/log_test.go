package mixture

import (
	"math"
	"math/rand/v2"
	"testing"
)

// At both ends of all entries of the table, near 1, and at random numbers of all sizes.
func TestLog(t *testing.T) {
	var all []float64
	for i := range 128 {
		x := 1 + float64(i)/128
		all = append(all, x, math.Nextafter(x, 2), math.Nextafter(x, 0), x/4096, x*1e9)
	}
	d := rand.New(rand.NewPCG(1, 2))
	for range 100000 {
		all = append(all, math.Exp(20*d.NormFloat64()), 1+1e-4*d.NormFloat64())
	}
	worst := 0.0
	for _, x := range append(all, math.MaxFloat64, 0x1p-1022) {
		got, want := log(x), math.Log(x)
		if worst = max(worst, math.Abs(got-want)/max(1, math.Abs(want))); !(worst < 1e-15) {
			t.Fatalf("log %g is %.17g, want %.17g", x, got, want)
		}
	}
	t.Logf("at most %.2g off", worst)
}

func BenchmarkLog(b *testing.B) {
	for name, f := range map[string]func(float64) float64{"math": math.Log, "table": log} {
		b.Run(name, func(b *testing.B) {
			x, sum := 0.3, 0.0
			for b.Loop() {
				sum += f(x)
				x += 1e-3
			}
			_ = sum
		})
	}
}
