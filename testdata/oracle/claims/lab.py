"""What the scripts of this folder share: claims, the lab's own output, and plain mathematics.

Expected values are computed here, in Python, and never by the lab's Go code. From the lab comes
only what it shows and accepts: transcripts (--plain), verdicts (judge --json), lists.
"""

import atexit
import functools
import json
import math
import os
import random
import re
import shutil
import struct
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.abspath(os.path.join(HERE, "..", "..", ".."))
SEEDS = [int(s) for s in os.environ.get("CLAIMS_SEEDS", "1 2 3 4 5").split()]

# ---------------------------------------------------------------- the lab


@functools.cache
def work():
    """Return a temporary folder that is removed at the end."""
    folder = tempfile.mkdtemp(prefix="claims")
    atexit.register(shutil.rmtree, folder, True)
    return folder


@functools.cache
def binary():
    """Return the program under test: $KERNELLAB, or one built now."""
    if os.environ.get("KERNELLAB"):
        return os.path.abspath(os.environ["KERNELLAB"])
    path = os.path.join(work(), "kernellab")
    subprocess.run(["go", "build", "-o", path, "."], cwd=ROOT, check=True)
    return path


def run(*args, stdin="", ok=(0, 1)):
    """Run the lab in a fresh home, and return what it prints."""
    home = tempfile.mkdtemp(dir=work())
    env = dict(os.environ, XDG_DATA_HOME=home, XDG_CONFIG_HOME=home)
    done = subprocess.run([binary(), *args], input=stdin, capture_output=True, text=True, env=env, cwd=home)
    shutil.rmtree(home, True)
    if done.returncode not in ok:
        raise RuntimeError(f"kernellab {' '.join(args)}: exit {done.returncode}: {done.stderr.strip()}")
    return done.stdout


@functools.cache
def exercises():
    """Return what `list --json` says of each exercise, by its number."""
    return {e["exercise"]: e for e in map(json.loads, run("list", "--json").splitlines())}


@functools.cache
def talk(exercise, task, seed, *commands):
    """Open a task of an exercise in the transcript, give commands, and return all that is said in one line.

    What is said before the task, at the start of the exercise, is left out.
    """
    number = exercises()[exercise]["steps"].index(task) + 1
    lines = [f"task {number}", "look", *commands, "quit"]
    out = run("--plain", "--color", "mono", "--unit", exercise, "--seed", str(seed), stdin="\n".join(lines) + "\n")
    out = " ".join(out.split())
    start = out.rfind(f"Task {number} of ")
    if number == 1:
        start = out.find(f"Task {number} of ")
    return out[max(start, 0):]


@functools.cache
def told(exercise, task, seed):
    """Return all that a task says: text, pictures, question, hints, solution and insight."""
    fields = [f for f in exercises()[exercise]["fields"] if f["step"] == task]
    ask = ["hint"] * 3 + ["solution"]
    if fields and all(f["prediction"] for f in fields):
        return talk(exercise, task, seed, *["a"] * len(fields), *ask)
    return talk(exercise, task, seed, *ask, "fill")


def accepted(exercise, task, seed, **answers):
    """Tell whether the lab accepts answers to the fields of a task."""
    given = []
    for name, text in answers.items():
        given += ["--answer", f"{name}={text}"]
    out = run("judge", exercise, "--step", task, "--seed", str(seed), "--json", *given)
    return json.loads(out)["accepted"]


@functools.cache
def recorded(exercise, task, seed):
    """Return the points and labels of a task's run, from the run file that the lab writes."""
    home = tempfile.mkdtemp(dir=work())
    step = exercises()[exercise]["steps"].index(task) + 1
    env = dict(os.environ, XDG_DATA_HOME=home, XDG_CONFIG_HOME=home)
    subprocess.run([binary(), "--plain", "--unit", exercise, "--seed", str(seed)], cwd=home, env=env, text=True,
                   input=f"step {step}\nrecord run\nquit\n", capture_output=True, check=False)
    with open(os.path.join(home, next(f for f in os.listdir(home) if f.endswith(".run")))) as f:
        lines = [[float(v) for v in line[2:].split(",")] for line in f if re.match(r"\| -?\d", line)]
    return [v[:-1] for v in lines], [v[-1] for v in lines]


@functools.cache
def solved(*args):
    """Return the object of `solve --json`."""
    return json.loads(run("solve", "--json", *args))


