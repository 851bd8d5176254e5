"""Claims of unit D, the step debugger, recomputed."""

import re

from lab import claim, dot, gram, main, near, need, number, placed, poly, smo, svm, talk, told


def line(at):
    """Return K, the labels and C of the run of D.1."""
    said = told("D.1", "tour", at.seed)
    xs, t = placed(said.split("Picture, every α")[0])
    n = int(re.search(r"SMO on (\d+) points on a line", said)[1])
    C = number(re.search(r"kernel and C = (\S+)\. It", said)[1])
    return gram(poly(2), [x[:1] for x in xs[:n]]), t[:n], C


@claim("D.1", "end", "leads to step {{last}}. It is the last step, because the conditions of the optimum hold.")
@claim("D.1", "gain",
       "The pair ({{k}}, {{l}}) would gain Δg = {{gain}}, less than the {{ownGain}} of the run's own pair.",
       "the run still climbs to the same top, because g is concave and has only one top.")
@claim("D.1", "fork", "The branch ends at step {{forked}}, the run itself at step {{last}}. Both end with the same g")
def tour(at):
    K, t, C = line(at)
    best = svm(K, t, C)[2]
    for alpha in (None, [0.1 * C if u < 0 else 0.1 * C * t.count(-1.0) / t.count(1.0) for u in t]):
        steps, end = smo(K, t, C, "violation", alpha=alpha)
        need(end == "converged", end)
        near(steps[-1][3], best, "g at the end", rel=3e-3)
    shown = talk("D.1", "end", at.seed, "end")
    g = number(re.findall(r"Now g: (\S+)\. ", shown)[-1])
    near(g, best, "g at the end of the lab's run", rel=3e-3)
    v = at.read("would gain Δg = {{gain}}, less than the {{ownGain}} of the run's own pair.", "gain")
    need(number(v["gain"]) < number(v["ownGain"]), f"{v}")


@claim("D.1", "ledger",
       "αₖ may still be between 0 and C, and no α outside the pair has moved. But Σαt has changed by tₖ times the "
       "change of αₖ.")
def forgets(at):
    t, alpha = [1, 1, -1, -1], [0.2, 0.3, 0.4, 0.1]
    moved = [alpha[0] + 0.1] + alpha[1:]
    need(all(0 <= a <= 1 for a in moved), "the box breaks")
    near(dot(t, moved) - dot(t, alpha), t[0] * 0.1, "Σαt")


@claim("D.1", "clip", "the pair ({{hk}}, {{hl}}) has αₗ* = {{star}}, above H = {{hi}}.")
def clipped(at):
    need(at.n("star") > at.n("hi"), "αₗ* is not above H")


@claim("D.3", "twice",
       "Over i ≠ j the factor is 1; the 2 belongs to a sum over i < j. With c = (1, 1) the line is off by 2·K₁₂.")
def twice(at):
    p, q, s = (number(v) for v in re.search(r"K₁₁ = (\S+), K₁₂ = (\S+) and K₂₂ = (\S+)\.", at.said).groups())
    c = [at.random.gauss(0, 1), at.random.gauss(0, 1)]
    full = c[0] ** 2 * p + c[0] * c[1] * q + c[1] * c[0] * q + c[1] ** 2 * s
    near(full, c[0] ** 2 * p + c[1] ** 2 * s + 2 * c[0] * c[1] * q, "the sum over i < j")
    need(p * s > q * q, "K is no Gram matrix")
    near((p + s + 2 * (q + q)) - (p + s + q + q), 2 * q, "off by")


@claim("D.3", "scale",
       "Lines 2 and 3 give α = 1/(4·{{r}}²), w = 1/(2·{{r}}), and w·x₁ = ½. But t₁ w·x₁ has to be at least 1.")
