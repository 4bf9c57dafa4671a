package validation

import (
	"fmt"
	"math"

	"breadboard/chains/laws"
	"breadboard/grid/text"
)

// A test is one p-value.
type test struct {
	law     laws.Law
	p       float64
	witness string
	level   int     // the number of the beta, from 1; 0 for annealed chains
	first   float64 // the p-value of the first look, corrected for all tests, if there was a second; otherwise 0
	both    float64 // then that of both looks
	short   float64 // how many times the data it takes to find the fault; above 1 if they are too few
	unclear string  // what is too few; "" if there are enough
}

// lacks marks a test as unclear if it has fewer data than it needs, and then says so.
func (t *test) lacks(has, needed int, say string) {
	if has < needed {
		t.short, t.unclear = float64(needed)/float64(has), say
	}
}

// settle corrects all p-values for their number (Holm), and makes one finding for each law,
// from its smallest p-value. A law that is kept is unclear if one of its tests has too few
// data. The finding then names the test that is shortest of data.
func (v *Validation) settle(tests []test, o plan) {
	short, limit := map[laws.Law]float64{}, o.limitFor(tests)
	for i, value := range adjusted(tests) {
		t := tests[i]
		if t.first > 0 {
			value = t.both
		}
		l := v.finding(t.law)
		if l == nil {
			v.Laws = append(v.Laws, laws.Finding{Law: t.law, OK: true, Value: 2, Limit: limit})
			l = &v.Laws[len(v.Laws)-1]
		}
		if value < l.Value {
			l.Value, l.OK = value, value > limit
			if !l.Unclear || !l.OK {
				l.Witness = t.witness
			}
		}
		if t.unclear != "" && l.OK && !(t.short <= short[t.law]) {
			short[t.law], l.Unclear, l.Witness = t.short, true, t.unclear
		}
	}
	for i := range v.Laws {
		l := &v.Laws[i]
		l.Unclear = l.Unclear && l.OK
		if l.Unclear {
			l.Needs = v.needs(short[l.Law], o)
			l.Witness += takes(l.Needs)
		}
	}
	v.Fault, v.chance = o.Fault, chance{o, tests}
	v.Laws = append(v.Laws, v.seenStructure()...)
	v.suspect()
	if o.drawn() {
		v.Budget, v.Enough = o.Budget, roundUp(o.moves)
	}
	v.noteSettled(len(tests), o)
	v.noteCleared()
}

// noteSettled notes how so many tests were corrected.
func (v *Validation) noteSettled(tests int, o plan) {
	v.noteApart()
	v.note("%v", o)
	looks := ""
	if o.looks > 1 {
		looks = fmt.Sprintf(" and %d looks (Bonferroni)", o.looks)
	}
	again := ""
	if by := o.twice(); o.again > 0 {
		again = fmt.Sprintf("; one from %g to %g is asked again on fresh moves", by.Clear, by.Doubted)
	}
	v.note("values of these laws are p-values, corrected for %d tests (Holm)%s%s; a sound kernel is accused with "+
		"probability %g at most", tests, looks, again, o.limit())
}

// needs returns how many moves in all decide a law that is so short of data, if they come as
// those seen did; 0 if no number of such moves does.
func (v *Validation) needs(short float64, o plan) int {
	n := short * float64(v.Moves)
	if o.moves > 0 && !(n <= o.moves) {
		n = o.moves
	}
	return roundUp(n)
}

// roundUp rounds up to two digits. It returns 0 for what is no int.
func roundUp(n float64) int {
	if !(n > 0 && n < math.MaxInt64/16) {
		return 0
	}
	unit := math.Pow(10, max(0, math.Floor(math.Log10(n))-1))
	return int(math.Ceil(n/unit) * unit)
}

// takes says how many moves decide a law.
func takes(moves int) string {
	if moves == 0 {
		return ""
	}
	return fmt.Sprintf(" (about %s moves in all)", text.Thousands(moves))
}
