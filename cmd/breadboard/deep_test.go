package main

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/grid/must"
)

// A deepStep is a step on six cells, of which four lie far below the other two: as rows, and as code of the client in
// Python, which draws by the weights w.
type deepStep struct {
	name  string
	rows  func(w []float64) [][]float64
	code  string
	right bool
}

// heavy and light are the two cells whose masses are like each other.
const heavy, light = 2, 4

// deepSteps are draws of p; draws of p among the other cells, of which the cell of the least mass never stays; and a
// twin that is wrong: draws of p that never enter a cell. Their rows sum to 1 up to rounding, on either side of it.
var deepSteps = []deepStep{
	{"draws", drawing(-1), "return draw(w)", true},
	{"others", amongOthers, "y = draw(w[:x] + [0] + w[x + 1:])\n" +
		"    return y if flip(sum(w[:x] + w[x + 1:]) / sum(w[:y] + w[y + 1:])) else x", true},
	{"never", drawing(light), fmt.Sprintf("return draw(w[:%d] + [0] + w[%d:])", light, light+1), false},
}

// drawing returns rows that draw by weights, and never the cell that is left out.
func drawing(leftOut int) func(w []float64) [][]float64 {
	return func(w []float64) (rows [][]float64) {
		p := slices.Clone(w)
		if leftOut >= 0 {
			p[leftOut] = 0
		}
		floats.Scale(1/floats.Sum(p), p)
		return slices.Repeat([][]float64{p}, len(p))
	}
}

// amongOthers returns the rows of a step that draws another cell by weights, and accepts by the ratio of what these sum
// to without either.
func amongOthers(w []float64) (rows [][]float64) {
	var without []float64
	for x := range w {
		without = append(without, floats.Sum(w[:x])+floats.Sum(w[x+1:]))
	}
	for x := range w {
		row := make([]float64, len(w))
		for y := range w {
			if y != x {
				row[y] = w[y] / max(without[x], without[y])
			}
		}
		if w[x] > slices.Min(w) {
			row[x] = 1 - floats.Sum(row)
		}
		rows = append(rows, row)
	}
	return rows
}

// deepFiles returns the files of a step on a density of this span: the target, a folder of matrices, and both clients.
func deepFiles(t *testing.T, s deepStep, span float64) map[string]string {
	t.Helper()
	logf := []float64{-span, -0.4 * span, 0, -0.93 * span, -0.7, -0.99 * span}
	line := func(v []float64) string { return strings.Trim(string(must.Have(json.Marshal(v))(t)), "[]") + "\n" }
	all := map[string]string{"t.csv": line(logf), "rows.py": `import json, sys
for message in map(json.loads, sys.stdin):
    if "beta" in message:
        rows = [f"[{row.strip()}]" for row in open(f"k/beta-{message['beta']:g}.csv")]
    elif "rows" in message:
        print("[" + ",".join(rows[x] for x in message["rows"]) + "]", flush=True)
    elif "states" in message:
        print("null", flush=True)
`}
	client := read(t, "clients/metropolis.py")
	begin, end := strings.Index(client, "def step"), strings.Index(client, "# Draw by these")
	all["step.py"] = client[:begin] + "def step(x, grid, logf):\n    w = [math.exp(v) for v in logf]\n    " + s.code +
		"\n" + client[end:]
	for _, beta := range []float64{0, 0.5, 1} {
		w := make([]float64, len(logf))
		for x, v := range logf {
			w[x] = math.Exp(beta * v)
		}
		for _, row := range s.rows(w) {
			all[fmt.Sprintf("k/beta-%v.csv", beta)] += line(row)
		}
	}
	return all
}

// TestDeepSteps: steps that never enter a cell, that never stay, or on densities that span 600 to 1,500 nats have a
// verdict, and numbers or a refusal, in every command that takes a step: as matrices, by rows and by code. Right ones
// keep all laws and have a B. The one that never enters a cell is accused, and its J is infinite.
func TestDeepSteps(t *testing.T) {
	python(t)
	type question struct {
		args string
		code int // the exit code where the step is wrong
		says string
	}
	matrix := []question{
		{"validate --matrix k", 1, "is wrong: it does not keep p"},
		{"validate k/beta-1.csv", 1, "is wrong: it does not keep p"},
		{"exact --matrix k", 0, "kl_p_q and J are infinite"},
		{"sample --matrix k --chains 20", 2, "the steps miss p"},
		{"sweep --matrix k", 0, "inf"},
		{"score --matrix k/beta-1.csv --function logf --kernel perfect", 2, "does not leave t.csv invariant"},
	}
	rows := []question{
		{"validate -T 3", 1, "is wrong: it does not keep p"},
		{"exact -T 3", 0, "kl_p_q and J are infinite"},
	}
	code := append(rows, question{"sample -T 3 --chains 20", 0, "E_fwd[log w]"},
		question{"sweep -T 3", 0, "inf"},
		question{"score --function logf --kernel perfect", 2, "does not leave t.csv invariant"})
	for _, span := range []float64{4, 5, 6, 650, 720, 744, 1500} {
		for _, s := range deepSteps {
			dir := files(t, deepFiles(t, s, span))
			ask := func(questions []question, command ...string) {
				for _, q := range questions {
					r := program(t, dir, append(strings.Fields(q.args+" --target t.csv"), command...)...)
					if s.right {
						checkEnd(t, r, result{stdout: r.stdout})
					} else if r.code != q.code || !strings.Contains(oneLine(r.stdout+r.stderr), q.says) {
						t.Errorf("%s, %g nats: %s: exit code %d\n%s%s",
							s.name, span, r.line, r.code, r.stdout, r.stderr)
					}
				}
			}
			ask(matrix)
			switch fmt.Sprint(span, " ", s.name) {
			case "744 never":
				ask(rows, "--exec", "python3 rows.py")
			case "6 never":
				ask(code[1:2], "--exec", "python3 step.py")
			case "720 others":
				ask(code, "--exec", "python3 step.py")
			}
			var numbers []struct{ J, B *float64 }
			worksJSON(t, &numbers, dir, strings.Fields("exact --target t.csv --matrix k")...)
			if n := numbers[0]; (n.J != nil && n.B != nil) != s.right {
				t.Errorf("%s, %g nats: J is %v and B %v", s.name, span, n.J, n.B)
			}
		}
	}
}

// oneLine returns a text with single blanks, wherever its lines break.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
