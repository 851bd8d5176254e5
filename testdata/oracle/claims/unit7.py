"""Claims of unit 7, support vector machines, recomputed."""

import math
import re

from lab import (accepted, bounds, claim, clouds, dot, gram, linear, main, near, need, number, placed, points, poly,
                 rbf, read, recorded, rows, run, says, sigmoid, smo, square, svm, talk, told)


def vector(text):
    """Return the numbers of a text as (0, −1) or [1, 2]."""
    return [number(v) for v in text.strip("()[]").split(", ")]


def objective(K, t, alpha):
    """Return g(α)."""
    n = len(t)
    return sum(alpha) - sum(alpha[i] * alpha[j] * t[i] * t[j] * K[i][j] for i in range(n) for j in range(n)) / 2


def scores(K, t, alpha):
    """Return f without b at every point."""
    return [sum(a * u * v for a, u, v in zip(alpha, t, row)) for row in K]


def length(K, t, alpha):
    """Return ‖w‖²."""
    return sum(a * u * f for a, u, f in zip(alpha, t, scores(K, t, alpha)))


# ---------------------------------------------------------------- 7.1


def line(at):
    v = at.read("The line is {{w1}}x₁ + {{w2}}x₂ − {{off}} = 0, and the points are A = ({{ax}}, {{ay}}) and B = "
                "({{bx}}, {{by}}).", "measure")
    return {k: number(x) for k, x in v.items()}


@claim("7.1", "foot", "So r = y(x)/‖w‖, and the distance is |y(x)|/‖w‖.")
@claim("7.1", "guess", "The distance stays too: |10y|/‖10w‖ = |y|/‖w‖.")
@claim("7.1", "measure",
       "With ‖w‖ = √({{w1}}² + {{w2}}²) = 5 the distances are {{ya}}/5 = {{da}} and |{{yb}}|/5 = {{db}}.")
def distances(at):
    v = line(at)
    w, b = (v["w1"], v["w2"]), -v["off"]
    need(math.hypot(*w) == 5, "‖w‖ is not 5")
    got = []
    for x in ((v["ax"], v["ay"]), (v["bx"], v["by"])):  # the least distance to points of the line, by search
        direction, start = (-w[1] / 5, w[0] / 5), (-b * w[0] / 25, -b * w[1] / 25)
        lo, hi = -100.0, 100.0
        far = lambda s: math.hypot(start[0] + s * direction[0] - x[0], start[1] + s * direction[1] - x[1])
        for _ in range(200):
            p, q = lo + (hi - lo) / 3, hi - (hi - lo) / 3
            lo, hi = (lo, q) if far(p) < far(q) else (p, hi)
        got.append(far(lo))
        near(far(lo), abs(dot(w, x) + b) / 5, "|y|/‖w‖", rel=1e-5)
    need(accepted("7.1", "measure", at.seed, value=f"{dot(w, (v['ax'], v['ay'])) + b:g}", far_a=f"{got[0]:.6g}",
                  far_b=f"{got[1]:.6g}"), "the lab does not accept these distances")


@claim("7.1", "slide", "So c = 1/{{near}}.")
@claim("7.1", "margin", "Here ‖w‖ = 5/{{near}}, so the margin is {{near}}/5 = {{dn}}, the same distance as before.")
def margin(at):
    v = line(at)
    ys = [abs(v["w1"] * v[p + "x"] + v["w2"] * v[p + "y"] - v["off"]) for p in "ab"]
    near(at.n("near"), min(ys), "the least |y|")
    need(accepted("7.1", "margin", at.seed, margin="1/W", strip="2/W", here=f"{min(ys) / 5:g}"), "the margin")
    need(not accepted("7.1", "margin", at.seed, margin="1/W", strip="1/W", here=f"{min(ys) / 5:g}"), "a strip of 1/W")


# ---------------------------------------------------------------- 7.2


@claim("7.2", "write",
       "At point 1, f = {{C}}w₁ + {{h}}w₂ + b has to be 1 or more. At point 2, f = −w₁ + {{o}}w₂ + b has to be −1 "
       "or less. The same holds for f = w₁ − {{a}}w₂ + b at point 3. In each case t·f ≥ 1.")
def demands(at):
    xs, t = [(at.n("C"), at.n("h")), (-1, at.n("o")), (1, -at.n("a"))], (1, -1, -1)
    for _ in range(200):
        w, b = (at.random.uniform(-2, 2), at.random.uniform(-2, 2)), at.random.uniform(-4, 4)
        f = [dot(w, x) + b for x in xs]
        holds = (f[0] >= 1, f[1] <= -1, f[2] <= -1)
        need(holds == tuple(u * v >= 1 for u, v in zip(t, f)), f"t·f ≥ 1 at {w}, {b}")
    need(all(u * (4 * x[0] - 6) >= 1 for u, x in zip(t, xs)), "no line separates the points")
    typed = {f"demand{i + 1}": f"{u}*({x[0]:g}*w1 + {x[1]:g}*w2 + b) >= 1" for i, (x, u) in enumerate(zip(xs, t))}
    at.judge(aim="min w1^2 + w2^2", wrong={"demand2": f"-w1 + {xs[1][1]:g} w2 + b >= 1"}, **typed)


@claim("7.2", "write-soft",
       "So the soft margin is min ½‖w‖² + C Σᵢ ξᵢ under tᵢ(wᵀφᵢ + b) ≥ 1 − ξᵢ and ξᵢ ≥ 0 for every i.",
       "Next to a second term it matters: your problem is the soft margin for the price C/2.",
       "If slack cost nothing, w = 0 with all ξᵢ = 1 would be a solution.")
def soft(at):
    xs, t = clouds(at.random, 30, 1.0, 1.3)
    K = gram(linear, xs)
    paid = {}
    for C in (0.1, 0.2):
        alpha, b, _ = svm(K, t, C, tol=1e-9)
        xi = [max(0.0, 1 - u * (f + b)) for u, f in zip(t, scores(K, t, alpha))]
        paid[C] = length(K, t, alpha) + 0.2 * sum(xi)  # ‖w‖² + CΣξ with C = 0.2
        near(length(K, t, alpha) / 2 + C * sum(xi), objective(K, t, alpha), "primal and dual", rel=1e-5)
    need(paid[0.1] < paid[0.2] - 1e-6, "‖w‖² + CΣξ is smaller for C than for C/2")
    at.judge(price="min w'w/2 + C sum(i, xi_i)", terms="t_i f_i >= 1 - xi_i; xi_i >= 0",
             wrong={"terms": "t_i f_i >= 1 - xi_i"})


@claim("7.2", "same",
       "max ½‖w‖² has no solution at all: if w and b meet the conditions, 10w and 10b meet them too.")
def scaled(at):
    xs, t = clouds(at.random, 12, 3.0)
    alpha, b, _ = svm(gram(linear, xs), t, 1e6)
    f = [s + b for s in scores(gram(linear, xs), t, alpha)]
    need(all(u * v >= 0.999 for u, v in zip(t, f)), "the points are not separated")
    need(all(10 * u * v >= 1 for u, v in zip(t, f)), "ten times as large")


@claim("7.2", "slack",
       "The first is 1 or more, so ξ₁ = 0. The others fall short of 1 by ξ₂ = 1 − {{fb}} = {{xb}} and ξ₃ = 1 + {{fc}} "
       "= {{xc}}. Together they cost C Σ ξᵢ = {{C}}·{{sum}} = {{cost}}.")
def slack(at):
    table = rows(at.said, "i", "t", "f")[:3]
    xi = [max(0.0, 1 - number(r["t"]) * number(r["f"])) for r in table]
    near(xi[0], 0, "ξ₁")
    near(at.n("cost"), at.n("C") * sum(xi), "C Σξ")
    cost = f"{at.n('C') * sum(xi):.6g}"
    at.judge(xi1="0", xi2=f"{xi[1]:.6g}", xi3=f"{xi[2]:.6g}", cost=cost, wrong={"xi3": f"{xi[2] + 1:.6g}"})


@claim("7.2", "hinge",
       "ξ ≥ 0 and ξ ≥ 1 − tf: the smallest such ξ is max(0, 1 − tf), the hinge loss. Divided by C, the first term"
       " is ½‖w‖²/C, so λ = 1/C.")
@claim("7.2", "guess",
       "The margin gets narrower, so that fewer points lie inside it, and the number of support vectors usually falls.")
@claim("7.2", "know", "A larger C never gives a wider margin or more slack, and usually gives fewer support "
       "vectors.")
def larger(at):
    xs, t = clouds(at.random, 60, 1.0, 1.3)
    K, before = gram(linear, xs), None
    counts = []
    for C in (1e-4, 1e-3, 1e-2, 0.1, 1.0, 10.0):
        alpha, b, _ = svm(K, t, C, tol=1e-9)
        w2 = length(K, t, alpha)
        slacks = sum(max(0, 1 - u * (f + b)) for u, f in zip(t, scores(K, t, alpha)))
        if before:
            grown = w2 >= before[0] - 1e-7 and slacks <= before[1] + 1e-4
            need(grown, f"C = {C}: ‖w‖² {w2}, Σξ {slacks}, before {before}")
        before = (w2, slacks)
        counts.append(sum(a > 0 for a in alpha))
    need(counts[0] == 60 and counts[-1] < counts[2] < counts[0], f"support vectors {counts}")


