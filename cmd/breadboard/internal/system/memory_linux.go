package main

import (
	"bufio"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// memory is how many bytes can be had before the machine, or the control group
// that the program runs in, has none left; not known where neither says.
func memory() (free float64, known bool) { return memoryUnder("/") }

// memoryUnder reads the files of a system whose root is elsewhere.
func memoryUnder(root string) (free float64, known bool) {
	free = math.Inf(1)
	if f, err := os.Open(filepath.Join(root, "proc/meminfo")); err == nil {
		defer f.Close()
		for in := bufio.NewScanner(f); in.Scan(); {
			if rest, ok := strings.CutPrefix(in.Text(), "MemAvailable:"); ok {
				if kib, err := strconv.ParseFloat(strings.TrimSpace(strings.TrimSuffix(rest, "kB")), 64); err == nil {
					free = kib * 1024
				}
			}
		}
	}
	for _, g := range groups(root) {
		free = min(free, g)
	}
	return free, !math.IsInf(free, 1)
}

// groups are what is left of the limits of the control groups that hold the
// program, of both versions, from its own up to the root.
func groups(root string) []float64 {
	var left []float64
	own, _ := os.ReadFile(filepath.Join(root, "proc/self/cgroup"))
	for line := range strings.Lines(string(own)) {
		part := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(part) != 3 {
			continue
		}
		base, limit, used := "sys/fs/cgroup", "memory.max", "memory.current"
		if part[1] == "memory" {
			base, limit, used = "sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes"
		} else if part[1] != "" {
			continue
		}
		for path := part[2]; ; path = filepath.Dir(path) {
			dir := filepath.Join(root, base, path)
			if most, ok := number(filepath.Join(dir, limit)); ok {
				now, _ := number(filepath.Join(dir, used))
				cache, _ := inactive(filepath.Join(dir, "memory.stat"))
				left = append(left, max(most-max(now-cache, 0), 0))
			}
			if path == "/" || path == "." || path == "" {
				break
			}
		}
	}
	return left
}

// number is that of a file of one; not ok where it is "max", or no file.
func number(path string) (float64, bool) {
	text, err := os.ReadFile(path)
	if err != nil {
		return 0, false
	}
	v, err := strconv.ParseFloat(strings.TrimSpace(string(text)), 64)
	return v, err == nil
}

// inactive is how much of a group's memory are files that can be dropped.
func inactive(path string) (float64, bool) {
	text, err := os.ReadFile(path)
	if err != nil {
		return 0, false
	}
	for line := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		if name == "inactive_file" || name == "total_inactive_file" {
			v, err := strconv.ParseFloat(value, 64)
			return v, err == nil
		}
	}
	return 0, false
}