def placed(said):
    """Return the points of a line or of the plane that a picture tells by number, with their labels."""
    out = {}
    for sign, part in re.findall(r"Class ([+−]1): ((?:\d+\S* (?:\([^)]*\) )?at \([^)]*\)(?:, )?)+)", said):
        for i, place in re.findall(r"(\d+)\S* (?:\([^)]*\) )?at \(([^)]*)\)", part):
            out[int(i)] = [number(v) for v in place.split(", ")], (1.0 if sign == "+1" else -1.0)
    return [out[i][0] for i in sorted(out)], [out[i][1] for i in sorted(out)]


def rows(said, *columns):
    """Return the last table of a task that has such columns, as a list of dictionaries."""
    out = []
    for row in re.findall(re.escape(columns[0]) + r": (.*?)(?=\. |\.$)", said):
        cells = [c.split(": ", 1) for c in re.split(r", (?=[^,()]+: )", f"{columns[0]}: {row}") if ": " in c]
        out.append(dict(cells))
    return [r for r in out if all(c in r for c in columns)]


@functools.cache
def points(name):
    """Return the rows and labels of a built-in set."""
    with open(os.path.join(ROOT, "exercises", "dataset", "data", name + ".csv")) as f:
        rows = [[float(v) for v in line.split(",")] for line in f.read().split("\n")[1:] if line]
    return [r[:-1] for r in rows], [r[-1] for r in rows]


# ---------------------------------------------------------------- worksheets


@functools.cache
def worksheet(exercise):
    """Return the text of an exercise as {task: text}; what comes before the tasks has the key ''."""
    unit = exercise.split(".")[0].lower()
    folder = os.path.join(ROOT, "exercises", "unit" + unit)
    name = next(f for f in os.listdir(folder) if f.startswith(exercise + "-"))
    with open(os.path.join(folder, name)) as f:
        text = f.read()
    out, task = {"": ""}, ""
    for line in text.split("\n"):
        head = re.match(r"## ([a-z0-9-]+): ", line)
        if head:
            task = head[1]
            out[task] = ""
        out[task] += line + "\n"
    return {name: plain(part) for name, part in out.items()}


def plain(text):
    """Take out marks of Markdown and YAML that do not change what is read."""
    text = re.sub(r"`(?:[1-4]|[-+]|dim|good|bad|strong)\|([^`]*)`", r"\1", text)
    text = re.sub(r"(?<![\w*])\*{1,2}([^*\n]+?)\*{1,2}(?![\w*])", r"\1", text)
    return " ".join(text.replace("`", "").split())


def read(quote, said):
    """Find a quoted sentence in what was said, and return the texts that stand for its {{names}}."""
    parts, said = re.split(r"\{\{(\w+)\}\}", plain(quote)), plain(said)
    for gap in (r"\S{1,60}?", r".{1,60}?"):
        names, pattern = [], ""
        for i, part in enumerate(parts):
            if i % 2 == 0:
                text = re.escape(part)
                pattern += re.sub(r"^(\\?[.,])", r"\1(?!\\d)", text) if i else text
            elif part in names:
                pattern += f"(?P={part})"
            else:
                names.append(part)
                last = i == len(parts) - 2 and not parts[i + 1]
                pattern += r"(?<!\S)" if i == 1 and not parts[0] else ""
                pattern += f"(?P<{part}>" + (r"\S+" if last else gap) + ")"
        found = re.search(pattern, said)
        if found:
            return {name: found[name].rstrip(".,;:") if name == names[-1] else found[name] for name in names}
    raise AssertionError(f"the lab does not say “{quote}”")


def number(text):
    """Return the number that a text of the lab stands for."""
    text = text.replace("−", "-").replace("·10", "e").replace(",", "").strip()
    ups = "⁰¹²³⁴⁵⁶⁷⁸⁹"
    text = re.sub(f"[⁻{ups}]+", lambda m: "".join("-" if c == "⁻" else str(ups.index(c)) for c in m[0]), text)
    text = re.sub(r"^(-?)10(-\d+)$", r"\g<1>1e\2", text)
    if "/" in text:
        above, below = text.split("/")
        return float(above) / float(below)
    return float(text)