@claim("7.2", "slide",
       "{{many}} of the {{n}} points are support vectors at C = 0.01, and {{few}} at C = 10. At the left end of the "
       "slider C is still smaller, and every point lies between the dotted lines, so all {{n}} are support vectors.")
def decades(at):
    for C, want in (("0.01", at.v["many"]), ("10", at.v["few"]), ("0.0001", at.v["n"])):
        shown = at.talk(f"set C {C}", "quit")
        got = re.findall(r"support vectors: (\d+) of (\d+)", shown)[-1]
        need(got[0] == want, f"C = {C}: the stage counts {got[0]}, the text says {want}")
        # Each point that the stage tells keeps its condition: α = C inside, 0 beyond, between on the margin.
        told_points = at.talk(f"set C {C}", *[f"inspect {i}" for i in range(1, 81)])
        seen = 0
        for tf, xi, a in re.findall(r"t·f = (\S+), ξ = (\S+), α = (\S+)", told_points):
            tf, xi, a = number(tf), number(xi), number(a.rstrip("."))
            seen += a > 0
            need(abs(xi - max(0, 1 - tf)) < 6e-3 * max(1, abs(tf)), f"ξ = {xi} at t·f = {tf}")
            need(a > 0 or tf > 0.99, f"α = 0 at t·f = {tf}")
            need(a < 0.999 * float(C) or tf < 1.01, f"α = C at t·f = {tf}")
        need(seen == int(want), f"C = {C}: {seen} points have α > 0")


@claim("7.2", "end",
       "This is not 0, because the clouds overlap. So the hard margin, which asks for ξ = 0, has no solution here.",
       "If w = 0, f is the same everywhere, so all points of one class have ξ ≥ 1.")
def overlap(at):
    shown = at.talk("look")
    shown = talk("7.2", "slide", at.seed, "set C 10", "look")
    wrong = re.findall(r"(\d+) points are not on the side of their class", shown)
    need(wrong and int(wrong[-1]) > 0, "at C = 10 no point is wrong")
    for b in (-2, -0.5, 0, 0.5, 2):  # w = 0
        need(any(max(0, 1 - t * b) >= 1 for t in (1, -1)), f"b = {b}")



# ---------------------------------------------------------------- 7.3


def feasible(at, n=4, m=3):
    """Return features, labels, and a w and b that keep all conditions of a hard margin."""
    gauss = at.random.gauss
    w, b = [gauss(0, 1) for _ in range(m)], gauss(0, 1)
    phi, t = [], []
    while len(phi) < n:
        p = [gauss(0, 2) for _ in range(m)]
        if abs(dot(w, p) + b) >= 1:
            phi.append(p)
            t.append(1 if dot(w, p) + b > 0 else -1)
    return phi, t, w, b


@claim("7.3", "price", "Some texts write + Σᵢ αᵢ [1 − tᵢ(wᵀφᵢ + b)] with αᵢ ≥ 0, which is the same L.")
@claim("7.3", "weak", "g(α) ≤ ½‖w‖² for all prices α ≥ 0 and all w that meet the conditions",
       "A price may be 0, and a condition may be met exactly. If each term of the sum is 0 in this way, L = ½‖w‖².")
def never_above(at):
    phi, t, w, b = feasible(at)
    for _ in range(50):
        alpha = [at.random.choice((0, at.random.random())) for _ in t]
        L = lambda w, b: dot(w, w) / 2 - sum(a * (u * (dot(w, p) + b) - 1) for a, u, p in zip(alpha, t, phi))
        near(L(w, b), dot(w, w) / 2 + sum(a * (1 - u * (dot(w, p) + b)) for a, u, p in zip(alpha, t, phi)), "L")
        need(L(w, b) <= dot(w, w) / 2 + 1e-12, "L is above ½‖w‖²")
        v = [sum(a * u * p[j] for a, u, p in zip(alpha, t, phi)) for j in range(3)]  # where L is least, for b = 0
        need(L(v, 0) <= L(w, 0) + 1e-9, "a smaller L than at Σαtφ")
    if at.task == "weak":
        at.judge(weak="a_i >= 0; L <= 1/2 w^T w; g <= L; g <= 1/2 w^T w",
                 wrong={"weak": "a_i >= 0; L <= 1/2 w^T w; g <= L; g < 1/2 w^T w"})
        return
    at.judge(price="a_i <= 0; L = 1/2 w^T w + sum_i a_i (t_i (w^T phi_i + b) - 1)",
             wrong={"price": "a_i >= 0; L = 1/2 w^T w + sum_i a_i (t_i (w^T phi_i + b) - 1)"})


@claim("7.3", "largest", "So it is below {{found}} by at most {{found}} − {{bound}} = {{room}}. The other two bounds say "
       "less, and {{neg}} says nothing new, because ½‖w‖² is never negative.")
def room(at):
    v = at.read("computed g(α): {{mu}}, {{q}} and {{neg}}.")
    best = max(number(v[k]) for k in ("mu", "q", "neg"))
    near(best, at.n("bound"), "the best bound")
    near(at.n("found") - best, at.n("room"), "the room")
    need(at.n("neg") < 0 <= best, "the useless bound")
    at.judge(room=at.v["room"], why="best", wrong={"room": at.v["found"]})


@claim("7.3", "derive", "In L, ξᵢ is multiplied by C − αᵢ − μᵢ = 0 and b by −Σᵢ αᵢtᵢ = 0.")
def soft(at):
    phi, t, _, _ = feasible(at)
    C, n = 1.5, len(t)
    alpha = [C * at.random.random() for _ in t]
    side = [sum(a for a, u in zip(alpha, t) if u == s) for s in (1, -1)]
    if 0 in side:  # one class only: α = 0
        alpha = [0.0] * n
    else:  # Σαt = 0, with the larger side scaled down
        alpha = [a * min(side) / side[0 if u == 1 else 1] for a, u in zip(alpha, t)]
    mu = [C - a for a in alpha]
    w = [sum(a * u * p[j] for a, u, p in zip(alpha, t, phi)) for j in range(3)]

    def L(w, b, xi):
        return (dot(w, w) / 2 + C * sum(xi) - dot(mu, xi)
                - sum(a * (u * (dot(w, p) + b) - 1 + x) for a, u, p, x in zip(alpha, t, phi, xi)))

    g = objective(gram(linear, phi), t, alpha)
    for _ in range(20):
        xi, b = [at.random.random() for _ in t], at.random.gauss(0, 1)
        near(L(w, b, xi), g, "L does not depend on b and ξ")
        need(L([x + at.random.gauss(0, 0.1) for x in w], b, xi) >= g, "g is not the smallest L")


@claim("7.3", "top",
       "2 − 2·{{curve}}α = 0 at α = 1/{{curve}} = {{best}}, and g = 2/{{curve}} − 1/{{curve}} = {{best}}. The "
       "primal has w = 1/{{m}} = {{w}}, so ½w² = {{best}}, which is g.")
def top(at):
    m = at.n("m")
    xs, t = [[m], [-m]], [1.0, -1.0]
    K = gram(linear, xs)
    best = max((i / 20000 for i in range(20001)), key=lambda a: objective(K, t, [a, a]))
    near(best, at.n("best"), "α at the top", abs_=1e-4)
    near(objective(K, t, [best, best]), at.n("best"), "g at the top", abs_=1e-6)
    near(0.5 * (1 / m) ** 2, at.n("best"), "½w²")
    at.judge(at=at.v["best"], high=at.v["best"], low=at.v["best"], wrong={"low": f"{2 * at.n('best'):g}"})


@claim("7.3", "meet",
       "For these α, ½w² = {{curve}}α² is at least {{best}}. For every α, g is at most {{best}}. Only at α = {{best}} "
       "are ½w² and g both {{best}}.")
def bound(at):
    best, curve = at.n("best"), at.n("curve")
    for i in range(2001):
        a = i * best / 500
        g = 2 * a - curve * a * a
        need(g <= best + 1e-12, "g above the primal")
        need(curve * a < 1 - 1e-12 or curve * a * a >= best - 1e-12, "a shorter w is allowed")


@claim("7.3", "factor",
       "Then g = Σα + c‖w‖² − 2c‖w‖² = Σα − c‖w‖² = Σα − ΣΣ/(4c). With c = ½ the factors are 1 and ½, with c = 1 "
       "they are ½ and ¼.")
