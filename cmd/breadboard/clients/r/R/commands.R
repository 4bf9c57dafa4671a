# The commands of breadboard as functions. breadboard completion r writes this file: do not edit it.

# J and B of an annealing or of programs, exactly, and what they are made of.
exact <- function(
    logf = NULL, shape = NULL, rows = NULL, toy = NULL, grid = NULL, density = NULL, axes = NULL, orbits = NULL,
    data = NULL, bridge = NULL, schedule = NULL, initial = NULL, skip_last_kernel = NULL, repeat_ = NULL,
    kernel = NULL, settings = NULL, T = NULL, yes = NULL, matrix = NULL, program = NULL, exec = NULL,
    timeout = NULL, seed = NULL, by_step = NULL, lengths = NULL, save_betas = NULL, save_laws = NULL,
    pictures = NULL, title = NULL, size = NULL, font_size = NULL, font = NULL, theme = NULL, pgf = NULL,
    force = NULL, label = NULL, columns = NULL, binary = NULL) {
  run_command("exact", as.list(environment()), list(
    toy = c("--toy", "words"),
    grid = c("--grid", "words"),
    density = c("--density", "words"),
    axes = c("--axes", "words"),
    orbits = c("--orbits", "orbits"),
    data = c("--data", "file"),
    bridge = c("--bridge", "words"),
    schedule = c("--schedule", "spec"),
    initial = c("--initial", "spec"),
    skip_last_kernel = c("--skip-last-kernel", "switch"),
    repeat_ = c("--repeat", "words"),
    kernel = c("--kernel", "words"),
    settings = c("--settings", "file"),
    T = c("--levels", "words"),
    yes = c("--yes", "switch"),
    matrix = c("--matrix", "file"),
    program = c("--program", "words"),
    exec = c("--exec", "words"),
    timeout = c("--timeout", "time"),
    seed = c("--seed", "words"),
    by_step = c("--by-step", "switch"),
    lengths = c("--lengths", "switch"),
    save_betas = c("--save-betas", "file"),
    save_laws = c("--save-laws", "file"),
    pictures = c("--pictures", "file"),
    title = c("--title", "words"),
    size = c("--size", "words"),
    font_size = c("--font-size", "words"),
    font = c("--font", "words"),
    theme = c("--theme", "words"),
    pgf = c("--pgf", "switch"),
    force = c("--force", "switch"),
    label = c("--label", "words"),
    columns = c("--columns", "words"),
    binary = c("", "program")
  ))
}

# Monte Carlo estimates beside their exact values.
sample_chains <- function(
    logf = NULL, shape = NULL, step = NULL, toy = NULL, grid = NULL, density = NULL, axes = NULL, orbits = NULL,
    data = NULL, bridge = NULL, schedule = NULL, initial = NULL, skip_last_kernel = NULL, repeat_ = NULL,
    kernel = NULL, settings = NULL, T = NULL, yes = NULL, matrix = NULL, program = NULL, seed = NULL, chains = NULL,
    mc_seed = NULL, exact = NULL, save = NULL, exec = NULL, reversible = NULL, timeout = NULL, workers = NULL,
    pictures = NULL, title = NULL, size = NULL, font_size = NULL, font = NULL, theme = NULL, pgf = NULL,
    force = NULL, label = NULL, columns = NULL, binary = NULL) {
  run_command("sample", as.list(environment()), list(
    toy = c("--toy", "words"),
    grid = c("--grid", "words"),
    density = c("--density", "words"),
    axes = c("--axes", "words"),
    orbits = c("--orbits", "orbits"),
    data = c("--data", "file"),
    bridge = c("--bridge", "words"),
    schedule = c("--schedule", "spec"),
    initial = c("--initial", "spec"),
    skip_last_kernel = c("--skip-last-kernel", "switch"),
    repeat_ = c("--repeat", "words"),
    kernel = c("--kernel", "words"),
    settings = c("--settings", "file"),
    T = c("--levels", "words"),
    yes = c("--yes", "switch"),
    matrix = c("--matrix", "file"),
    program = c("--program", "words"),
    seed = c("--seed", "words"),
    chains = c("--chains", "words"),
    mc_seed = c("--mc-seed", "words"),
    exact = c("--exact", "words"),
    save = c("--save", "file"),
    exec = c("--exec", "words"),
    reversible = c("--reversible", "switch"),
    timeout = c("--timeout", "time"),
    workers = c("--workers", "words"),
    pictures = c("--pictures", "file"),
    title = c("--title", "words"),
    size = c("--size", "words"),
    font_size = c("--font-size", "words"),
    font = c("--font", "words"),
    theme = c("--theme", "words"),
    pgf = c("--pgf", "switch"),
    force = c("--force", "switch"),
    label = c("--label", "words"),
    columns = c("--columns", "words"),
    binary = c("", "program")
  ))
}

