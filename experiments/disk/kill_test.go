package disk_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"breadboard/experiments/disk"
	"breadboard/grid/text/faulty"
)

// asWriter makes the tests' binary a process that writes one set after the other into a directory, and
// asWay, in one of the broken ways.
const (
	asWriter = "BREADBOARD_DISK_WRITER"
	asWay    = "BREADBOARD_DISK_WAY"
)

// brokenWays are writers that break the law, by what they do.
var brokenWays = map[string]writer{
	"in place": inPlace,
	"unsynced": onCareless(true, true),
}

func TestMain(m *testing.M) {
	if dir := os.Getenv(asWriter); dir != "" {
		fmt.Fprintln(os.Stderr, writeForever(dir, brokenWays[os.Getenv(asWay)]))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// writeForever writes sets 1, 2 and so on, prints the number of each that is written, and returns the first
// error. If broken is nil, it writes them rightly.
func writeForever(dir string, broken writer) error {
	for generation := 1; ; generation++ {
		files := ofGeneration(generation % 10)
		var err error
		if broken != nil {
			err = broken(context.Background(), disk.System, files)
		} else {
			err = disk.Set{Disk: disk.System, Dir: dir}.Write(context.Background(), files.contents())
		}
		if err != nil {
			return err
		}
		fmt.Println(generation)
	}
}

// ofGeneration is a set whose files say all which one it is.
func ofGeneration(i int) tree {
	g := fmt.Sprint(i)
	return tree{"a": g, "b": strings.Repeat(g, 1000), "c": strings.Repeat(g, 100_000)}
}

// A process is killed at any moment: the next one finds one set, whole, and can write.
func TestKilled(t *testing.T) {
	tally, dice := faulty.Tally{What: "kills of a writing process"}, rand.New(rand.NewPCG(3, 4))
	dir, _ := folderOf(t, users)
	amid := 0 // with parts, or a pending record, in the directory
	for range faulty.Times(25, 1000) {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), asWriter+"="+dir)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(dice.IntN(60)) * time.Millisecond)
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait()
		if left, err := filepath.Glob(filepath.Join(dir, ".breadboard-p*")); err == nil && len(left) > 0 {
			amid++
		}
		tally.Count(filepath.Base(dir), wholeGeneration(t.Context(), dir))
	}
	tally.Report(t)
	t.Logf("%d of them in the middle of a set", amid)
}

// wholeGeneration returns an error unless the directory holds the users' files and all of one set, or none.
func wholeGeneration(ctx context.Context, dir string) error {
	if err := disk.Finish(ctx, disk.System, dir); err != nil {
		return err
	}
	found, err := treeOf(disk.System, dir)
	if err != nil {
		return err
	}
	for name, data := range users {
		if found[name] != data {
			return fmt.Errorf("the user's %s holds %q", name, found[name])
		}
	}
	if len(found) == len(users) {
		return nil
	}
	for name, data := range ofGeneration(int(found["a"][0] - '0')) {
		if found[name] != data {
			return errors.New("the set is of two generations, or torn, at " + name)
		}
	}
	return nil
}