def factors(at):
    c, n = 0.2 + 2 * at.random.random(), 5
    phi = [[at.random.gauss(0, 1) for _ in range(3)] for _ in range(n)]
    t, alpha = [at.random.choice((-1, 1)) for _ in range(n)], [at.random.random() for _ in range(n)]
    v = [sum(a * u * p[j] for a, u, p in zip(alpha, t, phi)) for j in range(3)]
    w = [x / (2 * c) for x in v]
    L = lambda w: c * dot(w, w) - sum(a * (u * dot(w, p) - 1) for a, u, p in zip(alpha, t, phi))
    near(L(w), sum(alpha) - dot(v, v) / (4 * c), "g")
    for _ in range(20):
        need(L([x + at.random.gauss(0, 0.1) for x in w]) >= L(w), "w is not the lowest place of L")


@claim("7.3", "mixed",
       "Then w = ½·2·{{m}}·{{best}} = {{wrong}}, half of the right w, and t·f = {{wrong}}·{{m}} = ½ instead of 1: "
       "both points break their condition.")
def mixed(at):
    near(at.n("wrong"), 0.5 * 2 * at.n("m") * at.n("best"), "w")
    near(at.n("wrong") * at.n("m"), 0.5, "t·f")
    at.judge(mixed=at.v["wrong"], reach="1/2", wrong={"reach": "1"})


@claim("7.3", "box", "If αᵢ = {{al}}, then μᵢ = {{C}} − {{al}} = {{mu}}. And μᵢ ≥ 0 means αᵢ ≤ C = {{C}}.")
def box(at):
    near(at.n("C") - at.n("al"), at.n("mu"), "μ")
    at.judge(dxi="C - alpha - mu", mu=at.v["mu"], cap=at.v["C"], wrong={"dxi": "C - alpha"})


@claim("7.3", "know",
       "g has one variable for each point, while w has one entry for each feature. For images of 28 × 28 pixels and "
       "(xᵀz + 1)², w has 308 505 entries.")
def features(at):
    need(math.comb(784 + 2, 2) == 308505, "C(786, 2)")


# ---------------------------------------------------------------- 7.4


def corners():
    return [[1, 1], [-1, -1], [1, -1], [-1, 1]], [1.0, 1.0, -1.0, -1.0]


@claim("7.4", "equal", "For every allowed α and all allowed w and b, g(α) ≤ ½‖w‖² (+ CΣξ).",
       "The conditions of the soft margin hold for w = 0, b = 0 and ξ₁ = … = ξₙ = 1.")
def weak(at):
    xs, t = clouds(at.random, 10, 0.8)
    K, C = gram(linear, xs), 2.0
    for _ in range(50):
        a = [at.random.random() * C for _ in range(5)]
        shift = a[:]
        at.random.shuffle(shift)
        alpha = a + shift  # Σαt = 0
        w, b = [at.random.gauss(0, 1), at.random.gauss(0, 1)], at.random.gauss(0, 1)
        primal = dot(w, w) / 2 + C * sum(max(0, 1 - u * (dot(w, x) + b)) for u, x in zip(t, xs))
        need(objective(K, t, alpha) <= primal + 1e-9, "the dual is above the primal")
    alpha, b, g = svm(K, t, C)
    primal = length(K, t, alpha) / 2 + C * sum(max(0, 1 - u * (f + b)) for u, f in zip(t, scores(K, t, alpha)))
    near(g, primal, "the dual against the primal at the end", rel=1e-5)


@claim("7.4", "gap",
       "P: the primal is ½·{{wa}}² + {{cost}}·(½ + ½) = {{pa}}, and g is 0. So the gap is {{pa}}.",
       "R: g = 2·{{ad}} − ½(2·{{m}}·{{ad}})² = {{pb}} too. So the gap is 0, and w and α are both optimal.",
       "Q has the same w, but its α cannot prove that this w is optimal. From Q we know only that the primal can fall "
       "by at most {{gapb}}")
def gaps(at):
    m, C, w, alpha = at.n("m"), at.n("cost"), at.n("wa"), at.n("ad")
    K, t = gram(linear, [[m], [-m]]), [1.0, -1.0]
    primal = lambda v: v * v / 2 + C * sum(max(0, 1 - u * v * x) for u, x in zip(t, (m, -m)))
    gap = lambda v, a: primal(v) - objective(K, t, [a, a])
    best = min(primal(i * w / 500) for i in range(3000))
    near(best, primal(2 * w), "the best primal value", rel=1e-6)
    near(gap(2 * w, alpha), 0, "the gap of R")
    near(gap(2 * w, alpha / 2), at.n("gapb"), "the gap of Q")
    need(primal(2 * w) - best <= gap(2 * w, alpha / 2), "the primal falls by more than the gap")
    at.judge(gap_p=f"{gap(w, 0):.10g}", gap_q=f"{gap(2 * w, alpha / 2):.10g}", gap_r="0", gap_says="most",
             wrong={"gap_q": "0"})


@claim("7.4", "kkt", "if all five hold, w, b and α are optimal, because the primal is convex.",
       "0 < α < C: μ = C − α > 0, so ξ = 0. α > 0 makes the bracket 0, so t·f = 1.",
       "α = C: μ = 0, so any ξ ≥ 0 is allowed. α > 0 makes the bracket 0, so t·f = 1 − ξ ≤ 1.")
def kkt(at):
    seen = {"zero": set(), "free": set(), "full": set()}
    for i in range(0, 301):
        for a in (0.0, 0.3, 0.7, 1.0):
            for xi in (0.0, 0.25, 1.5):
                m = i / 100
                if m >= 1 - xi and a * (m - 1 + xi) == 0 and (1 - a) * xi == 0:
                    seen["zero" if a == 0 else "full" if a == 1 else "free"].add((m, xi))
    need(seen["free"] == {(1.0, 0.0)}, "a free point off the margin")
    need(all(m >= 1 and xi == 0 for m, xi in seen["zero"]) and len(seen["zero"]) > 9, "α = 0")
    need(all(m == 1 - xi for m, xi in seen["full"]) and len(seen["full"]) > 1, "α = C")
    xs, t = clouds(at.random, 10, 0.8)
    K = gram(linear, xs)
    alpha, b, _ = svm(K, t, 1.0)
    for a, u, f in zip(alpha, t, scores(K, t, alpha)):
        xi = max(0, 1 - u * (f + b))
        near(a * (u * (f + b) - 1 + xi), 0, "α[tf − 1 + ξ] at the optimum", abs_=1e-5)
        near((1 - a) * xi, 0, "(C − α)ξ at the optimum", abs_=1e-5)
    at.judge(mu_zero="C", xi_zero="zero", tf_zero="ge", mu_free="C-alpha", xi_free="zero", tf_free="eq", mu_full="0",
             xi_full="any", tf_full="le", wrong={"tf_full": "eq"})


@claim("7.4", "slackness",
       "If 0 < α < {{c}}, the bracket and ξ are 0, so tf = 1: these are {{on}}. If α = {{c}}, then tf = 1 − ξ ≤ 1, "
       "and if α = 0, then tf ≥ 1. f has no term for the points with α = 0, so {{out}} could be left out.")
def supports(at):
    xs, t = placed(at.said.split("The points:")[1].split("Table,")[0])
    C = at.n("c")
    K = gram(linear, xs)
    alpha, b, _ = svm(K, t, C)
    shown = [number(r["α"]) for r in rows(at.said, "i", "t", "α")][:len(xs)]
    need(all(abs(p - q) < 0.02 * C for p, q in zip(alpha, shown)), f"α = {alpha}, the lab shows {shown}")
    free = {i + 1 for i, a in enumerate(alpha) if 0 < a < C}
    none = {i + 1 for i, a in enumerate(alpha) if a == 0}
    at.judge(on=str(free), out=str(none), wrong={"on": str(free | {next(iter(none))})})
    for i, f in enumerate(scores(K, t, alpha)):
        m = t[i] * (f + b)
        need(alpha[i] > 0 or m > 1 - 1e-6, f"α = 0 at tf = {m}")
        need(alpha[i] < C or m < 1 + 1e-6, f"α = C at tf = {m}")
    keep = [i for i in range(len(xs)) if alpha[i] > 0]
    again, b2, _ = svm(gram(linear, [xs[i] for i in keep]), [t[i] for i in keep], C)
    for x in xs:  # the same f without them
        one = sum(alpha[i] * t[i] * dot(xs[i], x) for i in keep) + b
        two = sum(a * t[i] * dot(xs[i], x) for a, i in zip(again, keep)) + b2
        near(one, two, "f without the points with α = 0", abs_=1e-4)


@claim("7.4", "trap",
       "If three points of class +1 lie on the line f = 1 in the plane, two can be enough to hold it, and then the third "
       "may have α = 0.")
def third(at):
    xs = [[1, 2], [1, 0], [1, -2], [-1, 1.5], [-1, -1]]
    t = [1.0, 1.0, 1.0, -1.0, -1.0]
    K = gram(linear, xs)
    alpha, b, g = svm(K, t, 100.0)
    # The same w is had without point 2, on the margin with tf = 1.
    other, c, h = svm(gram(linear, xs[:1] + xs[2:]), t[:1] + t[2:], 100.0)
    near(g, h, "g without the middle point")
    near(scores(K, t, alpha)[1] + b, 1, "tf of the middle point", rel=1e-5)


