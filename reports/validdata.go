package reports

import (
	"bytes"
	"fmt"
	"io"
	"slices"

	"breadboard/chains/laws"
	"breadboard/exact/spectra"
	"breadboard/experiments/validation"
)

// A validLaw is a law in JSON.
type validLaw struct {
	Name    string `json:"name"`
	OK      bool   `json:"ok"`
	Value   number `json:"value"`
	Limit   number `json:"limit"`
	Witness string `json:"witness"`
	Unclear bool   `json:"unclear,omitempty"`
}

func validLaws(laws []laws.Finding) []validLaw {
	out := make([]validLaw, len(laws))
	for i, l := range laws {
		out[i] = validLaw{l.Law.String(), l.OK, number(l.Value), number(l.Limit), l.Witness, l.Unclear}
	}
	return out
}

// WriteValidation writes all that is known as one JSON object, each key on a line
// of its own. What is not known, or not finite, is null. The keys of how fast the
// chain is, from "stationary" to "hitting", are those of the last level; "levels"
// has most of them for each.
func WriteValidation(w io.Writer, v validation.Validation) error {
	var b bytes.Buffer
	b.WriteString("{")
	for i, f := range validFields(v) {
		value, err := forJSON(f.value)
		if err != nil {
			return fmt.Errorf("%s: %w", f.key, err)
		}
		fmt.Fprintf(&b, "%s\n  %q: %s", between(i, ","), f.key, value)
	}
	b.WriteString("\n}\n")
	_, err := w.Write(b.Bytes())
	return err
}

// A validField is a key and its value.
type validField struct {
	key   string
	value any
}

func validFields(v validation.Validation) []validField {
	s := v.Candidate
	all := []validField{{"verdict", v.Verdict()}, {"ok", v.OK()}, {"kernel", s.Name}, {"grid", s.Grid.String()}, {"levels_validated", len(v.Levels)},
		{"balance", v.Balance.String()}, {"laws", validLaws(v.Laws)}, {"J", v.J}, {"B", v.B}}
	all = append(all, speedFields(v.Last())...)
	var levels []map[string]any
	for _, l := range v.Levels {
		one := map[string]any{"t": l.T, "beta": l.Beta, "balance": l.Balance.String(), "laws": validLaws(l.Laws)}
		if sp := l.Speed; sp != nil {
			one["gap"], one["slem"], one["relaxation_time"], one["kemeny"] = number(sp.Gap), number(sp.SLEM), number(sp.RelaxationTime), number(sp.Kemeny)
			one["mixing_time"], _, _ = mixingFields(sp.Mixing)
			one["conductance"] = number(sp.Cut.Phi)
		}
		if p := l.Pattern; p != nil {
			one["classes"], one["period"] = len(p.Classes), p.Period
		}
		levels = append(levels, one)
	}
	var beside []map[string]any
	for _, b := range v.Compared {
		beside = append(beside, map[string]any{"kernel": b.Name, "cost": number(b.Cost), "J": number(b.J), "B": number(b.B),
			"equal_cost_T": b.Equal, "equal_cost_J": number(b.EqualJ), "equal_cost_B": number(b.EqualB), "peskun": b.Order, "pair": b.Pair})
	}
	return append(all, validField{"levels", levels}, validField{"compared", beside}, validField{"notes", v.Notes})
}

// mixingFields are the mixing times, nil where they are never, and from which cell
// the worst is, -1 where it is never; all nil where they are unknown.
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

// speedFields are those of one level, all null where nothing is known; where it is
// known by the ends of the spectrum, "bounds" has them, and the others what they say.
func speedFields(l validation.Level) []validField {
	keys := []string{"stationary", "gap", "additive_gap", "slem", "relaxation_time", "mixing_time", "mixing_time_average", "mixing_from", "kemeny",
		"kemeny_by_trace", "classes", "period", "unreached", "eigenvalues", "second", "conductance", "functions", "hitting", "doubt", "doubts"}
	values := make([]any, len(keys))
	if s := l.Speed; s != nil {
		var own any
		if s.Stationary != nil {
			own = s.Stationary
		}
		worst, average, from := mixingFields(s.Mixing)
		values = []any{own, s.Gap, s.AdditiveGap, s.SLEM, s.RelaxationTime, worst, average, from, s.Kemeny,
			s.KemenyByTrace, classList(s.Classes), s.Period, append([]int{}, s.Unreached...), eigenvalues(s.Values), s.Second, cutField(s.Cut),
			averages(s.Functions), hits(s.Hits), s.Doubt, s.Doubts}
	} else if e := l.Bounds; e != nil {
		set := func(key string, v any) { values[slices.Index(keys, key)] = v }
		set("gap", number(e.Gap.Value))
		set("additive_gap", number(e.AdditiveGap.Value))
		set("slem", number(e.SLEM.Value))
		set("relaxation_time", number(e.RelaxationTime.Value))
		set("doubts", e.Doubts)
	} else {
		if l.SpeedErr != "" {
			values[slices.Index(keys, "doubts")] = []string{l.SpeedErr}
		}
		if p := l.Pattern; p != nil {
			i := slices.Index(keys, "classes") // period and unreached follow
			values[i], values[i+1], values[i+2] = classList(p.Classes), p.Period, append([]int{}, p.Unreached...)
		}
	}
	all := make([]validField, len(keys))
	for i := range keys {
		all[i] = validField{keys[i], values[i]}
	}
	if l.Bounds != nil {
		all = append(all, validField{"bounds", endsField(l.Bounds)})
	}
	return all
}

func classList(classes []spectra.Class) []map[string]any {
	all := []map[string]any{}
	for _, c := range classes {
		all = append(all, map[string]any{"states": c.States, "closed": c.Closed, "period": c.Period})
	}
	return all
}

// eigenvalues are numbers where all are real, else pairs of a real and an imaginary
// part.
func eigenvalues(values []complex128) any {
	var reals []float64
	var pairs [][2]number
	complexes := false
	for _, z := range values {
		complexes = complexes || imag(z) != 0
		reals = append(reals, real(z))
		pairs = append(pairs, [2]number{number(real(z)), number(imag(z))})
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
	return map[string]any{"phi": number(c.Phi), "flow": number(c.Flow), "mass": number(c.Mass), "cells": cells, "exact": c.Exact}
}

func averages(fs []validation.Average) []map[string]any {
	all := []map[string]any{}
	for _, f := range fs {
		all = append(all, map[string]any{"name": f.Name, "asymptotic_variance": number(f.Variance), "iat": number(f.IAT)})
	}
	return all
}

func hits(hs []validation.Hit) []map[string]any {
	all := []map[string]any{}
	for _, h := range hs {
		all = append(all, map[string]any{"from": h.From, "to": h.To, "steps": number(h.Steps)})
	}
	return all
}
