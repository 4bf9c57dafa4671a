//go:build unix

package main

import (
	"context"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A shell reads a quoted word as it was.
func TestQuoted(t *testing.T) {
	for _, word := range []string{"sweep", "-T=10..1000x5", "", "two words", "it's", `"`, "$HOME", "a\\b", "~", "#",
		"*", "é"} {
		out, err := exec.Command("sh", "-c", "printf %s "+quoted(word)).Output()
		if err != nil {
			t.Skip(err)
		}
		if string(out) != word {
			t.Errorf("a shell reads %s as %q, want %q", quoted(word), out, word)
		}
	}
	if quoted("ising:3x3:0.4,easy") != "ising:3x3:0.4,easy" {
		t.Error("a plain word is in quotes")
	}
}

func TestInterruptedSays(t *testing.T) {
	ctx := withLastWords(t.Context())
	if got := interrupted(ctx); got != "interrupted" {
		t.Errorf("%q without last words", got)
	}
	(&world{ctx: ctx}).ifInterrupted(func() string { return "3 of 4 are kept" })
	if got := interrupted(ctx); got != "interrupted; 3 of 4 are kept" {
		t.Errorf("%q with last words", got)
	}
	if got := interrupted(context.Background()); got != "interrupted" {
		t.Errorf("%q where none can be left", got)
	}
}

// The command that an interrupted sweep spells, given to a shell, goes on where it was.
func TestInterruptedGoesOn(t *testing.T) {
	dir := files(t, map[string]string{"two words.csv": "0,1\n2,3\n"})
	cmd := exec.Command(binary, "sweep", "--target", "two words.csv", "-T", "10,5000000", "--workers", "2", "--out", "o p")
	r := finish(t, cmd, dir, func() error {
		if err := cmd.Start(); err != nil {
			return err
		}
		waitForRow(t, filepath.Join(dir, "o p", "journal.jsonl"))
		_ = cmd.Process.Signal(syscall.SIGINT)
		return cmd.Wait()
	})
	_, again, ok := strings.Cut(strings.TrimSpace(r.stderr), "to go on: breadboard ")
	if r.code != 130 || !ok {
		t.Fatalf("exit code %d, and it says %s", r.code, r.stderr)
	}
	again = strings.Replace(again, "5000000", "20", 1) // a cell that is soon done
	shell := exec.Command("sh", "-c", "'"+binary+"' "+again)
	tells(t, story(t, finish(t, shell, dir, shell.Run).stdout), map[string]int{"from_journal": 1, "run": 1})
}
