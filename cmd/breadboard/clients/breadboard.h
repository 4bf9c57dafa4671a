/* Runs of a step of C as it stands, for breadboard validate ./mine --target g.csv; ../doc/runs.md has the protocol.
 *
 *	#include "breadboard.h"
 *	static int step(int x, const double *logf) ... // the next cell after x, from 0, under exp(logf)
 *	int main(void) { return breadboard_serve(step); } // cc -O2 -o mine mine.c -lm
 *
 * While a run is made, drand48, erand48, rand, random, lrand48 and arc4random read the numbers that are told, with as
 * many bits as they have, and arc4random_uniform tells its odds. Moves are drawn by the functions of the library.
 * The client is two processes: one has main, and the other says how a step ended that. In gdb: set follow-fork-mode child.
 */
#ifndef BREADBOARD_H
#define BREADBOARD_H
#include <math.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#define BB static __attribute__((unused))
#ifndef BB_LIBRARY /* breadboard_preload.c, where the step is another process, has its own */
#define BB_LIBRARY(name) name
#define BB_OURS(type, name) BB type breadboard_##name
#define BB_LEAVE longjmp(bb_leave, 1)
#define BB_DIVIDES
#endif
enum { bb_most = 1000, bb_wide = 1000 }; /* numbers of a run; outcomes of a choice, above which it is a number */

BB double *breadboard_grid; /* the lengths of the axes */
BB int breadboard_axes, bb_cells;
static double *bb_log_f;
static jmp_buf bb_leave;
static struct {
	int at; /* the cell from which a step is made; -1 between steps */
	double told[bb_most + 1]; /* its cell, and the outcomes of its first draws */
	int many, made, telling, divisor[bb_most];
	struct { int bits, wide; uint64_t key; } drawn[bb_most]; /* bits of a number, or outcomes of a choice */
	uint64_t fresh;
	const char *why; /* there are no runs */
} bb_only, *bb = &bb_only;
static int (*bb_step)(int, const double *);
static FILE *bb_out; /* where answers go */

