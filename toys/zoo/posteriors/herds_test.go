package posteriors

import (
	"math"
	"testing"

	"breadboard/toys/zoo/data"
)

// A count has the probability n (n-1) .. (n-y+1) / y! p^y (1-p)^(n-y), also if n is no whole
// number.
func TestHerds(t *testing.T) {
	for _, name := range []string{"impala", "waterbuck"} {
		counts := data.Columns("herds", name)[0]
		holds(t, name, round, func(theta []float64) float64 {
			n := math.Exp(theta[0])
			p := theta[1] / n
			sum := -math.Log(n)
			for _, y := range counts {
				for k := range int(y) {
					sum += math.Log((n - float64(k)) / float64(k+1) * p)
				}
				sum += (n - y) * math.Log(1-p)
			}
			return sum
		})
	}
}
