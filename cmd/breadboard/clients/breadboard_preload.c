/* Runs of a finished program, whose source stays as it is. It answers {"states":[...]}, as ../doc/runs.md has it, draws
 * by the functions of breadboard.h, which lies beside this file, and is linked to their library dynamically:
 *
 *	cc -O2 -shared -fPIC -o told.so breadboard_preload.c -ldl
 *	breadboard validate --exec 'env LD_PRELOAD=./told.so ./finished' --target g.csv
 *
 * Before its main begins the process forks. The parent asks for each run as for one move. Moves are the program's own:
 * outside of runs its numbers are those of the library. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#define BB_LIBRARY(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define BB_OURS(type, name) type name
#define BB_LEAVE (void)0 /* a run that is refused goes on to its end, with fresh numbers */
#include "breadboard.h"

static FILE *to, *from; /* the program */
static pid_t program;
static int unread; /* it may not have read all lines that have no answer */

static void end(void) { /* as the program ends, with all that it prints before */
	int c;
	fclose(to);
	while ((c = getc(from)) != EOF) putchar(c);
	fflush(stdout), bb_end(program);
}
static char *answer(void) {
	static char *line;
	static size_t size;
	fflush(to);
	if (getline(&line, &size, from) <= 0 || !strchr(line, '\n')) end();
	unread = 0;
	return line;
}
static int moved(int x, const double *log_f) {
	double y = 0;
	int n = 0;
	if (unread) unread = bb->telling = 0, moved(x, log_f), bb->telling = 1; /* a move, before which it may seed */
	fprintf(to, "{\"states\":[%d]}\n", x);
	char *line = answer();
	sscanf(line, " [%lf ] %n", &y, &n);
	if (n > 0 && line[n] == 0 && y == (int)y) return (int)y;
	line[strcspn(line, "\r\n")] = 0;
	fprintf(stderr, "your program answers {\"states\":[%d]} by \"%.40s\"; use [y], a cell\n", x, line), _exit(1);
}
__attribute__((constructor)) static void fork_program(void) {
	int asks[2], answers[2];
	char *line = NULL;
	size_t size = 0;
	if (pipe(asks) || pipe(answers)) perror("a pipe"), _exit(1);
	program = bb_fork(), bb_step = moved, bb_out = stdout;
	if (program == 0) {
		dup2(asks[0], 0), dup2(answers[1], 1), unsetenv("LD_PRELOAD"); /* what it starts makes no runs */
		close(asks[0]), close(asks[1]), close(answers[0]), close(answers[1]);
		return;
	}
	close(asks[0]), close(answers[1]), signal(SIGPIPE, SIG_IGN);
	for (to = fdopen(asks[1], "w"), from = fdopen(answers[0], "r"); getline(&line, &size, stdin) > 0; fflush(stdout)) {
		if (strstr(line, "grid") || strstr(line, "logf")) unread = 1, fputs(line, to);
		else if (strstr(line, "\"states\"")) unread = 0; /* a move reads them */
		bb_answer(line);
	}
	end();
}
