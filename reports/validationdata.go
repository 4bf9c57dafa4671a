package reports

import (
	"io"
	"strings"

	"breadboard/chains/laws"
	"breadboard/exact/spectra"
	"breadboard/experiments/validation"
	"breadboard/reports/table"
)

// A validLaw is a law in JSON.
type validLaw struct {
	Name    string       `json:"name"`
	OK      bool         `json:"ok"`
	Value   table.Number `json:"value"`
	Limit   table.Number `json:"limit"`
	Witness string       `json:"witness"`
	Unclear bool         `json:"unclear,omitempty"`
}

func validLaws(laws []laws.Finding) []validLaw {
	out := make([]validLaw, len(laws))
	for i, l := range laws {
		out[i] = validLaw{l.Law.String(), l.OK, table.Number(l.Value), table.Number(l.Limit), l.Witness, l.Unclear}
	}
	return out
}

// WriteValidation writes all that is known as one JSON object, each key on a line of its
// own. What is not known, or not finite, is null. The keys from "stationary" to "hitting"
// say how fast the chain is at the last level; "levels" has most of them for each.
func WriteValidation(w io.Writer, v validation.Validation) error {
	var keys []table.Column
	var values []any
	for _, f := range validFields(v) {
		keys, values = append(keys, table.Column{Key: f.key}), append(values, f.value)
	}
	return table.WriteObject(w, keys, values)
}

// A validField is a key and its value.
type validField struct {
	key   string
	value any
}

func validFields(v validation.Validation) []validField {
	s := v.Candidate
	all := []validField{{"verdict", v.Verdict()}, {"ok", v.OK()}, {"kernel", s.Name}, {"grid", s.Grid.String()},
		{"levels_validated", len(v.Levels)}, {"balance", v.Balance.String()}, {"laws", validLaws(v.Laws)},
		{"J", v.J}, {"B", v.B}}
	all = append(all, speedFields(v.Last())...)
	return append(all, validField{"levels", levelObjects(v.Levels)}, validField{"compared", comparedObjects(v.Compared)},
		validField{"notes", v.Notes})
}

// levelObjects say of each level which laws are kept and how fast the chain is.
func levelObjects(levels []validation.Level) (all []map[string]any) {
	for _, l := range levels {
		one := map[string]any{"t": l.T, "beta": l.Beta, "balance": l.Balance.String(), "laws": validLaws(l.Laws)}
		if s := l.Speed; s != nil {
			one["gap"], one["slem"] = table.Number(s.Gap), table.Number(s.SLEM)
			one["relaxation_time"], one["kemeny"] = table.Number(s.RelaxationTime), table.Number(s.Kemeny)
			one["mixing_time"], _, _ = mixingFields(s.Mixing)
			one["conductance"] = table.Number(s.Cut.Phi)
		}
		if p := l.Pattern; p != nil {
			one["classes"], one["period"] = len(p.Classes), p.Period
		}
		all = append(all, one)
	}
	return all
}

// comparedObjects put the catalogue beside the kernel.
func comparedObjects(compared []validation.Beside) (all []map[string]any) {
	for _, b := range compared {
		all = append(all, map[string]any{"kernel": b.Name, "cost": table.Number(b.Cost),
			"J": table.Number(b.J), "B": table.Number(b.B), "equal_cost_T": b.Equal,
			"equal_cost_J": table.Number(b.EqualJ), "equal_cost_B": table.Number(b.EqualB),
			"peskun": b.Order, "pair": b.Pair})
	}
	return all
}

// mixingFields are the mixing times, nil for never, and the cell from which mixing takes
// longest, -1 for never. All are nil if they are not known.
func mixingFields(m *spectra.Mixing) (worst, average, from any) {
	if m == nil {
		return nil, nil, nil
	}
	if m.Worst != spectra.Never {
		worst = m.Worst
	}
	if m.Average != spectra.Never {
		average = m.Average
	}
	return worst, average, m.From
}

// speedKeys are the keys that say how fast a chain is, in order.
const speedKeys = "stationary gap additive_gap slem relaxation_time mixing_time mixing_time_average mixing_from kemeny " +
	"kemeny_by_trace classes period unreached eigenvalues second conductance functions hitting doubt doubts"

