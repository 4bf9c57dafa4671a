package zoo_test

import (
	"encoding/csv"
	"flag"
	"fmt"
	"math"
	"os"
	"strconv"
	"testing"

	"breadboard/toys"
	"breadboard/toys/zoo"
)

var update = flag.Bool("update", false, "write the fingerprints of the zoo anew")

// A fingerprint tells a density from any other, to round-off. Its sums are plain ones over all cells, so that nothing here
// is what the densities are made with.
type fingerprint struct {
	Grid     string
	Walls    int     // cells without mass
	LogZ     float64 // of f as it is, not normalised
	Entropy  float64 // of the law, in nats: what heavy cells say
	Checksum float64 // of log p in all cells, heavy and light alike: it knows which cell is where
}

func fingerprintOf(target toys.Target) fingerprint {
	print := fingerprint{Grid: target.Grid.String()}
	top := math.Inf(-1)
	for _, v := range target.LogF {
		top = max(top, v)
	}
	sum := 0.0
	for _, v := range target.LogF {
		sum += math.Exp(v - top)
	}
	print.LogZ = top + math.Log(sum)
	for x, v := range target.LogF {
		if math.IsInf(v, -1) {
			print.Walls++
			print.Checksum += 100 * math.Sin(float64(x)+1)
			continue
		}
		logp := v - print.LogZ
		print.Entropy -= math.Exp(logp) * logp
		print.Checksum += math.Cos(0.7*float64(x)+1) * math.Asinh(logp)
	}
	return print
}

// Every density of the zoo is what it was, to the round-off of its making: another one means that scores cannot be
// compared with earlier ones. That the numbers are right is what the slow definitions beside each density hold, cell by
// cell; here they stay so, axes and data included. Surrogates are fitted step by step, which lets rounding grow.
func TestFingerprints(t *testing.T) {
	const path = "testdata/fingerprints.csv"
	if *update {
		writeFingerprints(t, path)
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	all, twins := zoo.Catalogue(), map[fingerprint]string{}
	if len(rows) != 1+len(all) {
		t.Fatalf("%d fingerprints of %d densities", len(rows)-1, len(all))
	}
	for i, d := range all {
		row, got := rows[1+i], fingerprintOf(d.Make())
		if twin, ok := twins[got]; ok {
			t.Errorf("%s and %s are the same", twin, d.Name)
		}
		twins[got] = d.Name
		if row[0] != d.Name || row[1] != got.Grid || row[2] != fmt.Sprint(got.Walls) {
			t.Errorf("%s on %s with %d walls was %v", d.Name, got.Grid, got.Walls, row[:3])
		}
		round := 1e-10
		if d.Group == "surrogates" {
			round = 1e-6
		}
		for k, v := range []float64{got.LogZ, got.Entropy, got.Checksum} {
			was, err := strconv.ParseFloat(row[3+k], 64)
			if err != nil {
				t.Fatal(err)
			}
			if off := math.Abs(v - was); !(off <= round*max(1, math.Abs(was))) {
				t.Errorf("%s: the %s is %.12g, and was %.12g", d.Name, rows[0][3+k], v, was)
			}
		}
	}
}

func writeFingerprints(t *testing.T, path string) {
	t.Helper()
	if err := os.MkdirAll("testdata", 0o755); err != nil {
		t.Fatal(err)
	}
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	fmt.Fprintln(file, "name,grid,walls,log Z,entropy,checksum")
	for _, d := range zoo.Catalogue() {
		p := fingerprintOf(d.Make())
		fmt.Fprintf(file, "%s,%s,%d,%.12g,%.12g,%.12g\n", d.Name, p.Grid, p.Walls, p.LogZ, p.Entropy, p.Checksum)
	}
}
