"""Claims of unit 8, kernel machines compared, recomputed."""

import functools
import math
import re

from lab import (Draws, accepted, claim, dot, drawn, drawn_moons, gram, linear, main, near, need, number,
                 points, poly, rbf, rounds, says, sigmoid, solve, svm, talk, times, told)


def slope(f, x):
    return (f(x + 1e-5) - f(x - 1e-5)) / 2e-5


# ---------------------------------------------------------------- 8.1


@claim("8.1", "slopes",
       "The hinge has slope −1 for m < 1 and 0 for m > 1. The logistic loss has slope −e^(−m)/(1 + e^(−m)) = −s(−m), "
       "which is nowhere 0.")
def slopes(at):
    for _ in range(20):
        m = at.random.uniform(-4, 4)
        near(slope(lambda u: math.log1p(math.exp(-u)), m), -sigmoid(-m), "the logistic slope", rel=1e-4)
        if abs(m - 1) > 1e-3:
            near(slope(lambda u: max(0, 1 - u), m), -1 if m < 1 else 0, "the slope of the hinge", abs_=1e-6)
        need(sigmoid(-m) > 0, "a slope of 0")


@claim("8.1", "weights",
       "Logistic regression: {{c}}·s(−m) = {{weight}}, since s(−m) = {{slope}}. SVM: 0 for m > 1, and C = {{c}} "
       "for m < 1. In both machines no |a| is ever above C.")
def weights(at):
    C = at.n("c")
    three = re.search(r"one point of logistic regression, with m = (\S+), and two points of the SVM, with "
                      r"m = (\S+) and m = (\S+)\. \(At", at.said)
    m, far, inside = map(number, three.groups())
    says(at.v["slope"].rstrip("."), sigmoid(-m), "the slope")
    near(at.n("weight"), C * sigmoid(-m), "the weight", rel=6e-3)
    at.judge(soft=f"{C * sigmoid(-m):.6g}", beyond="0", within=f"{C:g}", wrong={"within": "1"})
    need(far > 1 > inside, "the two points")


def penalised(K, y, lam, steps=60):
    """Return a of logistic regression with ½λ‖w‖², labels ±1, by Newton's method: λa = y·s(−yf)."""
    n = len(y)
    a = [0.0] * n
    for _ in range(steps):
        f = times(K, a)
        r = [lam * p - u * sigmoid(-u * v) for p, u, v in zip(a, y, f)]
        if max(map(abs, r)) < 1e-10:
            return a
        d = [sigmoid(u * v) * sigmoid(-u * v) for u, v in zip(y, f)]
        step = solve([[(lam if i == j else 0) + d[i] * K[i][j] for j in range(n)] for i in range(n)], r)
        a = [p - q for p, q in zip(a, step)]
    return a


@claim("8.1", "guess", "{{svm}} in the SVM, and {{logistic}} of {{points}} in logistic regression, because s(−m) is never 0.")
@claim("8.1", "both", "{{svm}}, compared with {{logistic}} in logistic regression.")
@claim("8.1", "know",
       "At the minimum |aᵢ| = C·|slope|. The hinge is flat beyond the margin, so the SVM is sparse. The logistic"
       " loss is flat nowhere, so no aᵢ is 0.",
       "The boundaries are close to each other where the points are.")
