// probability-distributions: rnbinom. Argument: the folder of the package.
const PD = require(require('path').resolve(process.argv[2]));
for (const [size, p, mu] of [[1, 0.3], [3, 0.3], [3, undefined, 7], [3, 0.9]]) {
  const draws = PD.rnbinom(300000, size, p, mu), mean = draws.reduce((x, y) => x + y) / 300000;
  const least = draws.reduce((x, y) => Math.min(x, y));
  const error = Math.sqrt(draws.reduce((x, y) => x + (y - mean) ** 2, 0)) / 300000;
  console.log('size', size, 'p', p, 'mu', mu, 'exact', mu || (size * (1 - p)) / p, 'seen', mean, '+-', error,
    'least', least, 'cured', mean - (size - 1), 'least', least - (size - 1));
}
