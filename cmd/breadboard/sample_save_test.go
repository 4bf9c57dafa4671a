package main

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
)

// The file holds the runs whose estimates are printed: the log of the mean of exp(log_w) is the
// lower bound of log R, to the rounding of a sum of 2000 numbers. Two runs write the same bytes.
func TestSampleSave(t *testing.T) {
	dir := t.TempDir()
	args := strings.Fields("sample --toy barrier -T 30 --chains 2000 --workers 1 --format json --save runs/chains.parquet")
	out := works(t, dir, args...)
	var printed []struct {
		Quantity string
		Estimate float64
	}
	if err := json.Unmarshal([]byte(out), &printed); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "runs", "chains.parquet")
	rows, err := parquet.ReadFile[struct {
		Direction string  `parquet:"direction,optional"`
		LogW      float64 `parquet:"log_w,optional"`
	}](path)
	if err != nil {
		t.Fatal(err)
	}
	sum, n := 0.0, 0.0
	for _, r := range rows {
		if r.Direction == "forward" {
			sum, n = sum+math.Exp(r.LogW), n+1
		}
	}
	for _, p := range printed {
		if got := math.Log(sum / n); p.Quantity == "log_r_lower" && !(math.Abs(got-p.Estimate) < 1e-10) {
			t.Errorf("log of the mean weight is %v in the file, %v printed", got, p.Estimate)
		}
	}
	first, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	again := strings.Replace(strings.Join(args, " "), "--workers 1", "--workers 2", 1)
	works(t, dir, strings.Fields(strings.Replace(again, "runs/chains.parquet", "again.parquet", 1))...)
	if again, err := os.ReadFile(filepath.Join(dir, "again.parquet")); err != nil || string(again) != string(first) {
		t.Errorf("two runs write %d and %d bytes, which differ: %v", len(first), len(again), err)
	}
}

// People read where the runs are, and that they are no chain.
func TestSampleSaveSaysWhere(t *testing.T) {
	dir := t.TempDir()
	out := works(t, dir, strings.Fields("sample --toy barrier -T 3,4 --chains 100 --save chains.parquet")...)
	if want := "Saved: chains.parquet, 400 runs, one a row."; !strings.Contains(out, want) {
		t.Errorf("%q is missing in\n%s", want, out)
	}
	refused(t, program(t, dir, strings.Fields("validate --toy barrier --moves chains.parquet")...),
		"chains.parquet: a column direction beside cell is of runs, as sample --save writes them")
}

func TestSampleSaveRefuses(t *testing.T) {
	for args, says := range map[string]string{
		"--save chains.csv": "--save chains.csv: the runs are saved as Parquet; a name that ends in .parquet " +
			"would do",
		"--save /proc/no/chains.parquet": "a directory that can be written would do",
	} {
		refused(t, program(t, t.TempDir(), strings.Fields("sample --toy barrier "+args)...), says)
	}
}
