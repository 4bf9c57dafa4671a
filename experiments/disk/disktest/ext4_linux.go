package disktest

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// An Ext4 is an ext4 file system in an image of 32 MiB, mounted at Dir. Its power can be cut.
type Ext4 struct {
	Dir   string
	image string
}

// NewExt4 makes one, and skips the test if that cannot be done here, such as without root.
func NewExt4(t *testing.T) *Ext4 {
	t.Helper()
	e := &Ext4{Dir: t.TempDir(), image: filepath.Join(t.TempDir(), "image")}
	if err := os.WriteFile(e.image, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(e.image, 32<<20); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("mkfs.ext4", "-q", "-F", e.image).CombinedOutput(); err != nil {
		t.Skipf("no ext4 can be made here: %v: %s", err, out)
	}
	if out, err := e.mount(); err != nil {
		t.Skipf("no ext4 can be mounted here; root and loop devices would do: %v: %s", err, out)
	}
	t.Cleanup(func() { _ = exec.Command("umount", e.Dir).Run() })
	return e
}

func (e *Ext4) mount() ([]byte, error) {
	return exec.Command("mount", "-o", "loop", e.image, e.Dir).CombinedOutput()
}

// shutdown is FS_IOC_SHUTDOWN of the kernel's fs.h: a file system stops at once.
const shutdown = 0x8004587d

// Cut cuts the power: from now on the image takes no more writes, and what the system holds in memory is
// lost, the end of the file system's log too. All calls on open files fail.
func (e *Ext4) Cut(t *testing.T) {
	t.Helper()
	dir, err := os.Open(e.Dir)
	if err != nil {
		t.Fatal(err)
	}
	defer dir.Close()
	if err := unix.IoctlSetPointerInt(int(dir.Fd()), shutdown, unix.FS_SHUTDOWN_FLAGS_NOLOGFLUSH); err != nil {
		t.Fatalf("the power cannot be cut: %v", err)
	}
}

// Restart mounts the image again, as a machine does when the power is back: the file system replays its log.
// No file may be open.
func (e *Ext4) Restart(t *testing.T) {
	t.Helper()
	if out, err := exec.Command("umount", e.Dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for e.held(t) {
		time.Sleep(10 * time.Millisecond)
	}
	if out, err := e.mount(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

// held reports whether the image is still in use. A process that began in a namespace of its own meanwhile may
// hold the file system for a while, and a mount would find it as it was: without power.
func (e *Ext4) held(t *testing.T) bool {
	t.Helper()
	out, err := exec.Command("losetup", "-j", e.image).Output()
	if err != nil {
		t.Fatal(err)
	}
	return len(out) > 0
}
