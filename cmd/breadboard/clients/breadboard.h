/* Runs of a step of C as it stands, for breadboard validate ./mine --target g.csv; ../doc/runs.md has the protocol.
 *
 *	#include "breadboard.h" // first
 *	static int step(int x, const double *logf) ... // the next cell after x, from 0, under exp(logf)
 *	int main(void) { return breadboard_serve(step); } // cc -O2 -o mine mine.c -lm
 *
 * While a run is made, drand48, erand48, lrand48, rand, random and arc4random read the numbers that are told, and
 * arc4random_uniform tells its odds. A step takes its moves by the functions of the library. What draws otherwise is seen
 * to lead elsewhere with the same numbers, and what seeds in a run is refused.
 *
 * rand() % 6 has the same value over pieces of one number: too many for a search. So a number that is divided so is told
 * in another order, which changes no probability: first all those with the rest 0, then those with 1, and so on. Whether
 * a place in the code takes such a rest is seen from the runs that small numbers give there, which repeat then. */
#ifndef BREADBOARD_H
#define BREADBOARD_H
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <math.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define BREADBOARD_FUNCTION static __attribute__((unused, noinline))

enum {
	bb_key_bits = 53,
	bb_most = 1000,     /* numbers of a run */
	bb_wide = 1000,     /* outcomes of a choice, above which it is a number */
	bb_places = 64,     /* in the code, and calls from each */
	bb_small = 2400,    /* numbers that are looked at for a rest, of up to half of that */
	bb_looks = 200000,  /* runs of that */
	bb_least = 1 << 20, /* above all divisors */
	bb_streams = 16     /* of erand48 */
};

/* The grid, its axes and all its cells, and their log f. */
static double *breadboard_grid, *bb_log_f;
static int breadboard_axes, breadboard_cells;

static int (*bb_step)(int, const double *);
static struct { int bits, wide, place, call; uint64_t key; } bb_drawn[bb_most]; /* bits of a number, or outcomes */
static int bb_made, bb_many, bb_telling, bb_looking, bb_divisor[bb_places][bb_places];
static double *bb_told; /* the cell of a run, and the outcomes of its first draws */
static struct { const void *from; int calls; } bb_place[bb_places];
static const char *bb_refusal;
static jmp_buf bb_leave;
static uint64_t bb_stream = 1;

static uint64_t bb_fresh(void) { /* splitmix64 */
	uint64_t z = bb_stream += 0x9e3779b97f4a7c15u;
	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u, z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}
static void bb_refuse(const char *why) { bb_refusal = why, longjmp(bb_leave, 1); }
static uint64_t bb_next(int bits, int wide) { /* the key of the next draw, told or fresh */
	if (bb_made == bb_most) bb_refuse("a run draws more than 1000 random numbers");
	uint64_t key = bb_fresh() >> (64 - bb_key_bits);
	if (bb_made + 1 < bb_many) key = (uint64_t)bb_told[bb_made + 1];
	else if (wide) key = (uint64_t)(key / 9007199254740992. * wide);
	if (wide) key %= wide;
	bb_drawn[bb_made].bits = bits, bb_drawn[bb_made].wide = wide, bb_drawn[bb_made].place = -1;
	return bb_drawn[bb_made++].key = key;
}
static uint64_t bb_whole(int bits, const void *from) { /* a whole number of some bits, ordered by its rest */
	int place = 0, at = bb_made;
	uint64_t x = bb_next(bits, 0) >> (bb_key_bits - bits);
	while (place < bb_places && bb_place[place].from && bb_place[place].from != from) place++;
	if (place == bb_places || bb_place[place].calls == bb_places) return x;
	bb_place[place].from = from;
	int call = bb_drawn[at].call = bb_place[place].calls++;
	bb_drawn[at].place = place;
	uint64_t n = bb_looking ? 0 : bb_divisor[place][call];
	if (n < 2) return x;
	uint64_t q = (1ull << bits) / n, longer = (1ull << bits) % n, first = longer * (q + 1); /* rests have q + 1, then q */
	return x < first ? x / (q + 1) + n * (x % (q + 1)) : longer + (x - first) / q + n * ((x - first) % q);
}