# Every combination of targets, kernels, schedules and T, in one table.
sweep <- function(
    logf = NULL, shape = NULL, rows = NULL, spec = NULL, toy = NULL, grid = NULL, density = NULL, axes = NULL,
    orbits = NULL, seed = NULL, data = NULL, kernel = NULL, repeat_ = NULL, matrix = NULL, exec = NULL,
    bridge = NULL, initial = NULL, schedule = NULL, program = NULL, T = NULL, evaluations = NULL,
    skip_last_kernel = NULL, chains = NULL, mc_seed = NULL, full = NULL, timeout = NULL, out = NULL, shard = NULL,
    workers = NULL, title = NULL, size = NULL, font_size = NULL, font = NULL, theme = NULL, pgf = NULL,
    force = NULL, label = NULL, columns = NULL, save_betas = NULL, all = NULL, dry_run = NULL, yes = NULL,
    binary = NULL) {
  run_command("sweep", as.list(environment()), list(
    spec = c("", "file"),
    toy = c("--toy", "words"),
    grid = c("--grid", "words"),
    density = c("--density", "words"),
    axes = c("--axes", "words"),
    orbits = c("--orbits", "orbits"),
    seed = c("--seed", "words"),
    data = c("--data", "file"),
    kernel = c("--kernel", "words"),
    repeat_ = c("--repeat", "words"),
    matrix = c("--matrix", "file"),
    exec = c("--exec", "words"),
    bridge = c("--bridge", "words"),
    initial = c("--initial", "spec"),
    schedule = c("--schedule", "spec"),
    program = c("--program", "words"),
    T = c("--levels", "words"),
    evaluations = c("--evaluations", "words"),
    skip_last_kernel = c("--skip-last-kernel", "switch"),
    chains = c("--chains", "words"),
    mc_seed = c("--mc-seed", "words"),
    full = c("--full", "switch"),
    timeout = c("--timeout", "time"),
    out = c("--out", "file"),
    shard = c("--shard", "words"),
    workers = c("--workers", "words"),
    title = c("--title", "words"),
    size = c("--size", "words"),
    font_size = c("--font-size", "words"),
    font = c("--font", "words"),
    theme = c("--theme", "words"),
    pgf = c("--pgf", "switch"),
    force = c("--force", "switch"),
    label = c("--label", "words"),
    columns = c("--columns", "words"),
    save_betas = c("--save-betas", "file"),
    all = c("--all", "switch"),
    dry_run = c("--dry-run", "switch"),
    yes = c("--yes", "switch"),
    binary = c("", "program")
  ))
}

