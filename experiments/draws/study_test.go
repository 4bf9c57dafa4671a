package draws

import (
	"os"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/sample"
	"breadboard/exact/spectra"
	"breadboard/grid/must"
	"breadboard/toys/zoo"
)

// independent are draws of p.
func independent(p []float64, n int, seed uint64) (all []int32) {
	d := sample.Seeded(seed)
	for range n {
		all = append(all, int32(d.Pick(p)))
	}
	return all
}

// A count is how many samples were judged of those drawn, and how many of them accused.
type count struct{ drawn, judged, accused, doubtful int }

// studied judges samples of the zoo's small densities: chains that start at draws of what they leave invariant, by two
// kernels at p or, with another power, at p^power. In turn they are of 1, 4 and 20 chains, of 1000 and of 10,000 draws
// in all. It counts apart the samples that are at least 30 times as long as the autocorrelation time of the slowest
// mode, (2 - gap)/gap.
func studied(t *testing.T, power float64, replicates int) (long, short count) {
	for _, d := range must.Have(zoo.Select("small"))(t) {
		target := d.Make()
		g, p, wrong := target.Grid, chains.Normalized(target.LogF), chains.Tempered(target.LogF, power)
		for _, k := range []chains.Kernel{kernels.Metropolis{}, kernels.HeatBath{}} {
			op := k.On(g)
			level := chains.NewLevel(chains.Geometric{From: target.Uniform(), To: wrong}, g.Size())
			level.Move(2, 1)
			op.Aim(level)
			start := chains.Normalized(wrong)
			gap := 0.0 // where it is not found, the slowest mode is not seen in any chain
			if s, err := spectra.Of(op, g.Size()).Spectrum(start); err == nil {
				gap = s.Gap
			}
			paths, law := sample.NewPaths(op, g.Size()), chains.NewLaw(start)
			for i := range replicates {
				n, m := []int{1000, 10000}[i%2], []int{1, 4, 20}[i%3]
				s := Sample{Chains: make([][]int32, m)}
				for c := range s.Chains {
					s.Chains[c] = make([]int32, n/m)
					paths.Draw(s.Chains[c], law, 1, uint64(i), uint64(c))
				}
				of := &short
				if float64(n)*gap >= 30*(2-gap) {
					of = &long
				}
				of.add(Judge(g, p, []Sample{s})[0])
			}
		}
	}
	return long, short
}

func (c *count) add(r Result) {
	c.drawn++
	if r.Verdict != Unclear {
		c.judged++
	}
	if r.Verdict == Differs {
		c.accused++
	}
	if r.P <= 0.01 {
		c.doubtful++
	}
}

// False alarms and power. doc/verdict.md has the counts of the long form.
func TestFalseAlarms(t *testing.T) {
	replicates := 6
	if os.Getenv("BREADBOARD_LONG") != "" {
		replicates = 300
	}
	long, short := studied(t, 1, replicates)
	t.Logf("of p, chains long enough %+v, others %+v", long, short)
	found, missed := studied(t, 0.8, replicates)
	t.Logf("of p^0.8, chains long enough %+v, others %+v", found, missed)
}
