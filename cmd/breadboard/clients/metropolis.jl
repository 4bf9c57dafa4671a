# A kernel for breadboard validate --exec 'julia metropolis.jl' --target g.csv; README.md has the protocol.
using Random

function step(x, grid, logf)  # put your own kernel here: the next cell after x, from 0, under exp(logf)
    axis, way = rand(1:length(grid)), rand((-1, 1))
    stride = prod(grid[axis+1:end])  # the last axis runs fastest
    0 <= x ÷ stride % grid[axis] + way < grid[axis] || return x  # moves off the grid are rejected
    y = x + way * stride
    return rand() < exp(min(0, logf[y+1] - logf[x+1])) ? y : x  # Julia counts from 1
end

inside(line) = split(match(r"\[(.*)\]", line)[1], ",")  # what is between the brackets

function main()
    grid, logf = Int[], Float64[]
    for line in eachline(stdin)
        if occursin("grid", line)
            grid = parse.(Int, inside(line))
            Random.seed!(parse(Int, match(r"seed\":([0-9]+)", line)[1]))
        elseif occursin("logf", line)
            logf = [v == "null" ? -Inf : parse(Float64, v) for v in inside(line)]
        else
            println("[", join([step(x, grid, logf) for x in parse.(Int, inside(line))], ","), "]")
            flush(stdout)
        end
    end
end

main()