# What is exactly right and wrong with a kernel.
validate <- function(
    logf = NULL, shape = NULL, step = NULL, rows = NULL, matrix = NULL, exec = NULL, moves = NULL, columns = NULL,
    from = NULL, toy = NULL, grid = NULL, density = NULL, axes = NULL, orbits = NULL, data = NULL, bridge = NULL,
    schedule = NULL, initial = NULL, skip_last_kernel = NULL, repeat_ = NULL, kernel = NULL, seed = NULL,
    redraws = NULL, beta = NULL, T = NULL, tolerance = NULL, most_moves = NULL, mc_seed = NULL, time = NULL,
    fault = NULL, timeout = NULL, pictures = NULL, title = NULL, size = NULL, font_size = NULL, font = NULL,
    theme = NULL, pgf = NULL, force = NULL, yes = NULL, binary = NULL) {
  run_command("validate", as.list(environment()), list(
    rows = c("--rows", "switch"),
    matrix = c("--matrix", "file"),
    exec = c("--exec", "words"),
    moves = c("--moves", "file"),
    columns = c("--columns", "words"),
    from = c("--from", "words"),
    toy = c("--toy", "words"),
    grid = c("--grid", "words"),
    density = c("--density", "words"),
    axes = c("--axes", "words"),
    orbits = c("--orbits", "orbits"),
    data = c("--data", "file"),
    bridge = c("--bridge", "words"),
    schedule = c("--schedule", "spec"),
    initial = c("--initial", "spec"),
    skip_last_kernel = c("--skip-last-kernel", "switch"),
    repeat_ = c("--repeat", "words"),
    kernel = c("--kernel", "words"),
    seed = c("--seed", "words"),
    redraws = c("--redraws", "words"),
    beta = c("--beta", "words"),
    T = c("--levels", "words"),
    tolerance = c("--tolerance", "words"),
    most_moves = c("--most-moves", "words"),
    mc_seed = c("--mc-seed", "words"),
    time = c("--time", "time"),
    fault = c("--fault", "words"),
    timeout = c("--timeout", "time"),
    pictures = c("--pictures", "file"),
    title = c("--title", "words"),
    size = c("--size", "words"),
    font_size = c("--font-size", "words"),
    font = c("--font", "words"),
    theme = c("--theme", "words"),
    pgf = c("--pgf", "switch"),
    force = c("--force", "switch"),
    yes = c("--yes", "switch"),
    binary = c("", "program")
  ))
}

# The settings of least J and of least B at a price: kernel, bridge, betas and steps.
tune <- function(
    logf = NULL, shape = NULL, toy = NULL, grid = NULL, density = NULL, axes = NULL, seed = NULL, data = NULL,
    initial = NULL, cost = NULL, weights = NULL, kernel = NULL, bridge = NULL, goal = NULL, out = NULL,
    workers = NULL, title = NULL, size = NULL, font_size = NULL, font = NULL, theme = NULL, pgf = NULL,
    force = NULL, label = NULL, binary = NULL) {
  run_command("tune", as.list(environment()), list(
    toy = c("--toy", "words"),
    grid = c("--grid", "words"),
    density = c("--density", "words"),
    axes = c("--axes", "words"),
    seed = c("--seed", "words"),
    data = c("--data", "file"),
    initial = c("--initial", "spec"),
    cost = c("--cost", "words"),
    weights = c("--weights", "words"),
    kernel = c("--kernel", "words"),
    bridge = c("--bridge", "words"),
    goal = c("--goal", "words"),
    out = c("--out", "file"),
    workers = c("--workers", "words"),
    title = c("--title", "words"),
    size = c("--size", "words"),
    font_size = c("--font-size", "words"),
    font = c("--font", "words"),
    theme = c("--theme", "words"),
    pgf = c("--pgf", "switch"),
    force = c("--force", "switch"),
    label = c("--label", "words"),
    binary = c("", "program")
  ))
}

# What else is known exactly of log w: tails, averages, bounds, starts.
log_weights <- function(
    what = NULL, of = NULL, logf = NULL, shape = NULL, toy = NULL, grid = NULL, density = NULL, axes = NULL,
    orbits = NULL, data = NULL, bridge = NULL, schedule = NULL, initial = NULL, skip_last_kernel = NULL,
    repeat_ = NULL, kernel = NULL, settings = NULL, T = NULL, yes = NULL, matrix = NULL, program = NULL,
    seed = NULL, upper = NULL, lower = NULL, reverse_from = NULL, rival = NULL, binary = NULL) {
  run_command("weights", as.list(environment()), list(
    what = c("", "words"),
    of = c("", "words"),
    toy = c("--toy", "words"),
    grid = c("--grid", "words"),
    density = c("--density", "words"),
    axes = c("--axes", "words"),
    orbits = c("--orbits", "orbits"),
    data = c("--data", "file"),
    bridge = c("--bridge", "words"),
    schedule = c("--schedule", "spec"),
    initial = c("--initial", "spec"),
    skip_last_kernel = c("--skip-last-kernel", "switch"),
    repeat_ = c("--repeat", "words"),
    kernel = c("--kernel", "words"),
    settings = c("--settings", "file"),
    T = c("--levels", "words"),
    yes = c("--yes", "switch"),
    matrix = c("--matrix", "file"),
    program = c("--program", "words"),
    seed = c("--seed", "words"),
    upper = c("--upper", "words"),
    lower = c("--lower", "words"),
    reverse_from = c("--reverse-from", "words"),
    rival = c("--rival", "words"),
    binary = c("", "program")
  ))
}

