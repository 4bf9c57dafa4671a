package disk_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"breadboard/experiments/disk"
	"breadboard/grid/must"
)

// How the test binary writes when it is started to be killed, by an environment variable.
const (
	writerEnv = "DISK_TEST_WRITER"
	whole     = "whole"
	inPlace   = "in place"
)

func TestMain(m *testing.M) {
	if how := os.Getenv(writerEnv); how != "" {
		writeForEver(how)
	}
	os.Exit(m.Run())
}

// length is the number of bytes of each file, which is written in many pieces.
const length, piece = 1 << 18, 1 << 10

// filled writes a file of one letter.
func filled(letter byte) func(io.Writer) error {
	return func(w io.Writer) error {
		for range length / piece {
			if _, err := w.Write(bytes.Repeat([]byte{letter}, piece)); err != nil {
				return err
			}
		}
		return nil
	}
}

// writeForEver writes two files into its folder, again and again, of another letter each time.
func writeForEver(how string) {
	for i := 0; ; i++ {
		write := filled('a' + byte(i%26))
		var err error
		if how == whole {
			err = disk.Claim(".")
			if err == nil {
				err = disk.Write(context.Background(), ".", []disk.Content{{Name: "1", Write: write},
					{Name: "2", Write: write}})
			}
		} else {
			var f *os.File
			f, err = os.Create("1")
			if err == nil {
				err = write(f)
				f.Close()
			}
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

// killed starts a writer in a folder, and kills it at some moment after its first file is there.
func killed(t *testing.T, dir, how string, dice *rand.Rand) {
	t.Helper()
	cmd := exec.Command(must.Have(os.Executable())(t))
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), writerEnv+"="+how)
	var said bytes.Buffer
	cmd.Stderr = &said
	must.Do(t, cmd.Start())
	for range 1000 {
		if _, err := os.Stat(filepath.Join(dir, "1")); err == nil {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	time.Sleep(time.Duration(dice.IntN(20_000)) * time.Microsecond)
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	if said.Len() > 0 {
		t.Fatal(said.String())
	}
}

// torn says what is wrong with the files of a writer: nil if each is of one letter, whole.
func torn(dir string) error {
	for _, name := range []string{"1", "2"} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if os.IsNotExist(err) {
			continue
		}
		if err != nil {
			return err
		}
		if len(data) != length || strings.Trim(string(data), string(data[:1])) != "" {
			return fmt.Errorf("%s has %d bytes, or several letters", name, len(data))
		}
	}
	return nil
}

// A writer that is killed at any moment leaves each file whole, the old one or a new one, and the next one leaves
// nothing else. One that writes in place is found out.
func TestKilled(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 2))
	dir := t.TempDir()
	for i := range 20 {
		killed(t, dir, whole, dice)
		if err := torn(dir); err != nil {
			t.Errorf("kill %d: %v", i, err)
		}
	}
	written(t, dir, tree{"1": "x", "2": "y"})
	holds(t, dir, tree{"1": "x", "2": "y"})
	found := false
	for range 20 {
		broken := t.TempDir()
		killed(t, broken, inPlace, dice)
		found = found || torn(broken) != nil
	}
	if !found {
		t.Error("no kill of a writer in place tears its file")
	}
}
