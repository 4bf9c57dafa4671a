package client

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// delays returns how long each thread of the command's group has waited for a processor so far, by its folder in /proc:
// its schedstat has the nanoseconds on a processor, and those of waiting for one. None is told of the Caller.
func (c *client) delays() map[string]time.Duration {
	found := map[string]time.Duration{}
	if c.process == nil {
		return found
	}
	processes, _ := filepath.Glob("/proc/[0-9]*")
	for _, folder := range processes {
		pid, _ := strconv.Atoi(filepath.Base(folder))
		if group, err := syscall.Getpgid(pid); err != nil || group != c.process.Process.Pid {
			continue
		}
		threads, _ := filepath.Glob(folder + "/task/*")
		for _, thread := range threads {
			var runs, waits time.Duration
			told, _ := os.ReadFile(thread + "/schedstat") // empty if it has ended
			_, _ = fmt.Sscan(string(told), &runs, &waits)
			found[thread] = waits
		}
	}
	return found
}