def sparse(at):
    said = told("8.1", "both", at.seed)
    C = number(re.search(r"the two moons and C = (\S+), how many", said)[1])
    middle = re.search(r"Class \+1 has its mean at \(([^)]*)\)", said)[1].split(", ")
    for shift in range(2000):  # the set whose middle the lab tells
        xs, t = drawn_moons(60, 0.2, at.seed + (shift << 33))
        if all(rounds(m, sum(x[j] for x, u in zip(xs, t) if u > 0) / 30) for j, m in enumerate(middle)):
            break
    else:
        raise AssertionError(f"no set here has its middle at {middle}")
    K = gram(rbf(0.5), xs)
    alpha, b, _ = svm(K, t, C, tol=1e-7)
    at_most = sum(a > 0 for a in alpha)
    need(accepted("8.1", "both", at.seed, sparse=str(at_most)), f"{at_most} support vectors are not accepted")
    one = [[v + 1 for v in row] for row in K]
    a = penalised(one, t, 1 / C)
    f, g = times(one, a), [sum(p * u * v for p, u, v in zip(alpha, t, row)) + b for row in K]
    for p, u, v in zip(a, t, f):
        near(abs(p), C * sigmoid(-u * v), "|a|", rel=1e-5)
        need(0 < abs(p) < C, "|a| is 0 or above C")
    same = sum((p > 0) == (q > 0) for p, q in zip(f, g))
    need(same >= 54, f"the two agree on {same} of 60 points")


@claim("8.1", "offset",
       "b = Σᵢ aᵢ. The 1 is a constant feature, and b is its weight. So b belongs to w, and ‖w‖² contains b².")
def offset(at):
    a = [at.random.gauss(0, 1) for _ in range(6)]
    xs = [[at.random.gauss(0, 1)] for _ in range(6)]
    norm = lambda k: sum(p * q * k(x, z) for p, x in zip(a, xs) for q, z in zip(a, xs))
    near(norm(lambda x, z: dot(x, z) + 1), norm(linear) + sum(a) ** 2, "‖w‖²")


@claim("8.1", "settings", "λ = 1/C = {{lambda}} beside the sum, and 1/(nC) = {{mean}} beside the mean.")
def settings(at):
    v = re.search(r"One has C = (\S+) in front .* over n = (\d+) points", at.said)
    C, n = number(v[1]), int(v[2])
    near(number(at.v["lambda"]), 1 / C, "λ beside the sum", rel=1e-3)
    near(number(at.v["mean"].rstrip(".")), 1 / (n * C), "λ beside the mean", rel=1e-3)
    at.judge(sum=f"1/{C:g}", mean=f"1/({C:g}*{n})", wrong={"mean": f"1/{C:g}"})


@claim("8.1", "probability", "s({{f}}) = {{p}}.")
def probability(at):
    says(at.v["p"], sigmoid(at.n("f")), "the probability")
    at.judge(chance=f"{sigmoid(at.n('f')):.6g}", wrong={"chance": f"{sigmoid(-at.n('f')):.6g}"} if at.n("f") else None)


# ---------------------------------------------------------------- 8.2


def perceptron(xs, t, order):
    w, b, made = [0.0, 0.0], 0.0, 0
    while True:
        clean = True
        for i in order:
            if t[i] * (dot(w, xs[i]) + b) <= 0:
                w, b, made, clean = [p + t[i] * q for p, q in zip(w, xs[i])], b + t[i], made + 1, False
        if clean:
            return w, b, made


@claim("8.2", "one", "w = {{y}}·{{first}} and b = {{y}}.")
def one(at):
    y = at.n("y")
    x = [number(v) for v in re.search(r"first point, \(([^)]*)\) of class", at.said)[1].split(", ")]
    at.judge(weights=str([y * x[0], y * x[1], y]), wrong={"weights": str([y * x[0], y * x[1], -y])})


def street(rng, n=30):
    """Return separable points with little room between the classes."""
    xs, t = [], []
    while len(xs) < n:
        x = [rng.uniform(-2.5, 2.5), rng.uniform(-2.5, 2.5)]
        side = 0.8 * x[0] - 0.6 * x[1] + 0.5
        if 0.25 < abs(side) < 1.5:
            xs.append(x)
            t.append(1.0 if side > 0 else -1.0)
    return xs, t


@claim("8.2", "guess",
       "The perceptron gives many lines, and the SVM gives one",
       "The margin of the SVM is the largest that any line can have, so no line of the perceptron has a wider one.")
