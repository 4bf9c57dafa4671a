package shipped

import (
	"fmt"
	"hash/fnv"
	"math"
	"os"
	"testing"

	"breadboard/chains"
	"breadboard/chains/programs"
	"breadboard/chains/sample"
)

// draw is one draw whose mean the check has exactly.
func (s subject) draw(c check, d chains.Dice) float64 {
	first, last := s.problem.Ends()
	logR, at, level, v := chains.LogSum(last)-chains.LogSum(first), 0, 0, 0.0
	one := func(yes bool) float64 {
		if yes {
			return 1
		}
		return 0
	}
	switch c.law {
	case meanW:
		_, logw := s.Forward(d)
		return math.Exp(logw - logR)
	case byCell:
		fmt.Sscanf(c.at, "cell %d", &at)
		x, logw := s.Forward(d)
		return one(x == at) * math.Exp(logw-logR)
	case meanInvW:
		return math.Exp(logR - s.Estimator.(programs.Program).Reverse(d.Pick(weights(last)), d))
	case gibbs:
		fmt.Sscanf(c.at, "cell %d at level %d", &at, &level)
		return one(s.Estimator.(particleGibbs).again(d)[level-1] == at)
	case askedESS:
		return s.Estimator.(adaptive).missed(d)
	}
	fmt.Sscanf(c.at, "cell %d with w/R = %g", &at, &v)
	hits := func(x int, logw float64) float64 { return one(x == at && math.Abs(math.Exp(logw-logR)/v-1) < 1e-5) }
	x, logw := s.Forward(d)
	y := d.Pick(weights(last))
	return hits(x, logw)*math.Exp(logw-logR) - hits(y, s.Estimator.(programs.Program).Reverse(y, d))
}

// seen says in how many of 20 samplings of n runs the mean is more than 3 standard errors off.
func (s subject) seen(bug string, c check, n int, more ...uint64) (times int) {
	name := fnv.New64()
	_, _ = name.Write([]byte(bug + c.law))
	for r := range uint64(20) {
		d, total := sample.Seeded(append([]uint64{name.Sum64(), r}, more...)...), 0.0
		for range n {
			total += s.draw(c, d)
		}
		if math.Abs(total/float64(n)-c.want)/c.sd*math.Sqrt(float64(n)) > 3 {
			times++
		}
	}
	return times
}

func TestSamplingsSeeWhatTheReportSays(t *testing.T) {
	most := 500
	if os.Getenv("BREADBOARD_LONG") != "" {
		most = 100_000
	}
	known, n := reported(t), 0
	for _, b := range bugs {
		for i, c := range broken(checksOf(b.wrongly)) {
			if c.runs() > most {
				continue
			}
			n++
			full, tenth := b.wrongly.seen(b.name, c, c.runs()), b.wrongly.seen(b.name, c, (c.runs()+9)/10, 1)
			if r := known[b.name][i]; full != r.Seen || tenth != r.Tenth || full < 16 || tenth > 7 {
				t.Errorf("%s: %s is seen by %d and %d, in the report by %d and %d", b.name, c.law, full, tenth, r.Seen, r.Tenth)
			}
		}
	}
	t.Log(n, "laws")
}
