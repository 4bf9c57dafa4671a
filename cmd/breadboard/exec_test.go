package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/grid/must"
)

// clientFiles returns commands: the client that is Metropolis; one that takes the ratio twice; one that samples the
// prior; one that forgets half of the moves from a cell; one that enters a wall; and one that has a program, and the
// same with a slip.
func clientFiles(t *testing.T) map[string]string {
	t.Helper()
	python(t)
	right := read(t, "clients/metropolis.py")
	runs := read(t, "clients/sir.py")
	return map[string]string{
		"g.csv":    "0,1,-inf\n2,-1,1\n",
		"right.py": right,
		"wrong.py": strings.Replace(right, "min(0, logf[y] - logf[x])", "min(0, 2 * (logf[y] - logf[x]))", 1),
		"prior.py": strings.Replace(right, "logf[y] - logf[x]))", "0))", 1),
		"odd.py":   strings.Replace(right, "flip(math.exp(", "flip((1 - 0.5 * (x == 3)) * math.exp(", 1),
		"wall.py":  strings.Replace(right, "return y if", "return y if y == 2 or", 1),
		"runs.py":  runs,
		"slip.py":  strings.Replace(runs, "[self.logw[x]] + ", "", 1), // x is not kept
	}
}

// TestExactExec checks that a command's rows have the J, B and all else of its kernel, to 1e-12. A wrong kernel has a
// J, no B, and a warning, and one whose rows change is said to have no rows.
func TestExactExec(t *testing.T) {
	parallel(t)
	dir := files(t, clientFiles(t))
	for _, args := range []string{"--toy hard --seed 1..2 -T 7 --schedule fisher",
		"--target g.csv --initial tempered:0.5 -T 3 --bridge power:0.5 --repeat 2 --skip-last-kernel"} {
		var got, want []map[string]any
		worksJSON(t, &got, dir, append(strings.Fields("exact --by-step "+args), "--exec", "python3 right.py")...)
		worksJSON(t, &want, dir, strings.Fields("exact --by-step "+args)...)
		for i, row := range want {
			row["kernel"] = "python3 right.py"
			row["followed"] = got[i]["followed"]
			holds(t, fmt.Sprint(row["followed"]), "followed: ", " ways, each twice; 2,", "00 free runs agree, ",
				"as a check that shows differences of ")
		}
		if diff := cmp.Diff(want, got, within(1e-12)); diff != "" {
			t.Errorf("%s: %s", args, diff)
		}
	}
	var wrong []struct {
		J, B     *float64
		Warnings []string
	}
	worksJSON(t, &wrong, dir, append(strings.Fields("exact --toy barrier -T 10 --exec"), "python3 wrong.py")...)
	if r := wrong[0]; r.J == nil || !(*r.J > 1) || r.B != nil ||
		!strings.HasPrefix(r.Warnings[0], "the steps miss p: at beta = 0.111111 they move draws of p by 0.031 in ") {
		t.Errorf("of a kernel that misses p: %+v", r)
	}
	put(t, dir, "own.py", "import random\nown = random.Random(7)\n"+
		strings.Replace(textOf(t, dir, "right.py"), "flip(", "1 > own.random() / (", 1))
	for _, command := range []string{"exact -T 3", "score"} {
		r := program(t, dir, append(strings.Fields(command+" --target g.csv --exec"), "python3 own.py")...)
		if r.code != 2 {
			t.Errorf("%s of a kernel that draws by itself: code %d", command, r.code)
		}
		holds(t, r.stderr, "your step remembers earlier calls, or draws random numbers that are not followed")
	}
}

