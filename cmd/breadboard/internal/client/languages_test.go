package client

import (
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains/enumerate"
	"breadboard/chains/outside"
	"breadboard/experiments/following"
	"breadboard/grid/must"
)

// inLongForm skips a step of R, which takes seconds, but for the first of each table, unless all is asked for.
func inLongForm(t *testing.T, i int, ending string) {
	t.Helper()
	if i > 0 && ending == ".R" && os.Getenv("BREADBOARD_LONG") == "" {
		t.Skip("BREADBOARD_LONG=1 has all steps of R")
	}
}

// finished is a program that answers lines of states alone, and knows nothing of breadboard.h.
const finished = `#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int step(int x, const double *logf) {
%s
}
int main(void) {
	static char line[9999];
	static double logf[6];
	for (char *s; fgets(line, sizeof line, stdin); fflush(stdout)) {
		if (strstr(line, "seed")) srand(1), srand48(1);
		else if ((s = strstr(line, "logf")) && (s = strchr(s, '[')))
			for (int x = 0; x < 6; x++) logf[x] = s[1] == 'n' ? s += 5, -INFINITY : strtod(s + 1, &s);
		else if ((s = strchr(line, '[')) && putchar('['))
			for (int x; *s != ']'; printf("%%d%%s", step(x, logf), *s == ']' ? "]\n" : ",")) x = strtol(s + 1, &s, 10);
	}
}
`

// asItStands returns a client of a step that draws by the functions of its language.
func asItStands(t *testing.T, step, ending string) *following.Step {
	t.Helper()
	return following.NewStep(startAsItStands(t, step, ending), testGrid, enumerate.Limits{Eps: 1e-3}, 1)
}

// startAsItStands starts a step of R or C, or one of a program of C that is finished, by breadboard_preload.c.
func startAsItStands(t *testing.T, step, ending string) Kernel {
	t.Helper()
	dir := must.Have(filepath.Abs("../../clients"))(t)
	if ending == ".finished" {
		if runtime.GOOS != "linux" {
			t.Skip("libraries are preloaded on Linux")
		}
		program := must.File(t, "finished.c", fmt.Sprintf(finished, step))
		library := filepath.Join(t.TempDir(), "told.so")
		must.Do(t, exec.Command("cc", "-Wall", "-Werror", "-o", program+".out", program, "-lm").Run())
		must.Do(t, exec.Command("cc", "-Wall", "-Werror", "-shared", "-fPIC", "-o", library,
			filepath.Join(dir, "breadboard_preload.c"), "-ldl").Run())
		return start(t, "env LD_PRELOAD="+library+" "+program+".out", testWait)
	}
	text := fmt.Sprintf("source(%q)\nstep <- function(x, logf) {\n%s\n}\nbreadboard_serve(step)\n",
		filepath.Join(dir, "breadboard.R"), step)
	if ending == ".c" {
		text = fmt.Sprintf("#include %q\n#include <time.h>\nstatic int step(int x, const double *logf) {\n%s\n}\n"+
			"int main(void) { return breadboard_serve(step); }\n", filepath.Join(dir, "breadboard.h"), step)
	}
	return startClient(t, text, ending)
}

// A ringStep is Metropolis on the cells as a ring, with the odds of its symmetric moves by their distance.
type ringStep struct {
	name, ending, step string
	isLearnt           bool
	odds               map[int]float64
}

var (
	even  = map[int]float64{-1: 0.5, 1: 0.5}
	among = map[int]float64{-2: 0.25, -1: 0.25, 1: 0.25, 2: 0.25}
)