@claim("7.4", "broken",
       "The points {{beyondAll}} are beyond the margin, so their bracket t·f − 1 + ξ = t·f − 1 is above 0. Of these, "
       "{{much}} have α > 0 and violate the first equation. The points {{insideAll}} fall short of the margin, so "
       "their ξ is above 0. Of these, {{little}} have α < C and violate the second.",
       "w is computed from α, the solver keeps Σαt = 0 and 0 ≤ α ≤ C, and with these ξ the conditions of the primal "
       "hold.")
def stopped(at):
    xs, t = placed(at.said.split("α > 0:")[1].split("Table,")[0])
    alpha = [number(r["α"]) for r in rows(at.said, "i", "t", "α")][:len(xs)]
    near(dot(t, alpha), 0, "Σαt", abs_=2e-3)
    need(all(0 <= a <= 1 for a in alpha), "α outside the box")
    F = [f - u for f, u in zip(scores(gram(linear, xs), t, alpha), t)]
    up = [f for f, a, u in zip(F, alpha, t) if (a < 1 if u > 0 else a > 0)]
    low = [f for f, a, u in zip(F, alpha, t) if (a > 0 if u > 0 else a < 1)]
    b = -(min(up) + max(low)) / 2
    m = [1 + u * (f + b) for f, u in zip(F, t)]  # t·f, for F = f − b − t
    near(min(abs(v - 1) for v in m if abs(v - 1) > 0.02), 0.6, "the place of a point", abs_=0.4)
    chosen = lambda bad: str({i + 1 for i in range(len(t)) if bad(alpha[i], m[i])})
    at.judge(much=chosen(lambda a, v: a > 0 and v > 1.02), little=chosen(lambda a, v: a < 1 and v < 0.98),
             hold="others", wrong={"much": chosen(lambda a, v: v > 1.02)})


@claim("7.4", "offset", "Point {{first}} gives {{one}}, and the mean over all free points is {{mean}}.")
def offset(at):
    table = rows(at.said, "i", "t", "sᵢ = Σⱼ αⱼtⱼKᵢⱼ")
    bs = {r["i"]: number(r["t"]) - number(r["sᵢ = Σⱼ αⱼtⱼKᵢⱼ"]) for r in table}
    says(at.v["one"], bs[at.v["first"]], "b by one point")
    need(abs(at.n("mean") - sum(bs.values()) / len(bs)) < 2e-3, f"the mean is {sum(bs.values()) / len(bs)}")


@claim("7.4", "none",
       "Every b in [−{{open}}, {{open}}] gives the same value of the primal, so b is not unique.")
def interval(at):
    v = at.read("Take two points, x = {{m}} (+1) and x = −{{m}} (−1), the linear kernel, and a small C = {{C}}.")
    m, C, o = number(v["m"]), number(v["C"].rstrip(".")), at.n("open")
    w = 2 * C * m
    primal = lambda b: w * w / 2 + C * (max(0, 1 - w * m - b) + max(0, 1 - w * m + b))
    alpha, _, g = svm(gram(linear, [[m], [-m]]), [1.0, -1.0], C)
    need(alpha == [C, C], f"α = {alpha}")
    for b in (-o, -o / 2, 0, o / 3, o):
        near(primal(b), g, f"the primal at b = {b}")
    need(primal(o + 0.01) > g + 1e-9 and primal(-o - 0.01) > g + 1e-9, "b may go further")
    at.judge(between=f"[-{o:g}, {o:g}]", wrong={"between": "[-1, 1]"})


@claim("7.4", "guess", "so g = 4c − 0 = 40 at c = 10.")
@claim("7.4", "ray",
       "so g = Σα − 0 = 4c. g rises without bound: the dual of the hard margin is unbounded if no hyperplane "
       "separates the classes.")
def ray(at):
    xs, t = corners()
    for c in (1.0, 10.0, 1000.0):
        near(objective(gram(linear, xs), t, [c] * 4), 4 * c, "g")


@claim("7.4", "hulls", "So α ∝ ({{b}}, {{sum}}, {{a}}), and g(c·α) = {{twice}}·c.")
def hulls(at):
    v = at.read("x₁ = {{x1}} and x₃ = {{x3}} of class +1, and x₂ = {{h}} of class −1 between them.")
    xs = [[number(v["x1"])], [number(v["h"])], [number(v["x3"])]]
    alpha, t = [at.n("b"), at.n("sum"), at.n("a")], [1.0, -1.0, 1.0]
    near(dot(alpha, t), 0, "Σαt")
    near(sum(a * u * x[0] for a, u, x in zip(alpha, t, xs)), 0, "w")
    near(objective(gram(linear, xs), t, [3 * a for a in alpha]), 3 * at.n("twice"), "g(3α)")
    at.judge(mixture=str(alpha), wrong={"mixture": str(alpha[::-1])})


@claim("7.4", "stop", "So there is no gap, and both values are optimal.",
       "c ≤ C = {{box}}, so g ≤ 4·{{box}} = {{boxed}}.")
def stopped(at):
    xs, t = corners()
    g = svm(gram(linear, xs), t, at.n("box"))[2]
    near(g, at.n("boxed"), "the largest g in the box", rel=1e-6)
    at.judge(reach=at.v["boxed"], wrong={"reach": at.v["box"]})


# ---------------------------------------------------------------- 7.5


def five(at):
    table = rows(told("7.5", "below", at.seed), "i", "x", "t")[:5]
    return [vector(r["x"]) for r in table], [number(r["t"]) for r in table]


@claim("7.5", "gradient", "At α = 0 the sum Σⱼ αⱼtⱼKᵢⱼ is 0 for every i, so every entry is 1 − tᵢ·0 = 1",
       "g is concave, a hill without false summits.")
def slopes(at):
    xs, t = five(at)
    K = gram(linear, xs)
    for i in range(5):
        e = [1e-6 if j == i else 0.0 for j in range(5)]
        near(objective(K, t, e) / 1e-6, 1, "the slope at 0", rel=1e-4)
    for _ in range(30):
        a, b = ([at.random.random() for _ in range(5)] for _ in "ab")
        mid = [(p + q) / 2 for p, q in zip(a, b)]
        need(objective(K, t, mid) >= (objective(K, t, a) + objective(K, t, b)) / 2 - 1e-12, "g is not concave")


@claim("7.5", "step", "Every αᵢ = {{eta}}, so Σ αᵢtᵢ = {{eta}}·({{pos}} − {{neg}}) = {{sum}}, and not 0.")
def lost(at):
    t = five(at)[1]
    near(at.n("sum"), at.n("eta") * sum(t), "Σαt")
    need(sum(t) != 0, "the classes are of one size")
    at.judge(sum=f"{at.n('eta') * sum(t):g}", wrong={"sum": f"{at.n('eta') * 5:g}"})


@claim("7.5", "guess", "It breaks at some points.")
@claim("7.5", "below", "After step {{below}} the smallest αᵢ is {{least}}.")
def below(at):
    xs, t = five(at)
    eta = number(at.read("With η = {{eta}}, after which step", "below")["eta"])
    K, alpha, step = gram(linear, xs), [0.0] * 5, 0
    while min(alpha) >= 0 and step < 1000:
        f = scores(K, t, alpha)
        alpha = [a + eta * (1 - u * s) for a, u, s in zip(alpha, t, f)]
        step += 1
    need(0 < sum(a < 0 for a in alpha) < 5, "all of them break at once")
    need(accepted("7.5", "below", at.seed, below=str(step)), f"step {step} is not accepted")
    least = number(at.read("After step {{below}} the smallest αᵢ is {{least}}.", "below")["least"])
    near(least, min(alpha), "the smallest α", rel=2e-3)


@claim("7.5", "two", "Δαₖ = −tₖtₗ·Δαₗ = −({{tk}})({{tl}})({{delta}}) = {{partner}}.")
def partner(at):
    near(at.n("tk") * at.n("partner") + at.n("tl") * at.n("delta"), 0, "the change of Σαt")
    change = -at.n("tk") * at.n("tl") * at.n("delta")
    at.judge(partner=f"{change:g}", wrong={"partner": f"{-change:g}"})


@claim("7.5", "gamma", "So γ = αₖ + s·αₗ stays the same, with s = tₖtₗ.")
def constant(at):
    for tk in (-1, 1):
        for tl in (-1, 1):
            change = -tl / tk * 0.3  # so that Σαt stays the same
            near(change + tk * tl * 0.3, 0, "the change of γ")
    at.judge(multiple="tk/tl", wrong={"multiple": "1"})


@claim("7.5", "know",
       "If one class has more points, the first gradient step breaks Σ αᵢtᵢ = 0. A later one may break α ≥ 0.")
def sooner(at):
    # Any five points that the lab draws here: the descent of `below` has found the step.
    need(int(at.read("After step {{below}} the smallest", "below")["below"]) > 0, "no step")