def rounds(shown, value, slack=0.51):
    """Tell whether a shown number is a value rounded to as many digits as are shown."""
    text = str(shown).replace("−", "-")
    if "/" in text or "10" in text and ("·" in text or "⁻" in text):
        return math.isclose(number(text), value, rel_tol=1e-2, abs_tol=1e-12)
    digits = len(text.split(".")[1]) if "." in text else 0
    return abs(float(text) - value) <= slack * 10 ** -digits


# ---------------------------------------------------------------- claims

CLAIMS = []


class At:
    """One exercise and task at one seed, with what its sentence says there."""

    def __init__(self, exercise, task, quotes, seed):
        self.exercise, self.task, self.seed = exercise, task, seed
        self.random = random.Random(1000 * seed + 7)
        self.v = {}
        for quote in quotes:
            if "{{" in quote:
                self.v.update(read(quote, self.said))

    @property
    def said(self):
        return told(self.exercise, self.task, self.seed)

    def n(self, name):
        """Return a number of the sentence."""
        return number(self.v[name])

    def talk(self, *commands):
        return talk(self.exercise, self.task, self.seed, *commands)

    def read(self, quote, task=None):
        """Return the texts of another sentence, perhaps of another task, which has to be in the worksheet too."""
        task = task or self.task
        if plain(quote) not in worksheet(self.exercise)[task]:
            raise AssertionError(f"“{quote}” is not in {self.exercise} {task}")
        return read(quote, told(self.exercise, task, self.seed))

    def accepts(self, **answers):
        return accepted(self.exercise, self.task, self.seed, **answers)

    def judge(self, wrong=None, **answers):
        """Hold the lab to an answer computed here, and to refusing a wrong one."""
        need(self.accepts(**answers), f"the lab does not accept {answers}")
        if wrong:
            need(not self.accepts(**dict(answers, **wrong)), f"the lab accepts {wrong}")


def need(true, message):
    """Fail with a message unless something is true."""
    if not true:
        raise AssertionError(message)


def near(a, b, message, rel=1e-6, abs_=1e-9):
    need(math.isclose(a, b, rel_tol=rel, abs_tol=abs_), f"{message}: {a:.6g} against {b:.6g}")


def says(shown, value, message):
    need(rounds(shown, value), f"{message}: the lab says {shown}, computed {value:.6g}")


def claim(exercise, task, *quotes, shown=None):
    """Register a check of sentences of a worksheet. It is called with At, once for each seed.

    shown is where the lab shows the task, if that is another exercise.
    """

    def keep(check):
        CLAIMS.append((exercise, task, quotes, shown or (exercise, task), check))
        return check

    return keep


def main():
    """Run all claims of a script that fit its arguments (exercise numbers), and exit."""
    wanted, wrong, done = sys.argv[1:], 0, 0
    for exercise, task, quotes, shown, check in CLAIMS:
        if wanted and exercise not in wanted:
            continue
        done += 1
        faults = []
        for quote in quotes:
            if plain(quote) not in worksheet(exercise).get(task, ""):
                faults.append(f"the worksheet does not say “{quote}” any more: does the check still hold?")
        for seed in SEEDS if not faults else []:
            try:
                check(At(*shown, quotes, seed))
            except AssertionError as fault:
                faults.append(f"seed {seed}: {fault}")
            except Exception as fault:  # a check that cannot be carried out is a failure as well
                faults.append(f"seed {seed}: {type(fault).__name__}: {fault}")
        if faults:
            wrong += 1
            print(f"FALSE {exercise} {task} “{quotes[0]}”")
            for fault in faults:
                print(f"      {fault}")
    print(f"{os.path.basename(sys.argv[0])}: {done} claims, seeds {' '.join(map(str, SEEDS))}, {wrong} false")
    sys.exit(1 if wrong else 0)


# ---------------------------------------------------------------- plain mathematics


def dot(x, z):
    return sum(a * b for a, b in zip(x, z))


def square(x, z):
    """Return the squared distance."""
    return sum((a - b) ** 2 for a, b in zip(x, z))


def linear(x, z):
    return dot(x, z)


def poly(degree, c=1.0):
    return lambda x, z: (dot(x, z) + c) ** degree


def rbf(sigma):
    return lambda x, z: math.exp(-square(x, z) / (2 * sigma * sigma))


def gram(k, xs, zs=None):
    return [[k(x, z) for z in (zs or xs)] for x in xs]


def transpose(m):
    return [list(row) for row in zip(*m)]