var ringSteps = []ringStep{
	{"runif", ".R", `y <- (x + ifelse(runif(1) < 0.5, 1, -1)) %% 6
if (log(stats::runif(1)) < logf[y + 1] - logf[x + 1]) y else x`, true, even},
	{"rnorm", ".R", `y <- (x + round(rnorm(1, sd = 0.7))) %% 6
if (runif(1) < exp(logf[y + 1] - logf[x + 1])) y else x`, true, normal(0.7)},
	{"sample and rexp", ".R", `y <- (x - sum(sample(c(-2, -1, 1, 2), 3))) %% 6 # by the one that is left
if (rexp(1) > -(logf[y + 1] - logf[x + 1])) y else x`, true, among},
	{"sample.int and rbinom, with a print", ".R", `print(x)
y <- (x + c(-1, 1)[sample.int(2, 1, prob = c(3, 3))]) %% 6
a <- exp(logf[y + 1] - logf[x + 1])
if (rbinom(1, 1, min(1, a)) == 1) y else x`, false, even},
	{"rmultinom and rpois", ".R", `d <- sum(rmultinom(1, 1, c(a = 1, b = 1, c = 1, d = 1)) * c(-2, -1, 1, 2))
y <- (x + d) %% 6
if (rpois(1, min(99, max(0, -(logf[y + 1] - logf[x + 1])))) == 0) y else x`, true, among},
	{"code of R in C", ".R", `m <- r2dtable(1, c(1, 1), c(1, 1))[[1]]
y <- (x + m[1, 1] - m[1, 2]) %% 6
if (runif(1) < exp(logf[y + 1] - logf[x + 1])) y else x`, true, even},
	{"drand48", ".c", `int y = (x + (drand48() < 0.5 ? 1 : 5)) % 6;
return log(drand48()) < logf[y] - logf[x] ? y : x;`, true, even},
	{"erand48", ".c", `static unsigned short state[3] = {1, 2, 3};
int y = (x + (erand48(state) < 0.5 ? 1 : 5)) % 6;
return erand48(state) < exp(logf[y] - logf[x]) ? y : x;`, true, even},
	{"a shuffle", ".c", `int a[4] = {1, 2, 4, 5};
for (int i = 3; i > 0; i--) {
	int k = (i + 1) * (random() / 2147483648.0), t = a[i];
	a[i] = a[k], a[k] = t;
}
int y = (x + a[0]) % 6;
return drand48() < exp(logf[y] - logf[x]) ? y : x;`, true, among},
	{"rests", ".c", `int y = (x + (int[]){1, 1, 1, 5, 5, 5, 2, 2, 2, 4, 4, 4}[rand() % 12]) % 6;
return rand() / (RAND_MAX + 1.0) < exp(logf[y] - logf[x]) ? y : x;`, true, among},
	{"arc4random", ".c", `int y = (x + (arc4random_uniform(2) ? 1 : 5)) % 6;
return arc4random() / 4294967296.0 < exp(logf[y] - logf[x]) ? y : x;`, true, even},
	{"drand48 of a finished program", ".finished", `int y = (x + (drand48() < 0.5 ? 1 : 5)) % 6;
return log(drand48()) < logf[y] - logf[x] ? y : x;`, true, even},
	{"rests of a finished program", ".finished", `int y = (x + (int[]){1, 5, 2, 4}[rand() % 4]) % 6;
return drand48() < exp(logf[y] - logf[x]) ? y : x;`, true, among},
}

// normal returns the odds of a normal number that is rounded.
func normal(sd float64) map[int]float64 {
	odds := map[int]float64{}
	for d := -6; d <= 6; d++ {
		below := func(x float64) float64 { return math.Erfc(-x/sd/math.Sqrt2) / 2 }
		odds[d] = below(float64(d)+0.5) - below(float64(d)-0.5)
	}
	return odds
}

// rowsOf returns the rows of a step, by its probabilities alone.
func (s ringStep) rowsOf() []float64 {
	rows := make([]float64, 36)
	for x := range withMass {
		for d, p := range s.odds {
			y := (x + d + 12) % 6
			a := min(1, math.Exp(testLogF[y]-testLogF[x]))
			rows[x*6+y] += p * a
			rows[x*6+x] += p * (1 - a)
		}
	}
	return rows
}

// TestAsItStands: steps of R and C that draw by the functions of their language have their rows. A twin that is wrong
// by a hundredth of log f has others.
func TestAsItStands(t *testing.T) {
	for i, s := range ringSteps {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			inLongForm(t, i, s.ending)
			if strings.Contains(s.step, "arc4random") {
				libraryHas(t, "arc4random")
			}
			kernel := asItStands(t, s.step, s.ending)
			got, _, err := kernel.Rows(t.Context(), 1, testLogF, withMass)
			must.Do(t, err)
			must.Each(t, got[:30], s.rowsOf()[:30], 1e-6, "rows")
			if isLearnt := kernel.LeftOut() > 0; isLearnt != s.isLearnt {
				t.Errorf("learnt: %v", isLearnt)
			}
			twin := asItStands(t, strings.Replace(s.step, "- logf[x", "- 0.99 * logf[x", 1), s.ending)
			got, _, err = twin.Rows(t.Context(), 1, testLogF, withMass)
			must.Do(t, err)
			if off := floats.Distance(got[:30], s.rowsOf()[:30], math.Inf(1)); off < 1e-3 {
				t.Errorf("a twin is off by %v", off)
			}
		})
	}
}

// TestFinishedMoves: the moves of a finished program are its own, by the numbers that it has seeded, also after runs.
// One more has been made before them.
func TestFinishedMoves(t *testing.T) {
	t.Parallel()
	k := startAsItStands(t, "return 4 * drand48() + 0 * (int)logf[x];", ".finished")
	must.Have(k.Runs(t.Context(), []enumerate.Run[int]{{Start: 2}}, enumerate.Numbers))(t)
	own := start(t, strings.Fields(k.command)[2], testWait)
	got := make([]int, 60)
	want := make([]int, 61)
	states := make([]int, 61)
	must.Do(t, k.Move(t.Context(), got, states[1:]))
	must.Do(t, own.Move(t.Context(), want, states))
	if !slices.Equal(got, want[1:]) {
		t.Errorf("moves %v, want %v", got, want[1:])
	}
}

