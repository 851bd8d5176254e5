#!/usr/bin/env python3
"""Run the bank of answers through a built kernellab.

    measure.py BINARY [--held] [--every N]

Right answers have to be accepted, wrong ones must not be. Of a wrong answer
that is turned down it says whether the cause is named (a mal-rule), or else
whether something specific is said of this answer, see "specific" below. What
is said is asked of every N-th answer without a named cause, 1 if not given.
Lines of held.tsv are printed with --held alone, and only those accepted.
"""

import argparse
import collections
import concurrent.futures
import csv
import json
import os
import re
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
RIGHT = ("equal",)  # "equal-other-form" is right, and not what was asked for

# What is said of any wrong answer, and so of none.
BARE = re.compile(
    r"^([^:]{1,60}: ){0,3}(not (so|equal|right)|wrong|equal|right|close|nearly"
    r"|(not yet: )?\d+ of \d+ (are|is) right|right, \d+ of \d+"
    r"|yours is too (small|large)|yours grows (faster|more slowly|slower)"
    r"|the size is right; for random matrices the values differ)\b[^0-9]*$",
    re.I,
)


def read(name):
    with open(os.path.join(HERE, name), encoding="utf-8") as f:
        return list(csv.DictReader(f, delimiter="\t", quoting=csv.QUOTE_NONE))


def text(answer):
    return answer.replace("⏎", "\n").replace("⇥", "\t")


def references(right):
    """The first right answer to each field, by exercise, task and seed."""
    refs = collections.defaultdict(dict)
    for row in right:
        task = refs[row["exercise"], row["task"], row["seed"]]
        task.setdefault(row["field"], text(row["answer"]))
    return refs


def form(refs, row):
    """The answer in its field, and the references in the other fields."""
    fields = dict(refs[row["exercise"], row["task"], row["seed"]])
    fields[row["field"]] = text(row["answer"])
    return fields


def verdicts(binary, refs, rows):
    """Status, verdict and mal-rule of each, all in one process.

    A log of answers with verdicts that no answer has: regrade lists each line.
    """
    log = []
    for row in rows:
        log.append(json.dumps({
            "time": "2026-01-01T00:00:00Z", "exercise": row["exercise"], "step": row["task"],
            "seed": int(row["seed"]), "raw": form(refs, row), "status": "none", "verdict": "none", "note": "none",
        }))
    done = subprocess.run([binary, "regrade", "-", "--json"], input="\n".join(log) + "\n", capture_output=True, text=True)
    out = [{"status": "error"}] * len(rows)
    for line in done.stdout.splitlines():
        said = json.loads(line)
        out[said["line"] - 1] = said["after"]
    return out


def messages(binary, refs, row):
    """What a student reads of an answer, without what is said of any."""
    args = [binary, "judge", row["exercise"], "--seed", row["seed"], "--step", row["task"], "--json"]
    args += ["--answer=" + name + "=" + value for name, value in form(refs, row).items()]
    said = json.loads(subprocess.run(args, capture_output=True, text=True).stdout)
    lines = list(said["message"] or [])
    lines.append(said["fields"].get(row["field"], {}).get("message") or "")
    return {l for l in lines if l and not BARE.match(l)}


def specific(binary, refs, rows):
    """Which answers are told something of their own.

    A line counts where it has a number or a formula in it, and is not what
    most of the wrong answers to this field are told.
    """
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        said = list(pool.map(lambda row: messages(binary, refs, row), rows))
    heard, number = collections.defaultdict(collections.Counter), collections.Counter()
    for row, lines in zip(rows, said):
        place = row["exercise"], row["task"], row["field"]
        number[place] += 1
        heard[place].update(lines)
    out = []
    for row, lines in zip(rows, said):
        place = row["exercise"], row["task"], row["field"]
        own = [l for l in lines if number[place] < 4 or heard[place][l] <= 0.6 * number[place]]
        out.append(any(re.search(r"[0-9₀-₉=·√∞]", l) for l in own))
    return out


def show(label, row, said):
    print(label, *(row[k] for k in ("exercise", "task", "field", "seed")), repr(row["answer"]), said.get("status"), said.get("verdict"), sep=" | ")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary")
    parser.add_argument("--held", action="store_true")
    parser.add_argument("--every", type=int, default=1)
    args = parser.parse_args()
    right, wrong = read("right.tsv"), []
    for half in ("open", "held"):
        wrong += [dict(row, half=half) for row in read(half + ".tsv")]
    refs = references(right)
    said = verdicts(args.binary, refs, right + wrong)

    bad = [(r, s) for r, s in zip(right, said) if s.get("verdict") not in RIGHT]
    print(f"{len(right)} right answers, {len(bad)} not accepted")
    for row, s in bad:
        show("right", row, s)
    table, open_question = collections.defaultdict(collections.Counter), []
    for n, (row, s) in enumerate(zip(wrong, said[len(right):])):
        kind = "named"
        if s.get("verdict") in RIGHT:
            kind = "accepted"
            if row["half"] == "open" or args.held:
                show("wrong", row, s)
        elif s["status"] != "valid":
            kind = "unread"
        elif not s.get("mal_rule"):
            kind = "unnamed"
            if n % args.every == 0:
                open_question.append(row)
        table[row["exercise"], row["half"]][kind] += 1
    for row, own in zip(open_question, specific(args.binary, refs, open_question)):
        table[row["exercise"], row["half"]]["specific" if own else "vague"] += 1
    for ex, half in list(table):
        table["all", half].update(table[ex, half])

    print("\n| exercise | half | lines | accepted | unread | named | specific | vague | share |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for (ex, half), c in table.items():
        asked = c["specific"] + c["vague"]
        own = c["unnamed"] * c["specific"] / asked if asked else 0
        lines = c["accepted"] + c["unread"] + c["named"] + c["unnamed"]
        share = 100 * (c["named"] + own) / max(1, c["named"] + c["unnamed"])
        print(f"| {ex} | {half} | {lines} | {c['accepted']} | {c['unread']} | {c['named']} | {own:.0f} | {c['unnamed'] - own:.0f} | {share:.0f} % |")


if __name__ == "__main__":
    main()
