package main

import (
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// sweptRows runs a sweep into dir/out and returns its rows by their columns.
func sweptRows(t *testing.T, dir, args string) (rows []map[string]string) {
	t.Helper()
	works(t, dir, strings.Fields("sweep "+args+" --out out")...)
	f, err := os.Open(filepath.Join(dir, "out", "rows.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	all, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range all[1:] {
		row := map[string]string{}
		for i, cell := range line {
			row[all[0][i]] = cell
		}
		rows = append(rows, row)
	}
	return rows
}

// A folder of matrices is one more kernel, at its own schedule and T alone. The matrices are
// those of metropolis, and have its J and B.
func TestSweepMatrix(t *testing.T) {
	dir := matrixFolder(t, "metropolis", nil)
	rows := sweptRows(t, dir, "--target wall.csv --matrix k --kernel metropolis -T 3,10")
	if len(rows) != 3 {
		t.Fatalf("%d rows, want two of metropolis and one of the matrices", len(rows))
	}
	of, by := rows[0], rows[2]
	if by["kernel"] != "k" || by["schedule"] != "of the matrices" || by["T"] != "3" {
		t.Errorf("the last row is of kernel %s, schedule %s, T = %s", by["kernel"], by["schedule"], by["T"])
	}
	if len(by["matrix_sha256"]) != 64 || of["matrix_sha256"] != "" {
		t.Errorf("the checksums are %q and %q, want one of the matrices alone", of["matrix_sha256"], by["matrix_sha256"])
	}
	for _, name := range []string{"J", "B"} {
		got, _ := strconv.ParseFloat(by[name], 64)
		want, _ := strconv.ParseFloat(of[name], 64)
		if !(math.Abs(got-want) < 1e-13) { // roundings of numbers of size 1
			t.Errorf("%s is %v by matrices, %v by the kernel", name, got, want)
		}
	}
}

// Other matrices under the same names are other cells of the sweep, which replace the old ones with --force alone.
func TestSweepMatrixChanged(t *testing.T) {
	dir := matrixFolder(t, "metropolis", nil)
	first := sweptRows(t, dir, "--target wall.csv --matrix k")
	path := filepath.Join(dir, "k", "beta-0.5.csv")
	if err := os.WriteFile(path, []byte(matrixCSV(t, "cycle", 0.5, nil)), 0o644); err != nil {
		t.Fatal(err)
	}
	refused(t, program(t, dir, strings.Fields("sweep --target wall.csv --matrix k --out out")...),
		"out/rows.csv has 1 row")
	again := sweptRows(t, dir, "--target wall.csv --matrix k --force")
	if first[0]["J"] == again[0]["J"] {
		t.Errorf("J is %s with either kernel", first[0]["J"])
	}
	if first[0]["key"] == again[0]["key"] {
		t.Error("both rows have one key")
	}
}

func TestSweepMatrixRefuses(t *testing.T) {
	dir := matrixFolder(t, "metropolis", nil)
	for args, says := range map[string]string{
		"--target wall.csv --matrix k -T 5":            "--matrix k has betas of its own, and no other kernel takes",
		"--target wall.csv --matrix none":              "--matrix none: no such file or directory",
		"--toy barrier --target wall.csv --matrix k":   "the target has 49 cells",
		"--target wall.csv --matrix k --program smc:2": "--matrix k has kernels for its own annealing alone",
		"--toy barrier -T 5 --exec ./k":                "a program may change unseen; sample --exec, or --matrix FOLDER",
	} {
		refused(t, program(t, dir, strings.Fields("sweep --out out "+args)...), says)
	}
}
