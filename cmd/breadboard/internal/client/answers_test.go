package client

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"breadboard/chains/enumerate"
	"breadboard/chains/outside"
	"breadboard/grid"
	"breadboard/grid/must"
)

// TestLines: the lines are as in cmd/breadboard/doc/runs.md, byte for byte. Clients without a JSON library rely on
// their order and on the one pair of brackets.
func TestLines(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{string(helloLine(1<<31+5, grid.New(2, 3))), `{"seed":5,"grid":[2,3]}`},
		{string(aimLine(0.5, nil, []float64{0, -1.25, math.Inf(-1), 1e300, -1e-7})),
			`{"beta":0.5,"logf":[0,-1.25,null,1e+300,-1e-7]}`},
		{string(aimLine(1, new(0), []float64{0, 1})), `{"beta":1,"update":0,"logf":[0,1]}`},
	} {
		if c.got != c.want+"\n" || !json.Valid([]byte(c.got)) || strings.Count(c.got, "[") != 1 {
			t.Errorf("%q, want %q: JSON with one bracket that opens", c.got, c.want)
		}
	}
}

// TestAnswers: answers are read as languages print them, or refused in words that name what is wrong and what to use.
// The golden file has answers of each kind, in quotes: three items of 12 cells, or two rows of 3. Below each is what is
// read; whether rows hold probabilities is judged elsewhere.
func TestAnswers(t *testing.T) {
	target := make([]float64, 12)
	target[5] = math.Inf(-1)
	p := Program{&client{cells: 12}, target}
	const path = "testdata/answers.golden"
	golden := string(must.Have(os.ReadFile(path))(t))
	all := ""
	for line := range strings.Lines(golden) {
		kind, quoted, isAnswer := strings.Cut(strings.TrimSpace(line), ` "`)
		if strings.HasPrefix(line, "\t") || !isAnswer {
			continue
		}
		answer := []byte(must.Have(strconv.Unquote(`"` + quoted))(t))
		cells := make([]int, 3)
		logw := make([]float64, 3)
		r := rows{n: 3, p: make([]float64, 6)}
		var ways any
		var err error
		switch kind {
		case "states":
			err = readStates(answer, cells, 12)
		case "forward":
			err = p.readForward(answer, cells, logw)
		case "reverse":
			err = readReverse(answer, logw)
		case "runs":
			ways, err = readRuns(answer, []enumerate.Run[int]{{Start: 4}, {Start: 7}},
				Kernel{client: p.client}.endOfRun)
		case "runs of a program":
			ways, err = readRuns(answer, []enumerate.Run[outside.End]{{Start: outside.Forward}, {Start: 7}}, p.endOfRun)
		case "rows":
			err = r.read(answer, []int{4, 7}, 0)
		}
		all += line + "\t"
		switch {
		case err != nil:
			all += fmt.Sprintln("refused:", err)
		case kind == "rows":
			all += fmt.Sprintln(r.p, r.q)
		case ways != nil:
			all += fmt.Sprintln(ways)
		default:
			all += fmt.Sprintln(cells, logw)
		}
	}
	must.Golden(t, path, all)
}

// TestOwnProposals: a step may stay without having proposed its own cell, and proposes that as often as any other at
// most.
func TestOwnProposals(t *testing.T) {
	r := rows{n: 2, p: make([]float64, 4)}
	must.Do(t, r.read([]byte("[[[0,0.75,0.5],[1,0.25,0.5]],[[0,0.25,0.5],[1,0.75,0]]]"), []int{0, 1}, 0))
	must.Fail(t, r.read([]byte("[[[0,0.25,0.5],[1,0.75,1.5]]]"), []int{1}, 1), "row 1 of 1, of cell 1, has 1.5 for "+
		"the probability of proposing cell 1; use one from 0, its probability in the row, to 1, or leave it out",
		"above 1")
}

// TestMore: of twice as many the next question is, or of half as many if an answer took more than its time.
func TestMore(t *testing.T) {
	c := &client{pace: time.Hour}
	soon, late := time.Now().Add(-59*time.Minute), time.Now().Add(-61*time.Minute)
	got := fmt.Sprint(c.more(1, soon, 99), c.more(8, soon, 99), c.more(8, soon, 15), c.more(8, soon, 0),
		c.more(8, late, 99), c.more(1, late, 99))
	if want := "4 16 15 1 4 1"; got != want {
		t.Errorf("the next questions are of %s, want %s", got, want)
	}
}

// TestTail: of stderr the last four lines are shown, and of these the last 400 characters.
func TestTail(t *testing.T) {
	var said tail
	must.Have(said.Write([]byte("0\n1\n\xff\n \n3\r\n" + strings.Repeat("é", 391))))(t)
	if got, want := said.last(), "1; ?; 3; "+strings.Repeat("é", 391); got != want {
		t.Errorf("it shows %q, want %q", got, want)
	}
	must.Have(said.Write([]byte("é")))(t)
	if got, want := said.last(), "...; ?; 3; "+strings.Repeat("é", 392); got != want {
		t.Errorf("it shows %q, want %q", got, want)
	}
}

// TestRowsOfManyCells: on many cells there are several questions, and each row is in its place.
func TestRowsOfManyCells(t *testing.T) {
	const n = 400
	const stays = `sed -un 's/.*"rows":\[\(.*\)]}/\1/; t rows; d; : rows; s/[0-9]\+/[[&,1]]/g; s/.*/[&]/p'`
	r := must.Have(StartKernel(t.Context(), stays, testWait, 1, grid.New(n)))(t)
	must.Do(t, r.Aim(t.Context(), 1, make([]float64, n)))
	cells := make([]int, n)
	for i := range cells {
		cells[i] = (i + 7) % n
	}
	rows, q, err := r.Rows(t.Context(), cells)
	if err != nil || q != nil {
		t.Fatal(q, err)
	}
	for i, x := range cells {
		if row := rows[i*n:][:n]; row[x] != 1 || slices.Max(row[:x+1]) != 1 || row[(x+1)%n] != 0 {
			t.Fatalf("row %d is not that of cell %d", i, x)
		}
	}
	must.Do(t, r.Close())
}

// TestSplitWords: a command line is cut as a shell does it, with quotes and escapes alone.
func TestSplitWords(t *testing.T) {
	for in, want := range map[string][]string{
		`'my kernel' --name "a b" c\ d`:     {"my kernel", "--name", "a b", "c d"},
		`a"b"'c' "" ''`:                     {"abc", "", ""},
		`"a\"b\\c\d" '\'`:                   {`a"b\c\d`, `\`},
		`a\`:                                {`a\`},
		`sh -c 'echo $HOME > x; cat | tee'`: {"sh", "-c", "echo $HOME > x; cat | tee"},
	} {
		if got, err := splitWords(in); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q (%v), want %q", in, got, err, want)
		}
	}
	for in, says := range map[string]string{" \t": "it is empty", "a 'b": "a quote does not end"} {
		must.Refuse(splitWords(in))(t, says, "%q", in)
	}
}
