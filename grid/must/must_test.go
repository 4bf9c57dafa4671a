package must

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"testing"
)

// TestChecks: a check says nothing of what is right, and one thing of what is wrong.
func TestChecks(t *testing.T) {
	t.Setenv("BREADBOARD_GOLDEN", "")
	nan, inf := math.NaN(), math.Inf(1)
	fault := errors.New("a.csv: row 1")
	golden := File(t, "golden", "text\n")
	checks := map[string]func(r *Record, k int){
		"Have":   func(r *Record, k int) { Have(k, []error{nil, fault}[k])(r) },
		"Do":     func(r *Record, k int) { Do(r, []error{nil, fault}[k]) },
		"Golden": func(r *Record, k int) { Golden(r, golden, []string{"text\n", "text"}[k]) },
		"Near":   func(r *Record, k int) { Near(r, 3, []float64{3.5, 3.51}[k], 0.5, "it") },
		"NaN":    func(r *Record, k int) { Near(r, []float64{3, nan}[k], 3, 0.5, "it") },
		"Each":   func(r *Record, k int) { Each(r, []float64{1, 2}, []float64{1, 2 + float64(k)}, 0.5, "it") },
		"Few":    func(r *Record, k int) { Each(r, []float64{1, 2}, []float64{1, 2, 3}[:2+k], 5, "it") },
		"Within": func(r *Record, k int) { Within(r, []float64{-8.5, -8.7}[k], -8, 0.0625, "it") },
		"Inf":    func(r *Record, k int) { Within(r, []float64{inf, 8}[k], inf, 0.0625, "it") },
		"Close":  func(r *Record, k int) { Close(r, []float64{-8.5, -8.7}[k], -8, 0.0625, "it") },
		"Small":  func(r *Record, k int) { Close(r, []float64{0.3, 0.4}[k], 0.25, 0.0625, "it") },
		"NaNs":   func(r *Record, k int) { Close(r, nan, []float64{nan, 1}[k], 0.0625, "it") },
		"Other":  func(r *Record, k int) { Close(r, []float64{inf, 1}[k], inf, 0.0625, "it") },
		"Fail":   func(r *Record, k int) { Fail(r, fault, []string{"row 1", "row 2"}[k], "it") },
		"None":   func(r *Record, k int) { Fail(r, []error{fault, nil}[k], "", "it") },
		"FailAt": func(r *Record, k int) { FailAt(r, fault, []string{"a.csv: ", "b.csv: "}[k], "row", "it") },
		"Lines":  func(r *Record, k int) { FailAt(r, []error{fault, fmt.Errorf("%w\n", fault)}[k], "a", "", "it") },
		"Place":  func(r *Record, k int) { Sentence(r, []error{nil, fault}[k], "b.csv: ") },
		"Two":    func(r *Record, k int) { Sentence(r, []error{fault, fmt.Errorf("%w\nrow 2", fault)}[k], "a.csv: ") },
		"Go's": func(r *Record, k int) {
			Sentence(r, []error{errors.New(`a: "json: x"`), errors.New("a: json: x")}[k], "a: ")
		},
		"Refuse": func(r *Record, k int) { Refuse(7, []error{fault, nil}[k])(r, "row 1", "it") },
		"Say":    func(r *Record, k int) { Say(r, "some words", "some", []string{"word", "none"}[k]) },
		"Panic":  func(r *Record, k int) { Panic(r, func() { _ = []int{1}[1-k] }, "it") },
	}
	for name, check := range checks {
		for k, want := range []int{0, 1} {
			var r Record
			if check(&r, k); len(r.Said) != want {
				t.Errorf("%s, case %d: %q", name, k, r.Said)
			}
		}
	}
	t.Setenv("BREADBOARD_GOLDEN", "new")
	Golden(t, filepath.Join(filepath.Dir(golden), "new"), "what is new")
	t.Setenv("BREADBOARD_GOLDEN", "")
	Golden(t, filepath.Join(filepath.Dir(golden), "new"), "what is new")
	if got, want := Rounded("M1.006,-0.001L20.5,7 v-0.128"), "M1.01,0L20.5,7 v-0.13"; got != want {
		t.Errorf("rounded to %s, want %s", got, want)
	}
}