static pid_t bb_fork(void) { /* 0 in the process that goes on to main; both have bb */
	void *shared = mmap(NULL, sizeof *bb, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	pid_t maker = -1;
	if (shared != MAP_FAILED) bb = (__typeof__(bb))shared, bb->at = -1, maker = fork();
	if (maker < 0) perror("a fork"), _exit(1);
	return maker;
}
static void bb_end(pid_t maker) { /* as the other process ends, also in a step */
	int status = 0;
	waitpid(maker, &status, 0);
	int by = WIFSIGNALED(status) ? WTERMSIG(status) : 0, code = by ? 128 + by : WEXITSTATUS(status); /* as of a shell */
	if (bb->at < 0) _exit(code);
	if (by) fprintf(stderr, "step(%d) was ended by signal %d, %s\n", bb->at, by, strsignal(by));
	else fprintf(stderr, "step(%d) ended with status %d\n", bb->at, code);
	_exit(code ? code : 1);
}
static void bb_refuse(const char *why) { bb->why = why, bb->many = bb->made = 0, BB_LEAVE; }
static uint64_t bb_fresh(void) { /* the next 53 bits of splitmix64 */
	uint64_t z = bb->fresh += 0x9e3779b97f4a7c15u;
	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u, z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return (z ^ z >> 31) >> 11;
}
static uint64_t bb_next(int bits, int wide) { /* a number of some bits, or an outcome, told or fresh */
	if (bb->made == bb_most) bb_refuse("a run draws more than 1000 random numbers");
	int at = bb->made++;
	uint64_t key = at + 1 < bb->many ? (uint64_t)bb->told[at + 1] : wide ? bb_fresh() * wide >> 53 : bb_fresh();
	bb->drawn[at].bits = bits, bb->drawn[at].wide = wide, bb->drawn[at].key = wide ? key % wide : key;
	return wide ? key % wide : key >> (53 - bits);
}
/* rand() % 6 is the same over pieces of one number, too many for a search. So whole numbers are told in another order,
 * which changes no probability: those with the rest 0 first, then those with 1. By which number the i-th of a run is
 * divided is seen from small ones, with which the runs repeat: at most 1200, once, before the first run. */
static uint64_t bb_whole(int bits) {
	uint64_t n = bb->made < bb_most ? bb->divisor[bb->made] : 0, x = bb_next(bits, 0);
	if (n < 2) return x;
	uint64_t q = (1ull << bits) / n, longer = (1ull << bits) % n, later = longer * (q + 1); /* of q + 1, then q */
	return x < later ? x / (q + 1) + n * (x % (q + 1)) : longer + (x - later) / q + n * ((x - later) % q);
}
static int bb_made(int x) { /* where a step from x ends */
	bb->at = x;
	int y = bb_step(x, bb_log_f);
	bb->at = -1;
	return y;
}
static int bb_run(const double *told, int many) { /* where it ends, or -1 if it is refused */
	bb->many = many <= bb_most ? many : bb_most + 1;
	memcpy(bb->told, told, bb->many * sizeof *told);
	bb->made = 0, bb->why = NULL, bb->telling = 1;
	int y = setjmp(bb_leave) ? -1 : bb_made((int)told[0]);
	bb->at = -1, bb->telling = 0;
	return bb->why ? -1 : y;
}
static int bb_period(const int64_t *seen, int n) { /* up to n / 2, or 1 if there is none */
	for (int p = 1, v; p <= n / 2; p++) {
		for (v = p; v < n && seen[v] == seen[v - p]; v++) continue;
		if (v == n) return p;
	}
	return 1;
}
static void bb_look(void) { /* for divisors */
	enum { small = 2400, numbers = 64, looks = 100000, most = 1 << 20 };
	static double told[numbers + 1];
	static int64_t seen[small];
	int found[numbers] = {0};
	for (int left = looks, times = 0; left > 0 && times < 20 + bb_cells; times++) {
		told[0] = times % bb_cells;
		if (bb_log_f[times % bb_cells] == -INFINITY) continue; /* no run begins there */
		for (int i = 1; i <= numbers; i++) told[i] = (double)bb_fresh();
		for (int i = 0; i < numbers && bb_run(told, numbers + 1) >= 0 && i < bb->made; i++) {
			double kept = told[i + 1];
			int bits = bb->drawn[i].bits, all = found[i] ? found[i] : 1, had = all;
			if (bits != 31 && bits != 32) continue;
			for (int v = 0; v < small; v++, left--) {
				told[i + 1] = (double)((uint64_t)v << (53 - bits));
				seen[v] = (int64_t)bb_run(told, numbers + 1) * (bb_most + 1) + bb->made;
			}
			told[i + 1] = kept;
			for (int p = bb_period(seen, small); all % p && all < most;) all += had; /* their least common multiple */
			found[i] = all < most ? all : had;
		}
	}
	memcpy(bb->divisor, found, sizeof found);
}

BB_OURS(double, drand48)(void) { return bb->telling ? bb_next(48, 0) / 0x1p48 : BB_LIBRARY(drand48)(); }
BB_OURS(double, erand48)(unsigned short state[3]) {
	static unsigned short *at, left[3]; /* the state that the last call left */
	if (!bb->telling) return at = NULL, BB_LIBRARY(erand48)(state);
	if (at == state && memcmp(left, state, sizeof left)) bb_refuse("your step seeds erand48");
	for (int k = 0; k < 3; k++) state[k] = left[k] = (unsigned short)bb_fresh();
	return at = state, bb_next(48, 0) / 0x1p48;
}
#define BB_WHOLE(type, name, bits) \
	BB_OURS(type, name)(void) { return bb->telling ? (type)bb_whole(bits) : BB_LIBRARY(name)(); }
#define BB_SEED(name, type) BB_OURS(void, name)(type seed) { \
	if (bb->telling) bb_refuse("your step seeds its random numbers"); \
	else BB_LIBRARY(name)(seed); }
BB_WHOLE(int, rand, 31)
BB_WHOLE(long, random, 31)
BB_WHOLE(long, lrand48, 31)
BB_SEED(srand, unsigned)
BB_SEED(srandom, unsigned)
BB_SEED(srand48, long)
#if defined __unix__ && !defined __linux__ || defined __APPLE__ || __GLIBC__ * 100 + __GLIBC_MINOR__ >= 236
BB_WHOLE(uint32_t, arc4random, 32)
BB_OURS(uint32_t, arc4random_uniform)(uint32_t n) {
	if (!bb->telling || n < 2) return BB_LIBRARY(arc4random_uniform)(n);
	return (uint32_t)(n <= bb_wide ? bb_next(0, (int)n) : bb_next(53, 0) / 0x1p53 * n);
}
#define arc4random breadboard_arc4random
#define arc4random_uniform breadboard_arc4random_uniform
#endif