def times(m, other):
    """Return a matrix times a vector or a matrix."""
    if not isinstance(other[0], (list, tuple)):
        return [dot(row, other) for row in m]
    cols = transpose(other)
    return [[dot(row, col) for col in cols] for row in m]


def plus(m, number_on_diagonal):
    return [[v + (number_on_diagonal if i == j else 0) for j, v in enumerate(row)] for i, row in enumerate(m)]


def solve(m, right):
    """Solve a square system by elimination with pivots."""
    n = len(m)
    rows = [list(m[i]) + [right[i]] for i in range(n)]
    for i in range(n):
        p = max(range(i, n), key=lambda r: abs(rows[r][i]))
        rows[i], rows[p] = rows[p], rows[i]
        for r in range(i + 1, n):
            f = rows[r][i] / rows[i][i]
            if f:
                for c in range(i, n + 1):
                    rows[r][c] -= f * rows[i][c]
    out = [0.0] * n
    for i in reversed(range(n)):
        out[i] = (rows[i][n] - sum(rows[i][c] * out[c] for c in range(i + 1, n))) / rows[i][i]
    return out


def rank(m, tol=1e-9):
    rows, r = [list(map(float, row)) for row in m], 0
    scale = max(abs(v) for row in m for v in row) or 1.0
    for c in range(len(rows[0])):
        p = max(range(r, len(rows)), key=lambda i: abs(rows[i][c]), default=None)
        if p is None or abs(rows[p][c]) <= tol * scale:
            continue
        rows[r], rows[p] = rows[p], rows[r]
        for i in range(r + 1, len(rows)):
            f = rows[i][c] / rows[r][c]
            rows[i] = [a - f * b for a, b in zip(rows[i], rows[r])]
        r += 1
    return r


def eigen(m, root=math.sqrt):
    """Return the eigenvalues of a symmetric matrix, ascending, with their vectors as rows, by Jacobi's method."""
    n, of = len(m), type(m[0][0]) if type(m[0][0]) is not int else float
    a, v = [[of(x) for x in row] for row in m], [[of(i == j) for j in range(n)] for i in range(n)]
    for _ in range(60):
        off = sum(a[i][j] * a[i][j] for i in range(n) for j in range(i))
        if off == 0 or off < type(off)("1e-60") * sum(a[i][i] * a[i][i] for i in range(n)):
            break
        for p in range(n):
            for q in range(p + 1, n):
                if a[p][q] == 0:
                    continue
                theta = (a[q][q] - a[p][p]) / (2 * a[p][q])
                t = (1 if theta >= 0 else -1) / (abs(theta) + root(theta * theta + 1))
                c = 1 / root(t * t + 1)
                s = t * c
                for k in range(n):
                    a[k][p], a[k][q] = c * a[k][p] - s * a[k][q], s * a[k][p] + c * a[k][q]
                for k in range(n):
                    a[p][k], a[q][k] = c * a[p][k] - s * a[q][k], s * a[p][k] + c * a[q][k]
                v[p], v[q] = ([c * x - s * y for x, y in zip(v[p], v[q])], [s * x + c * y for x, y in zip(v[p], v[q])])
    order = sorted(range(n), key=lambda i: a[i][i])
    return [a[i][i] for i in order], [v[i] for i in order]


def sigmoid(u):
    return 1 / (1 + math.exp(-u)) if u >= 0 else math.exp(u) / (1 + math.exp(u))


def svm(K, t, C, tol=1e-8, most=2_000_000):
    """Return α, b and the dual objective of a support vector machine: pairs that violate most, until none does."""
    n = len(t)
    alpha, grad = [0.0] * n, [-v for v in t]  # grad is F = Σ α t K − t
    for _ in range(most):
        up = [i for i in range(n) if (alpha[i] < C if t[i] > 0 else alpha[i] > 0)]
        low = [i for i in range(n) if (alpha[i] > 0 if t[i] > 0 else alpha[i] < C)]
        k, l = min(up, key=grad.__getitem__), max(low, key=grad.__getitem__)
        gap = grad[l] - grad[k]
        if gap < tol:
            break
        kappa = max(K[k][k] + K[l][l] - 2 * K[k][l], 1e-12)
        step = gap / kappa  # t α of k grows by it, that of l shrinks
        step = min(step, C - alpha[k] if t[k] > 0 else alpha[k], alpha[l] if t[l] > 0 else C - alpha[l])
        for i, way in ((k, 1), (l, -1)):
            alpha[i] = alpha[i] + way * t[i] * step
            if alpha[i] < 1e-14 * max(1.0, min(C, 1e6)):
                alpha[i] = 0.0
            if C - alpha[i] < 1e-14 * C:
                alpha[i] = C
        row_k, row_l = K[k], K[l]
        for i in range(n):
            grad[i] += step * (row_k[i] - row_l[i])
    else:
        raise RuntimeError("the machine did not converge")
    free = [grad[i] for i in range(n) if 0 < alpha[i] < C]
    b = -sum(free) / len(free) if free else -(grad[k] + grad[l]) / 2
    g = sum(alpha) - dot([alpha[i] * t[i] for i in range(n)], [grad[i] + t[i] for i in range(n)]) / 2
    return alpha, b, g