# ---------------------------------------------------------------- 7.6


def four(at, task):
    """Return t, α, K and the pair of a table of 7.6."""
    table = rows(told("7.6", task, at.seed), "point", "x", "t", "α")[:4]
    k = next(i for i, r in enumerate(table) if " k" in r["point"])
    l = next(i for i, r in enumerate(table) if " l" in r["point"])
    xs = [vector(r["x"]) for r in table]
    K = gram(linear, xs)
    for i, r in enumerate(table):
        for j in range(4):
            near(K[i][j], number(r[f"K{'₁₂₃₄'[j]}"]), "an entry of K")
    C = number(at.read("a linear kernel and C = {{C}}. The table", "errors")["C"])
    return [number(r["t"]) for r in table], [number(r["α"]) for r in table], K, k, l, C


def update(t, alpha, K, k, l, C, b):
    f = [s + b for s in scores(K, t, alpha)]
    ek, el, s = f[k] - t[k], f[l] - t[l], t[k] * t[l]
    lo, hi = bounds(alpha[k], alpha[l], s, C)
    kappa = K[k][k] + K[l][l] - 2 * K[k][l]
    star = alpha[l] + t[l] * (ek - el) / kappa
    new = min(max(star, lo), hi)
    return {"ek": ek, "el": el, "s": s, "gamma": alpha[k] + s * alpha[l], "lo": lo, "hi": hi, "kappa": kappa,
            "star": star, "alnew": new, "aknew": alpha[k] + s * (alpha[l] - new)}


@claim("7.6", "errors",
       "f(xₖ) = {{fk}}, so Eₖ = {{fk}} − ({{tk}}) = {{ek}}. f(xₗ) = {{fl}}, so Eₗ = {{fl}} − ({{tl}}) = {{el}}.",
       "This α, the offset b = {{b}} (also called the *bias*) and the pair k = {{k}}, l = {{l}} are drawn at random.")
def errors(at):
    t, alpha, K, k, l, C = four(at, "errors")
    u = update(t, alpha, K, k, l, C, at.n("b"))
    near(dot(t, alpha), 0, "Σαt")
    near(at.n("ek"), u["ek"], "Eₖ")
    near(at.n("el"), u["el"], "Eₗ")
    at.judge(ek=f"{u['ek']:.10g}", el=f"{u['el']:.10g}", wrong={"ek": f"{u['ek'] + 1:.10g}"})


@claim("7.6", "bounds",
       "With 0 ≤ αₗ ≤ 1 that leaves [{{sameLo}}, 1].",
       "With 0 ≤ αₗ ≤ 1 that leaves [0, {{otherHi}}].")
def boxed(at):
    v = at.read("αₗ ≤ {{sum}} and αₗ ≥ {{sum}} − 1. Different labels: αₗ ≥ −{{diff}} and αₗ ≤ 1 − {{diff}}.")
    total, diff = number(v["sum"]), number(v["diff"])
    grid = [i / 1000 for i in range(1001)]
    same = [a for a in grid if -1e-9 <= total - a <= 1 + 1e-9]
    other = [a for a in grid if -1e-9 <= a + diff <= 1 + 1e-9]
    near(at.n("sameLo"), same[0], "L for equal labels", abs_=1e-3)
    near(same[-1], 1, "H for equal labels")
    near(at.n("otherHi"), other[-1], "H for different labels", abs_=1e-3)
    near(other[0], 0, "L for different labels")
    at.judge(same=f"[{same[0]:g}, 1]", other=f"[0, {other[-1]:g}]", wrong={"other": "[0, 1]"})


@claim("7.6", "ends",
       "The soft margin has [max(0, αₗ − αₖ), min(C, C + αₗ − αₖ)], the hard margin [max(0, αₗ − αₖ), ∞).",
       "With 0 ≤ αₗ new ≤ C the soft margin has [max(0, αₖ + αₗ − C), min(C, αₖ + αₗ)]. The hard margin has no C, "
       "which leaves [0, αₖ + αₗ].")
def ends(at):
    for _ in range(50):
        C = at.random.random() + 0.1
        ak, al = at.random.random() * C, at.random.random() * C
        grid = [i * C / 500 for i in range(2001)]
        for s, soft, hard in ((1, (max(0, ak + al - C), min(C, ak + al)), (0, ak + al)),
                              (-1, (max(0, al - ak), min(C, C + al - ak)), (max(0, al - ak), math.inf))):
            kept = [v for v in grid if ak + s * (al - v) >= -1e-9]
            near(min(kept), hard[0], "L of the hard margin", abs_=C / 400)
            near(max(kept), min(hard[1], 4 * C), "H of the hard margin", abs_=C / 400)
            kept = [v for v in kept if v <= C + 1e-9 and ak + s * (al - v) <= C + 1e-9]
            near(min(kept), soft[0], "L of the soft margin", abs_=C / 400)
            near(max(kept), soft[1], "H of the soft margin", abs_=C / 400)
    at.judge(hard_same="[0, ak + al]", hard_other="[max(0, al - ak), inf)", soft_same="[max(0, ak+al-C), min(C, ak+al)]",
             soft_other="[max(0, al-ak), min(C, C+al-ak)]", wrong={"hard_other": "[0, inf)"})


@claim("7.6", "fall",
       "So f(xₖ) changes by tₗ(Kₖₗ − Kₖₖ), and f(xₗ) by tₗ(Kₗₗ − Kₖₗ).",
       "This change is the same wherever the step begins: for each unit of Δ the slope falls by κ = Kₖₖ + Kₗₗ − 2Kₖₗ.")
@claim("7.6", "substitute",
       "so αₗ* = [1 − s + s·γ(Kₖₖ − Kₖₗ) + tₗ(vₖ − vₗ)]/κ with κ = Kₖₖ + Kₗₗ − 2Kₖₗ. If you put in vₖ, vₗ and γ "
       "from before the step, αₗ* becomes αₗ + tₗ(Eₖ − Eₗ)/κ.")
def curvature(at):
    xs, t = clouds(at.random, 6, 0.8)
    K, b = gram(linear, xs), 0.3
    for _ in range(20):
        k, l = at.random.sample(range(6), 2)
        alpha = [at.random.random() for _ in t]
        s, kappa = t[k] * t[l], K[k][k] + K[l][l] - 2 * K[k][l]

        def moved(d):
            return [a + (d if i == l else -s * d if i == k else 0) for i, a in enumerate(alpha)]

        def slope(d):
            return (objective(K, t, moved(d + 1e-4)) - objective(K, t, moved(d - 1e-4))) / 2e-4

        f, g = scores(K, t, alpha), scores(K, t, moved(1))
        near(g[k] - f[k], t[l] * (K[k][l] - K[k][k]), "the change of f at k", abs_=1e-9)
        near(g[l] - f[l], t[l] * (K[l][l] - K[k][l]), "the change of f at l", abs_=1e-9)
        near(slope(1) - slope(0), -kappa, "the change of the slope", abs_=1e-5)
        near(slope(3.5) - slope(2.5), -kappa, "the change of the slope elsewhere", abs_=1e-5)
        v = {i: f[i] - alpha[k] * t[k] * K[i][k] - alpha[l] * t[l] * K[i][l] for i in (k, l)}
        star = (1 - s + s * (alpha[k] + s * alpha[l]) * (K[k][k] - K[k][l]) + t[l] * (v[k] - v[l])) / kappa
        near(star, update(t, alpha, K, k, l, math.inf, b)["star"], "the vertex", abs_=1e-9)
        part = lambda a, c: (a + c - K[k][k] * a * a / 2 - K[l][l] * c * c / 2 - s * K[k][l] * a * c
                             - t[k] * v[k] * a - t[l] * v[l] * c)
        near(objective(K, t, moved(0.7)) - objective(K, t, alpha),
             part(alpha[k] - s * 0.7, alpha[l] + 0.7) - part(alpha[k], alpha[l]), "g of two variables", abs_=1e-9)


@claim("7.6", "top", "That is 0 at Δ = tₗ(Eₖ − Eₗ)/κ, so αₗ* = αₗ + tₗ(Eₖ − Eₗ)/κ.")
@claim("7.6", "update",
       "That lies outside [L, H] and is clipped to {{alnew}}.",
       "s = ({{tk}})({{tl}}) = {{s}} and γ = {{gamma}}.",
       "Σ αᵢtᵢ is still 0, and g rose by {{gain}}.")