BREADBOARD_FUNCTION double breadboard_drand48(void) { return bb_telling ? bb_next(48, 0) / 32 / 0x1p48 : drand48(); }
BREADBOARD_FUNCTION double breadboard_erand48(unsigned short *state) {
	static struct { unsigned short *at, left[3]; } seen[bb_streams];
	int i = 0;
	if (!bb_telling) {
		memset(seen, 0, sizeof seen);
		return erand48(state);
	}
	while (i < bb_streams && seen[i].at && seen[i].at != state) i++;
	if (i == bb_streams) bb_refuse("your step has more than 16 streams of erand48");
	if (seen[i].at && memcmp(seen[i].left, state, sizeof seen[i].left)) bb_refuse("your step seeds erand48");
	for (int k = 0; k < 3; k++) state[k] = (unsigned short)bb_fresh(); /* as it moves on */
	seen[i].at = state, memcpy(seen[i].left, state, sizeof seen[i].left);
	return bb_next(48, 0) / 32 / 0x1p48;
}
BREADBOARD_FUNCTION int breadboard_rand(void) {
	return bb_telling ? (int)bb_whole(__builtin_popcount(RAND_MAX), __builtin_return_address(0)) : rand();
}
BREADBOARD_FUNCTION long breadboard_random(void) {
	return bb_telling ? (long)bb_whole(31, __builtin_return_address(0)) : random();
}
BREADBOARD_FUNCTION long breadboard_lrand48(void) {
	return bb_telling ? (long)bb_whole(31, __builtin_return_address(0)) : lrand48();
}
static void bb_seeds(void) { if (bb_telling) bb_refuse("your step seeds its random numbers"); }
BREADBOARD_FUNCTION void breadboard_srand(unsigned seed) { bb_seeds(), srand(seed); }
BREADBOARD_FUNCTION void breadboard_srandom(unsigned seed) { bb_seeds(), srandom(seed); }
BREADBOARD_FUNCTION void breadboard_srand48(long seed) { bb_seeds(), srand48(seed); }
#define drand48 breadboard_drand48
#define erand48 breadboard_erand48
#define lrand48 breadboard_lrand48
#define rand breadboard_rand
#define random breadboard_random
#define srand breadboard_srand
#define srandom breadboard_srandom
#define srand48 breadboard_srand48
#ifdef __GLIBC_PREREQ
#if __GLIBC_PREREQ(2, 36)
#define BREADBOARD_ARC4
#endif
#elif defined __APPLE__ || defined __FreeBSD__ || defined __OpenBSD__ || defined __NetBSD__
#define BREADBOARD_ARC4
#endif
#ifdef BREADBOARD_ARC4
BREADBOARD_FUNCTION uint32_t breadboard_arc4random(void) {
	return bb_telling ? (uint32_t)bb_whole(32, __builtin_return_address(0)) : arc4random();
}
BREADBOARD_FUNCTION uint32_t breadboard_arc4random_uniform(uint32_t n) {
	if (!bb_telling || n < 2) return arc4random_uniform(n);
	return (uint32_t)(n <= bb_wide ? bb_next(0, (int)n) : bb_next(bb_key_bits, 0) / 9007199254740992. * n);
}
#define arc4random breadboard_arc4random
#define arc4random_uniform breadboard_arc4random_uniform
#endif

static int bb_run(void) { /* a step from told[0], or -1 if it is refused */
	bb_made = 0, bb_telling = 1;
	for (int i = 0; i < bb_places; i++) bb_place[i].calls = 0;
	int y = setjmp(bb_leave) ? -1 : bb_step((int)bb_told[0], bb_log_f);
	bb_telling = 0;
	return y;
}
static uint64_t bb_sign(int y) { return (uint64_t)y * bb_most + bb_made; } /* of what a run meets */
static int bb_period(const uint64_t *seen) { /* of runs with small numbers; 1 if they are all alike, 0 for none */
	for (int p = 1; p <= bb_small / 2; p++) {
		int v = p;
		while (v < bb_small && seen[v] == seen[v - p]) v++;
		if (v == bb_small) return p;
	}
	return 0;
}
static void bb_join(int *divisor, int p) { /* their least common multiple, if it is small */
	int a = *divisor ? *divisor : 1, b = p;
	for (int rest; (rest = a % b); a = b, b = rest) continue;
	int64_t all = (int64_t)(*divisor ? *divisor : 1) / b * p;
	if (p > 1 && all < bb_least) *divisor = (int)all;
}
static void bb_look(void) { /* for places that take a rest, in runs from all cells */
	static double told[bb_places + 1];
	static uint64_t seen[bb_small];
	bb_told = told, bb_many = bb_places + 1, bb_looking = 1;
	for (int made = 0, times = 0; made < bb_looks && times < 20 + breadboard_cells; times++) {
		told[0] = times % breadboard_cells;
		for (int i = 1; i <= bb_places; i++) told[i] = (double)(bb_fresh() >> 11);
		bb_run();
		for (int i = 0, n = bb_made < bb_places ? bb_made : bb_places; i < n && !bb_refusal; i++, made += bb_small) {
			double kept = told[i + 1];
			int place = bb_drawn[i].place, call = bb_drawn[i].call, bits = bb_drawn[i].bits;
			if (place < 0) continue;
			for (int v = 0; v < bb_small; v++) {
				told[i + 1] = (double)((uint64_t)v << (bb_key_bits - bits));
				seen[v] = bb_sign(bb_run());
			}
			bb_join(&bb_divisor[place][call], bb_period(seen));
			told[i + 1] = kept, bb_run();
		}
		if (bb_refusal) break;
	}
	bb_looking = 0;
}

