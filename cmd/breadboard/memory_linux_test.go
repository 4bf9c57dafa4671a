package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"breadboard/grid/must"
	"breadboard/grid/npy"
	"breadboard/grid/text"
)

// TestLargestSizes: each command is asked for a SIZE, and says which it admits if that is too large. With it the
// command works, and takes no more memory than all commands have. SIZE.npy has as many cells.
func TestLargestSizes(t *testing.T) {
	if !long {
		t.Skip("it takes ten minutes and 2 GiB")
	}
	admits := regexp.MustCompile(`use up to ([\d,]+)`)
	for line, size := range map[string]int{
		"exact --target SIZE.npy -T 3":                          5e7,
		"exact --target SIZE.npy -T 3 --program sir:2":          5e7,
		"exact --toy easy -T SIZE":                              1e7,
		"sample --target SIZE.npy -T 3 --chains 2 --skip-exact": 5e7,
		"sample --toy barrier -T 2 --chains SIZE":               2e8,
		"sweep --target SIZE.npy -T 3":                          5e7,
		"validate --target SIZE.npy --kernel metropolis -T 2":   5e7,
		"aide --toy easy -T 3 --runs SIZE":                      1e8,
	} {
		t.Run(line, func(t *testing.T) {
			dir := t.TempDir()
			var cmd *exec.Cmd
			for refusals := 0; ; refusals++ {
				if strings.Contains(line, "SIZE.npy") {
					head := fmt.Sprintf("{'descr': '|i1', 'fortran_order': False, 'shape': (2, %d)}", size/2)
					data := npy.Magic + "\x01\x00" + string(rune(len(head))) + "\x00" + head +
						strings.Repeat("\x00\x01", size/2)
					must.Do(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.npy", size)), []byte(data), 0o600))
				}
				cmd = exec.Command(binary, strings.Fields(strings.ReplaceAll(line, "SIZE", strconv.Itoa(size)))...)
				cmd.Dir = dir
				said, err := cmd.CombinedOutput()
				if err == nil {
					break
				}
				admitted := admits.FindSubmatch(said)
				if admitted == nil || refusals == 3 {
					t.Fatalf("%d: %v, %s", size, err, said)
				}
				size = must.Have(strconv.Atoi(strings.ReplaceAll(string(admitted[1]), ",", "")))(t)
			}
			took := cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss << 10
			t.Logf("%d: %.2f GiB", size, float64(took)/(1<<30))
			if took > text.MostBytes {
				t.Errorf("%d take %d bytes", size, took)
			}
		})
	}
}
