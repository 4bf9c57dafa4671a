"""What is said of other people's code, made from claims.csv, a record each, and from table.csv.

    python3 claims.py            # writes README.md, the README here and the heads of the pages again
    python3 claims.py --check    # says which of them are not as they would be written, and ends with 1
"""
import csv
import pathlib
import re
import statistics
import sys
import textwrap

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
WORDS = {"MCMC": "MCMC kernels", "draws": "direct draws", "control": "known before", "convention": "conventions",
         "as a user": "called as a user", "lift": "lifted", "__new__": "by `__new__`", "stand-ins": "with stand-ins"}
FORKS = {"ricardoV94/pymc"}  # of packages that are counted
CLAIMS, TABLE = ([*csv.DictReader((HERE / name).read_text(encoding="utf-8").splitlines())]
                 for name in ("claims.csv", "table.csv"))
for row in TABLE:
    row["name"] = f"{row['package'].split()[0]}: {row['kernel']}"  # by which a claim names it
    row["truth"] = "wrong" if row["true"].startswith("wrong") else "right"
for claim in CLAIMS:
    claim["rows"] = [name for name in claim["rows"].split("; ") if name]
    claim["link"] = f"[{claim['function']}](pages/{claim['page']}.md)" if claim["page"] else claim["function"]


def paragraph(text):
    """Return a paragraph in lines of at most 120 columns."""
    return textwrap.fill(text, 120, break_long_words=False, break_on_hyphens=False) + "\n\n"


def table(head, *rows):
    """Return a table of Markdown, with columns of # on the right."""
    marks = ["--:" if name.startswith("#") else ":--" for name in head]
    return "".join(f"| {' | '.join(map(str, line))} |\n" for line in ([name.strip("#") for name in head], marks, *rows))


def count(**of):
    """Return the number of rows of the table with these values."""
    return sum(all(row[name] == value for name, value in of.items()) for row in TABLE)


def outcomes(page):
    """Return what the verdicts on right and on wrong kernels were, with a link to a page."""
    packages = {row["package"].split()[0] for row in TABLE} - FORKS
    right, wrong = ({verdict: count(truth=truth, verdict=verdict) for verdict in ("right", "not enough", "wrong", "")}
                    for truth in ("right", "wrong"))
    return (f"{len(TABLE)} kernels of [{len(packages)} released packages]({page}) were judged, {count(how='followed')} "
            f"exactly, {count(how='learnt')} but for 0.0002, {count(how='by moves')} by moves. Of "
            f'{sum(right.values())} right ones {right["right"]} are called right, {right["not enough"]} "not enough", '
            f'{right[""]} is refused, {right["wrong"]} are accused; of {sum(wrong.values())} wrong ones '
            f'{wrong["wrong"]} are rejected, {wrong["not enough"]} "not enough", {wrong["right"]} kept.')


def groups():
    """Return the table of verdicts by how kernels were judged, by what they are, and by how they were called."""
    def line(column, name):
        rows = [row for row in TABLE if row[column] == name]
        verdicts = [[sum((row["truth"], row["verdict"]) == (truth, verdict) for row in rows)
                     for verdict in (truth, "not enough")] for truth in ("right", "wrong")]
        calls = [int(row["calls"]) for row in rows if row["calls"]]
        return (WORDS.get(name, name), len(rows), *(f"{hit}, {unsure}" for hit, unsure in verdicts),
                f"{statistics.median(float(row['seconds']) for row in rows):.1f}",
                f"{statistics.median(calls):,.0f}" if calls else "")
    groups = [(column, name) for column in ("how", "kind", "called")
              for name in dict.fromkeys(row[column] for row in TABLE)]
    return table(["", "#kernels", "#right: so, not enough", "#wrong: so, not enough", "#seconds, median",
                  "#calls, median"], *(line(*group) for group in groups))


def origins():
    """Return how many of the wrong rows are new."""
    owner = {name: claim for claim in CLAIMS for name in claim["rows"]}
    owners = [owner.get(row["name"]) for row in TABLE if row["truth"] == "wrong"]  # none of those of the museum
    conventions = sum(claim is not None and claim["kind"] == "convention" for claim in owners)
    new = [claim for claim in owners if claim and not claim["known"]]
    return (f"Of {len(owners)} wrong ones {len(owners) - conventions - len(new)} were known before, "
            f"{owners.count(None)} of them in [the museum](../museum), {conventions} are conventions, and {len(new)} "
            f"are new, by {len({id(claim) for claim in new})} faults.")