def pair(at):
    t, alpha, K, k, l, C = four(at, "update")
    b = number(at.read("the offset b = {{b}} (also called the", "errors")["b"])
    u = update(t, alpha, K, k, l, C, b)
    # The top of the parabola, by search along the line.
    ways = [1 if i == l else -u["s"] if i == k else 0 for i in range(4)]
    along = lambda d: objective(K, t, [a + d * way for a, way in zip(alpha, ways)])
    lo, hi = -50.0, 50.0
    for _ in range(300):
        p, q = lo + (hi - lo) / 3, hi - (hi - lo) / 3
        lo, hi = (lo, q) if along(p) > along(q) else (p, hi)
    near(alpha[l] + lo, u["star"], "αₗ*", abs_=1e-5)
    need(not u["lo"] <= u["star"] <= u["hi"], "nothing is clipped")
    answers = {n: f"{round(u[n], 10) + 0:g}" for n in ("s", "gamma", "lo", "hi", "kappa", "star", "alnew", "aknew")}
    need(accepted("7.6", "update", at.seed, **answers), f"the lab does not accept {answers}")
    need(not accepted("7.6", "update", at.seed, **dict(answers, alnew=answers["star"])), "αₗ* is taken for αₗ")
    gain = number(at.read("Σ αᵢtᵢ is still 0, and g rose by {{gain}}.", "update")["gain"])
    near(gain, along(u["alnew"] - alpha[l]) - along(0), "the gain", rel=2e-3)
    near(t[k] * u["aknew"] + t[l] * u["alnew"], t[k] * alpha[k] + t[l] * alpha[l], "Σαt")


@claim("7.6", "bias", "Both errors grow by 1, and αₗ* needs only their difference")
@claim("7.6", "again",
       "The top is αₗ* = {{al2old}} + ({{tl2}})({{apart}})/{{kappa2}} = {{al2}}. It lies inside [L, H] = "
       "[{{lo2}}, {{hi2}}], so nothing is clipped",
       "A step that reaches the top makes the two errors equal: this pair has nothing left to gain.")
def again(at):
    t, alpha, K, k, l, C = four(at, "again")
    u, v = update(t, alpha, K, k, l, C, 0.0), update(t, alpha, K, k, l, C, 1.0)
    near(u["star"], v["star"], "αₗ* with another b")
    near(v["ek"] - u["ek"], 1, "Eₖ with b + 1")
    need(u["lo"] < u["star"] < u["hi"], "it is clipped")
    need(accepted("7.6", "again", at.seed, apart=f"{u['ek'] - u['el']:.10g}", kappa2=f"{u['kappa']:.10g}",
                  al2=f"{u['alnew']:.10g}", ak2=f"{u['aknew']:.10g}"), f"the lab does not accept {u}")
    after = [u["aknew"] if i == k else u["alnew"] if i == l else a for i, a in enumerate(alpha)]
    w = update(t, after, K, k, l, C, 0.0)
    near(w["ek"], w["el"], "the errors after the step", abs_=1e-9)


@claim("7.6", "flat",
       "It rises until a bound, so the largest value is at the uphill end.",
       "If two points at the same place have the same label, the slope is 0 too, and nothing moves.",
       "Then g still rises, but the other end may be even higher")
def flat(at):
    xs = [[1.0, 2.0], [1.0, 2.0], [-1.0, 0.5], [0.3, -1.0]]
    K = gram(linear, xs)
    t = [1.0, -1.0, 1.0, -1.0]
    alpha = [0.2, 0.2, 0.3, 0.3]
    near(K[0][0] + K[1][1] - 2 * K[0][1], 0, "κ")
    g = [objective(K, t, [0.2 + d, 0.2 + d, 0.3, 0.3]) for d in (-0.2, 0.0, 0.3, 0.8)]
    near((g[1] - g[0]) / 0.2, (g[3] - g[2]) / 0.5, "the slope of a straight line", rel=1e-6)
    same = [1.0, 1.0, -1.0, -1.0]
    f = scores(K, same, [0.1, 0.3, 0.2, 0.2])
    near(f[0] - same[0], f[1] - same[1], "the errors of two equal points")
    # No kernel: κ < 0, a parabola that opens upwards; the end uphill from the start need not be the best.
    worse = 0
    for _ in range(200):
        start, slope, kappa = at.random.random(), at.random.gauss(0, 1), -5 * at.random.random()
        h = lambda a: slope * (a - start) - kappa * (a - start) ** 2 / 2
        end = 1.0 if slope > 0 else 0.0
        need(h(end) >= 0, "g falls")
        worse += h(1 - end) > h(end) + 1e-9
    need(worse > 0, "the end uphill is always the best")


# ---------------------------------------------------------------- 7.7


def nine(said):
    table = rows(said, "i", "x₁", "t", "α", "F")[:9]
    return [[number(r["x₁"])] for r in table], [number(r["t"]) for r in table], table


@claim("7.7", "may",
       "The mark up means that tα may grow: t = +1 with α < C, or t = −1 with α > 0. The mark low means that tα "
       "may shrink: t = +1 with α > 0, or t = −1 with α < C. If 0 < α < C, it may do both.")
def flags(at):
    table = rows(at.said, "i", "t", "α", "F")[:9]
    C = number(re.search(r"and C = (\S+)\. A step", at.said)[1])
    answers = {}
    for i, r in enumerate(table):
        t, a = number(r["t"]), number(r["α"])
        up, low = (a < C if t > 0 else a > 0), (a > 0 if t > 0 else a < C)
        answers[f"may{i + 1}"] = "both" if up and low else "up" if up else "low"
    need(at.accepts(**answers), f"the lab does not accept {answers}")
    need(not at.accepts(**dict(answers, may1="low" if answers["may1"] != "low" else "up")), "another flag is accepted")


@claim("7.7", "state",
       "k = {{k}} has the smallest F of the up rows, {{fk}}; l = {{l}} has the largest F of the low rows, {{fl}}. "
       "The violation is {{violation}}.",
       "Of all pairs that can move, this pair violates the optimality conditions most. In other words, at the start of "
       "a step the dual objective g rises fastest for this pair.")
@claim("7.7", "clip", "The step {{clipWords}}: αₗ* = {{star}}, and [L, H] = [{{lo}}, {{hi}}].")
def state(at):
    said = told("7.7", "state", at.seed)
    xs, t, table = nine(said)
    C = number(re.search(r"C = (\S+) Question", said)[1])
    K = gram(poly(2), xs)
    alpha, F = [number(r["α"]) for r in table], [number(r["F"]) for r in table]
    for i, f in enumerate(scores(K, t, alpha)):  # α has three decimals, and K up to 25²
        need(abs(f - t[i] - F[i]) < 5e-4 * sum(map(abs, K[i])) + 1e-3, f"F of point {i + 1} is {f - t[i]}")
    up = [i for i in range(9) if (alpha[i] < C if t[i] > 0 else alpha[i] > 0)]
    low = [i for i in range(9) if (alpha[i] > 0 if t[i] > 0 else alpha[i] < C)]
    k, l = min(up, key=F.__getitem__), max(low, key=F.__getitem__)
    need(accepted("7.7", "state", at.seed, k=str(k + 1), l=str(l + 1)), f"({k + 1}, {l + 1}) is not accepted")
    lo, hi = bounds(alpha[k], alpha[l], t[k] * t[l], C)
    u = {"lo": lo, "hi": hi, "star": alpha[l] + t[l] * (F[k] - F[l]) / (K[k][k] + K[l][l] - 2 * K[k][l])}
    v = read("αₗ* = {{star}} and [L, H] = [{{lo}}, {{hi}}], so the step {{clipWords}}.",
             talk("7.7", "clip", at.seed, "a"))
    for name in ("star", "lo", "hi"):
        near(number(v[name].rstrip("]")), u[name], name, rel=2e-3, abs_=1.1e-3)
    need(("clipped" in v["clipWords"]) == (not lo - 1e-3 <= u["star"] <= hi + 1e-3), "clipped or not")
    # Along no other pair that can move is g steeper.
    steep = max((F[j] - F[i] for i in up for j in low), default=0)
    near(steep, F[l] - F[k], "the steepest slope")


@claim("7.7", "watch",
       "The dual objective g(α) never falls. Two numbers say how far away the optimum is. Both go to 0, although a "
       "step may make them larger:")
@claim("7.7", "know", "g never falls. The duality gap goes to 0, although it may rise in a step.")
def rises(at):
    rose = False
    for name, kernel in (("blobs_sep", linear), ("moons", rbf(0.5)), ("worksheet1d", poly(2))):
        xs, t = points(name)
        K = gram(kernel, xs)
        for rule in ("violation", "gain", "repaired", "random"):
            steps, end = smo(K, t, 10.0, rule, rng=at.random)
            need(end == "converged", f"{name}, {rule}: {end}")
            gap = []
            for _, alpha, b, g in steps:
                f = scores(K, t, alpha)
                gap.append(length(K, t, alpha) / 2 + 10 * sum(max(0, 1 - u * (s + b)) for u, s in zip(t, f)) - g)
            for p, q in zip(steps, steps[1:]):
                need(q[3] >= p[3] - 1e-9, f"{name}, {rule}: g falls from {p[3]} to {q[3]}")
            rose = rose or any(q > p + 1e-6 for p, q in zip(gap, gap[1:]))
            need(gap[-1] < 1e-2 * gap[0], f"{name}, {rule}: the gap ends at {gap[-1]}")
            if len(steps) > 1500:
                break
    need(rose, "the gap falls at every step")


