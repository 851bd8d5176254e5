#!/usr/bin/env python3
"""Run the bank of answers through a built kernellab: measure.py BINARY [--all].

Right answers have to be accepted, wrong ones must not be. Of a wrong answer
that is turned down it says whether the cause is named (mal_rule) or whether
something specific is said of this answer (see "specific" below). The lines of
held.tsv are never printed, but for those that are accepted, with --all.
"""
import collections
import concurrent.futures
import csv
import json
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
KEY = ("exercise", "task", "field", "seed")

# What is said of any wrong answer, and so of none.
BARE = re.compile(
    r"^(not (so|equal|right)|no[,.]|wrong|equal|right|close|nearly"
    r"|(not yet: )?\d+ of \d+ (are|is) right|right, \d+ of \d+"
    r"|yours is too (small|large)|yours grows (faster|more slowly|slower)"
    r"|the size is right; for random matrices the values differ"
    r"|look again|try again|another form)\b[^0-9]*$",
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


def judge(binary, refs, row):
    """The answer in its field, and the references in the other fields."""
    fields = dict(refs[row["exercise"], row["task"], row["seed"]])
    fields[row["field"]] = text(row["answer"])
    args = [binary, "judge", row["exercise"], "--seed", row["seed"], "--step", row["task"], "--json"]
    for name, value in fields.items():
        args.append("--answer=" + name + "=" + value)
    done = subprocess.run(args, capture_output=True, text=True)
    try:
        return json.loads(done.stdout)
    except json.JSONDecodeError:
        return {"accepted": False, "status": "error", "message": [done.stderr], "fields": {}}


def accepted(row, said):
    verdict = said["fields"].get(row["field"], {}).get("verdict")
    return said["accepted"] or verdict in ("equal", "equal-other-form")


def messages(row, said):
    lines = list(said.get("message") or [])
    own = said["fields"].get(row["field"], {}).get("message")
    if own:
        lines.append(own)
    return [l for l in lines if not BARE.match(re.sub(r"^[^:]{1,40}: (?=Yours|The size)", "", l))]


def judged(binary, refs, rows):
    with concurrent.futures.ThreadPoolExecutor(3) as pool:
        return list(pool.map(lambda row: judge(binary, refs, row), rows))


def specific(rows, said):
    """Which answers are told something of their own.

    A line counts where it has a number or a letter of mathematics in it and
    is not what most wrong answers to this field and seed are told.
    """
    heard = collections.defaultdict(collections.Counter)
    number = collections.Counter()
    for row, s in zip(rows, said):
        place = tuple(row[k] for k in KEY)
        number[place] += 1
        heard[place].update(set(messages(row, s)))
    out = []
    for row, s in zip(rows, said):
        place = tuple(row[k] for k in KEY)
        common = lambda l: number[place] >= 4 and heard[place][l] > 0.6 * number[place]
        out.append(any(re.search(r"[0-9₀-₉=·√∞]", l) and not common(l) for l in messages(row, s)))
    return out


def main():
    binary = sys.argv[1]
    right = read("right.tsv")
    refs = references(right)
    said = judged(binary, refs, right)
    bad = [(r, s) for r, s in zip(right, said) if not accepted(r, s)]
    print(f"right answers: {len(right)}, not accepted {len(bad)}")
    for r, s in bad:
        print("  RIGHT", r["exercise"], r["task"], r["field"], r["seed"], repr(r["answer"]), s["status"], *(s["message"] or [])[:2], sep=" | ")
    rows, halves = [], []
    for name in ("open", "held"):
        part = read(name + ".tsv")
        rows += part
        halves += [name] * len(part)
    said = judged(binary, refs, rows)
    own = specific(rows, said)
    if "--dump" in sys.argv:
        with open("/tmp/bank-said.jsonl", "w", encoding="utf-8") as f:
            for r, s, h, o in zip(rows, said, halves, own):
                f.write(json.dumps([r, s, h, o], ensure_ascii=False) + "\n")
    table = collections.defaultdict(collections.Counter)
    for row, s, half, o in zip(rows, said, halves, own):
        kind = "accepted" if accepted(row, s) else "unread" if s["status"] in ("invalid", "ambiguous", "error") else "named" if s["mal_rule"] else "specific" if o else "vague"
        for ex in (row["exercise"], "all"):
            table[ex, half][kind] += 1
        if kind == "accepted" and (half == "open" or "--all" in sys.argv):
            print("  WRONG", half, row["exercise"], row["task"], row["field"], row["seed"], repr(row["answer"]), row["slip"], sep=" | ")
    print("\n| exercise | half | lines | accepted | unread | named | specific | vague | share |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for (ex, half), c in table.items():
        n = sum(c.values())
        read_ = n - c["unread"] - c["accepted"]
        share = 100 * (c["named"] + c["specific"]) / max(1, read_)
        print(f"| {ex} | {half} | {n} | {c['accepted']} | {c['unread']} | {c['named']} | {c['specific']} | {c['vague']} | {share:.0f} % |")


if __name__ == "__main__":
    main()
