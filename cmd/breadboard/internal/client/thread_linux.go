package client

import "syscall"

// dieWithThread has the system kill a program when the thread that starts it ends. We need it
// where there is no guardian: it reaches the program, but not what the program starts.
func dieWithThread(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGKILL }
