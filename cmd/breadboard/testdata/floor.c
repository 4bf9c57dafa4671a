// The loops that some commands of doc/speed.md stand beside: the same number of steps, as plain C on one core.
//
//   cc -O3 -march=native -o floor floor.c -lm
//   ./floor smc 1         1,000 particles on BARRIER through 100 levels, 100 runs each way, resampled at every level
//   ./floor smc 0.5       the same, resampled where the effective sample size falls below half of the particles
//   ./floor spins 10000   single spins on 4x4, coupling 0.4, through 1,000 levels, so many chains each way
//
// Systematic resampling, a table of acceptance for BARRIER, and for spins a table of log f and an exponential a move.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state[4] = {1, 2, 3, 4};

static uint64_t rotate(uint64_t x, int by) { return (x << by) | (x >> (64 - by)); }

// word is xoshiro256++ of Blackman and Vigna.
static uint64_t word(void) {
  uint64_t result = rotate(state[0] + state[3], 23) + state[0];
  uint64_t t = state[1] << 17;
  state[2] ^= state[0];
  state[3] ^= state[1];
  state[1] ^= state[2];
  state[0] ^= state[3];
  state[2] ^= t;
  state[3] = rotate(state[3], 45);
  return result;
}

// uniform is in [0, 1).
static double uniform(void) { return (word() >> 11) * 0x1p-53; }

enum { SIDE = 7, CELLS = SIDE * SIDE, LEVELS = 100, PARTICLES = 1000, RUNS = 100 };

// barrier is log f of BREAD's BARRIER.
static double barrier(int x) {
  int row = x / SIDE, column = x % SIDE, middle = SIDE / 2;
  if (row == middle || column == middle) return -10;
  return row < middle && column > middle ? 3 : 0;
}

// moves has the cell that each direction leads to, or the cell itself at an edge.
static int moves[CELLS][4];

static void edges(void) {
  for (int x = 0; x < CELLS; x++) {
    int row = x / SIDE, column = x % SIDE;
    moves[x][0] = row > 0 ? x - SIDE : x;
    moves[x][1] = row < SIDE - 1 ? x + SIDE : x;
    moves[x][2] = column > 0 ? x - 1 : x;
    moves[x][3] = column < SIDE - 1 ? x + 1 : x;
  }
}

// resample draws the ancestors systematically, and forgets the weights.
static void resample(int *cells, double *weights, double sum) {
  static int drawn[PARTICLES];
  double at = uniform(), each = sum / PARTICLES, seen = weights[0];
  int from = 0;
  for (int i = 0; i < PARTICLES; i++) {
    double want = (i + at) * each;
    while (seen < want && from < PARTICLES - 1) seen += weights[++from];
    drawn[i] = cells[from];
  }
  memcpy(cells, drawn, sizeof drawn);
  for (int i = 0; i < PARTICLES; i++) weights[i] = 1;
}

// particles runs sequential Monte Carlo once, and returns its estimate of log R.
static double particles(double share) {
  static int cells[PARTICLES];
  static double weights[PARTICLES];
  double log_r = 0;
  for (int i = 0; i < PARTICLES; i++) {
    cells[i] = word() % CELLS;
    weights[i] = 1;
  }
  for (int t = 1; t < LEVELS; t++) {
    double beta = (double)t / (LEVELS - 1), rise[CELLS];
    uint64_t accept[CELLS][4];
    for (int x = 0; x < CELLS; x++) {
      rise[x] = exp(barrier(x) / (LEVELS - 1));
      for (int d = 0; d < 4; d++) {
        double p = fmin(1, exp(beta * (barrier(moves[x][d]) - barrier(x))));
        accept[x][d] = p * 0x1p53;
      }
    }
    double before = 0, sum = 0, squares = 0;
    for (int i = 0; i < PARTICLES; i++) {
      before += weights[i];
      weights[i] *= rise[cells[i]];
      sum += weights[i];
      squares += weights[i] * weights[i];
    }
    log_r += log(sum / before);
    if (share >= 1 || sum * sum < share * PARTICLES * squares) resample(cells, weights, sum);
    for (int i = 0; i < PARTICLES; i++) {
      uint64_t w = word();
      int d = w & 3;
      if (w >> 11 < accept[cells[i]][d]) cells[i] = moves[cells[i]][d];
    }
  }
  return log_r;
}

enum { SPINS = 16, SPIN_LEVELS = 1000 };

static double ising[1 << SPINS];

// couple fills the table of log f: 0.4 for each pair of equal neighbours on the 4x4 ring, and -0.4 for others.
static void couple(void) {
  for (int x = 0; x < 1 << SPINS; x++) {
    for (int i = 0; i < SPINS; i++) {
      int right = i / 4 * 4 + (i + 1) % 4, down = (i + 4) % SPINS;
      ising[x] += (x >> i & 1) == (x >> right & 1) ? 0.4 : -0.4;
      ising[x] += (x >> i & 1) == (x >> down & 1) ? 0.4 : -0.4;
    }
  }
}

// chain anneals one chain of single spins, and returns its log weight.
static double chain(void) {
  int x = word() & ((1 << SPINS) - 1);
  double log_w = 0;
  for (int t = 1; t < SPIN_LEVELS; t++) {
    double beta = (double)t / (SPIN_LEVELS - 1);
    log_w += ising[x] / (SPIN_LEVELS - 1);
    uint64_t w = word();
    int y = x ^ 1 << (w & (SPINS - 1));
    double rise = ising[y] - ising[x];
    if (rise >= 0 || (w >> 11) * 0x1p-53 < exp(beta * rise)) x = y;
  }
  return log_w;
}

int main(int count, char **words) {
  if (count != 3) return 2;
  double sum = 0; // is printed, so that nothing is left out
  double number = atof(words[2]);
  if (strcmp(words[1], "smc") == 0) {
    edges();
    for (int run = 0; run < 2 * RUNS; run++) sum += particles(number) / (2 * RUNS);
  } else {
    couple();
    for (int run = 0; run < 2 * number; run++) sum += chain() / (2 * number);
  }
  printf("%.6f\n", sum);
  return 0;
}
