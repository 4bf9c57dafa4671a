package reports

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/chains/laws"
	"breadboard/experiments/validation"
	"breadboard/grid/must"
)

// TestEachKeyOfValidation: each key for software is read from a field of its own, of the whole and of a level.
func TestEachKeyOfValidation(t *testing.T) {
	var v validation.Validation
	must.Fill(&v)
	v.BySamples = false // so that balance is known
	l := v.Levels[0]
	s := l.Speed
	p := l.Pattern
	f := s.Functions[0]
	type o = map[string]any
	lawKeys := func(f laws.Finding) []o {
		return []o{{"name": f.Law, "ok": true, "value": f.Value, "limit": f.Limit, "witness": f.Witness,
			"unclear": true, "needs": f.Needs}}
	}
	want := o{"verdict": v.Verdict(), "ok": true, "kernel": v.Candidate.Name, "grid": v.Candidate.Grid.String(),
		"cause": o{"name": v.Cause.Name, "says": v.Cause.Says, "advice": v.Cause.Advice}, "seed": *v.Candidate.Seed,
		"mc_seed": *v.MCSeed, "levels_validated": 1, "balance": "not invariant", "laws": lawKeys(v.Laws[0]),
		"J": v.J, "B": v.B, "notes": v.Notes, "keys": 1,
		"stationary": s.Stationary, "gap": s.Gap, "slem": s.SLEM,
		"relaxation_time": s.RelaxationTime, "mixing_time": s.Mixing.Steps,
		"mixing_from": s.Mixing.From, "classes": []o{{"states": p.Classes[0].States, "closed": true,
			"period": p.Classes[0].Period}}, "period": p.Period, "unreached": p.Unreached, "transient": p.Transient,
		"absorbing": p.Absorbing, "eigenvalues": []float64{real(s.Values[0])},
		"functions": []o{{"name": f.Name, "asymptotic_variance": f.Variance, "iat": f.IAT}},
		"doubts":    s.Doubts, "budget": v.Budget,
		"enough": v.MovesNeeded, "fits": []any{gewekeObject(*v.Fit)}, "levels": []o{{"t": l.T, "beta": l.Beta,
			"balance": "not invariant", "laws": lawKeys(l.Laws[0]), "classes": 1, "period": p.Period, "unreached": 1,
			"gap": s.Gap, "slem": s.SLEM, "relaxation_time": s.RelaxationTime, "mixing_time": s.Mixing.Steps}}}
	want["reach_of_moves"] = o{"moves": v.Reach.Moves, "step": v.Reach.Step, "chain": v.Reach.Chain}
	want["looked_at"] = lookedAt(v)
	d := v.Between
	want["directions"] = o{"beta": d.Beta, "from": d.From, "to": d.To, "proposes": []float64{d.There.Q, d.Back.Q},
		"moves": []float64{d.There.P, d.Back.P}, "asked": d.Asked, "says": d.Lines}
	var b bytes.Buffer
	must.Do(t, WriteValidation(&b, v))
	read := func(data []byte) (all o) {
		must.Do(t, json.Unmarshal(data, &all))
		return all
	}
	if diff := cmp.Diff(read(must.Have(json.Marshal(want))(t)), read(b.Bytes())); diff != "" {
		t.Error(diff)
	}
}
