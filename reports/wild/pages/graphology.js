// graphology-generators: erdosRenyi.sparse of directed graphs. Argument: a folder where npm has installed it.
const path = require('path'), fs = require('fs'), Module = require('module');
const at = path.resolve(process.argv[2], 'node_modules');
const {DirectedGraph} = require(path.join(at, 'graphology'));
const file = path.join(at, 'graphology-generators/random/erdos-renyi.js');

function load(cures) {
  let code = fs.readFileSync(file, 'utf8');
  for (const [old, cure] of cures) {
    if (code.split(old).length !== 2) throw new Error(`${old} is not once in ${file}`);
    code = code.replace(old, cure);
  }
  const module = new Module(file, null);
  module.filename = file;
  module.paths = Module._nodeModulePaths(path.dirname(file));
  module._compile(code, file);
  return module.exports;
}

let state = 1; // of numbers that are the same each time
function rng() {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
}

function edges(draw, order, probability, n) {
  const seen = {};
  let all = 0, squares = 0;
  for (let i = 0; i < n; i++) {
    const graph = draw(DirectedGraph, {order, probability, rng});
    all += graph.size;
    squares += graph.size ** 2;
    graph.forEachEdge((_, __, from, to) => (seen[from + '>' + to] = (seen[from + '>' + to] || 0) + 1 / n));
  }
  const mean = all / n, error = Math.sqrt((squares / n - mean ** 2) / n);
  const shares = Object.keys(seen).sort().map(e => `${e} ${seen[e].toFixed(3)}`);
  return `${mean.toFixed(3)} +- ${error.toFixed(3)}` + (order < 4 ? ', ' + shares.join(' ') : '');
}

const cured = load([ // the last column is left out, and what is at or after the loop goes one further
  ['      if (v === w) {\n        w++;\n      }\n', ''],
  ['order <= w) {\n        w -= order;', 'order - 1 <= w) {\n        w -= order - 1;'],
  ['if (v === w) w++;', ''],
  ['graph.addDirectedEdge(v, w)', 'graph.addDirectedEdge(v, w < v ? w : w + 1)'],
]);
for (const [order, probability, n] of [[3, 0.3, 100000], [10, 0.1, 20000], [100, 0.01, 2000]]) {
  console.log(`${order} nodes, p ${probability}: expected ${(order * (order - 1) * probability).toFixed(3)}`);
  for (const [how, draw] of [['erdosRenyi', load([])], ['sparse', load([]).sparse], ['sparse, cured', cured.sparse]])
    console.log(`  ${how}: ${edges(draw, order, probability, n)}`);
}