def smo(K, t, C, rule, tol=1e-3, most=20_000, alpha=None, rng=None, clip=True):
    """Step SMO, and return a list with (pair, α, b, g) after each update, the start first.

    rule is violation, gain, repaired, literal or random. The list ends where no pair violates the conditions by
    the tolerance, or where a whole pass of k moves nothing. The second result says which it was.
    """
    n = len(t)
    alpha = list(alpha or [0.0] * n)
    F = [sum(alpha[j] * t[j] * K[i][j] for j in range(n)) - t[i] for i in range(n)]
    steps, last = [], -1

    def up(i):
        return alpha[i] < C if t[i] > 0 else alpha[i] > 0

    def low(i):
        return alpha[i] > 0 if t[i] > 0 else alpha[i] < C

    def note(pair):
        b = -(min(F[i] for i in range(n) if up(i)) + max(F[i] for i in range(n) if low(i))) / 2
        g = sum(alpha) - sum(alpha[i] * t[i] * (F[i] + t[i]) for i in range(n)) / 2
        steps.append((pair, list(alpha), b, g))
        return b

    def move(k, l):
        """Move a pair to the top of its parabola or to a bound, and tell whether it moved."""
        kappa = K[k][k] + K[l][l] - 2 * K[k][l]
        s = t[k] * t[l]
        lo, hi = bounds(alpha[k], alpha[l], s, C)
        new = alpha[l] + t[l] * (F[k] - F[l]) / (kappa if kappa > 0 else 1e-12)
        new = min(max(new, lo), hi) if clip else new
        other = alpha[k] + s * (alpha[l] - new)
        ends = [0.0 if abs(v) < 1e-12 else C if abs(v - C) < 1e-12 else v for v in (other, new)]
        if ends == [alpha[k], alpha[l]]:
            return False
        dk, dl = (ends[0] - alpha[k]) * t[k], (ends[1] - alpha[l]) * t[l]
        alpha[k], alpha[l] = ends
        for i in range(n):
            F[i] += dk * K[i][k] + dl * K[i][l]
        return True

    b = note(None)
    while len(steps) <= most:
        ups, lows = [i for i in range(n) if up(i)], [i for i in range(n) if low(i)]
        best_k, best_l = min(ups, key=F.__getitem__), max(lows, key=F.__getitem__)
        if F[best_l] - F[best_k] < tol:
            return steps, "converged"
        pair = None
        if rule == "violation":
            pair = (best_k, best_l) if move(best_k, best_l) else None
        elif rule == "gain":
            better = [i for i in lows if F[i] > F[best_k]]
            gain = lambda i: (F[i] - F[best_k]) ** 2 / max(K[best_k][best_k] + K[i][i] - 2 * K[best_k][i], 1e-12)
            l = max(better, key=gain)
            pair = (best_k, l) if move(best_k, l) else None
        else:
            violates = lambda i: up(i) and F[i] + b < -tol / 2 or low(i) and F[i] + b > tol / 2
            order = [(last + 1 + i) % n for i in range(n)]
            if rule == "random":
                rng.shuffle(order)
            for k in filter(violates, order):
                partners = [i for i in range(n) if i != k]
                if rule != "literal":
                    grows = up(k) and F[k] + b < -tol / 2
                    partners = [i for i in partners if (low(i) and F[i] > F[k] if grows else up(i) and F[i] < F[k])]
                if rule == "random":
                    rng.shuffle(partners)
                else:
                    partners.sort(key=lambda i: -abs(F[k] - F[i]))
                if partners and move(k, partners[0]):
                    pair = (k, partners[0])
                    last = k
                    break
        if pair is None:
            return steps, "stuck"
        b = note(pair)
    return steps, "limit"


