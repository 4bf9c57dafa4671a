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
static int cell(int x, int y) { /* y = step(x), if it is one */
	if (y < 0 || y >= cells) fprintf(stderr, "step(%d) is %d; use a cell, 0 to %d\n", x, y, cells - 1), exit(1);
	return y;
}

/* For a row step runs once for each way in which its draws fall, until there are too many ways or draws: full. */
static struct way { int at, end, flips; double p; } way[1000];
static int made, known, listing, full;
static int draw(const double *w, int n) {
	int lists = listing && !(full |= made == 1000), i = lists && made < known ? way[made].at : 0;
	double sum = 0;
	for (int k = 0; k < n; k++) sum += w[k];
	if (!(sum > 0 && sum < INFINITY)) fprintf(stderr, "draw: %d weights sum to %g; use a sum above 0\n", n, sum), exit(1);
	for (double u = lists ? 0 : drand48() * sum; i < n - 1 && (w[i] <= 0 || (u -= w[i]) >= 0); i++) continue;
	if (!lists) return i;
	way[made] = (struct way){i, n, n == 2, w[i] / sum};
	while (way[made].end > i + 1 && w[way[made].end - 1] <= 0) way[made].end--; /* the outcomes of a later way end */
	known = ++made > known ? made : known;
	return i;
}
static int flip(double p) { return draw((double[]){1 - fmin(1, fmax(0, p)), fmin(1, fmax(0, p))}, 2); }
static int pick(int n) { double w[n > 0 ? n : 1]; *w = 1; for (int i = 1; i < n; i++) w[i] = 1; return draw(w, n); }
static void row(int x, FILE *out) { /* lists of a cell, its probability, and that of proposing it, if it is known */
	double *p = calloc(cells, sizeof *p), *q = calloc(cells, sizeof *q);
	int ways = known = 0, open = -1, before = x, length = 0; /* open may be refused, if the next way stays in x */
	do {
		made = 0;
		int y = cell(x, step(x)), last = made - 1, two = made && way[last].flips;
		double odds = 1, proposed = 1;
		for (int i = 0; i < made; i++) proposed = odds, odds *= way[i].p;
		if (open >= 0 && (made != length || y != x)) q[open] = NAN;
		q[y] += two && (way[last].p == 1 || !way[last].at || (made == length && before == x)) ? proposed : NAN;
		p[y] += odds, open = two && way[last].p < 1 && !way[last].at ? y : -1, before = y, length = made;
		while (known && way[known - 1].at + 1 >= way[known - 1].end) known--;
		if (known) way[known - 1].at++;
	} while (known && !(full |= ++ways == 100000));
	for (int y = 0, many = 0; y < cells; y++)
		if (p[y] > 0) fprintf(out, "%s[%d,%.17g", many++ ? "," : "[", y, p[y]),
			fprintf(out, y != x && q[y] >= 0 ? ",%.17g]" : "]", q[y]);
	fputs("]", out), free(p), free(q);
}
static int numbers(char *s, double *v) { /* what is between the brackets; null is a cell without mass */
	int n = 0;
	for (s = strchr(s, '['); *s != ']'; n++) v[n] = s[1] == 'n' ? s += 5, -INFINITY : strtod(s + 1, &s);
	return n;
}
int main(void) {
	char *line = NULL, *text; size_t room = 0, size;
	while (getline(&line, &room, stdin) > 0) {
		double *v = malloc(room * sizeof *v);
		int n = numbers(line, v);
		if (strstr(line, "grid")) grid = v, axes = n, srand48(atol(strstr(line, "seed") + 6)), srand(lrand48());
		else if (strstr(line, "logf")) free(log_f), log_f = v, cells = n;
		else {
			FILE *out = open_memstream(&text, &size);
			listing = strstr(line, "rows") != NULL, full = 0;
			for (int i = 0; i < n; i++)
				if (fputc(i ? ',' : '[', out), listing) row(v[i], out); else fprintf(out, "%d", cell(v[i], step(v[i])));
			fputs("]", out), fclose(out), puts(full ? "null" : text), fflush(stdout), free(text), free(v);
		}
	}
}