@claim("7.7", "fewer",
       "Largest gain needs {{byGain}} updates, and largest violation {{byViolation}}. If no clip stops it, a step "
       "gains violation²/(2κ)",
       "Every rule that works climbs to the same g.")
def fewer(at):
    xs, t = points("blobs_sep")
    K = gram(linear, xs)
    ends = {rule: smo(K, t, 10.0, rule, rng=at.random)[0] for rule in ("violation", "gain", "repaired", "random")}
    need(len(ends["gain"]) < len(ends["violation"]), "largest gain needs more")
    need(abs(len(ends["gain"]) - 1 - at.n("byGain")) <= 1, f"largest gain needs {len(ends['gain']) - 1} updates here")
    need(at.n("byGain") < at.n("byViolation"), "the lab's own counts")
    best = max(steps[-1][3] for steps in ends.values())
    for rule, steps in ends.items():
        near(steps[-1][3], best, f"g of {rule}", rel=2e-3)


@claim("7.7", "spare",
       "{{sv}} of the {{points}} points are support vectors, {{bound}} of them at the bound C = {{readC}}. So "
       "{{spare}} could be left out, and {{free}} are free (0 < α < C) and lie on the margin.")
def spare(at):
    xs, t = recorded("7.7", "spare", at.seed)
    C = at.n("readC")
    alpha, _, _ = svm(gram(rbf(0.7), xs), t, C)
    sv, bound = sum(a > 0 for a in alpha), sum(a == C for a in alpha)
    counts = (len(xs), sv, bound)
    need(counts == (at.n("points"), at.n("sv"), at.n("bound")), f"points, support vectors, at C: {counts}")
    at.judge(spare=str(len(xs) - sv), sure=str(sv - bound), wrong={"sure": str(sv)} if bound else None)


# ---------------------------------------------------------------- 7.8


def stalled(at):
    said = told("7.8", "stall", at.seed)
    xs, t = placed(said.split("Task 3 of")[1].split("Picture, every α")[0])
    return gram(poly(2), [x[:1] for x in xs]), t


@claim("7.8", "believe", "After {{xor}} updates no pair violates the conditions any more.")
def believe(at):
    xs, t = points("xor4")
    steps, end = smo(gram(poly(2), xs), t, 10.0, "literal")
    need(end == "converged" and len(steps) - 1 == at.n("xor"), f"{len(steps) - 1} updates, {end}")


@claim("7.8", "guess",
       "It gets stuck: the largest |Eₖ − Eₗ| belongs to a far point that is already on the correct side. Its "
       "α = 0 would have to go below 0, and the clip stops that.")
@claim("7.8", "stall",
       "The run is stuck after {{stuck}} updates. In the next pass no violator k moves anything, and every further "
       "pass would be the same.")
def stall(at):
    K, t = stalled(at)
    steps, end = smo(K, t, 10.0, "literal")
    need(end == "stuck", end)
    need(accepted("7.8", "stall", at.seed, stalls=str(len(steps) - 1)), f"{len(steps) - 1} updates are not accepted")
    alpha, b = steps[-1][1:3]
    F = [f - u for f, u in zip(scores(K, t, alpha), t)]
    for k in range(9):  # every violator finds a far point with α = 0 that is right
        up, low = (alpha[k] < 10 if t[k] > 0 else alpha[k] > 0), (alpha[k] > 0 if t[k] > 0 else alpha[k] < 10)
        if up and F[k] + b < -1e-3 or low and F[k] + b > 1e-3:
            l = max((i for i in range(9) if i != k), key=lambda i: abs(F[i] - F[k]))
            need(alpha[l] == 0 and t[l] * (F[l] + t[l] + b) > 1, f"k = {k + 1}, l = {l + 1}: α = {alpha[l]}")


@claim("7.8", "candidates",
       "l = {{l}} has the largest |Fₖ − Fₗ|. The sign of tₗ(Fₖ − Fₗ) = {{tl}}·({{fk}} − ({{fl}})) = {{slope}} tells "
       "whether αₗ has to grow or to fall. But αₗ = {{al}} is already at that end of [L, H]: αₗ* = {{starValue}} lies outside, "
       "and the clip brings αₗ back to {{al}}.")
def candidates(at):
    xs, t, table = nine(at.said)
    k, l = int(re.search(r"The rule took k = (\d)", at.said)[1]) - 1, int(at.v["l"]) - 1
    F, alpha = [number(r["F"]) for r in table], [number(r["α"]) for r in table]
    need(max((i for i in range(9) if i != k), key=lambda i: abs(F[i] - F[k])) == l, "another l is the farthest")
    near(at.n("slope"), t[l] * (F[k] - F[l]), "tₗ(Fₖ − Fₗ)", abs_=2e-3)
    K = gram(poly(2), xs)
    star = alpha[l] + t[l] * (F[k] - F[l]) / (K[k][k] + K[l][l] - 2 * K[k][l])
    near(at.n("starValue"), star, "αₗ*", rel=1e-2)
    lo, hi = bounds(alpha[k], alpha[l], t[k] * t[l], 10.0)
    need(star < lo or star > hi, "αₗ* lies inside")
    at.judge(chosen=str(l + 1), star="below" if star < lo else "above", clipped=at.v["al"],
             wrong={"star": "inside"})


@claim("7.8", "partners",
       "tα of k has to {{kWay}}, so a partner needs room for the opposite move, and its F has to lie {{fWay}} {{fk}}.")
@claim("7.8", "who", "Of these points, l = {{better}} has the largest difference.")
def who(at):
    said = told("7.8", "who", at.seed)
    xs, t, table = nine(said)
    k = int(re.search(r"Candidates for l, k = (\d)", said)[1]) - 1
    F, alpha = [number(r["F"]) for r in table], [number(r["α"]) for r in table]
    grow = "has to grow. So tα of a partner" in said
    able = lambda i: alpha[i] > 0 if (t[i] > 0) == grow else alpha[i] < 10
    fits = [i for i in range(9) if i != k and able(i) and (F[i] > F[k] if grow else F[i] < F[k])]
    best = max(fits, key=lambda i: abs(F[i] - F[k]))
    need(accepted("7.8", "who", at.seed, better=str(best + 1)), f"l = {best + 1} is not accepted")
    flags_ = {f"go{i + 1}": "yes" if i in fits else "no" for i in range(9)}
    need(accepted("7.8", "partners", at.seed, **flags_), f"{flags_} is not accepted")
    # A move with one of them raises g, with another one that has room it does not.
    K = gram(poly(2), xs)
    for l in range(9):
        if l == k:
            continue
        way = 1 if grow else -1
        change = {k: t[k] * way * 1e-5, l: -t[l] * way * 1e-5}
        moved = [a + change.get(i, 0) for i, a in enumerate(alpha)]
        room = all(-1e-12 <= a <= 10 for a in moved)
        if abs(F[l] - F[k]) > 5e-3 and room:
            need((l in fits) == (way * (F[l] - F[k]) > 0), f"point {l + 1}")
        need(room or l not in fits, f"point {l + 1} has no room")


@claim("7.8", "repair",
       "Trying the next l works, but costs many steps that move nothing. With another start, the rule usually gets "
       "stuck as well, only at another step: near the optimum it again takes a far point as l, whose α is "
       "usually 0 and would have to fall.")
def repair(at):
    K, t = stalled(at)
    # The next l: of all pairs some moves as long as one violates, which is what the repaired rule uses.
    steps, end = smo(K, t, 10.0, "repaired")
    need(end == "converged", "the repaired rule is stuck")
    near(steps[-1][3], svm(K, t, 10.0)[2], "g of the repaired rule", rel=2e-3)
    stuck = 0
    for _ in range(20):
        plus, minus = ([at.random.random() for _ in range(n)] for n in (6, 3))
        scale = sum(plus) / sum(minus)
        a = [p * 0.2 for p in plus[:3]] + [m * scale * 0.2 for m in minus] + [p * 0.2 for p in plus[3:]]
        if max(a) <= 10:
            stuck += smo(K, t, 10.0, "literal", alpha=a)[1] == "stuck"
    need(stuck >= 15, f"from {stuck} of 20 other starts it is stuck")
    free, _ = smo(K, t, 10.0, "violation", clip=False, most=200)
    need(min(min(a) for _, a, _, _ in free) < 0, "without the clip no α leaves its bounds")


@claim("7.8", "stop",
       "α stays the same, so g grows by 0. That satisfies the test, although g has reached only {{w}} of {{best}}, "
       "{{percent}} per cent.")
def content(at):
    K, t = stalled(at)
    says(at.v["w"], smo(K, t, 10.0, "literal")[0][-1][3], "g at the stall")
    says(at.v["best"], svm(K, t, 10.0)[2], "the largest g")
    says(at.v["percent"], 100 * at.n("w") / at.n("best"), "the share")


@claim("7.8", "order",
       "On these points the rule “{{fewWords}}” takes the fewest updates, {{few}}, and “{{manyWords}}” the most, "
       "{{many}}.")