// TestSlips checks that commands with a slip are accused with a witness and the exit code 1: one that enters a wall,
// one without a cause, one that samples the prior where the target is a posterior, and
// runs that lose what they were given. The right runs have the estimate of the program of the catalogue that they
// rewrite.
func TestSlips(t *testing.T) {
	parallel(t)
	dir := files(t, clientFiles(t))
	for _, c := range [][3]string{
		{"validate --target g.csv --kernel metropolis --beta 1 --format json", "wall.py",
			"to (0, 2), which has no mass"},
		{"validate --target g.csv --beta 1", "odd.py", "No cause that is known here explains all of it."},
		{"validate --toy clustering:2:2 --axes line -T 2 --full", "prior.py", "The kernel does not fit clustering:2:2"},
		{"aide --toy barrier", "slip.py 4", ""},
	} {
		r := program(t, dir, append(strings.Fields(c[0]), "--exec", "python3 "+c[1])...)
		checkEnd(t, r, result{code: 1, stdout: r.stdout, stderr: "breadboard: a law is broken\n"})
		holds(t, r.stdout, c[2])
	}
	var rows []struct {
		Program, Exec    string
		Estimate, Stderr float64
		Expected         *float64
	}
	worksJSON(t, &rows, dir, append(strings.Fields("aide --toy barrier --program exec,sir:4 --exec"),
		"python3 runs.py 4")...)
	if is := rows[0]; is.Program != "exec" || is.Exec != "python3 runs.py 4" || is.Expected != nil ||
		math.Abs(is.Estimate-*rows[1].Expected) > 5*is.Stderr {
		t.Errorf("%+v, want an estimate of %v", is, *rows[1].Expected)
	}
}

// TestExactProgram: a command whose ways are followed has the account and the distances of the program of the catalogue
// that it rewrites, on every target, to 1e-12. A slip and a constant are said, and the exit code is 1 for a slip alone.
func TestExactProgram(t *testing.T) {
	parallel(t)
	dir := files(t, clientFiles(t))
	put(t, dir, "constant.py", strings.NewReplacer("return log_mean(", "return 7 + log_mean(", ", log_mean(logs)",
		", 7 + log_mean(logs)").Replace(textOf(t, dir, "runs.py")))
	line := "exact --target g.csv,t.csv --initial tempered:0.5 --program exec,sir:3 --by-cell --exec"
	put(t, dir, "t.csv", "0,2,-1\n")
	for _, line := range []string{line, strings.Replace(line, "--by-cell ", "", 1)} {
		var rows []map[string]any
		worksJSON(t, &rows, dir, append(strings.Fields(line), "python3 runs.py 3")...)
		byProgram := map[any][]map[string]any{}
		for _, row := range rows {
			byProgram[row["program"]] = append(byProgram[row["program"]], row)
		}
		for i, row := range byProgram["exec"] {
			other := byProgram["sir:3"][i]
			for _, key := range strings.Fields("J B kl_q_p kl_p_q e_log_w_fwd e_log_w_rev rmse_fwd rmse_rev ess " +
				"var_w mean_w mean_inv_w p q F G") {
				if diff := cmp.Diff(row[key], other[key], within(1e-12)); diff != "" {
					t.Errorf("%s of row %d: %s", key, i, diff)
				}
			}
		}
	}
	for file, c := range map[string]struct {
		code int
		says string
	}{
		"runs.py 2":     {0, "runs fit together exactly (40 ways that differ in cell or weight)."},
		"slip.py 2":     {1, "do not fit together: forward returns ("},
		"constant.py 2": {0, "Its weights have a constant in them: log R by them is "},
	} {
		for _, command := range []string{"exact", "aide --runs 50"} {
			words := append(strings.Fields(command+" --target g.csv --program exec --exec"), "python3 "+file)
			r := program(t, dir, words...)
			if r.code != c.code {
				t.Errorf("%s by %s: exit code %d; %s", file, command, r.code, r.stderr)
			}
			holds(t, strings.Join(strings.Fields(r.stdout), " "), c.says)
		}
	}
	var aide []map[string]any
	const compared = "aide --target g.csv --program exec,sir:2 --runs 50 --meta 3 --exec"
	worksJSON(t, &aide, dir, append(strings.Fields(compared), "python3 constant.py 2")...)
	for _, key := range strings.Fields("symmetrised_kl expected bias halving_m fall_program") {
		if diff := cmp.Diff(aide[0][key], aide[1][key], within(1e-12)); diff != "" {
			t.Errorf("aide: %s: %s", key, diff)
		}
	}
}

