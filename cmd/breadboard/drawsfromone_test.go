package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"breadboard/grid/must"
)

// TestDrawsFromOne: draws of which none is 0 may be counted from 1, also where none is of the last cell. If they are
// draws of p by that alone, nobody is accused before it is said from where they are counted.
func TestDrawsFromOne(t *testing.T) {
	dir := t.TempDir()
	logf := []float64{0, 1, 0.5, 1.5, 0, -12}
	put(t, dir, "p.csv", "x,logf\n1,0\n2,1\n3,0.5\n4,1.5\n5,0\n6,-12\n")
	d := rand.New(rand.NewPCG(3, 1))
	chain := func(slope float64) string {
		var all strings.Builder
		all.WriteString("state\n")
		x := 0
		for range 4000 {
			y := d.IntN(5)
			if d.Float64() < math.Exp(slope*(logf[y]-logf[x])) {
				x = y
			}
			fmt.Fprintln(&all, x+1)
		}
		return all.String()
	}
	put(t, dir, "right.csv", chain(1))
	put(t, dir, "wrong.csv", chain(0.3))
	judge := func(file string, more ...string) result {
		return program(t, dir, append([]string{"validate", "--draws", file, "--target", "p.csv"}, more...)...)
	}
	asked := judge("right.csv")
	if asked.code != 2 {
		t.Errorf("draws that are counted from 1 end in %d: %s", asked.code, asked.stdout)
	}
	must.Say(t, asked.stderr, "draws of p if cells are counted from 1", "say which by --from 0 or --from 1")
	for file, codes := range map[string][2]int{"right.csv": {1, 0}, "wrong.csv": {1, 1}} {
		for from, code := range codes {
			if r := judge(file, "--from", fmt.Sprint(from)); r.code != code {
				t.Errorf("%s from %d ends in %d: %s%s", file, from, r.code, r.stdout, r.stderr)
			}
		}
	}
	if r := judge("wrong.csv"); r.code != 1 {
		t.Errorf("draws that are wrong from 0 and from 1 end in %d", r.code)
	}
}