// hiddenSteps draw or remember what nobody sees. Some tell that they do.
var hiddenSteps = []struct{ name, ending, step, says string }{
	{"set.seed", ".R", "set.seed(x); sample(5, 1) - 1", "seeds R's generator"},
	{"a seed put back", ".R", `old <- .Random.seed; set.seed(NULL); d <- runif(1)
assign(".Random.seed", old, globalenv()); floor(5 * d)`, ""},
	{"its own", ".R", `s <<- if (exists("s")) (s * 1103515245 + 12345) %% 2^31 else 1
if (runif(1) < s / 2^31) 0 else x`, ""},
	{"the clock", ".R", "if (runif(1) < (as.numeric(Sys.time()) * 1e5) %% 1) 0 else x", ""},
	{"srand", ".c", "srand(42); return rand() % 5 + 0 * (int)logf[x];", "seeds its random numbers"},
	{"erand48", ".c", "unsigned short s[3] = {x}; return erand48(s) < 0.5 && logf[x] < 9 ? 0 : x;", "seeds erand48"},
	{"its own", ".c", "static unsigned s = 1; s = s * 1103515245u + 12345u;\n" +
		"return drand48() < s / 4294967296.0 && logf[x] < 9 ? 0 : x;", ""},
	{"the clock", ".c", "struct timespec now; clock_gettime(CLOCK_MONOTONIC, &now);\n" +
		"return drand48() < now.tv_nsec % 1000 / 1000.0 && logf[x] < 9 ? 0 : x;", ""},
	{"srand", ".finished", "srand(42); return rand() % 5 + 0 * (int)logf[x];", "seeds its random numbers"},
	{"without end", ".finished", "int k = 0; while (drand48() < 0.9999) k++; return k % 5;", "more than 1000 random"},
	{"its own", ".finished", "static unsigned s = 1; s = s * 1103515245u + 12345u;\n" +
		"return drand48() < s / 4294967296.0 && logf[x] < 9 ? 0 : x;", ""},
	{"another answer", ".finished", `puts("hello"); return x;`, `answers {"states":[0]} by "[hello"; use [y]`},
	{"an exit", ".finished", "_Exit(3);", "it ended (exit status 3)"},
	{"rand_r", ".c", "static unsigned s = 1; return (rand_r(&s) + (drand48() < 0.5) + (int)logf[x]) % 5;", ""},
}

// TestHidden: what draws or remembers what nobody sees is neither followed nor learnt.
func TestHidden(t *testing.T) {
	for i, s := range hiddenSteps {
		t.Run(s.name+s.ending, func(t *testing.T) {
			t.Parallel()
			inLongForm(t, i, s.ending)
			_, _, err := asItStands(t, s.step, s.ending).Rows(t.Context(), 1, testLogF, withMass)
			if !errors.As(err, new(outside.NotTold)) || !strings.Contains(err.Error(), s.says) {
				t.Errorf("error %v, want %q", err, s.says)
			}
		})
	}
}

// TestStepsThatEnd: a step that ends its process is named with its cell, and with the status or the signal. No part of
// an answer is taken for one, here of two states.
func TestStepsThatEnd(t *testing.T) {
	const step = `if (x == 0) exit(7);
if (x == 1) exit(0);
if (x == 2) _Exit(9);
if (x == 3) abort();
return x == 5 ? *(int *volatile)0 : x + 0 * (int)(logf[x] + drand48());`
	for _, ending := range []string{".c", ".finished"} {
		t.Run(ending, func(t *testing.T) {
			t.Parallel()
			command := startAsItStands(t, step, ending).command
			for x, says := range map[int]string{0: "ended with status 7", 1: "ended with status 0",
				2: "ended with status 9", 3: "was ended by signal 6, Aborted",
				5: "was ended by signal 11, Segmentation fault"} {
				err := start(t, command, testWait).Move(t.Context(), make([]int, 2), []int{4, x})
				must.Say(t, fmt.Sprint(err), fmt.Sprintf("(its stderr ends: step(%d) %s)", x, says))
				must.Say(t, fmt.Sprint(err), "it ended (exit status ")
			}
		})
	}
}

// libraryHas skips a test if the library of C does not have a function.
func libraryHas(t *testing.T, function string) {
	path := must.File(t, "has.c", "#include <stdlib.h>\nint main(void) { return "+function+"() > 1e9; }\n")
	if err := exec.Command("cc", "-Werror", "-o", path+".out", path).Run(); err != nil {
		t.Skip("the library of C has no ", function)
	}
}