// TestValidateRows checks that the rows that a command tells are judged as its matrices are, in every byte but the
// name, and what is said of moves.
func TestValidateRows(t *testing.T) {
	parallel(t)
	python(t)
	dir := files(t, map[string]string{"t.csv": "0,1\n", "K.csv": "0.75,0.25\n0.25,0.75\n",
		"rows.py": `import json, sys
for message in map(json.loads, sys.stdin):
    if "rows" in message:
        print(json.dumps([[[x, 0.75], [1 - x, 0.25]] for x in message["rows"]]), flush=True)
    elif "states" in message:
        print("null", flush=True)
`})
	const line = "validate --target t.csv --beta 1 --format json "
	want := program(t, dir, strings.Fields(line+"--matrix K.csv")...)
	got := program(t, dir, append(strings.Fields(line+"--exec"), "python3 rows.py")...)
	renamed := strings.NewReplacer(`\"python3 rows.py\"`, "K.csv", "Your step is", "K.csv on t.csv is",
		"; no moves are compared with its rows: it makes no moves (it answers null)", "").Replace(got.stdout)
	if diff := cmp.Diff(want.stdout, renamed); diff != "" || got.code != 1 {
		t.Errorf("codes %d and %d: %.500s", got.code, want.code, diff)
	}
}

// TestVerdictsOfSteps checks what is said of a step that is followed: of Metropolis, and of changes of it.
func TestVerdictsOfSteps(t *testing.T) {
	for _, c := range []struct{ old, new, says, flags string }{
		{"", "", "keeps all 7 laws: reversible | followed: | ways, each twice; 2,000 free runs agree, " +
			"as a check that shows differences of 0.", ""},
		{"logf = [", `logf, held = globals().get("held") or [0.0] * 6, [`, "is wrong: it does not keep p | judged by " +
			"moves: your step remembers earlier calls | random numbers that fell as", ""},
		{"else x\n", "else x\ncache = {}\nold = step\ndef step(x, grid, logf): return old(x, grid, " +
			"cache.setdefault(0, logf))\n", "is wrong: it does not keep p", ""},
		{"    axis, way", "    if told is None and random.random() < 0.3: return x\n    axis, way",
			"breaks none of 3 laws | judged by moves: your step does not move with the probabilities of its ways (p " +
				"= | draws from a generator that is not seen", "--beta 1"},
		{"flip(", "1 > random.random() / (", "breaks none of 3 laws | judged by moves: your step remembers earlier " +
			"calls, or draws random numbers that are not followed: from (", "--beta 1"},
		{"flip(math.exp(min(0, ", "1 > random.random() / (math.exp(2 * min(0, ", "is wrong: it does not keep p | " +
			"judged by moves: your step remembers", "--beta 1"},
		{"flip(", "1 > own.random() / (", "breaks none of 3 laws | judged by moves: your step remembers", ""},
		{"[run(x)[2]", `[run(message["states"][0])[2]`,
			"is wrong: it moves otherwise when it is asked for many states at once | no way leads", ""},
		{"answer = [run(x, outcomes)", `answer = "gauss, which has ways without end" or [run(x, outcomes)`,
			"breaks none of 3 laws | judged by moves: your step cannot be followed: gauss, which has ways without end",
			"--beta 1"},
	} {
		t.Run(c.new, func(t *testing.T) {
			parallel(t)
			dir := files(t, clientFiles(t))
			put(t, dir, "step.py", "import random\nown = random.Random(7)\n"+
				strings.Replace(textOf(t, dir, "right.py"), c.old, c.new, 1))
			r := program(t, dir, strings.Fields("validate step.py --target g.csv --format json "+c.flags)...)
			var v struct {
				Verdict string
				OK      bool
				Doubts  []struct{ Code string }
			}
			must.Do(t, json.Unmarshal([]byte(r.stdout), &v))
			holds(t, v.Verdict, strings.Split(c.says, " | ")...)
			sees := strings.Contains(c.says, "remembers") || strings.Contains(c.says, "not seen")
			if doubts := v.OK && sees; doubts != (len(v.Doubts) > 0) {
				t.Errorf("its doubts are %v", v.Doubts)
			}
		})
	}
}