@claim("8.2", "bound",
       "{{reach}} · {{size}} ≈ {{bound}}, so at most {{whole}} updates. You have seen at most {{slowest}}.",
       "updates ≤ R² · (‖w‖² + b²)")
@claim("8.2", "know",
       "Whatever the order, the perceptron makes at most R²(‖w‖² + b²) updates, with w and b of the SVM: a wide "
       "margin in the space of (x, 1) bounds how long the run takes.")
def fan(at):
    xs, t = street(at.random)
    alpha, b, _ = svm(gram(linear, xs), t, 1e7, tol=1e-6)
    w = [sum(a * u * x[j] for a, u, x in zip(alpha, t, xs)) for j in (0, 1)]
    widest = min(u * (dot(w, x) + b) for u, x in zip(t, xs)) / math.hypot(*w)
    limit = max(dot(x, x) + 1 for x in xs) * (dot(w, w) + b * b)
    lines = set()
    for _ in range(20):
        order = list(range(30))
        at.random.shuffle(order)
        v, c, made = perceptron(xs, t, order)
        need(made <= limit * 1.001, f"{made} updates, the bound is {limit:.1f}")
        need(min(u * (dot(v, x) + c) for u, x in zip(t, xs)) / math.hypot(*v) <= widest + 1e-6, "a wider margin")
        lines.add((round(v[0] / math.hypot(*v), 6), round(c / math.hypot(*v), 6)))
    need(len(lines) > 10, f"only {len(lines)} lines")
    v = at.read("{{reach}} · {{size}} ≈ {{bound}}, so at most {{whole}} updates. You have seen at most {{slowest}}.",
                "bound")
    product = number(v["reach"]) * number(v["size"])
    near(number(v["bound"]), product, "the bound", rel=6e-3)
    need(number(v["whole"]) == math.floor(product) and number(v["slowest"]) <= product, f"{v}")


@claim("8.2", "orders",
       "The fastest order needs {{fastest}} updates and the slowest needs {{slowest}} updates, which is {{ratio}} times"
       " as many for the same points. Each of the lines separates the classes, but none has the margin of the SVM.")
def ratio(at):
    need(abs(at.n("ratio") - at.n("slowest") / at.n("fastest")) < 0.06 * at.n("ratio"), "the ratio")
    shown = talk("8.2", "orders", at.seed, "set fandata narrow", "set orders 20", "look")
    fewest, most = re.findall(r"updates: (\d+) to (\d+)", shown)[-1]
    need((fewest, most) == (at.v["fastest"], at.v["slowest"]), f"the stage has {fewest} to {most}")
    svm_, widest = re.findall(r"Margin of the SVM: (\S+)\. Widest margin of the perceptron so far: (\S+)\. ", shown)[-1]
    need(number(widest) < number(svm_), f"a perceptron has {widest}, the SVM {svm_}")


@claim("8.2", "kernel",
       "The perceptron's margin is {{closest}}/√{{norm}} ≈ {{kernelMargin}}. The SVM's margin is 1/‖w‖ with its own "
       "w. It is {{svmMargin}}, about {{kernelTimes}} times as wide. No hyperplane in this feature space has a wider margin.")
