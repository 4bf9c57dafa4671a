package main

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The numbers of levels that help tells of are those that are run.
func TestDefaultLevels(t *testing.T) {
	for command, more := range map[string][]string{"exact": nil, "sample": {"--chains", "2"}} {
		help := works(t, "", command, "--help")
		_, told, _ := strings.Cut(strings.Join(strings.Fields(help), " "), "separated by commas (default ")
		told, _, _ = strings.Cut(told, ")")
		var rows []struct{ T int }
		out := works(t, "", append([]string{command, "--toy", "barrier", "--format", "json"}, more...)...)
		if err := json.Unmarshal([]byte(out), &rows); err != nil {
			t.Fatal(err)
		}
		var ran []string
		for _, r := range rows {
			ran = append(ran, strconv.Itoa(r.T))
		}
		if told == "" {
			t.Errorf("the help of %s says no levels", command)
		}
		if got := strings.Join(slices.Compact(ran), ","); got != told {
			t.Errorf("%s runs %s, help says %q", command, got, told)
		}
	}
}
