package experiments

import (
	"slices"
	"strings"

	"breadboard/chains"
	"breadboard/toys"
)

// bothEnds are where an annealing begins and ends, by state: its initial log density and its target.
type bothEnds struct {
	initial []float64
	target  toys.Target
}

// A foundBridge makes a bridge between ends. Its error is a fault.
type foundBridge func(of bothEnds) (chains.Bridge, error)

// findBridge looks the bridge up. Two bridges need more than two densities.
func (s Setting) findBridge() (foundBridge, error) {
	switch {
	case stem(s.Bridge) == moments:
		return s.findMoments()
	case s.Bridge == observations:
		return s.findObservations()
	}
	bridge, param, err := family(FieldBridge, s.Bridge, chains.Bridges)
	return func(of bothEnds) (chains.Bridge, error) {
		return bridge(param, of.initial, of.target.LogF), nil
	}, err
}

// findObservations finds the bridge through a model's observations.
func (s Setting) findObservations() (foundBridge, error) {
	switch {
	case !s.IsModel():
		return nil, Faultf("%v %s: %s is no model and has no observations; a model, such as %s, would do", FieldBridge,
			s.Bridge, s.TargetName(), aModel())
	case s.Initial != Prior:
		return nil, Faultf("%v %s begins at the prior, and %v is %s; %v %s would do", FieldBridge, s.Bridge,
			FieldInitial, s.Initial, FieldInitial, Prior)
	}
	return func(of bothEnds) (chains.Bridge, error) { return *Observed(of.target), nil }, nil
}

// findMoments finds the bridge of averaged moments.
func (s Setting) findMoments() (foundBridge, error) {
	_, name, _ := strings.Cut(s.Bridge, ":")
	if !slices.Contains(statisticsOf, name) {
		return nil, Faultf("%v %s: one of %s must follow, as in %s:%s", FieldBridge, s.Bridge,
			strings.Join(statisticsOf, ", "), moments, statisticsOf[0])
	}
	return func(of bothEnds) (chains.Bridge, error) {
		all, err := chains.Statistics(name, of.target.Grid)
		var b chains.Bridge
		if err == nil {
			b, err = chains.NewMoments(of.initial, of.target.LogF, nil, all...)
		}
		if err != nil {
			return nil, Faultf("%v %s: %v", FieldBridge, s.Bridge, err)
		}
		return b, nil
	}, nil
}
