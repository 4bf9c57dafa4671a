package reports

import (
	"strings"
	"testing"

	"breadboard/experiments/sandwich"
	"breadboard/grid/must"
	"breadboard/reports/table"
)

// Programs read the keys that are promised, and null for what is not known; people read the bounds and the cause.
func TestSandwich(t *testing.T) {
	var all []sandwich.Result
	for i, s := range [][2][]float64{{{1, 2}, {3, 5}}, {{1, 2}, nil}} {
		all = append(all, sandwich.Judge(sandwich.Set{T: 10 * (i + 1), Sides: [2]sandwich.Side{{LogW: s[0]}, {LogW: s[1]}}}))
	}
	var b strings.Builder
	must.Do(t, table.WriteAll(&b, table.JSON, table.Style{}, Sandwich(all, table.JSON)))
	must.Say(t, b.String(), `"log_r_lower": -4.85`, `"log_r_upper": null`, `"b": 2.5,`, `"b_stderr": 1.118`, `"bar": `,
		`"bar_stderr": `, `"crooks_p": null`, `"verdict": "cannot tell"`, `"verdict": "one side"`)
	b.Reset()
	must.Do(t, table.WriteAll(&b, table.Plain, table.Style{}, Sandwich(all, table.Plain)))
	must.Say(t, b.String(), "log R is above -4.85", "at T = 10: Crooks cannot tell: too few runs", "2.5 ± 1.1")
}