def scale(at):
    r = number(at.v["r"])
    best = max((i / 1e6 for i in range(200001)), key=lambda a: 2 * a - (2 * r * a) ** 2)
    near(best, 1 / (4 * r * r), "α", abs_=2e-6)
    near(2 * best * r * r, 0.5, "w·x₁", rel=1e-3)
    at.judge(fit="none", primal="1/2", dual="1/2", best=f"1/(4*{r:g}^2)", score="1/2", wrong={"dual": "1/4"})


@claim("D.3", "every",
       "The w that minimises a penalised loss lies in the span: a part perpendicular to the span changes no score, "
       "but costs ½λ times its squared length. Gradient descent stays in the span only if it starts there.")
def every(at):
    x1, x2 = ([number(v) for v in p.split(", ")] for p in re.findall(r"x[₁₂] = \(([^)]*)\)", at.said)[:2])
    u = [-x1[2], -x2[2], 1]
    need(dot(u, x1) == dot(u, x2) == 0, "u is not across")
    w = [0.3, -0.2, 1.0]  # not in the span: descent keeps its part across
    part = dot(w, u)
    for _ in range(100):
        for x, y in ((x1, 1), (x2, -1)):
            w = [p - 0.01 * (dot(w, x) - y) * v for p, v in zip(w, x)]
    near(dot(w, u), part, "the part across the span")
    at.judge(refute3="[0, 0, 1]", true3="penalised", wrong={"true3": "descent"})


@claim("D.3", "most",
       "w = 40 with b = {{shift}} satisfies both conditions and has ½w² = 800. With a larger w, ½w² is larger still."
       " The right w is 2/{{width}}, with ½w² = 2/{{width}}².")
def most(at):
    near_, far = (number(v) for v in re.search(r"x₁ = (\S+) with t₁ = \+1, x₂ = (\S+) with t₂ = −1", at.said).groups())
    for w, b in ((40, at.n("shift")), (400, 10 * at.n("shift"))):
        need(w * near_ + b >= 1 and -(w * far + b) >= 1, f"w = {w} breaks a condition")
    width = number(at.v["width"])
    near(width, near_ - far, "the gap")
    alpha = 2 / width ** 2  # the hard margin of two points
    near((alpha * width) ** 2 / 2, 2 / width ** 2, "½w²")
    right = f"2/{width:g}^2"
    at.judge(where4="direction", refute4=f"40, {at.n('shift'):g}", least4=right, wrong={"least4": right + "/2"})


@claim("D.3", "cheap", "For d = {{d}} and p = 2 the pass with the kernel costs more as soon as n > {{dd}}.")
def cheap(at):
    d = int(at.n("d"))
    first = next(n for n in range(1, 10 ** 4) if n * n > n * d * d)
    at.judge(stored="O(n^2)", fly="O(n^2 d)", refute6=str(first), wrong={"refute6": str(first - 1)})
    near(number(at.v["dd"]), d * d, "d²")


@claim("D.2", "hunt1", "Step {{first}} is the first bad one: {{label}}.")
@claim("D.2", "hunt2", "Step {{first}} is the first bad one: {{label}}.")
@claim("D.2", "hunt3", "Step {{first}} is the first bad one: {{label}}.")
def hunt(at):
    # The ledger of the lab: every law holds before that step, and one is broken at it.
    for task in ("hunt1", "hunt2", "hunt3"):
        first = int(number(at.read("Step {{first}} is the first bad one: {{label}}.", task)["first"]))
        hints = told("D.2", task, at.seed)
        law = re.search(r"At the first bad step this law is broken: (.*?) That is the last hint", hints)[1]
        for step in {max(first - 1, 0), first} - ({0} if first > 0 and first - 1 == 0 else set()):
            ledger = talk("D.2", task, at.seed, f"goto {step}", "ledger")
            broken = "does not hold" in ledger or "do not hold" in ledger or "broken" in ledger
            need(broken == (step == first), f"{task}, step {step} of {first}: {ledger[-300:]}, {law}")


main()