# Parallel tempering: J after so many scans, rejections, the barrier, round trips and log R.
temper <- function(
    logf = NULL, shape = NULL, toy = NULL, grid = NULL, density = NULL, axes = NULL, orbits = NULL, data = NULL,
    bridge = NULL, schedule = NULL, initial = NULL, kernel = NULL, repeat_ = NULL, seed = NULL, walkers = NULL,
    practice = NULL, exchange = NULL, hot = NULL, start = NULL, scans = NULL, all = NULL, chains = NULL,
    mc_seed = NULL, yes = NULL, binary = NULL) {
  run_command("temper", as.list(environment()), list(
    toy = c("--toy", "words"),
    grid = c("--grid", "words"),
    density = c("--density", "words"),
    axes = c("--axes", "words"),
    orbits = c("--orbits", "orbits"),
    data = c("--data", "file"),
    bridge = c("--bridge", "words"),
    schedule = c("--schedule", "spec"),
    initial = c("--initial", "spec"),
    kernel = c("--kernel", "words"),
    repeat_ = c("--repeat", "words"),
    seed = c("--seed", "words"),
    walkers = c("--walkers", "words"),
    practice = c("--practice", "switch"),
    exchange = c("--exchange", "words"),
    hot = c("--hot", "words"),
    start = c("--start", "words"),
    scans = c("--scans", "words"),
    all = c("--all", "switch"),
    chains = c("--chains", "words"),
    mc_seed = c("--mc-seed", "words"),
    yes = c("--yes", "switch"),
    binary = c("", "program")
  ))
}

# How many digits of J, B and the divergences are right, with a proof.
certify <- function(
    logf = NULL, shape = NULL, toy = NULL, grid = NULL, density = NULL, axes = NULL, orbits = NULL, data = NULL,
    bridge = NULL, schedule = NULL, initial = NULL, skip_last_kernel = NULL, repeat_ = NULL, kernel = NULL,
    settings = NULL, T = NULL, yes = NULL, seed = NULL, catalogue = NULL, binary = NULL) {
  run_command("certify", as.list(environment()), list(
    toy = c("--toy", "words"),
    grid = c("--grid", "words"),
    density = c("--density", "words"),
    axes = c("--axes", "words"),
    orbits = c("--orbits", "orbits"),
    data = c("--data", "file"),
    bridge = c("--bridge", "words"),
    schedule = c("--schedule", "spec"),
    initial = c("--initial", "spec"),
    skip_last_kernel = c("--skip-last-kernel", "switch"),
    repeat_ = c("--repeat", "words"),
    kernel = c("--kernel", "words"),
    settings = c("--settings", "file"),
    T = c("--levels", "words"),
    yes = c("--yes", "switch"),
    seed = c("--seed", "words"),
    catalogue = c("--catalogue", "switch"),
    binary = c("", "program")
  ))
}

# How far apart two inference programs are: AIDE's estimate beside the truth.
aide <- function(
    logf = NULL, shape = NULL, forward = NULL, reverse = NULL, toy = NULL, grid = NULL, density = NULL, axes = NULL,
    orbits = NULL, data = NULL, bridge = NULL, schedule = NULL, initial = NULL, skip_last_kernel = NULL,
    repeat_ = NULL, kernel = NULL, settings = NULL, T = NULL, yes = NULL, hmm = NULL, gold = NULL, program = NULL,
    runs = NULL, meta = NULL, skip_exact = NULL, seed = NULL, exec = NULL, timeout = NULL, mc_seed = NULL,
    workers = NULL, binary = NULL) {
  run_command("aide", as.list(environment()), list(
    toy = c("--toy", "words"),
    grid = c("--grid", "words"),
    density = c("--density", "words"),
    axes = c("--axes", "words"),
    orbits = c("--orbits", "orbits"),
    data = c("--data", "file"),
    bridge = c("--bridge", "words"),
    schedule = c("--schedule", "spec"),
    initial = c("--initial", "spec"),
    skip_last_kernel = c("--skip-last-kernel", "switch"),
    repeat_ = c("--repeat", "words"),
    kernel = c("--kernel", "words"),
    settings = c("--settings", "file"),
    T = c("--levels", "words"),
    yes = c("--yes", "switch"),
    hmm = c("--hmm", "file"),
    gold = c("--gold", "words"),
    program = c("--program", "words"),
    runs = c("--runs", "words"),
    meta = c("--meta", "words"),
    skip_exact = c("--skip-exact", "switch"),
    seed = c("--seed", "words"),
    exec = c("--exec", "words"),
    timeout = c("--timeout", "time"),
    mc_seed = c("--mc-seed", "words"),
    workers = c("--workers", "words"),
    binary = c("", "program")
  ))
}