// TestTime: what is followed when --time is over is judged, the target first, and what is not known is said. J and B
// are none of a part of the betas.
func TestTime(t *testing.T) {
	for slip, says := range map[string]string{"": "keeps all 7 laws", "2 * ": "is wrong: it does not keep p"} {
		t.Run(slip, func(t *testing.T) {
			parallel(t)
			dir := files(t, clientFiles(t))
			slow := strings.NewReplacer("    axis, way", "    time.sleep(0.01)\n    axis, way",
				"min(0, ", "min(0, "+slip)
			put(t, dir, "slow.py", "import time\n"+slow.Replace(textOf(t, dir, "right.py")))
			r := program(t, dir, strings.Fields("validate slow.py --target g.csv -T 61 --time 30s --format json")...)
			var v struct {
				Verdict string
				J       *float64
				Levels  int `json:"levels_validated"`
			}
			must.Do(t, json.Unmarshal([]byte(r.stdout), &v))
			holds(t, v.Verdict, says,
				fmt.Sprintf("the time was over with its ways at %d of 60 betas: J and B are left out", v.Levels))
			if v.J != nil {
				t.Errorf("J is %v", *v.J)
			}
		})
	}
}

// TestTimeOfALine: a command that does not answer has the time that its user has, and the sentence names both limits.
// Of a fault before that nothing more is said.
func TestTimeOfALine(t *testing.T) {
	parallel(t)
	for line, says := range map[string]string{
		"sleep 60|--time 400ms": "no answer within 400ms; use a line for each line of cells",
		"sleep 60|--time 400ms --timeout 1m": "--time 400ms is over, and a line may take no more than this and " +
			"--timeout 1m0s",
		"sleep 60|--time 1h --timeout 400ms": "no answer within 400ms; use",
	} {
		command, flags, _ := strings.Cut(line, "|")
		r := program(t, t.TempDir(), append(strings.Fields("validate --toy easy "+flags), "--exec", command)...)
		refused(t, r, says)
		if over := strings.Contains(r.stderr, "is over"); over != strings.Contains(flags, "--time 400ms") {
			t.Errorf("%s: %s", line, r.stderr)
		}
	}
}

// TestFollowed: every result by a command says what was followed, and which moves agree with it.
func TestFollowed(t *testing.T) {
	parallel(t)
	dir := files(t, clientFiles(t))
	for _, c := range [][2]string{{"validate", "right.py"}, {"exact -T 4", "right.py"}, {"score", "right.py"},
		{"sweep -T 4 --out o", "right.py"}, {"exact --program exec", "runs.py 2"}, {"aide --runs 50", "runs.py 2"}} {
		line := append(strings.Fields(c[0]+" --target g.csv --exec"), "python3 "+c[1])
		said := strings.Join(strings.Fields(works(t, dir, line...)), " ")
		holds(t, strings.ToLower(said), "followed: ",
			" ways, each twice; 2,0", "00 free runs agree, as a check that shows differences of 0.0")
	}
}

// TestSweepExec checks that a sweep has the command beside the kernels, and goes on only if the rows are the same.
func TestSweepExec(t *testing.T) {
	parallel(t)
	dir := files(t, clientFiles(t))
	args := append(strings.Fields("sweep --toy barrier,easy --kernel metropolis -T 5,9 --out o --exec"),
		"python3 right.py")
	checkCounts(t, works(t, dir, args...), 8, 0, 8)
	rows := readCSV(t, textOf(t, dir, "o/rows.csv"))
	for i, r := range rows {
		if other := rows[i^2]; r["kernel"] == other["kernel"] || r["T"] != other["T"] ||
			!(math.Abs(number(t, r["J"])-number(t, other["J"])) < 1e-12) {
			t.Errorf("%s has J = %s, and %s has %s", r["kernel"], r["J"], other["kernel"], other["J"])
		}
	}
	// A comment changes no row, and another acceptance changes the command's rows alone.
	put(t, dir, "right.py", textOf(t, dir, "right.py")+"# and more\n")
	checkCounts(t, works(t, dir, args...), 8, 8, 0)
	put(t, dir, "right.py", strings.Replace(textOf(t, dir, "right.py"), "math.exp(min(0, logf[y] - logf[x]))",
		"1 / (1 + math.exp(logf[x] - logf[y]))", 1))
	checkCounts(t, replaces(t, dir, args...), 8, 4, 4)
}