// speedFields say how fast the chain is at one level. They are null if nothing is known.
// If only the ends of the spectrum are known, "bounds" has them, and the others have what
// follows from them.
func speedFields(l validation.Level) (all []validField) {
	var known map[string]any
	switch {
	case l.Speed != nil:
		known = speedValues(l.Speed)
	case l.Bounds != nil:
		known = endValues(l.Bounds)
	default:
		known = patternValues(l)
	}
	for _, key := range strings.Fields(speedKeys) {
		all = append(all, validField{key, known[key]})
	}
	if l.Bounds != nil {
		all = append(all, validField{"bounds", boundsField(l.Bounds)})
	}
	return all
}

// speedValues are known if the matrix is written out.
func speedValues(s *validation.Speed) map[string]any {
	known := map[string]any{"gap": s.Gap, "additive_gap": s.AdditiveGap, "slem": s.SLEM,
		"relaxation_time": s.RelaxationTime, "kemeny": s.Kemeny, "kemeny_by_trace": s.KemenyByTrace,
		"classes": classList(s.Classes), "period": s.Period, "unreached": append([]int{}, s.Unreached...),
		"eigenvalues": eigenvalues(s.Values), "second": s.Second, "conductance": cutField(s.Cut),
		"functions": averages(s.Functions), "hitting": hits(s.Hits), "doubt": s.Doubt, "doubts": s.Doubts}
	if s.Stationary != nil {
		known["stationary"] = s.Stationary
	}
	known["mixing_time"], known["mixing_time_average"], known["mixing_from"] = mixingFields(s.Mixing)
	return known
}

// endValues are known if only the ends of the spectrum are.
func endValues(e *validation.Bounds) map[string]any {
	return map[string]any{"gap": table.Number(e.Gap.Value), "additive_gap": table.Number(e.AdditiveGap.Value),
		"slem": table.Number(e.SLEM.Value), "relaxation_time": table.Number(e.RelaxationTime.Value), "doubts": e.Doubts}
}

// patternValues follow from which moves are possible at all.
func patternValues(l validation.Level) map[string]any {
	known := map[string]any{}
	if l.SpeedErr != "" {
		known["doubts"] = []string{l.SpeedErr}
	}
	if p := l.Pattern; p != nil {
		known["classes"], known["period"] = classList(p.Classes), p.Period
		known["unreached"] = append([]int{}, p.Unreached...)
	}
	return known
}

func classList(classes []spectra.Class) []map[string]any {
	all := []map[string]any{}
	for _, c := range classes {
		all = append(all, map[string]any{"states": c.States, "closed": c.Closed, "period": c.Period})
	}
	return all
}

// eigenvalues are numbers if all are real, and otherwise pairs of a real and an imaginary
// part.
func eigenvalues(values []complex128) any {
	var reals []float64
	var pairs [][2]table.Number
	complexes := false
	for _, z := range values {
		complexes = complexes || imag(z) != 0
		reals = append(reals, real(z))
		pairs = append(pairs, [2]table.Number{table.Number(real(z)), table.Number(imag(z))})
	}
	if complexes {
		return pairs
	}
	return reals
}

func cutField(c spectra.Cut) any {
	if c.In == nil {
		return nil
	}
	cells := []int{}
	for x, in := range c.In {
		if in {
			cells = append(cells, x)
		}
	}
	return map[string]any{"phi": table.Number(c.Phi), "flow": table.Number(c.Flow), "mass": table.Number(c.Mass),
		"cells": cells, "exact": c.Exact}
}

func averages(fs []validation.Average) []map[string]any {
	all := []map[string]any{}
	for _, f := range fs {
		all = append(all, map[string]any{"name": f.Name, "asymptotic_variance": table.Number(f.Variance),
			"iat": table.Number(f.IAT)})
	}
	return all
}

func hits(hs []validation.Hit) []map[string]any {
	all := []map[string]any{}
	for _, h := range hs {
		all = append(all, map[string]any{"from": h.From, "to": h.To, "steps": table.Number(h.Steps)})
	}
	return all
}