static char *bb_numbers(char *s, double *v, int *n) { /* what is between brackets; null is a cell without mass */
	for (*n = 0; *s != ']'; (*n)++) v[*n] = s[1] == 'n' ? s += 5, -INFINITY : strtod(s + 1, &s);
	return s;
}
static void bb_tell(FILE *out, int y) { /* the choices of a run, their outcomes and its end */
	for (int k = 0; k < bb->made; k++) {
		fputs(k ? ",[" : "[[[", out);
		if (bb->drawn[k].bits) fprintf(out, "\"u\",%d", bb->drawn[k].bits);
		for (int i = 0; i < bb->drawn[k].wide; i++) fprintf(out, i ? ",%.17g" : "%.17g", 1. / bb->drawn[k].wide);
		fputs("]", out);
	}
	fputs(bb->made ? "],[" : "[[],[", out);
	for (int k = 0; k < bb->made; k++) fprintf(out, k ? ",%llu" : "%llu", (unsigned long long)bb->drawn[k].key);
	if (y >= 0 && y < bb_cells) fprintf(out, "],%d]", y);
	else fprintf(out, "],\"an error, step(%.0f) is %d; use a cell, 0 to %d\"]", *bb->told, y, bb_cells - 1);
}
static void bb_runs(char *s, double *v) {
	static int looked, many;
	char *text, c = '[';
	size_t size;
	if (!looked++) bb_look();
	FILE *out = open_memstream(&text, &size);
	for (bb->why = NULL; !bb->why && (s = strchr(s + 1, '[')); c = ',') {
		putc(c, out), s = bb_numbers(s, v, &many);
		bb_tell(out, bb_run(v, many));
	}
	fclose(out);
	fprintf(bb_out, bb->why ? "\"%s\"\n" : "%s]\n", bb->why ? bb->why : text), free(text);
}
static int bb_moved(int x) {
	int y = bb_made(x);
	if (y < 0 || y >= bb_cells) fprintf(stderr, "step(%d) is %d; use a cell, 0 to %d\n", x, y, bb_cells - 1), exit(1);
	return y;
}
static void bb_answer(char *line) {
	double *v = (double *)malloc((strlen(line) + 1) * sizeof *v);
	char *s = strchr(line, '[');
	int n = 0, runs = strstr(line, "\"runs\"") != NULL;
	if (s && !runs) bb_numbers(s, v, &n);
	if (strstr(line, "grid")) {
		long seed = atol(strstr(line, "seed") + 6);
		breadboard_grid = v, breadboard_axes = n, srand((unsigned)seed), srandom((unsigned)seed), srand48(seed);
	} else if (strstr(line, "logf")) free(bb_log_f), bb_log_f = v, bb_cells = n;
	else if (runs) bb_runs(s, v), free(v);
	else if (strstr(line, "\"states\"")) {
		for (int i = 0; i < n; i++) v[i] = bb_moved((int)v[i]); /* no part of an answer is written */
		for (int i = 0; i < n; i++) fprintf(bb_out, i ? ",%.0f" : "[%.0f", v[i]);
		fputs("]\n", bb_out), free(v);
	} else fputs("null\n", bb_out), free(v); /* to any other question */
}
#ifdef BB_DIVIDES
__attribute__((constructor)) static void bb_divide(void) {
	pid_t maker = bb_fork();
	if (maker) bb_end(maker);
}
#endif
BB int breadboard_serve(int (*step)(int, const double *)) {
	char *line = NULL;
	size_t size = 0;
	bb_out = fdopen(dup(1), "w"), dup2(2, 1); /* what the step prints is no answer */
	for (bb_step = step; getline(&line, &size, stdin) > 0; fflush(bb_out)) bb_answer(line);
	return 0;
}
#define drand48 breadboard_drand48
#define erand48 breadboard_erand48
#define rand breadboard_rand
#define random breadboard_random
#define lrand48 breadboard_lrand48
#define srand breadboard_srand
#define srandom breadboard_srandom
#define srand48 breadboard_srand48
#endif
