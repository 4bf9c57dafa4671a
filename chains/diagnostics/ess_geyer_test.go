package diagnostics

import "testing"

// Levels of luteinizing hormone, as one chain and as two, by the algorithm of Stan and of R's package
// posterior, written down in another language.
func TestGeyerAsInStan(t *testing.T) {
	for _, c := range []struct {
		chains [][]float64
		want   float64
	}{
		{[][]float64{lh}, 21.154345516780104},
		{[][]float64{lh[:24], lh[24:]}, 20.788575294167174},
	} {
		if is := essMonotone.Of(NewChains(c.chains)); !near(is, c.want, 1e-12) {
			t.Errorf("%d chains: %v, want %v", len(c.chains), is, c.want)
		}
	}
}
