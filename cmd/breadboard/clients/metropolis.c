/* A kernel for breadboard validate --exec ./metropolis --target g.csv, after cc -O2 -o metropolis metropolis.c -lm;
   README.md has the protocol. */
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double *grid, *log_f;
static int axes, cells;

static int step(int x) { /* put your own kernel here: the next cell after x, under exp(log_f) */
	int axis = drand48() * axes, way = drand48() < 0.5 ? -1 : 1, stride = 1;
	for (int a = axes - 1; a > axis; a--) stride *= grid[a]; /* the last axis runs fastest */
	int place = x / stride % (int)grid[axis] + way, y = x + way * stride;
	if (place < 0 || place >= grid[axis]) return x; /* moves off the grid are rejected */
	return drand48() < exp(fmin(0, log_f[y] - log_f[x])) ? y : x;
}

static void row(int x) { /* your kernel's probabilities, if you know them: of each cell after x */
	double *p = calloc(cells, sizeof *p), stays = 1;
	for (int a = axes - 1, stride = 1; a >= 0; stride *= grid[a--])
		for (int way = -1; way <= 1; way += 2) {
			int place = x / stride % (int)grid[a] + way, y = x + way * stride;
			if (place < 0 || place >= grid[a] || log_f[y] == -INFINITY) continue;
			p[y] = exp(fmin(0, log_f[y] - log_f[x])) / (2 * axes);
			stays -= p[y];
		}
	p[x] = stays;
	for (int y = 0; y < cells; y++) printf("%c%.17g", y ? ',' : '[', p[y]);
	printf("]"), free(p);
}

static int numbers(char *s, double *v) { /* what is between the brackets; null is a cell without mass */
	int n = 0;
	for (s = strchr(s, '['); *s != ']'; n++)
		if (s[1] == 'n') v[n] = -INFINITY, s += 5;
		else v[n] = strtod(s + 1, &s);
	return n;
}

int main(void) {
	char *line = NULL;
	size_t room = 0;
	while (getline(&line, &room, stdin) > 0) {
		double *v = malloc(room * sizeof *v);
		int n = numbers(line, v);
		if (strstr(line, "grid")) grid = v, axes = n, srand48(atol(strstr(line, "seed") + 6));
		else if (strstr(line, "logf")) free(log_f), log_f = v, cells = n;
		else if (strstr(line, "rows")) { /* a client without rows leaves this out, and makes moves alone */
			for (int i = 0; i < n; i++) printf("%c", i ? ',' : '['), row(v[i]);
			puts("]"), fflush(stdout), free(v);
		} else {
			for (int i = 0; i < n; i++) printf("%c%d", i ? ',' : '[', step(v[i]));
			puts("]"), fflush(stdout), free(v);
		}
	}
}