def head(claim):
    """Return the paragraph on a claim that a page begins with."""
    known = {"convention": "It is a convention: ", "": "No report was found; [searched](../claims.csv) "}.get(
        claim["known"] and claim["kind"], "Yes: ") + (claim["known"] or claim["searched"].split(":")[0])
    return paragraph(f"**{claim['package']}**, {claim['function']}: {claim['seen']}, where {claim['should']} is right. "
                     f"**At the defaults**: {claim['defaults']}. **Looked at**: {claim['source']}. **Since** "
                     f"{claim['since']}. **Known?** {known}.")


def page(name):
    """Return a page with all before its first code or heading made from its claims, and the figures that it lacks."""
    claims = [claim for claim in CLAIMS if claim["page"] == name]
    title, body = re.match("(.*\n)(?s:.*?)(?m:^)(?=```|## )(?s:(.*))", read(f"reports/wild/pages/{name}.md")).groups()
    title = f"# {claims[0]['claim']}\n" if claims[0]["claim"] else title
    lack = [figure for claim in claims for figure in re.findall(r"\d*[./]?\d+", claim["seen"] + " " + claim["should"])
            if figure not in body]
    return title + "\n" + "".join(map(head, claims)) + body, lack


def region(text, name, made):
    """Return a text in which what is made stands between the marks with a name."""
    begun, _, rest = text.partition(f"<!-- claims.py: {name} -->\n")
    _, end, rest = rest.partition("<!-- end -->\n")
    assert end, f"the marks of {name} are missing"
    return f"{begun}<!-- claims.py: {name} -->\n{made}{end}{rest}"


def read(path):
    """Return the text of a file."""
    return (ROOT / path).read_text(encoding="utf-8")


def faults():
    """Return sentences on records that do not agree with the table, with their page, or with each other."""
    claimed = [name for claim in CLAIMS for name in claim["rows"]]
    wrong = [row["name"] for row in TABLE if row["truth"] == "wrong"]
    pages, own = {path.stem for path in (HERE / "pages").glob("*.md")}, {claim["page"] for claim in CLAIMS} - {""}
    yield from (f"{name}: no wrong row of table.csv" for name in claimed if name not in wrong)
    yield from (f"{row['name']}: wrong, and neither in claims.csv nor in the museum" for row in TABLE
                if row["truth"] == "wrong" and row["name"] not in claimed and "museum/" not in row["true"])
    yield from (f"{claim['package']}: in README.md, though it was known" for claim in CLAIMS
                if claim["front"] and claim["known"])
    yield from (f"pages/{name}.md: without a record" for name in pages - own)
    yield from (f"pages/{name}.md: no {figure}" for name in own for figure in page(name)[1])
    yield from (f"pages/{path.name}: it needs Breadboard" for path in (HERE / "pages").glob("*.[pj]*")
                if "breadboard" in path.read_text(encoding="utf-8"))


def main():
    said = [*faults()]
    front = table(["package", "what does not keep its law", "since", "seen, for what is right"], *(
        (claim["package"], claim["link"].replace("](", "](reports/wild/"), claim["since"][:4],
         f"{claim['seen']} for {claim['should']}") for claim in CLAIMS if claim["front"]))
    every = table(["", "package", "what", "since", "seen", "right", "at the defaults", "known before", "#rows"], *(
        (WORDS[claim["kind"]], claim["package"], claim["link"], claim["since"][:4], claim["seen"], claim["should"],
         re.split("[,;:]", claim["defaults"])[0], claim["known"], len(claim["rows"]) or "none") for claim in CLAIMS))
    own = region(read("reports/wild/README.md"), "summary", paragraph(f"**{outcomes('table.csv')}**") + groups())
    beyond = sum(not claim["rows"] for claim in CLAIMS if claim["front"])
    begun = paragraph(f"{outcomes('reports/wild/README.md')} These break their law, {beyond} of them beyond the "
                      f"{len(TABLE)}, and no report of it was found:")
    texts = {"README.md": region(read("README.md"), "front", begun + front),
             "reports/wild/README.md": region(own, "list", paragraph(origins()) + every)}
    texts |= {f"reports/wild/pages/{claim['page']}.md": page(claim["page"])[0] for claim in CLAIMS if claim["page"]}
    for path, text in texts.items():
        if read(path) != text and "--check" in sys.argv:
            said.append(f"{path}: not as claims.csv and table.csv have it; run reports/wild/claims.py")
        elif read(path) != text:
            (ROOT / path).write_text(text, encoding="utf-8")
    print("\n".join(said) or f"{len(CLAIMS)} claims, {len(texts)} files")
    sys.exit(bool(said))


if __name__ == "__main__":
    main()
