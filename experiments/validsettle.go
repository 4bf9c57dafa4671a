package experiments

import (
	"slices"

	"breadboard/chains/evidence"
)

// settle corrects all p-values for how many there are (Holm), and makes laws of the
// least of each kind. One that is kept is unclear where there is too little data.
func (v *Validation) settle(tests []test, o Watching) {
	p := make([]float64, len(tests))
	for i, t := range tests {
		p[i] = t.p
	}
	for i, adjusted := range evidence.Holm(p) {
		t := tests[i]
		k := slices.IndexFunc(v.Laws, func(l Law) bool { return l.Name == t.law })
		if k < 0 {
			k = len(v.Laws)
			v.Laws = append(v.Laws, Law{Name: t.law, OK: true, Value: 2, Limit: o.Level})
		}
		l := &v.Laws[k]
		if adjusted < l.Value {
			l.Value, l.OK = adjusted, adjusted > o.Level
			if !l.Unclear || !l.OK {
				l.Witness = t.witness
			}
		}
		if t.unclear != "" && !l.Unclear {
			l.Unclear = true
			if l.OK {
				l.Witness = t.unclear
			}
		}
	}
	for i := range v.Laws {
		v.Laws[i].Unclear = v.Laws[i].Unclear && v.Laws[i].OK
	}
	v.noteApart()
	v.note("%s", o.plan())
	v.note("values of these laws are p-values, corrected for %d tests (Holm); a sound kernel is accused with probability %g at most", len(tests), o.Level)
}
