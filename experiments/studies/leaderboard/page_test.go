package leaderboard

import (
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"breadboard/grid/must"
	"breadboard/reports/table"
)

const folder = "../../../reports/leaderboard"

// committed reads the rows of a CSV file.
func committed[R any](t *testing.T, name string) (rows []R) {
	t.Helper()
	file := must.Have(os.Open(filepath.Join(folder, name)))(t)
	defer file.Close()
	all := must.Have(csv.NewReader(file).ReadAll())(t)
	for _, line := range all[1:] {
		var r R
		k := 0
		table.EachField(reflect.ValueOf(&r).Elem(), "", func(key, _ string, field reflect.Value) {
			if all[0][k] != key {
				t.Fatalf("%s has the column %s, and %s is meant", name, all[0][k], key)
			}
			cell := line[k]
			k++
			switch {
			case field.Kind() == reflect.String:
				field.SetString(cell)
			case field.Kind() == reflect.Int:
				field.SetInt(int64(must.Have(strconv.Atoi(cell))(t)))
			case cell == "":
				field.SetFloat(math.NaN())
			default:
				field.SetFloat(must.Have(strconv.ParseFloat(cell, 64))(t))
			}
		})
		rows = append(rows, r)
	}
	return rows
}

// TestPageSays: who is first, as the page has it, is what the committed rows say.
func TestPageSays(t *testing.T) {
	rows := committed[Row](t, "rows.csv")
	page := string(must.Have(os.ReadFile(filepath.Join(folder, "README.md")))(t))
	for _, block := range []struct {
		name     string
		families []string
		clusters bool
	}{
		{"spins and glasses", []string{spins, glasses}, true},
		{"the same without clusters", []string{spins, glasses}, false},
		{"rbm", []string{machines}, true},
		{"labels", []string{labels}, true},
		{"posteriors", []string{posteriors}, true},
	} {
		for _, set := range []string{foundOn, triedOn} {
			some := ofFamilies(contests(rows, block.clusters), set, block.families...)
			line := strings.Join([]string{"", strconv.Itoa(len(some)), tally(some, byGap), tally(some, byRESS),
				tally(some, byCharged), ""}, " | ")
			if !strings.Contains(page, strings.TrimSpace(line)) {
				t.Errorf("%s, %s: the page has not%s", block.name, set, line)
			}
		}
	}
}

// TestWhereAnnealingWins: the counts of the page, of the side and of log f.
func TestWhereAnnealingWins(t *testing.T) {
	found := Found{committed[Row](t, "rows.csv"), committed[Estimate](t, "estimates.csv")}
	slow, slowFree, slowCharged := 0, 0, 0
	quick, quickFree, quickCharged := 0, 0, 0
	same, chains := 0, 0
	for _, p := range pricesOf(found, counted) {
		if p.function == "logf" {
			same++
			if p.chain < min(p.free, p.charged) {
				chains++
			}
			continue
		}
		if p.relaxation > 1600 {
			slow++
			slowFree += count(p.free < p.chain)
			slowCharged += count(p.charged < p.chain)
			continue
		}
		quick++
		quickFree += count(p.free < p.chain)
		quickCharged += count(p.charged < p.chain)
	}
	got := []int{same, chains, slow, slowFree, slowCharged, quick, quickFree, quickCharged}
	if want := []int{16, 16, 6, 6, 3, 10, 1, 1}; !slices.Equal(got, want) {
		t.Errorf("targets on which a chain or an annealing wins: %v, and %v on the page", got, want)
	}
}

func count(is bool) int {
	if is {
		return 1
	}
	return 0
}

// TestMeasuredToday: a small target has the committed numbers.
func TestMeasuredToday(t *testing.T) {
	of := subject{set: foundOn, family: spins, toy: "potts:2x2:3:1"}
	today := must.Have(of.measured(t.Context()))(t).round()
	known := map[string]Row{}
	for _, r := range committed[Row](t, "rows.csv") {
		if r.Target == of.toy && r.Set == of.set {
			known[r.Kernel] = r
		}
	}
	for _, r := range today.Rows {
		was, ok := known[r.Kernel]
		if !ok { // it came later
			continue
		}
		if r.Left == "" && (math.Abs(r.Gap-was.Gap) > 1e-4*was.Gap || math.Abs(r.JCharged100-was.JCharged100) >
			1e-3*was.JCharged100+1e-9) {
			t.Errorf("%s: gap %v and J %v, committed are %v and %v", r.Kernel, r.Gap, r.JCharged100, was.Gap,
				was.JCharged100)
		}
	}
	if len(today.Rows) < 20 {
		t.Errorf("%d kernels", len(today.Rows))
	}
}
