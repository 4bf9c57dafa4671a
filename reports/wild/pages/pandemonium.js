// pandemonium: reservoirSample and ReservoirSampler. Argument: the folder of the package.
const folder = require('path').resolve(process.argv[2]);
const index = require(folder + '/random-index');

function law(name, draw, n = 1000000) {
  const seen = {};
  for (let i = 0; i < n; i++) draw(i).forEach(x => (seen[x] = (seen[x] || 0) + 1 / n));
  console.log(name, Object.keys(seen).sort().map(k => `${k}: ${seen[k].toFixed(4)}`).join('  '));
}

function all(name, sample) {
  law(name + 'reservoirSample(2, 4 items)', () => [sample(2, [0, 1, 2, 3]).sort().join()]);
  law(name + 'reservoirSample(1, 2 items)', () => sample(1, [0, 1]));
  law(name + 'ReservoirSampler(2), 4 items', () => {
    const sampler = new sample.ReservoirSampler(2);
    [0, 1, 2, 3].forEach(item => sampler.process(item));
    return [sampler.end().sort().join()];
  });
  law(name + 'all 144 pairs of random numbers', i => { // exact, as the bounds 2, 3 and 4 divide 12
    const numbers = [(Math.floor(i / 12) + 0.5) / 12, ((i % 12) + 0.5) / 12];
    return [sample.createReservoirSample(() => numbers.shift())(2, [0, 1, 2, 3]).sort().join()];
  }, 144);
  law(name + '10 of 100, numbers kept of the first ten and the others', () =>
    sample(10, [...Array(100).keys()]).map(x => (x < 10 ? 'first' : 'others')), 100000);
}

all('', require(folder + '/reservoir-sample'));
const create = index.createRandomIndex;
index.createRandomIndex = rng => length => create(rng)(length + 1); // the cure: one index more
delete require.cache[require.resolve(folder + '/reservoir-sample')];
all('cured: ', require(folder + '/reservoir-sample'));