static char *bb_numbers(char *s, double *v, int *n) { /* what is between brackets; null is a cell without mass */
	for (*n = 0; *s != ']'; (*n)++) v[*n] = s[1] == 'n' ? s += 5, -INFINITY : strtod(s + 1, &s);
	return s;
}
static void bb_tell(FILE *out, int y) { /* the choices of a run, their outcomes and its end */
	fputs("[[", out);
	for (int k = 0; k < bb_made; k++) {
		if (!bb_drawn[k].wide) fprintf(out, "%s[\"u\",%d]", k ? "," : "", bb_drawn[k].bits);
		else for (int i = 0; i < bb_drawn[k].wide; i++)
			fprintf(out, "%s%.17g", i ? "," : k ? ",[" : "[", 1. / bb_drawn[k].wide);
		if (bb_drawn[k].wide) fputs("]", out);
	}
	fputs("],[", out);
	for (int k = 0; k < bb_made; k++) fprintf(out, "%s%llu", k ? "," : "", (unsigned long long)bb_drawn[k].key);
	if (y >= 0 && y < breadboard_cells) fprintf(out, "],%d]", y);
	else fprintf(out, "],\"an error, step(%.0f) is %d; use a cell, 0 to %d\"]", *bb_told, y, breadboard_cells - 1);
}
static void bb_runs(char *s, double *v) { /* answers a line of runs */
	char *text, c = '[';
	size_t size;
	static int looked;
	bb_refusal = NULL;
	if (!looked++) bb_look();
	FILE *out = open_memstream(&text, &size);
	bb_told = v;
	for (; !bb_refusal && (s = strchr(s + 1, '[')); c = ',') {
		fputc(c, out), s = bb_numbers(s, v, &bb_many);
		bb_tell(out, bb_run());
	}
	fclose(out);
	if (bb_refusal) printf("\"%s\"\n", bb_refusal);
	else printf("%s]\n", text);
	free(text);
}
static void bb_moves(const double *v, int n) { /* answers a line of states, by the functions of the library */
	for (int i = 0; i < n; i++) {
		int y = bb_step((int)v[i], bb_log_f);
		if (y < 0 || y >= breadboard_cells)
			fprintf(stderr, "step(%.0f) is %d; use a cell, 0 to %d\n", v[i], y, breadboard_cells - 1), exit(1);
		printf(i ? ",%d" : "[%d", y);
	}
	puts("]");
}
BREADBOARD_FUNCTION int breadboard_serve(int (*step)(int, const double *)) {
	char *line = NULL, *s;
	size_t size = 0;
	for (bb_step = step; getline(&line, &size, stdin) > 0; fflush(stdout)) {
		double *v = malloc(size * sizeof *v);
		int n = 0, runs = strstr(line, "\"runs\"") != NULL;
		if ((s = strchr(line, '[')) && !runs) bb_numbers(s, v, &n);
		if (strstr(line, "grid")) {
			breadboard_grid = v, breadboard_axes = n, bb_stream = strtoul(strstr(line, "seed") + 6, NULL, 10);
			srand((unsigned)bb_stream), srandom((unsigned)bb_stream), srand48((long)bb_stream);
			continue;
		} else if (strstr(line, "logf")) {
			free(bb_log_f), bb_log_f = v, breadboard_cells = n;
			continue;
		} else if (runs) bb_runs(s, v);
		else if (strstr(line, "\"states\"")) bb_moves(v, n);
		else puts("null"); /* to any other question */
		free(v);
	}
	return 0;
}
#endif
