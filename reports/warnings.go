package reports

import (
	"fmt"
	"math"
	"strings"

	"breadboard/experiments"
	"breadboard/reports/table"
)

// nullWarnings returns warnings that name the numbers of a record for which JSON has no word: infinite ones, and those
// that are left out for a reason that other warnings give. An optional column needs no reason.
func nullWarnings(keys []table.Column, rec record) (warnings []string) {
	var infinite, left []string
	for _, c := range keys {
		v, ok := rec[c.Key].(float64)
		switch {
		case ok && math.IsInf(v, 0):
			infinite = append(infinite, c.Key+" = "+table.Full(v))
		case ok && math.IsNaN(v) && !c.Optional:
			left = append(left, c.Key)
		}
	}
	if infinite != nil {
		warnings = append(warnings, "not finite, and so null in JSON: "+strings.Join(infinite, ", "))
	}
	if left != nil {
		warnings = append(warnings, "left out, and so null in JSON: "+strings.Join(left, ", "))
	}
	return warnings
}

// A warning holds the text of a run's warning, and what it is about: a T, or a program at a T.
type warning struct{ text, of string }

// warningsOf returns the warnings of one run.
func warningsOf(of string, texts []string) []warning {
	return table.Each(texts, func(text string) warning { return warning{text, of} })
}

// ofProgram names the run of a program at one T.
func ofProgram(program string, T int) string {
	if T == 0 {
		return program
	}
	return fmt.Sprintf("%s at T = %d", program, T)
}

// noteWarnings adds a note for each text among warnings. It begins with before and names all that the text is about.
func noteWarnings(t *table.Table, before string, all []warning) {
	for text, same := range experiments.GroupBy(all, func(w warning) string { return w.text }) {
		t.Note("%s%s: %s.", before, strings.Join(table.Each(same, func(w warning) string { return w.of }), ", "), text)
	}
}
