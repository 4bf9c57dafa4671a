/* A kernel for breadboard validate ./metropolis --target g.csv, after cc -O2 -o metropolis metropolis.c -lm */
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static double *grid, *log_f;
static int axes, cells;
/* Draw by these and by nothing else: a number below n, 1 with probability p, and i with w[i] over their sum. */
static int pick(int n), flip(double p), draw(const double *w, int n);

static int step(int x) { /* put your own kernel here: the next cell after x, under exp(log_f) */
	int axis = pick(axes), way = 2 * pick(2) - 1, stride = 1;
	for (int a = axes - 1; a > axis; a--) stride *= grid[a]; /* the last axis runs fastest */
	int place = x / stride % (int)grid[axis] + way, y = x + way * stride;
	if (place < 0 || place >= grid[axis]) return x; /* moves off the grid are rejected */
	return log_f[y] > -INFINITY && flip(exp(fmin(0, log_f[y] - log_f[x]))) ? y : x; /* walls have -INFINITY */
}

static double *told; /* the cell of a run, and the outcomes of its first draws */
static int many, made, *fell, room;
static FILE *out; /* of the choices of a run; NULL in a move */
static int draw_as(const char *compared, const double *w, int n) {
	int i = 0, possible = 0, at = made + 1 < many ? (int)told[made + 1] : -1;
	double sum = 0;
	for (int k = 0; k < n; k++) sum += w[k], possible += w[k] > 0;
	if (!(sum > 0 && sum < INFINITY))
		fprintf(stderr, "draw: %d weights sum to %g; use a sum above 0\n", n, sum), exit(1);
	if (at < 0) for (double u = drand48() * sum; i < n - 1 && (w[i] <= 0 || (u -= w[i]) >= 0); i++) continue;
	else if (at < n && w[at] > 0) i = at;
	else for (at %= possible; w[i] <= 0 || at-- > 0; i++) continue; /* by its number among those that are possible */
	if (out == NULL) return i;
	fprintf(out, made ? ",[%s" : "[%s", compared);
	for (int k = 0; k < n; k++) fprintf(out, k ? ",%.17g" : "%.17g", w[k] / sum);
	fputs("]", out);
	if (made == room) fell = realloc(fell, (room = 2 * room + 64) * sizeof *fell);
	return fell[made++] = i;
}
static int draw(const double *w, int n) { return draw_as("", w, n); }
static int flip(double p) { return draw_as("\"<\",", (double[]){1 - fmin(1, fmax(0, p)), fmin(1, fmax(0, p))}, 2); }
static int pick(int n) { double w[n > 0 ? n : 1]; *w = 1; for (int i = 1; i < n; i++) w[i] = 1; return draw(w, n); }
static int moved(int x) { /* step(x), if it is a cell */
	int y = step(x);
	if (y < 0 || y >= cells) fprintf(stderr, "step(%d) is %d; use a cell, 0 to %d\n", x, y, cells - 1), exit(1);
	return y;
}
static char *numbers(char *s, double *v, int *n) { /* what is between brackets; null is a cell without mass */
	for (*n = 0; *s != ']'; (*n)++) v[*n] = s[1] == 'n' ? s += 5, -INFINITY : strtod(s + 1, &s);
	return s;
}
int main(void) {
	char *line = NULL, *s; size_t size = 0;
	while (getline(&line, &size, stdin) > 0) {
		double *v = malloc(size * sizeof *v);
		int n = 0, runs = strstr(line, "\"runs\"") != NULL, moves = strstr(line, "\"states\"") != NULL;
		if ((s = strchr(line, '[')) && !runs) numbers(s, v, &n);
		if (strstr(line, "grid")) grid = v, axes = n, srand48(atol(strstr(line, "seed") + 6));
		else if (strstr(line, "logf")) free(log_f), log_f = v, cells = n;
		else if (runs) {
			out = stdout, told = v;
			for (char c = '['; (s = strchr(s + 1, '[')); c = ',') { /* a step whose first draws have these outcomes */
				printf("%c[[", c), s = numbers(s, told, &many), made = 0;
				int y = moved(told[0]);
				fputs("],[", out);
				for (int k = 0; k < made; k++) printf(k ? ",%d" : "%d", fell[k]);
				printf("],%d]", y);
			}
			puts("]"), free(v), out = NULL, many = 0;
		} else if (moves) {
			for (int i = 0; i < n; i++) printf(i ? ",%d" : "[%d", moved(v[i]));
			puts("]"), free(v);
		} else puts("null"), free(v); /* to any other question */
		fflush(stdout);
	}
}