def bounds(ak, al, s, C):
    """Return L and H of the second α of a pair."""
    if s > 0:
        return max(0.0, ak + al - C), min(C, ak + al)
    return max(0.0, al - ak), min(C, C + al - ak)


# ---------------------------------------------------------------- sets of the kinds that the lab draws


class Draws:
    """The random numbers of Go's math/rand/v2 PCG, so that the sets here are those of the lab at a seed.

    A picture of the lab tells its points to three digits, which is not enough to count support vectors.
    """

    def __init__(self, seed, stream):
        self.state = (seed % 2**64) << 64 | stream

    def bits(self):
        """Return the next 64 bits."""
        step = (2549297995355413924 << 64 | 4865540595714422341, 6364136223846793005 << 64 | 1442695040888963407)
        self.state = (self.state * step[0] + step[1]) % 2**128
        hi, lo = self.state >> 64, self.state % 2**64
        hi ^= hi >> 32
        hi = hi * 0xDA942042E4DD58B5 % 2**64
        hi ^= hi >> 48
        return hi * (lo | 1) % 2**64

    def uniform(self):
        return (self.bits() % 2**53) / 2**53

    def normal(self):
        kn, wn, fn = ziggurat()
        while True:
            u = self.bits()
            j, i = (u % 2**32) - (2**32 if u >> 31 & 1 else 0), u >> 32 & 0x7F
            x = j * wn[i]
            if abs(j) < kn[i]:
                return x
            if i == 0:
                while True:
                    x = -math.log(self.uniform()) / 3.442619855899
                    y = -math.log(self.uniform())
                    if y + y >= x * x:
                        return 3.442619855899 + x if j > 0 else -3.442619855899 - x
            if fn[i] + self.uniform() * (fn[i - 1] - fn[i]) < math.exp(-0.5 * x * x):
                return x


@functools.cache
def ziggurat():
    """Return the tables of the normal distribution, from the source of Go."""
    root = subprocess.run(["go", "env", "GOROOT"], capture_output=True, text=True, check=True).stdout.strip()
    with open(os.path.join(root, "src", "math", "rand", "v2", "normal.go")) as f:
        text = f.read()
    tables = [re.search(name + r" = \[128\]\w+\{(.*?)\}", text, re.S)[1] for name in ("kn", "wn", "fn")]
    single = lambda v: struct.unpack("f", struct.pack("f", float(v)))[0]
    cells = [[c.strip() for c in table.split(",") if c.strip()] for table in tables]
    return [int(c, 16) for c in cells[0]], [single(c) for c in cells[1]], [single(c) for c in cells[2]]


def drawn(n, seed, stream, place):
    """Return n points that the lab draws at a seed, the classes in turn."""
    r, xs, t = Draws(seed, stream), [], []
    for i in range(n):
        t.append(1.0 - 2 * (i % 2))
        xs.append([round(v, 6) for v in place(r, t[-1])])
    return xs, t


def drawn_moons(n, noise, seed):
    def place(r, y):
        u = math.pi * r.uniform()
        x, z = math.cos(u), math.sin(u)
        if y < 0:
            x, z = 1 - x, 0.5 - z
        return [x + noise * r.normal(), z + noise * r.normal()]

    return drawn(n, seed, 1, place)


def drawn_blobs(n, seed):
    return drawn(n, seed, 4, lambda r, y: [y + 1.3 * r.normal(), y + 1.3 * r.normal()])


def clouds(rng, n, middle, spread=1.0):
    """Return two clouds around ±(middle, middle), half of the points each, class +1 first."""
    xs = [[rng.gauss(s * middle, spread), rng.gauss(s * middle, spread)] for s in (1, -1) for _ in range(n // 2)]
    return xs, [1.0] * (n // 2) + [-1.0] * (n // 2)


def moons(rng, n, noise=0.15):
    """Return two half circles that reach into each other, half of the points each, class +1 first."""
    xs, t = [], []
    for i in range(n):
        u = math.pi * rng.random()
        x = [math.cos(u), math.sin(u)] if i < n // 2 else [1 - math.cos(u), 0.5 - math.sin(u)]
        xs.append([v + rng.gauss(0, noise) for v in x])
        t.append(1.0 if i < n // 2 else -1.0)
    return xs, t