def rings(at):
    def place(r, y):
        turn, radius = 2 * math.pi * r.uniform(), 1 if y > 0 else 2.2
        return [radius * math.cos(turn) + 0.15 * r.normal(), radius * math.sin(turn) + 0.15 * r.normal()]

    r = Draws(at.seed, 820)
    for _ in range(50):
        xs, t = drawn(24, r.bits(), 2, place)
        K = gram(poly(2), xs)
        counts, b, clean = [0] * 24, 0.0, False
        while not clean:
            clean = True
            for i in range(24):
                if t[i] * (sum(c * u * v for c, u, v in zip(counts, t, K[i])) + b) <= 0:
                    counts[i], b, clean = counts[i] + 1, b + t[i], False
        norm = sum(counts[i] * counts[j] * t[i] * t[j] * K[i][j] for i in range(24) for j in range(24))
        least = min(u * (sum(c * v * k for c, v, k in zip(counts, t, row)) + b) for u, row in zip(t, K))
        alpha, _, g = svm(K, t, 1e7, tol=1e-9)
        widest = 1 / math.sqrt(2 * g)
        ratio = widest * math.sqrt(norm) / least
        if abs(ratio / 2 - 1) > 0.1 and abs(ratio / 5 - 1) > 0.1:
            break
    says(at.v["norm"], norm, "‖w‖²")
    says(at.v["closest"], least, "the least t·f")
    says(at.v["svmMargin"].rstrip(","), widest, "the margin of the SVM")
    says(at.v["kernelTimes"], ratio, "the ratio")
    need(ratio > 1, "the perceptron has the wider margin")
    wider = "little" if ratio < 2 else "some" if ratio < 5 else "much"
    at.judge(wider=wider, size="alphai alphaj ti tj Kij", distance=f"{least / math.sqrt(norm):.6g}",
             wrong={"distance": f"{least / norm:.6g}"})


# ---------------------------------------------------------------- 8.3


@claim("8.3", "guess",
       "The curve needs p = {{parabolaFirst}}, the circles p = {{circlesFirst}}, the moons p = {{moonsFirst}}.")
@claim("8.3", "strip", "{{moonsOne}} and {{moonsTwo}}: three more features, and nothing is gained.")
def strip(at):
    if at.seed != 1:
        return  # the sets are built in
    v = at.read("The curve needs p = {{parabolaFirst}}, the circles p = {{circlesFirst}}, the moons p = {{moonsFirst}}.",
                "guess")
    wrong = {}
    for name, first in (("parabola", "parabolaFirst"), ("circles", "circlesFirst"), ("moons", "moonsFirst")):
        for p in range(1, int(number(v[first].rstrip("."))) + 1):
            xs, t = points(name)
            K = gram(poly(p), xs)
            alpha, b, _ = svm(K, t, 10.0, tol=1e-3)
            signed = [a * u for a, u in zip(alpha, t)]
            wrong[name, p] = sum(u * (dot(signed, row) + b) <= 0 for u, row in zip(t, K))
        need((wrong[name, p] == 0) and all(wrong[name, q] > 0 for q in range(1, p)), f"{name}: {wrong}")
    s = at.read("{{moonsOne}} and {{moonsTwo}}: three more features, and nothing is gained.", "strip")
    need((wrong["moons", 1], wrong["moons", 2]) == (number(s["moonsOne"]), number(s["moonsTwo"])), f"{wrong}")
    need(wrong["moons", 2] >= wrong["moons", 1], "something is gained")


@claim("8.3", "why", "Degrees 1, 3 and 5. A monomial of degree 2 has the same value at u and at −u",
       "Rotate the picture of the moons by half a turn about its centre, (½, ¼): each moon then lies on the other, so f "
       "should change its sign.")
def turned(at):
    for degree in range(1, 7):
        u = [at.random.gauss(0, 1) for _ in range(degree)]
        need((math.prod(u) == -math.prod(-v for v in u)) == (degree % 2 == 1), f"degree {degree}")
    for i in range(20):
        h = math.pi * i / 19
        near(math.hypot(1 - math.cos(h) - 1, 0.5 - math.sin(h) - 0.5), 1, "the other moon")
    at.judge(odd="{1, 3, 5}", helps="nothing", wrong={"odd": "{2, 4, 6}"})


@claim("8.3", "predict",
       "On the training points, the errors fall to {{lastTrain}} at p = 8. On the validation points they are fewest at "
       "p = {{best}}, with {{bestNew}}. At p = 8 they are {{lastNew}}.")
@claim("8.3", "new",
       "p = {{best}}: {{bestNew}} of the validation points are wrong there, and {{bestTrain}} of the training points. At p = 8, "
       "{{lastNew}} of the validation points are wrong, and {{lastTrain}} of the training points.")