@claim("7.8", "race", "{{random}}/{{second}} = {{ratio}}, rounded.")
@claim("7.8", "know",
       "If the rule chooses l by its gain, which contains κ, it usually takes the fewest updates. A random l may take "
       "many times more updates.")
def race(at):
    K, t = stalled(at)
    rules = ("repaired", "violation", "gain", "random")
    mine = {rule: len(smo(K, t, 10.0, rule, rng=at.random)[0]) - 1 for rule in rules}
    need(min(mine, key=mine.get) == "gain", f"the fewest here: {mine}")
    counts = r"(farthest error|largest violation|largest gain|random): (\d+) updates"
    shown = {k: int(v) for k, v in re.findall(counts, told("7.8", "race", at.seed))}
    v = at.read("On these points the rule “{{fewWords}}” takes the fewest updates, {{few}}, and “{{manyWords}}” the "
                "most, {{many}}.", "order")
    need(min(shown, key=shown.get) == v["fewWords"] and min(shown.values()) == int(v["few"]), f"{v} against {shown}")
    need(max(shown, key=shown.get) == v["manyWords"] and max(shown.values()) == int(v["many"]), f"{v} against {shown}")
    ratio = at.read("{{random}}/{{second}} = {{ratio}}, rounded.", "race")
    says(ratio["ratio"], shown["random"] / shown["largest gain"], "the ratio")
    for name, rule in (("gain", "largest gain"), ("repaired", "farthest error")):
        need(0.6 < mine[name] / shown[rule] < 1.6, f"{rule}: {mine[name]} updates here, {shown[rule]} in the lab")


@claim("7.8", "race", "Choose other data, too: on the moons, the rule “random” falls far behind.")
def behind(at):
    xs, t = points("moons")
    K = gram(rbf(0.5), xs)
    gain, drawn = (len(smo(K, t, 10.0, rule, rng=at.random)[0]) for rule in ("gain", "random"))
    need(drawn > 3 * gain, f"{drawn} against {gain} updates")


# ---------------------------------------------------------------- 7.9


def six(seed):
    table = rows(told("7.9", "first", seed), "i", "x", "t")[:6]
    return [vector(r["x"]) for r in table], [number(r["t"]) for r in table]


@claim("7.9", "lines",
       "kappa = Kₖₖ + Kₗₗ − 2Kₖₗ, new = min(max(star, L), H), αₖ new = αₖ + s(αₗ − new), and b "
       "= −(bup + blow)/2.")
@claim("7.9", "first",
       "κ = ‖xₖ − xₗ‖² = {{kappa}}. αₗ* = 2/κ = {{star}} lies between L = 0 and H = C = {{C}}, so αₗ = {{al}}.")
def first(at):
    xs, t = six(at.seed)
    k, l = t.index(1.0), t.index(-1.0)
    v = at.read("κ = ‖xₖ − xₗ‖² = {{kappa}}. αₗ* = 2/κ = {{star}} lies between L = 0 and H = C = {{C}}, so αₗ = {{al}}.",
                "first")
    near(number(v["kappa"]), square(xs[k], xs[l]), "κ")
    near(number(v["al"]), 2 / square(xs[k], xs[l]), "αₗ", rel=1e-6)
    need(2 / square(xs[k], xs[l]) < number(v["C"]), "it is clipped")
    need(accepted("7.9", "first", at.seed, k=str(k + 1), l=str(l + 1), kap=f"{square(xs[k], xs[l]):g}",
                  al=f"{2 / square(xs[k], xs[l]):.6g}"), "the first step is not accepted")


@claim("7.9", "unclipped",
       "The steps before step {{clipStep}} need no clip. In step {{clipStep}} αₗ* = {{clipStar}} lies outside "
       "[{{clipLo}}, {{clipHi}}]")
def unclipped(at):
    xs, t = six(at.seed)
    K = gram(linear, xs)
    C = number(at.read("lies between L = 0 and H = C = {{C}}, so", "first")["C"])
    steps, _ = smo(K, t, C, "violation")
    for n, (before, after) in enumerate(zip(steps, steps[1:]), 1):
        k, l = after[0]
        u = update(t, before[1], K, k, l, C, before[2])
        if not u["lo"] - 1e-12 <= u["star"] <= u["hi"] + 1e-12:
            break
    need(n == at.n("clipStep"), f"step {n} is the first that is clipped")
    near(at.n("clipStar"), u["star"], "αₗ*", rel=1e-3)
    near(at.n("clipLo"), u["lo"], "L", rel=1e-3)
    near(number(at.v["clipHi"].rstrip("]")), u["hi"], "H", rel=1e-3)


@claim("7.9", "planted", "Step {{badStep}} is the first that is wrong.")
def planted(at):
    xs, t = six(at.seed)
    K = gram(linear, xs)
    C = number(at.read("lies between L = 0 and H = C = {{C}}, so", "first")["C"])
    lines = run("skeleton", "--planted", "--seed", str(at.seed)).split("\n")
    head, alpha, b = lines[0].split(","), [0.0] * 6, 0.0
    groups = [("errors", "E_k"), ("errors", "E_l"), ("bounds", "lo"), ("bounds", "hi"), ("kappa", "kappa"),
              ("star", "unclipped"), ("clip", "alpha_l"), ("partner", "alpha_k")]
    for text in filter(None, lines[1:]):
        row = dict(zip(head, map(float, text.split(","))))
        k, l = int(row["k"]) - 1, int(row["l"]) - 1
        u = update(t, alpha, K, k, l, C, b)
        right = {"E_k": u["ek"], "E_l": u["el"], "lo": u["lo"], "hi": u["hi"], "kappa": u["kappa"],
                 "unclipped": u["star"], "alpha_l": u["alnew"], "alpha_k": u["aknew"]}
        bad = next((group for group, name in groups if abs(row[name] - right[name]) > 1e-9), None)
        if bad:
            break
        alpha[k], alpha[l], b = row["alpha_k"], row["alpha_l"], row["bias"]
    need(bad and int(row["step"]) == at.n("badStep"), f"step {row['step']:g} has {bad}")
    at.judge(at=f"{row['step']:g}", quantity=bad, wrong={"quantity": "partner" if bad != "partner" else "errors"})


@claim("7.9", "logistic",
       "Keep the old a until every f is known. Otherwise your loop is not gradient descent on w.",
       "= {{gamma}}·({{y1}} − ½) = {{moved}}.")
def impatient(at):
    xs, t = six(at.seed)
    a, gamma = [0.0] * 6, at.n("gamma")
    wrong = None
    for i in range(6):
        f = sum(c * dot(x, xs[i]) for c, x in zip(a, xs))
        if abs(f) > 1e-12 and wrong is None:
            wrong = (i + 1, f)
        a[i] += gamma * ((1 if t[i] > 0 else 0) - sigmoid(f))
    near(at.n("moved"), a[0], "a₁")
    answers = {"moved": f"{a[0]:.8g}", "early": str(wrong[0]), "wrong": f"{wrong[1]:.12g}"}
    need(accepted("7.9", "logistic", at.seed, **answers), f"{answers} is not accepted")
    need(not accepted("7.9", "logistic", at.seed, **dict(answers, early="1")), "point 1 is accepted")


@claim("7.9", "own",
       "SMO ends with g = {{smoLast}} and f(z) = {{smoF}}. Logistic regression ends after {{rerunSteps}} steps with "
       "a₁ = {{logisticLast}} and f(z) = {{logisticF}}.", "C = {{newC}}, tolerance 1e-8.",
       "let it compute f at a new point, z = {{z}}:")
def own(at):
    xs, t = six(at.seed)
    K, z, C = gram(linear, xs), vector(at.v["z"]), at.n("newC")
    alpha, b, g = svm(K, t, C)
    f = sum(a * u * dot(x, z) for a, u, x in zip(alpha, t, xs)) + b
    near(at.n("smoLast"), g, "g", rel=1e-6)
    near(at.n("smoF"), f, "f(z)", abs_=1e-6)
    gamma = number(at.read("= {{gamma}}·({{y1}} − ½) = {{moved}}.", "logistic")["gamma"])
    a = [0.0] * 6
    for _ in range(int(at.n("rerunSteps"))):
        r = [(u > 0) - sigmoid(v) for u, v in zip(t, [sum(c * k for c, k in zip(a, row)) for row in K])]
        a = [c + gamma * v for c, v in zip(a, r)]
    h = sum(c * dot(x, z) for c, x in zip(a, xs))
    near(at.n("logisticLast"), a[0], "a₁", rel=1e-6)
    near(at.n("logisticF"), h, "f(z) of logistic regression", abs_=1e-6)
    at.judge(own="smo", last=f"{g:.3g}", new=f"{f:.3g}", wrong={"own": "logistic"})
    at.judge(own="logistic", last=f"{a[0]:.3g}", new=f"{h:.3g}", wrong={"last": f"{2 * a[0]:.3g}"})
    at.judge(own="skipped")


main()
