package experiments

import (
	"fmt"

	"breadboard/chains"
)

// A Tilt is what the bridge of averaged moments adds to the geometric one at a level.
type Tilt struct {
	Beta   float64
	Lambda []float64 // by statistic
	Missed float64   // by how much the moments miss their averages, in standard deviations of the flat law
}

// Tilts returns the tilt of each level of a schedule, and nil if the bridge is not that of averaged moments.
func (c Chain) Tilts(s chains.Schedule) (all []Tilt) {
	m, ok := c.bridge.(*chains.Moments)
	if !ok {
		return nil
	}
	for _, beta := range s.Betas() {
		lambda, missed := m.Tilt(beta)
		all = append(all, Tilt{beta, lambda, missed})
	}
	return all
}

// missedMoments warns of a path that is not quite that of averaged moments.
func (c Chain) missedMoments(s chains.Schedule) (why []string) {
	most := 0.0
	for _, t := range c.Tilts(s) {
		most = max(most, t.Missed)
	}
	if most > 1e-9 {
		why = append(why, fmt.Sprintf("moments are missed by up to %.1e standard deviations; J and B are those of "+
			"the path that is walked", most))
	}
	return why
}