def fewest(at):
    shown = {}
    for p in range(1, 9):
        said = talk("8.3", "new", at.seed, f"set noisep {p}", "look")
        learned, new = re.findall(r"p = \d: wrong (\d+) of 50, validation (\S+) %", said)[-1]
        shown[p] = (int(learned), number(new))
    best = min(shown, key=lambda p: shown[p][1])
    need(accepted("8.3", "new", at.seed, best=str(best)), f"{shown}")
    need(shown[8][0] < shown[3][0] and shown[8][1] > shown[best][1], f"{shown}")


@claim("8.3", "know", "A digit of 28 × 28 pixels has 308 505 features for p = 2, and 80 931 145 for p = 3.")
def pictures(at):
    need(math.comb(786, 2) == 308505 and math.comb(787, 3) == 80931145, "the numbers of features")


# ---------------------------------------------------------------- 8.4


@claim("8.4", "story", "if the points of line 4 have helped to fit or to choose anything, the error on them is too small, on average. "
       "If they have not, the error is honest, however bad the choice was.")
def story(at):
    uses = [w[:w.index(".")] if "." in w else w for w in re.findall(r"[,;] points: ([a-z ]+)", at.said)][-3:]
    right = ["training", "validation", "test"]
    line = next(i for i in range(3) if uses[i] != right[i])
    flaw = "small" if line == 2 or uses[2] == uses[1] else "poor"
    at.judge(slip=str(line + 2), pile=right[line], flaw=flaw, wrong={"flaw": "large"})


@claim("8.4", "folds",
       "Fold 3 has the points {{p3}}. Fold by fold, {{w1}}, {{w2}}, {{w3}}, {{w4}} and {{w5}} points are wrong, together "
       "{{wrong}} of ten. All folds have the same size, so the mean of the shares is {{wrong}}/10, the share of all "
       "ten points that is wrong.")
def folds(at):
    order = [int(v) for v in re.search(r"Ten points are shuffled, ((?:\d+, ){9}\d+) and cut", at.said)[1].split(", ")]
    need(sorted(order) == list(range(1, 11)), f"{order} is no order of ten points")
    says_ = re.findall(r"their t: (\S1), (\S1), the machine says: (\S1), (\S1)", at.said)[:5]
    shares = [((a != c) + (b != d)) / 2 for a, b, c, d in says_]
    at.judge(fold3=f"{{{order[4]}, {order[5]}}}", mean=str(sum(shares) / 5), wrong={"mean": str(sum(shares))},
             **{f"e{i}": str(v) for i, v in enumerate(shares, 1)})


SIGMAS, PENALTIES = [10 ** (-1 + i / 4) for i in range(7)], [10 ** (-1 + j / 2) for j in range(7)]


def missed(K, t, C, learned, asked, known=None):
    """Return how many of the points asked about the machine of some others gets wrong."""
    alpha, b, _ = svm([[K[p][q] for q in learned] for p in learned], [t[p] for p in learned], C, tol=1e-3)
    u = known or t
    return sum(u[h] * (sum(a * t[q] * K[h][q] for a, q in zip(alpha, learned)) + b) <= 0 for h in asked)


