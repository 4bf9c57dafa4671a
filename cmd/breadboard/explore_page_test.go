package main

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"breadboard/experiments/explore"
	"breadboard/grid/text"
)

// The page of the explorer tells the limits of a question as the code has them.
func TestExplorePageLimits(t *testing.T) {
	page, mib := read(t, "doc/explore.md"), func(n int) string { return fmt.Sprintf("%d MiB", n>>20) }
	waiting := constantOf(t, "internal/server", "mostWaiting")
	for row, want := range map[string]string{
		"a question, or a file to open":   mib(explore.MostBytes),
		"cells of a target":               text.Thousands(explore.MostCells),
		"states that a kernel runs on":    text.Thousands(explore.MostStates),
		"levels T":                        text.Thousands(explore.MostLevels),
		"cells times levels of an answer": text.Thousands(explore.MostWork),
		"states, for eigenvalues":         text.Thousands(explore.MostSpectra),
		"states, for the schedules `friction`, `best-b` and `best-j`": text.Thousands(explore.MostChosen),
		"points of a schedule that is dragged":                        text.Thousands(explore.MostPoints),
		"chains in each direction":                                    text.Thousands(explore.MostChains),
		"particles, or another size of a program":                     text.Thousands(explore.MostParticles),
		"memory of an answer":                                         mib(explore.MostMemory),
		"an answer":                                                   fmt.Sprintf("%.0f seconds", explore.MostTime.Seconds()),
		"questions that wait for their turn":                          text.Thousands(waiting),
	} {
		if line := "\n| " + row + " | " + want + " |\n"; !strings.Contains(page, line) {
			t.Errorf("doc/explore.md has no row %q", strings.TrimSpace(line))
		}
	}
}

// What README.md and the page of the explorer say of BARRIER at T = 100 is what the explorer shows.
func TestExplorePageNumbers(t *testing.T) {
	q := explore.Question{Toy: "barrier", T: 100}
	along, err := explore.Along(t.Context(), q, q.T)
	if err != nil {
		t.Fatal(err)
	}
	half, off := along.Frames[49], 0.0
	for x, p := range half.P {
		off += math.Abs(float64(half.Forward[x]-p)) / 2
	}
	speed, err := explore.SpectrumOf(t.Context(), q, 2)
	if err != nil {
		t.Fatal(err)
	}
	slow := int(math.Round(float64(speed.At[1].Relaxation)/1000)) * 1000
	for page, words := range map[string][]string{
		"../../README.md": {fmt.Sprintf("%.0f%% of their probability", 100*off)},
		"doc/explore.md": {fmt.Sprintf("At beta = %.3f, %.0f%% of the forward law", half.Beta, 100*off),
			text.Thousands(slow) + " moves"},
	} {
		for _, w := range words {
			if !strings.Contains(read(t, page), w) {
				t.Errorf("%s does not say %q", page, w)
			}
		}
	}
}
