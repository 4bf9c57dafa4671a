package reports

import (
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"breadboard/chains/laws"
	"breadboard/exact/spectra"
	"breadboard/experiments/validation"
	"breadboard/reports/table"
)

// WriteValidation writes all that is known as one JSON object, each key on a line, in the order of the columns. Unknown
// and non-finite numbers are null. The keys from "stationary" to "functions" describe the speed of the chain at the
// last level; "levels" has most of them for each.
func WriteValidation(w io.Writer, v validation.Validation) error {
	return validationObject(v).Write(w)
}

// WriteValidationWithRows adds the rows of a kernel as "rows": a matrix for each of "levels" at which they are known.
// Moves may have decided against them.
func WriteValidationWithRows(w io.Writer, v validation.Validation) error {
	return append(validationObject(v), "rows", rowsOf(v)).Write(w)
}

// rowsOf returns the matrices of a kernel that was given by rows or ways.
func rowsOf(v validation.Validation) (all [][][]float64) {
	of := v.Candidate
	if v.ByWays != nil {
		of = *v.ByWays
	}
	if of.Given == nil {
		return nil
	}
	for _, level := range v.Levels {
		if rows := of.Given(level.T); rows != nil {
			all = append(all, rows)
		}
	}
	return all
}

// validationObject returns what WriteValidation writes.
func validationObject(v validation.Validation) (all table.Object) {
	s := v.Candidate
	known := speedOf(v.Last())
	verdict := v.Verdict()
	maps.Copy(known, map[string]any{"verdict": verdict.String(), "ok": v.OK(), "status": verdict.Status(),
		"kernel": s.Name, "grid": s.Grid.String(),
		"seed": table.NilIfNil(s.Seed), "mc_seed": table.NilIfNil(v.MCSeed), "levels_validated": len(v.Levels),
		"balance": balanceOf(v, v.Balance), "laws": table.Each(v.Laws, lawObject), "J": v.J, "B": v.B,
		"notes": v.Notes, "doubts": doubts(verdict.Doubts()),
		"levels": table.Each(v.Levels, func(l validation.Level) table.Object { return levelObject(v, l) })})
	if c := v.Cause; c != nil {
		known["cause"] = table.Object{"name", c.Name, "says", c.Says, "advice", c.Advice}
	}
	if d := v.WorstPair; d != nil {
		known["directions"] = pairObject(*d)
	}
	if r := v.Reach; r.Moves > 0 {
		known["reach_of_moves"] = table.Object{"moves", r.Moves, "step", r.Step, "chain", r.Chain}
	}
	known["followed"] = v.Followed
	known["looked_at"] = lookedAt(v)
	off, single := v.ByRounding()
	// left holds keys that do not apply: they are left out, and not null
	left := map[string]bool{"moves": !v.BySamples, "budget": v.Budget == 0, "enough": v.Budget == 0,
		"fits": v.Fit == nil, "directions": v.WorstPair == nil, "precision": !single, "largest_error": !single,
		"reach_of_moves": v.Reach.Moves == 0, "followed": v.Followed == "", "calls": v.Calls == 0}
	known["precision"] = "single"
	known["largest_error"] = off
	if v.Fit != nil {
		known["fits"] = []table.Object{gewekeObject(*v.Fit)}
	}
	known["moves"] = v.Moves
	known["budget"] = v.Budget
	known["calls"] = v.Calls
	known["enough"] = v.MovesNeeded
	for key := range strings.FieldsSeq(validationKeys) {
		if !left[key] {
			all = append(all, key, known[key])
		}
	}
	return all
}

// validationKeys lists the keys of the one object that is printed.
const validationKeys = "verdict ok status precision largest_error cause directions reach_of_moves followed looked_at " +
	"kernel grid seed mc_seed levels_validated balance laws J B stationary gap slem relaxation_time mixing_time " +
	"mixing_from classes period unreached transient absorbing eigenvalues functions speed_doubts moves budget enough " +
	"levels notes fits doubts calls"

// balanceOf returns the balance in words, and nil if only samples are seen, which cannot tell it.
func balanceOf(v validation.Validation, b validation.Balance) any {
	if v.BySamples {
		return nil
	}
	return b.String()
}

// pairObject returns the cells that are farthest out of balance. What is not known of them is null: how moves are
// proposed, and the conditional, which a step that proposes does not draw from.
func pairObject(d validation.WorstPair) table.Object {
	var proposes, conditional any
	if d.There.Told || d.Back.Told {
		proposes = [2]float64{d.There.Q, d.Back.Q}
	}
	if !math.IsNaN(d.Conditional[0]) {
		conditional = d.Conditional
	}
	return table.Object{"beta", d.Beta, "from", d.From, "to", d.To, "proposes", proposes,
		"moves", [2]float64{d.There.P, d.Back.P}, "asked", d.Balanced, "conditional", conditional, "says", d.Lines}
}

func lawObject(l laws.Finding) table.Object {
	o := table.ObjectOf(lawKeys, lawRow(l))
	if l.Unclear {
		o = append(o, "unclear", true, "needs", table.NilIfZero(l.Needs))
	}
	if l.Single {
		o = append(o, "precision", "single")
	}
	return o
}

// levelObject returns the laws at a level and the speed of the chain there.
func levelObject(v validation.Validation, l validation.Level) table.Object {
	known := map[string]any{"t": l.T, "beta": l.Beta, "balance": balanceOf(v, l.Balance),
		"laws": table.Each(l.Laws, lawObject)}
	if p := l.Pattern; p != nil {
		known["classes"] = len(p.Classes)
		known["period"] = p.Period
		known["unreached"] = len(p.Unreached)
	}
	if s := l.Speed; s != nil {
		known["gap"] = s.Gap
		known["slem"] = s.SLEM
		known["relaxation_time"] = s.RelaxationTime
		known["mixing_time"] = stepCount(s.Mixing.Steps)
	}
	return table.Sorted(known)
}

// speedOf returns the speed of the chain at one level, as far as it is known. A mixing time is null for never.
func speedOf(l validation.Level) map[string]any {
	known := map[string]any{}
	if l.SpeedErr != "" {
		known["speed_doubts"] = []string{l.SpeedErr}
	}
	if p := l.Pattern; p != nil {
		known["period"], known["unreached"] = p.Period, append([]int{}, p.Unreached...)
		known["transient"] = append([]int{}, p.Transient...)
		known["absorbing"] = append([]int{}, p.Absorbing...)
		if p.Classes != nil { // there are none of too many cells
			known["classes"] = table.Each(p.Classes, func(c spectra.Class) table.Object {
				return table.Object{"closed", c.Closed, "period", c.Period, "states", c.States}
			})
		}
	}
	if s := l.Speed; s != nil {
		values := any(table.Each(s.Values, func(z complex128) float64 { return real(z) }))
		if slices.ContainsFunc(s.Values, func(z complex128) bool { return imag(z) != 0 }) {
			values = table.Each(s.Values, func(z complex128) [2]float64 { return [2]float64{real(z), imag(z)} })
		}
		maps.Copy(known, map[string]any{"gap": s.Gap, "slem": s.SLEM, "relaxation_time": s.RelaxationTime,
			"eigenvalues": values, "speed_doubts": s.Doubts,
			"mixing_time": stepCount(s.Mixing.Steps), "mixing_from": s.Mixing.From,
			"functions": table.Each(s.Functions, func(f validation.Average) table.Object {
				return table.Object{"asymptotic_variance", f.Variance, "iat", f.IAT, "name", f.Name}
			})})
		if s.Stationary != nil {
			known["stationary"] = s.Stationary
		}
	}
	return known
}
