package experiments

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/grid/text"
	"breadboard/toys"
)

// moments is the bridge of averaged moments, moments:STATISTICS. It is not among chains.Bridges, because its statistics
// are of the target's box and not of two densities alone.
const moments = "moments"

// momentsAbout is its line in the catalogue, and statisticsOf its parameters.
const momentsAbout = "averaged moments of mean, gaussian (mean, squares, products) or marginals; needs the target's own"

var statisticsOf = []string{chains.MeanMoments, chains.GaussianMoments, chains.MarginalMoments}

// mostStatistics bounds cells times statistics, and so memory: 128 MB for each of two copies.
const mostStatistics = 1 << 24

// momentsOf reads a name: moments:mean, or moments:mean:0.5:-1 with estimates of the target's moments.
func (s Setting) momentsOf() (statistics string, pilot []float64, err error) {
	words := strings.Split(s.Bridge, ":")[1:]
	if len(words) == 0 || !slices.Contains(statisticsOf, words[0]) {
		return "", nil, Faultf("%v %s: one of %s must follow, as in %s:%s", FieldBridge, s.Bridge,
			strings.Join(statisticsOf, ", "), moments, statisticsOf[0])
	}
	for _, word := range words[1:] {
		v, err := text.Float(word)
		if err != nil || math.IsInf(v, 0) {
			return "", nil, Faultf("%v %s: %s is no estimate of a moment; a number would do", FieldBridge, s.Bridge,
				text.Quote(word))
		}
		pilot = append(pilot, v)
	}
	return words[0], pilot, nil
}

// makeMoments makes the bridge between two densities of the target's states.
func (s Space) makeMoments(from []float64, t toys.Target) (chains.Bridge, error) {
	name, pilot, err := s.momentsOf()
	if err != nil {
		return nil, err
	}
	statistics, err := s.statistics(name, t)
	switch {
	case err != nil:
	case pilot != nil && len(pilot) != len(statistics):
		err = fmt.Errorf("%s has %d statistics here, and %d estimates are given; %d, or none, would do", name,
			len(statistics), len(pilot), len(statistics))
	default:
		var b chains.Bridge
		if b, err = chains.NewMoments(from, t.LogF, pilot, statistics...); err == nil {
			return b, nil
		}
	}
	return nil, Faultf("%v %s: %v", FieldBridge, s.Bridge, err)
}

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

// statistics returns the statistics of the target's states. A statistic of an orbit is the mean over its cells: the
// laws along an annealing are the same on all of them, and so the mean is all that the moments see.
func (s Space) statistics(name string, t toys.Target) ([][]float64, error) {
	cells := s.cellsBox()
	if s.exchanged || t.Orbits != nil && s.box.Size() == 0 {
		return exchanged(name, t)
	}
	if many := cells.Size() * chains.CountStatistics(name, cells); many > mostStatistics {
		return nil, fmt.Errorf("%d statistics by cell are too many; at most %d would do", many, mostStatistics)
	}
	all, err := chains.Statistics(name, cells)
	if err != nil || t.Orbits == nil {
		return all, err
	}
	orbit := make([]int, cells.Size())
	for x := range orbit {
		orbit[x] = t.Orbits.Orbit(x)
	}
	for i, g := range all {
		sums, size := make([]float64, t.Orbits.Size()), make([]float64, t.Orbits.Size())
		for x, o := range orbit {
			sums[o] += g[x]
			size[o]++
		}
		all[i] = floats.DivTo(sums, sums, size)
	}
	return all, nil
}

// exchanged are the statistics of sites that can be exchanged. All sites of a class have the same mean, which is the
// share of the sites with a value; and so the number of the sites of two values has the same moments as they.
func exchanged(name string, t toys.Target) ([][]float64, error) {
	if t.Orbits.Ordered() && name != chains.MarginalMoments {
		return chains.Statistics(name, t.Grid)
	}
	if name != chains.MarginalMoments {
		return nil, fmt.Errorf("%s of labels would depend on their names; %s would do", name, chains.MarginalMoments)
	}
	var all [][]float64
	for x := range t.Orbits.Size() {
		i := 0
		for _, counts := range t.Orbits.Counts(x) {
			for _, many := range counts {
				if x == 0 {
					all = append(all, make([]float64, t.Orbits.Size()))
				}
				all[i][x] = float64(many)
				i++
			}
		}
	}
	return all, nil
}
