package validation

import (
	"breadboard/chains/evidence"
	"breadboard/chains/laws"
)

// A test is one p-value.
type test struct {
	law     laws.Law
	p       float64
	witness string
	unclear string // what there is too little of; "" if there is enough
}

// settle corrects all p-values for how many there are (Holm), and makes one finding of
// the tests of each law: of the smallest p-value. A law that is kept is unclear if one
// of its tests has too little data.
func (v *Validation) settle(tests []test, o plan) {
	p := make([]float64, len(tests))
	for i, t := range tests {
		p[i] = t.p
	}
	for i, adjusted := range evidence.Holm(p) {
		t := tests[i]
		l := v.finding(t.law)
		if l == nil {
			v.Laws = append(v.Laws, laws.Finding{Law: t.law, OK: true, Value: 2, Limit: o.Level})
			l = &v.Laws[len(v.Laws)-1]
		}
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
	v.note("%v", o)
	v.note("values of these laws are p-values, corrected for %d tests (Holm); a sound kernel is accused with "+
		"probability %g at most", len(tests), o.Level)
}