// TestSampleExec: a command that is metropolis has its estimates, within five standard errors; the seed is fixed.
func TestSampleExec(t *testing.T) {
	parallel(t)
	dir := files(t, clientFiles(t))
	var sampled []struct {
		Quantity string
		Z        *float64
	}
	worksJSON(t, &sampled, dir, append(strings.Fields("sample --toy barrier -T 20 --kernel metropolis --chains 2000"),
		"--exec", "python3 right.py")...)
	for _, r := range sampled {
		if len(sampled) < 9 || r.Z != nil && !(math.Abs(*r.Z) < 5) {
			t.Errorf("of %d quantities %s has z = %v, want within 5", len(sampled), r.Quantity, *r.Z)
		}
	}
}

// TestCallerAnswers checks that a process asks its caller, on stdout before the table. TestQuestions has more commands.
func TestCallerAnswers(t *testing.T) {
	// A run that stays is one draw in five steps.
	lines := map[string]string{"score -N 5 --kernel perfect --target t.csv": `"ness": 0.2`}
	if long {
		lines["reproduce --quick --out repro"] = "breadboard: T goes to "
	}
	for line, says := range lines {
		cmd := exec.Command(binary, strings.Fields(line+" --format json --exec -")...)
		cmd.Dir = files(t, map[string]string{"t.csv": "0,0\n"})
		answers := must.Have(cmd.StdinPipe())(t)
		out := must.Have(cmd.StdoutPipe())(t)
		var said strings.Builder
		cmd.Stderr = &said
		must.Do(t, cmd.Start())
		rest := answerStaying(t, bufio.NewReader(out), answers, "runs", func(string) {})
		must.Do(t, cmd.Wait())
		must.Say(t, rest+said.String(), says, `"keys": 1`)
	}
}

// noneOf returns the kinds of questions that a caller answers by null to a command line: rows, or runs of its step, or
// of its program.
func noneOf(line string) string {
	switch {
	case strings.Contains(line, "--time 1h"), strings.HasPrefix(line, "protocol -T 2"):
		return "rows runs"
	case strings.HasPrefix(line, "aide"):
		return "runs"
	case strings.HasPrefix(line, "validate --target t.csv"), strings.HasPrefix(line, "exact --target t.csv,u.csv"):
		return "rows"
	}
	return ""
}

// answerStaying answers questions by a kernel that stays, and by exact draws of two equal cells, perhaps by runs with
// told outcomes. It answers null to some kinds. It tells each line, and returns what comes after the last question.
func answerStaying(t *testing.T, from *bufio.Reader, to io.Writer, none string, tell func(line string)) (rest string) {
	t.Helper()
	for {
		line, err := from.ReadString('\n')
		var question struct {
			States, Rows, Reverse []int
			Forward               int
			Runs                  [][]*int
		}
		if err != nil || !strings.HasPrefix(line, `{"`) || json.Unmarshal([]byte(line), &question) != nil {
			all := must.Have(io.ReadAll(from))(t)
			return line + string(all)
		}
		tell(line)
		var answer any
		switch {
		case question.States != nil:
			answer = question.States
		case question.Rows != nil && strings.Contains(none, "rows"),
			question.Runs != nil && strings.Contains(none, "runs"):
		case question.Rows != nil:
			rows := make([][1][2]int, len(question.Rows))
			for i, x := range question.Rows {
				rows[i] = [1][2]int{{x, 1}}
			}
			answer = rows
		case question.Runs != nil:
			answer = stayingRuns(question.Runs, strings.Contains(none, "rows"))
		case question.Forward > 0:
			runs := make([][2]int, question.Forward)
			for i := range runs {
				runs[i][0] = i % 2
			}
			answer = runs
		case question.Reverse != nil:
			answer = make([]int, len(question.Reverse))
		default:
			continue
		}
		must.Do(t, json.NewEncoder(to).Encode(answer))
	}
}