# Whether log weights from any sampler are right, and what log R they bound.
sandwich <- function(
    forward = NULL, reverse = NULL, columns = NULL, page = NULL, force = NULL, yes = NULL, binary = NULL) {
  run_command("sandwich", as.list(environment()), list(
    forward = c("--forward", "file"),
    reverse = c("--reverse", "file"),
    columns = c("--columns", "words"),
    page = c("--page", "file"),
    force = c("--force", "switch"),
    yes = c("--yes", "switch"),
    binary = c("", "program")
  ))
}

# A sampler on real data, judged on simulated data like them, exactly.
protocol <- function(
    simulate = NULL, loglik = NULL, step = NULL, toy = NULL, data = NULL, data_as = NULL, prior = NULL,
    model = NULL, hyperparameters = NULL, kernel = NULL, exec = NULL, timeout = NULL, axes = NULL, schedule = NULL,
    T = NULL, sweeps = NULL, sets = NULL, seed = NULL, out = NULL, title = NULL, size = NULL, font_size = NULL,
    font = NULL, theme = NULL, pgf = NULL, force = NULL, columns = NULL, yes = NULL, binary = NULL) {
  run_command("protocol", as.list(environment()), list(
    toy = c("--toy", "words"),
    data = c("--data", "file"),
    data_as = c("--data-as", "words"),
    prior = c("--prior", "file"),
    model = c("--model", "words"),
    hyperparameters = c("--hyperparameters", "words"),
    kernel = c("--kernel", "words"),
    exec = c("--exec", "words"),
    timeout = c("--timeout", "time"),
    axes = c("--axes", "words"),
    schedule = c("--schedule", "spec"),
    T = c("--levels", "words"),
    sweeps = c("--sweeps", "words"),
    sets = c("--sets", "words"),
    seed = c("--seed", "words"),
    out = c("--out", "file"),
    title = c("--title", "words"),
    size = c("--size", "words"),
    font_size = c("--font-size", "words"),
    font = c("--font", "words"),
    theme = c("--theme", "words"),
    pgf = c("--pgf", "switch"),
    force = c("--force", "switch"),
    columns = c("--columns", "words"),
    yes = c("--yes", "switch"),
    binary = c("", "program")
  ))
}

# Whether draws of any sampler, independent or along chains, are draws of a target.
draws <- function(
    file = NULL, logf = NULL, shape = NULL, columns = NULL, from = NULL, toy = NULL, grid = NULL, density = NULL,
    axes = NULL, orbits = NULL, data = NULL, seed = NULL, page = NULL, force = NULL, yes = NULL, binary = NULL) {
  run_command("draws", as.list(environment()), list(
    file = c("", "file"),
    columns = c("--columns", "words"),
    from = c("--from", "words"),
    toy = c("--toy", "words"),
    grid = c("--grid", "words"),
    density = c("--density", "words"),
    axes = c("--axes", "words"),
    orbits = c("--orbits", "orbits"),
    data = c("--data", "file"),
    seed = c("--seed", "words"),
    page = c("--page", "file"),
    force = c("--force", "switch"),
    yes = c("--yes", "switch"),
    binary = c("", "program")
  ))
}

