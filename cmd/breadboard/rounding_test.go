package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"breadboard/experiments/explore"
)

// TestEveryMediumRounds: J, its parts, B and B - J are the same numbers in a table for people, JSON, CSV, the rows of a
// sweep and the answers of the explorer. Where J is rounding alone, as with the perfect kernel, it is 0 in all of them,
// its bound is j_off, and nobody divides by it. A true J as small keeps its digits in all of them.
func TestEveryMediumRounds(t *testing.T) {
	targets := map[string]string{"deep.csv": "0,-30\n", "flat.csv": "0,1e-13,3e-13\n", "usual.csv": "0.0,1,2\n0.5,0,-3\n"}
	dir := files(t, targets)
	for name, target := range targets {
		for _, kernel := range []string{"perfect", "metropolis", "identity"} {
			setting := strings.Fields("--target " + name + " --kernel " + kernel + " --initial tempered:0.7 -T 2,20")
			of := strings.TrimSuffix(name, ".csv") + "-" + kernel
			works(t, dir, append([]string{"sweep", "--out", of}, setting...)...)
			text := works(t, dir, append([]string{"exact", "--format", "markdown"}, setting...)...)
			swept := tableOf(t, filepath.Join(dir, of))
			csv := works(t, dir, append([]string{"exact", "--format", "csv"}, setting...)...)
			if err := os.WriteFile(filepath.Join(dir, of, "rows.csv"), []byte(csv), 0o644); err != nil {
				t.Fatal(err)
			}
			printed := tableOf(t, filepath.Join(dir, of))
			var rows []map[string]any
			worksJSON(t, &rows, dir, append([]string{"exact"}, setting...)...)
			for i, row := range rows {
				painted := strings.ReplaceAll(strings.TrimSpace(target), "\n", ";")
				q := explore.Question{Target: painted, Kernel: kernel, Initial: "tempered:0.7", T: []int{2, 20}[i]}
				m, err := explore.Measure(t.Context(), q)
				if err != nil {
					t.Fatal(err)
				}
				for key, answer := range map[string]explore.Number{"J": m.J.Sum, "kl_q_p": m.J.QP, "kl_p_q": m.J.PQ, "B": m.B.Sum,
					"path_kl_fwd": m.B.QP, "path_kl_rev": m.B.PQ, "b_minus_j": m.Slack, "j_off": m.J.Off, "b_off": m.B.Off} {
					want, _ := row[key].(float64)
					for medium, got := range map[string]float64{"CSV": numberIn(printed[i][key]), "sweep": numberIn(swept[i][key]),
						"explorer": float64(answer)} {
						if medium == "sweep" && key == "b_minus_j" { // a sweep's reader computes it
							continue
						}
						if got != want {
							t.Errorf("%s, T = %d: %s is %v in JSON and %v in the %s", of, q.T, key, want, got, medium)
						}
					}
				}
				j, _ := row["J"].(float64)
				if rounding := kernel == "perfect"; rounding != (j == 0) {
					t.Errorf("%s, T = %d: J is %v", of, q.T, j)
				}
				if less, _ := row["b_minus_j"].(float64); (kernel == "identity") != (less == 0) {
					t.Errorf("%s, T = %d: B - J is %v", of, q.T, less)
				}
				if line := fmt.Sprintf("| %d | 0 |", q.T); strings.Contains(strings.ReplaceAll(text, "  ", " "), line) != (j == 0) {
					t.Errorf("%s: J = %v in %s", of, j, text)
				}
			}
		}
	}
}

// TestProgramsRound: variational Bayes on axes that are independent draws from the target, as the program posterior does,
// and J and B of a program that draws its cell at once are one number.
func TestProgramsRound(t *testing.T) {
	dir := files(t, map[string]string{"apart.csv": "0.0,1,2\n0.5,1.5,2.5\n"})
	var rows []struct {
		Program string
		J, B    float64
		Less    float64 `json:"b_minus_j"`
		Off     float64 `json:"j_off"`
	}
	worksJSON(t, &rows, dir, strings.Fields("exact --target apart.csv --program vb,posterior,importance -T 2")...)
	for _, r := range rows {
		if none := r.Program != "importance"; none != (r.J == 0) || r.B != r.J || r.Less != 0 || none && !(0 < r.Off && r.Off < 1e-26) {
			t.Errorf("%+v", r)
		}
	}
}

// A J that is more than rounding has a B that is: B is no less, also where it is known to fewer digits.
func TestSmallProgramsKeepTheirBounds(t *testing.T) {
	dir := files(t, map[string]string{"near.csv": "0,5e-8\n"})
	var rows []struct {
		Program string
		J, B    float64
	}
	worksJSON(t, &rows, dir, strings.Fields("exact --target near.csv --program sir:2,smc:2,hme-chain:1,ais -T 2")...)
	for _, r := range rows {
		if !(r.J > 0 && r.B > 0) {
			t.Errorf("%+v", r)
		}
	}
}

// numberIn is the number of a cell of CSV, and 0 if there is none.
func numberIn(cell string) float64 {
	v, _ := strconv.ParseFloat(cell, 64)
	return v
}
