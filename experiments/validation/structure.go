package validation

import (
	"fmt"
	"slices"

	"breadboard/chains"
	"breadboard/chains/laws"
	"breadboard/exact/spectra"
)

// structural reports whether a finding is about a pattern.
func structural(f laws.Finding) bool { return f.Law == laws.Connected || f.Law == laws.Aperiodic }

// structure returns the findings about a level's pattern: whether every cell with mass leads to
// every other, and whether the chain has a period. Masses that span more than floats do leave
// the first one open: a move whose probability is below 1e-308 is written as 0.
func (s Candidate) structure(w *laws.Written, p *Pattern) []laws.Finding {
	apart := slices.Compact(slices.Sorted(slices.Values(slices.Concat(p.Unreached, p.Transient))))
	connected := laws.Finding{Law: laws.Connected, OK: true, Value: float64(len(apart))}
	if len(apart) > 0 {
		connected.Witness = s.parts(w, p)
		connected.Unclear = chains.LogSpan(w.LogF) > laws.Deepest
		connected.OK = connected.Unclear
	}
	aperiodic := laws.Finding{Law: laws.Aperiodic, OK: p.Period <= 1}
	if !aperiodic.OK {
		aperiodic.Value = float64(p.Period)
		aperiodic.Witness = fmt.Sprintf("it goes round %d groups of %s in turn, and never forgets in which it is",
			p.Period, s.things())
	}
	return []laws.Finding{connected, aperiodic}
}

// parts says which cells never meet.
func (s Candidate) parts(w *laws.Written, p *Pattern) string {
	name := func(x int) string { return laws.Cell(w.Grid, x) }
	all := massive(w.P)
	closed := len(slices.DeleteFunc(slices.Clone(p.Classes), func(c spectra.Class) bool { return !c.Closed }))
	switch {
	case len(p.Absorbing) == len(all):
		return fmt.Sprintf("the chain never moves: each of the %d %s leads to itself alone", len(all), s.things())
	case len(p.Transient) > 0:
		say := fmt.Sprintf("the chain leaves %s for good, %s first", s.share(w, p.Transient, len(all)),
			name(p.Transient[0]))
		if len(p.Absorbing) > 0 {
			say += fmt.Sprintf(", and never leaves %s", name(p.Absorbing[0]))
		}
		return say
	}
	say := fmt.Sprintf("from %s, the heaviest, no way leads to %s, %s first", name(p.Heaviest),
		s.share(w, p.Unreached, len(all)), name(p.Unreached[0]))
	if closed > 2 {
		say += fmt.Sprintf("; %d parts never meet", closed)
	}
	return say
}

// share says how many of all cells these are, and with how much of the mass.
func (s Candidate) share(w *laws.Written, cells []int, all int) string {
	mass := 0.0
	for _, x := range cells {
		mass += w.P[x]
	}
	return fmt.Sprintf("%d of %d %s (%s of the mass)", len(cells), all, s.things(), Share(mass))
}

// Share writes a probability for people: 80%, or 1 in 12000 if it is small.
func Share(p float64) string {
	switch {
	case p >= 0.995:
		return fmt.Sprintf("all but %s", Share(1-p))
	case p >= 0.01:
		return fmt.Sprintf("%.2g%%", 100*p)
	case p >= 1e-6:
		return fmt.Sprintf("1 in %.0f", 1/p)
	}
	return fmt.Sprintf("%.1g", p)
}

// things are what a chain moves on: cells, or states if its space is larger than the target's.
func (s Candidate) things() string {
	if s.Base.Grid.Axes() > 0 && s.Base.Grid.Size() < s.Grid.Size() {
		return "states"
	}
	return "cells"
}

// structureBeside says what is wrong with the pattern if another law is broken first.
func structureBeside(broken []laws.Finding) (say []string) {
	for _, f := range broken[1:] {
		if structural(f) {
			say = append(say, f.Witness)
		}
	}
	return say
}

// notSeen says at how many betas samples did not connect all cells with mass. That is no proof that
// there is no way.
func (v Validation) notSeen() []string {
	if len(v.apart) == 0 {
		return nil
	}
	at := fmt.Sprintf("at beta = %.4g", v.Last().Beta)
	if len(v.Levels) > 1 {
		at = fmt.Sprintf("at %d of %d betas", len(v.apart), len(v.Levels))
	}
	return []string{"not every cell was seen to lead to every other " + at}
}

// inside says at which betas before the last the pattern has a fault. An annealing may have
// it there: the levels before and after make up for it. It also says if the last one is unclear.
func (v Validation) inside() (say []string) {
	if f := v.finding(laws.Connected); f != nil && f.Unclear {
		say = append(say, "whether every cell leads to every other is unclear, because masses span more than floats do")
	}
	if len(v.Levels) < 2 {
		return say
	}
	for _, of := range []struct {
		law   laws.Law
		fault string
	}{{laws.Connected, "not every cell leads to every other"}, {laws.Aperiodic, "the chain is periodic"}} {
		n, first := 0, 0.0
		for _, l := range v.Levels {
			broken := func(f laws.Finding) bool { return f.Law == of.law && !f.OK }
			if slices.ContainsFunc(l.Laws, broken) {
				if n++; n == 1 {
					first = l.Beta
				}
			}
		}
		if n > 0 {
			say = append(say, fmt.Sprintf("%s at %d of %d betas, as at %.4g", of.fault, n, len(v.Levels), first))
		}
	}
	return say
}