# How well kernels really work: exact effective sample sizes, and a leaderboard.
score <- function(
    logf = NULL, shape = NULL, step = NULL, zoo = NULL, toy = NULL, grid = NULL, density = NULL, axes = NULL,
    orbits = NULL, seed = NULL, kernel = NULL, matrix = NULL, tolerance = NULL, exec = NULL, admit = NULL,
    chains = NULL, timeout = NULL, N = NULL, equal = NULL, start = NULL, function_ = NULL, mc_seed = NULL,
    out = NULL, shard = NULL, workers = NULL, title = NULL, size = NULL, font_size = NULL, font = NULL,
    theme = NULL, pgf = NULL, force = NULL, label = NULL, columns = NULL, yes = NULL, binary = NULL) {
  run_command("score", as.list(environment()), list(
    zoo = c("--zoo", "words"),
    toy = c("--toy", "words"),
    grid = c("--grid", "words"),
    density = c("--density", "words"),
    axes = c("--axes", "words"),
    orbits = c("--orbits", "orbits"),
    seed = c("--seed", "words"),
    kernel = c("--kernel", "words"),
    matrix = c("--matrix", "file"),
    tolerance = c("--tolerance", "words"),
    exec = c("--exec", "words"),
    admit = c("--admit", "words"),
    chains = c("--chains", "words"),
    timeout = c("--timeout", "time"),
    N = c("--budgets", "words"),
    equal = c("--equal", "words"),
    start = c("--start", "words"),
    function_ = c("--function", "words"),
    mc_seed = c("--mc-seed", "words"),
    out = c("--out", "file"),
    shard = c("--shard", "words"),
    workers = c("--workers", "words"),
    title = c("--title", "words"),
    size = c("--size", "words"),
    font_size = c("--font-size", "words"),
    font = c("--font", "words"),
    theme = c("--theme", "words"),
    pgf = c("--pgf", "switch"),
    force = c("--force", "switch"),
    label = c("--label", "words"),
    columns = c("--columns", "words"),
    yes = c("--yes", "switch"),
    binary = c("", "program")
  ))
}

# Whether a kernel and a model fit together: Geweke's test, calibration, exact ranks.
geweke <- function(
    simulate = NULL, loglik = NULL, step = NULL, toy = NULL, kernel = NULL, axes = NULL, prior = NULL, model = NULL,
    exec = NULL, reversible = NULL, timeout = NULL, test = NULL, steps = NULL, others = NULL, draws = NULL,
    mc_seed = NULL, pictures = NULL, title = NULL, size = NULL, font_size = NULL, font = NULL, theme = NULL,
    pgf = NULL, force = NULL, columns = NULL, yes = NULL, binary = NULL) {
  run_command("geweke", as.list(environment()), list(
    toy = c("--toy", "words"),
    kernel = c("--kernel", "words"),
    axes = c("--axes", "words"),
    prior = c("--prior", "file"),
    model = c("--model", "words"),
    exec = c("--exec", "words"),
    reversible = c("--reversible", "switch"),
    timeout = c("--timeout", "time"),
    test = c("--test", "words"),
    steps = c("--steps", "words"),
    others = c("--others", "words"),
    draws = c("--draws", "words"),
    mc_seed = c("--mc-seed", "words"),
    pictures = c("--pictures", "file"),
    title = c("--title", "words"),
    size = c("--size", "words"),
    font_size = c("--font-size", "words"),
    font = c("--font", "words"),
    theme = c("--theme", "words"),
    pgf = c("--pgf", "switch"),
    force = c("--force", "switch"),
    columns = c("--columns", "words"),
    yes = c("--yes", "switch"),
    binary = c("", "program")
  ))
}

# Toys, kernels, bridges and schedules, a line for each.
catalogue <- function(
    what = NULL, pictures = NULL, zoo = NULL, targets = NULL, title = NULL, size = NULL, font_size = NULL,
    font = NULL, theme = NULL, pgf = NULL, force = NULL, binary = NULL) {
  run_command("list", as.list(environment()), list(
    what = c("", "words"),
    pictures = c("--pictures", "file"),
    zoo = c("--zoo", "words"),
    targets = c("--targets", "file"),
    title = c("--title", "words"),
    size = c("--size", "words"),
    font_size = c("--font-size", "words"),
    font = c("--font", "words"),
    theme = c("--theme", "words"),
    pgf = c("--pgf", "switch"),
    force = c("--force", "switch"),
    binary = c("", "program")
  ))
}

# What the columns of every table mean.
columns <- function(
    of = NULL, binary = NULL) {
  run_command("columns", as.list(environment()), list(
    of = c("", "words"),
    binary = c("", "program")
  ))
}
