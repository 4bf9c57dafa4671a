package client

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// look returns the time on a processor that the command's group has had so far, with what of it has ended, and whether
// a thread of it asks for one: runs, or could. Nothing is known of the Caller, and on systems without the /proc of Linux.
func (c *client) look() (had time.Duration, asks bool) {
	if c.process == nil {
		return 0, false
	}
	const inTicks = time.Second / 100 // of the numbers of Linux
	group := strconv.Itoa(c.process.Process.Pid)
	processes, _ := filepath.Glob("/proc/[0-9]*")
	for _, process := range processes {
		stat := statOf(process)
		if len(stat) < 15 || stat[2] != group {
			continue
		}
		for _, field := range stat[11:15] { // in the program and in the system, and of children that have ended
			n, _ := strconv.Atoi(field)
			had += time.Duration(n) * inTicks
		}
		threads, _ := filepath.Glob(process + "/task/*")
		asks = asks || slices.ContainsFunc(threads, func(thread string) bool {
			stat := statOf(thread)
			return len(stat) > 0 && stat[0] == "R"
		})
	}
	return had, asks
}

// statOf returns what Linux tells of a process or a thread after its name in parentheses: its state, its parent, its
// group and more; nothing if it has ended.
func statOf(folder string) []string {
	stat, _ := os.ReadFile(folder + "/stat")
	return strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
}
