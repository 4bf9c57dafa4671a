package client

import (
	"fmt"
	"math"
	"os/exec"
	"strings"
	"testing"

	"breadboard/grid"
	"breadboard/grid/must"
)

// Data and log likelihoods are read as languages print them; null is a log likelihood of -inf.
func TestReadModel(t *testing.T) {
	for in, want := range map[string]string{
		"[0.5,-1.25]":        "[0.5 -1.25]",
		" [ 1 , 2e0,3.0 ]\r": "[1 2 3]",
	} {
		y, err := readData([]byte(in))
		if got := fmt.Sprint(y); err != nil || got != want {
			t.Errorf("%q: %s (%v), want %s", in, got, err, want)
		}
	}
	dst := make([]float64, 2)
	must.Do(t, readLogLik([]byte("[null,-3]"), dst))
	if !math.IsInf(dst[0], -1) || dst[1] != -3 {
		t.Errorf("[null,-3] is %v", dst)
	}
	for in, says := range map[string]string{
		"":            `it answered simulate by ""; a line with a JSON array of the numbers of the data, row by row,`,
		"[]":          "a JSON array of the numbers of the data",
		"3":           "a JSON array of the numbers of the data",
		"[[1,2]]":     `number 1 of 1 of its data is "[1,2]"; a finite number would do`,
		"[1,null]":    "number 2 of 2 of its data is \"null\"",
		"[1,1e999]":   "number 2 of 2 of its data is \"1e999\"",
		"[1,\"two\"]": "number 2 of 2 of its data is",
		"[" + strings.Repeat("1,", mostData) + "1]": "it simulated 16385 numbers; up to 16,384 would do",
	} {
		_, err := readData([]byte(in))
		must.Fail(t, err, says, "%q", clipped([]byte(in)))
	}
	for in, says := range map[string]string{
		"[1]":       "it answered 1 number to a question for 2; one for each would do",
		"[NaN,1]":   "JSON has no NaN and no infinity; null is -inf",
		"[1,1e999]": `the log likelihood of cell 1 is "1e999"; a number, or null for -inf, would do`,
		`["1",0]`:   "the log likelihood of cell 0 is",
	} {
		must.Fail(t, readLogLik([]byte(in), dst), says, "%q", in)
	}
}

// model.py is what it says: four numbers around the mean of the cell, with a standard deviation of 1, and their log
// likelihood up to a constant. The mean over 4000 numbers is off by 5 standard errors at most.
func TestModelClient(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip(err)
	}
	g := grid.New(2, 3)
	m := must.Have(StartModel(t.Context(), "python3 ../../clients/model.py", testWait, 1, g))(t)
	means := []float64{-2, 0, 2, -2, 0, 2}
	for x, mean := range means {
		sum := 0.0
		for range 1000 {
			y := must.Have(m.Simulate(t.Context(), x))(t)
			for _, v := range y {
				sum += v / 4000
			}
		}
		if math.Abs(sum-mean) > 5/math.Sqrt(4000) {
			t.Errorf("cell %d: the mean of its data is %v, want %v", x, sum, mean)
		}
	}
	y := []float64{0.5, -1}
	logs := make([]float64, 6)
	must.Do(t, m.LogLik(t.Context(), logs, y))
	for x, mean := range means {
		want := -((y[0]-mean)*(y[0]-mean) + (y[1]-mean)*(y[1]-mean)) / 2
		if math.Abs(logs[x]-want) > 1e-12 {
			t.Errorf("cell %d: log p(y | x) is %v, want %v", x, logs[x], want)
		}
	}
	must.Do(t, m.Close())
}

// A program that is no model says what it lacks.
func TestNoModel(t *testing.T) {
	m, err := StartModel(t.Context(), "false", testWait, 1, testGrid)
	if err == nil { // it has not ended yet
		_, err = m.Simulate(t.Context(), 0)
	}
	must.Fail(t, err, "answers simulate and loglik, as model.py does", "false")
}

// Whatever a program answers is numbers, or one line's error.
func FuzzReadModel(f *testing.F) {
	f.Add("[0.5,-1]")
	f.Add("[null,2]")
	f.Add("[[1")
	f.Fuzz(func(t *testing.T, in string) {
		_, err := readData([]byte(in))
		if err == nil {
			err = readLogLik([]byte(in), make([]float64, 2))
		}
		if err != nil && strings.Contains(err.Error(), "\n") {
			t.Fatal(err)
		}
	})
}
