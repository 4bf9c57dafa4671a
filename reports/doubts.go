package reports

import (
	"encoding/json"
	"strings"

	"breadboard/chains/laws"
	"breadboard/reports/table"
)

// doubts is a cell: objects with a code, a number and words in JSON, and the codes in CSV.
type doubts []laws.Doubt

// String returns the codes.
func (d doubts) String() string {
	return strings.Join(table.Each(d, func(one laws.Doubt) string { return one.Code }), "; ")
}

// MarshalJSON returns a list, which is empty where there is no doubt.
func (d doubts) MarshalJSON() ([]byte, error) {
	return json.Marshal(table.Each(d, func(one laws.Doubt) table.Object {
		return table.Object{"code", one.Code, "number", one.Number, "says", one.Says}
	}))
}