// stayingRuns returns the runs of a step that stays, or of a program that draws one of two cells.
func stayingRuns(asked [][]*int, isStep bool) (answer [][3]any) {
	none := []int{}
	for _, run := range asked {
		switch {
		case isStep:
			answer = append(answer, [3]any{none, none, *run[0]})
		case run[0] != nil:
			answer = append(answer, [3]any{none, none, [2]int{*run[0], 0}})
		default:
			fell := 0
			if len(run) > 1 {
				fell = *run[1] % 2
			}
			answer = append(answer, [3]any{[][2]float64{{0.5, 0.5}}, []int{fell}, [2]int{fell, 0}})
		}
	}
	return answer
}

// inBrackets matches a list of numbers, manyDigits a number with more than six decimals, and shares what a meter says
// besides a count.
var (
	shares     = regexp.MustCompile(`(, )?(\d+% after 0s|0s so far)$`)
	inBrackets = regexp.MustCompile(`\[[^\]]+\]`)
	manyDigits = regexp.MustCompile(`(\.\d{6})\d+`)
)

// TestQuestions compares with a golden file what commands ask their caller, line by line, how far they are then, and
// what they print. A line is left out that is as the one before.
func TestQuestions(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // nothing is asked at once
	defer func(in, out *os.File) { os.Stdin, os.Stdout = in, out }(os.Stdin, os.Stdout)
	golden := absolute(t, "testdata/questions.golden")
	t.Chdir(files(t, map[string]string{"t.csv": "0,0\n", "u.csv": "0,1\n", "w.csv": "0,1,2\n", "y.csv": "1,2\n3,1\n"}))
	var all strings.Builder
	for _, line := range []string{
		"validate --target t.csv -T 3 --kernel perfect",
		"validate --target u.csv --beta 1 --mc-seed 5",
		"validate --target u.csv --beta 0.5 --time 1h --kernel barker",
		"validate --target u.csv --beta 0.5 --time 1ns",
		"exact --target t.csv,u.csv -T 2,3",
		"exact --target t.csv,w.csv -T 2",
		"exact --target u.csv -T 3 --program exec,ais",
		"aide --target t.csv -T 3 --gold exec --runs 102 --meta 2 --mc-seed 4",
		"aide --target u.csv -T 3 --runs 2",
		"sample --target u.csv -T 3 --chains 1001 --mc-seed 3",
		"sample --target u.csv -T 2 --kernel perfect",
		"protocol -T 3 --sets 1 --data y.csv --toy clustering:2:2 --seed 6",
		"protocol -T 2 --sets 1",
		"protocol -T 2 --sets 1 --data y.csv --toy clustering:2:2",
		"sweep --target t.csv,u.csv -T 3",
		"score --target u.csv -N 5 --kernel perfect",
	} {
		fmt.Fprintln(&all, "$ breadboard", line)
		command := must.Have(parse(strings.Fields(line+" --exec - --timeout 1h"), io.Discard, io.Discard))(t)
		ctx := context.WithValue(t.Context(), lastWordsKey{}, new(lastWords))
		var printed strings.Builder
		s := newSession(ctx, &printed, &printed, command)
		questions, asks, _ := os.Pipe()
		hears, answers, _ := os.Pipe()
		os.Stdin, os.Stdout = hears, asks
		go func() {
			err := command.Run(s)
			fmt.Fprint(asks, defects.ReplaceAllString(printed.String(), "~ rounding"), "error: ", err, "\n")
			asks.Close()
		}()
		end := answerStaying(t, bufio.NewReader(questions), answers, noneOf(line), func(line string) {
			line = inBrackets.ReplaceAllStringFunc(line, func(cells string) string {
				if strings.Count(cells, ",") >= 40 {
					return "[many]"
				}
				return cells
			})
			line = manyDigits.ReplaceAllString(line, "$1")
			said := fmt.Sprintf("%.4f %s %s", s.meter.Share(), shares.ReplaceAllString(s.meter.Status(0), ""), line)
			if !strings.HasSuffix(all.String(), said) {
				all.WriteString(said)
			}
		})
		all.WriteString(end)
	}
	must.Golden(t, golden, all.String())
}