@functools.cache
def validated(seed):
    """Return the points of 8.4, the errors of five folds by σ and C, the chosen pair, and its errors on test points."""
    xs, t = drawn_moons(50, 0.3, seed)
    errors = {}
    for i, sigma in enumerate(SIGMAS):
        K = gram(rbf(sigma), xs)
        for j, C in enumerate(PENALTIES):
            errors[i, j] = sum(missed(K, t, C, [p for p in range(50) if p // 10 != f], range(10 * f, 10 * f + 10))
                               for f in range(5))
    i, j = min(errors, key=lambda at: (errors[at], -at[0], at[1]))
    new, u = drawn_moons(1000, 0.3, seed + 2 ** 40)
    k = rbf(SIGMAS[i])
    alpha, b, _ = svm(gram(k, xs), t, PENALTIES[j], tol=1e-3)
    tested = sum(v * (sum(a * w * k(x, z) for a, w, x in zip(alpha, t, xs) if a) + b) <= 0 for z, v in zip(new, u))
    return xs, t, errors, (i, j), tested


@claim("8.4", "plane",
       "The fewest errors are {{fewest}} of 50, or {{share}} %, at σ = {{sigma}} and C = {{c}}.",
       "With σ = 0.1 and C = 100 the machine that has learned all 50 points gets {{learnedNarrow}} of them wrong, but "
       "in the folds {{narrow}} were wrong.", "7·7·5 = 245 machines, each of which learns 40 points.",
       "On the training points, the smallest σ with a large C looks best. On points held out it does not.")
def plane(at):
    xs, t, errors, (i, j), _ = validated(at.seed)
    need(at.n("fewest") == errors[i, j] and at.n("share") == 2 * errors[i, j], f"the least is {errors[i, j]}")
    says(at.v["sigma"], SIGMAS[i], "σ")
    says(at.v["c"].rstrip("."), PENALTIES[j], "C")
    K = gram(rbf(SIGMAS[0]), xs)
    learned = missed(K, t, PENALTIES[6], range(50), range(50))
    need(number(at.v["learnedNarrow"]) == learned and number(at.v["narrow"].rstrip(":")) == errors[0, 6], "the narrowest")
    need(learned <= errors[i, j] < errors[0, 6], "the narrowest σ looks no better, or is no worse")
    at.judge(machines="245", fewest=str(errors[i, j]), wrong={"machines": "49"})


@claim("8.4", "guess", "Here {{testShare}} % of the test points are wrong, and in the folds it was {{share}} %.",
       "usually the test error is larger than the error in the folds.")
@claim("8.4", "once", "{{tested}} of 1000 are wrong, or {{testShare}} %.")
def opened(at):
    errors, best, tested = validated(at.seed)[2:]
    near(number(at.v["testShare"].rstrip(".")), tested / 10, "the share of the test points")
    if at.task == "once":
        need(accepted("8.4", "once", at.seed, wrong=str(tested), again="valid"), f"{tested} test points are wrong")
    else:
        need(at.n("share") == 2 * errors[best], "the share in the folds")


@claim("8.4", "least",
       "One machine makes no error with the chance c = (1 − {{q}})^{{few}}, about {{clean}}. The smallest number is 0 "
       "unless all {{many}} machines make an error, so the chance of 0 is 1 − (1 − c)^{{many}}.",
       "Among very many sets like these, the test error exceeds the smallest error in the folds in about four out of "
       "five, and the mean difference is 4 percentage points.",
       "a machine of a fold has learned only 40 points, so it makes slightly more errors than the last machine.")
def least(at):
    q, few, many = at.n("q"), int(at.n("few")), int(at.n("many"))
    c = (1 - q) ** few
    says(at.v["clean"].rstrip(","), c, "the chance of one")
    at.judge(clean=f"{c:.6g}", any=f"{1 - (1 - c) ** many:.6g}", why="luck", wrong={"any": f"{(1 - c) ** many:.6g}"})
    above = int(re.search(r"(\d+) of 20 sets lie above the line", at.said)[1])
    need(11 <= above <= 20, f"on the stage {above} of 20 have the larger error on test points")
    if at.seed != 1:
        return
    others = [validated(at.seed + (i << 44)) for i in range(1, 21)]
    gap = [tested / 10 - 2 * errors[best] for _, _, errors, best, tested in others]
    need(sum(v > 0 for v in gap) == above, f"{sum(v > 0 for v in gap)} of 20 have the larger error on test points")
    need(1 < sum(gap) / 20 < 7, f"on average by {sum(gap) / 20}")


main()
