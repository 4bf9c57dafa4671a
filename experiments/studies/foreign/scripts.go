package foreign

import (
	"context"
	"embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

//go:embed *.R *.py
var scripts embed.FS

// Missing is a sampler that is left out, and what it lacks.
type Missing struct{ Sampler, What string }

// find looks for an interpreter that has the packages. It returns what is missing, or "" if nothing is.
func (s *sampler) find(ctx context.Context) (missing string) {
	for _, name := range s.interpreters {
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		flag := "-c"
		if strings.HasSuffix(s.script, ".R") {
			flag = "-e"
		}
		if exec.CommandContext(ctx, path, flag, s.needs).Run() == nil {
			s.interpreters = []string{path}
			return ""
		}
	}
	return fmt.Sprintf("%s fails; the Debian packages %s would do", s.needs, s.packages)
}

// run runs the script in a directory of its own, and looks at what it wrote.
func (s sampler) run(ctx context.Context, fault string, seed int, ns []int) ([]Seen, error) {
	dir, err := os.MkdirTemp("", "foreign")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	script, err := scripts.ReadFile(s.script)
	if err != nil {
		return nil, err
	}
	for name, text := range map[string]string{s.script: string(script), s.target.file: s.target.text} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			return nil, err
		}
	}
	words := append([]string{s.script, fault, strconv.Itoa(seed)}, s.look.sizes(ns)...)
	command := exec.CommandContext(ctx, s.interpreters[0], words...)
	command.Dir = dir
	// Seeds belong to runs, and one thread adds in one order.
	command.Env = append(os.Environ(), "OMP_NUM_THREADS=1", "OPENBLAS_NUM_THREADS=1")
	if out, err := command.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%s: %w: %s", strings.Join(words, " "), err, out)
	}
	return s.look.at(dir, s.target, ns)
}
