package client

import (
	"errors"
	"strings"
	"testing"
	"time"
	"unicode"
)

// three reads what a program is told before it is to answer.
const three = "read a; read b; read c; "

// faults lists what programs do wrong, with the words that name it.
var faults = []struct{ says, script string }{
	{"no answer within 300ms; a line for each line of states, flushed", three + "echo thinking >&2; sleep 100"},
	{"(its stderr ends: one; two; three)", three + "echo one >&2; echo two >&2; echo >&2; echo three >&2; exit 3"},
	{"it ended (exit status 3) before the last question", three + "echo one >&2; exit 3"},
	{"it ended (signal: killed)", three + "kill -9 $$"},
	{"it ended (exit status 0)", "exit 0"},
	{"it closed its standard input or output", three + "exec >&-; sleep 100"},
	{`it answered "hello"; a line with a JSON array of 3 cell numbers`, three + "echo hello; cat"},
	{"it answered 2 numbers to 3 states; one for each would do", three + "echo '[0,1]'; cat"},
	{"it answered 4 numbers to 3 states", three + "echo '[0,1,2,3]'; cat"},
	{"answer 2 of 3 is 6; a cell number from 0 to 5 would do", three + "echo '[0,6,1]'; cat"},
	{"answer 1 of 3 is -1", three + "echo '[-1,6,1]'; cat"},
	{`answer 3 of 3 is "null"`, three + "echo '[0,1,null]'; cat"},
	{`printed "more"`, three + "echo '[0,1,2]'; echo more; cat >/dev/null"},
	{"it answered a line of more than 33024 bytes", three + "head -c 200000 /dev/zero | tr '\\0' 1; cat"},
	{"it answered \"\"", three + "echo; cat"},
	{"(its stderr is empty)", three + "echo; cat"},
	{`(its stderr ends: \x1b]0;owned\aplain)`, three + "printf '\\033]0;owned\\007plain' >&2; exit 3"},
	{"...xxxxxxxx", three + "head -c 1000000 /dev/zero | tr '\\0' x >&2; exit 1"},
	{`it printed "banner" before it was asked; one line for each line of states wo`,
		"echo banner; sleep 0.1; cat >/dev/null"},
}

// Whatever a program does wrong is one line that says what, with the end of its
// stderr, in about the time that it is given.
func TestClientFaults(t *testing.T) {
	for _, c := range faults {
		says, script := c.says, c.script
		t.Run(says, func(t *testing.T) {
			t.Parallel()
			wait := testWait
			if strings.Contains(says, "300ms") {
				wait = 300 * time.Millisecond
			}
			c, err := start(t, "sh -c \""+strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(script)+"\"", wait)
			if err == nil {
				for i := 0; strings.Contains(script, "banner") && len(c.lines) == 0 && i < 1000; i++ {
					time.Sleep(10 * time.Millisecond) // until it has been printed
				}
				next := make([]int, 3)
				if err = c.Move(t.Context(), next, []int{0, 1, 2}); err == nil {
					err = c.Close()
				}
			}
			checkFault(t, err, says)
			if c.client != nil {
				checkBroken(t, c)
			}
		})
	}
}

// checkBroken fails t unless the client knows that its program has failed and is gone.
func checkBroken(t *testing.T, c Kernel) {
	t.Helper()
	if c.process.ProcessState == nil {
		t.Error("the program has not been waited for")
	}
	if c.broken == nil {
		t.Error("the client does not know that its program failed")
	}
	if again := c.Close(); again != nil {
		t.Errorf("Close tells the fault a second time: %v", again)
	}
	if again := c.Aim(t.Context(), 1, testLogF); again != c.broken {
		t.Errorf("after the fault Aim says %v, want %v", again, c.broken)
	}
}

// checkFault holds an error to what all faults are: a line that begins with the command
// and can be printed.
func checkFault(t *testing.T, err error, says string) {
	t.Helper()
	if err == nil {
		t.Fatalf("no error, want %q", says)
	}
	text := err.Error()
	if !strings.Contains(text, says) {
		t.Errorf("the error is %q, want %q", text, says)
	}
	if !strings.HasPrefix(text, "sh -c ") {
		t.Errorf("the error does not begin with the command: %q", text)
	}
	if i := strings.IndexFunc(text, unicode.IsControl); i >= 0 {
		t.Errorf("the error has the control character %q", text[i])
	}
	if !errors.As(err, new(*Fault)) {
		t.Errorf("%T is no Fault", err)
	}
}
