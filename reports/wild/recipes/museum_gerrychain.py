"""GerryChain: reversible recombination of districts, before and after its fix."""
import itertools

import networkx as nx
from wild import absent, alike, kernels, source
kernel = kernels(law="paper: Cannon and others 2022; a path has one spanning tree",
                 true="right", called="as a user", kind="MCMC")

absent("geopandas", "shapely", "shapely.ops", "shapely.prepared", "shapely.geometry", "shapely.strtree",
       "shapely.validation", "pyproj")
ring, people = nx.cycle_graph(5), [4, 4, 4, 3, 3]
nx.set_node_attributes(ring, dict(enumerate(people)), "pop")
plans = [x for x in itertools.product((0, 1), repeat=5)
         if 7 <= sum(p * v for p, v in zip(people, x)) <= 11 and sum(x[i] != x[i - 1] for i in range(5)) == 2]
for commit, true, kind in ("fb6182aa6", "wrong: museum/gerrychain_358", "control"), ("723f78082", "right", "MCMC"):
    source("mggg/GerryChain", commit, "gerrychain")
    from gerrychain import Partition
    from gerrychain.proposals import reversible_recom

    def step(x):
        new = reversible_recom(Partition(ring, dict(enumerate(x))), "pop", 9, 0.25, M=2)
        return tuple(new.assignment[n] for n in ring)
    kernel("reversible_recom", alike(plans), step, true=true, kind=kind)
