"""Claims of unit 6, dual updates, recomputed."""

import math
import re

from lab import (accepted, claim, clouds, dot, eigen, gram, linear, main, moons, near, need, number, placed, poly, rbf,
                 rows, says, sigmoid, talk, times, told)


def slope(f, x):
    return (f(x + 1e-5) - f(x - 1e-5)) / 2e-5


def logistic(K, y, gamma, steps, a=None):
    """Return a after each step of descent with labels 0 and 1, and the loss before it."""
    a, out = list(a or [0.0] * len(y)), []
    for _ in range(steps):
        f = times(K, a)
        loss = sum(math.log1p(math.exp(-abs(v))) + max(0.0, -v if u else v) for u, v in zip(y, f))
        out.append((list(a), loss))
        a = [p + gamma * (u - sigmoid(v)) for p, u, v in zip(a, y, f)]
    return out


# ---------------------------------------------------------------- 6.1


def three(at):
    table = rows(told("6.1", "hand", at.seed), "i", "xᵢ", "tᵢ")[:3]
    return [[number(r["xᵢ"])] for r in table], [number(r["tᵢ"]) for r in table]


@claim("6.1", "hand",
       "a′ = {{rate}}·t = {{first}}, so f = Ka′ = {{scores}}, and a″ = a′ + {{rate}}·(t − f) = {{second}}.")
@claim("6.1", "old",
       "f(x) = Σⱼ aⱼ″·xⱼ·x = (Σⱼ aⱼ″xⱼ)·x = {{w2}}·x.",
       "w = Σ aᵢxᵢ takes the values 0, {{w1}}, {{w2}}, exactly as in descent on w.")
@claim("6.1", "update",
       "So the bracket gives aᵢ ← aᵢ + (2η/n)(tᵢ − Σⱼ aⱼKᵢⱼ), or for all points at once a ← a + (2η/n)(t − Ka).")
def hand(at):
    xs, t = three(at)
    rate = number(re.search(r"so 2η/n = (\S+)\. The table", told("6.1", "hand", at.seed))[1])
    K, a, w, shown = gram(linear, xs), [0.0] * 3, 0.0, []
    for _ in range(2):
        f = times(K, a)
        a = [p + rate * (u - v) for p, u, v in zip(a, t, f)]
        w += rate * sum((u - w * x[0]) * x[0] for u, x in zip(t, xs))
        near(w, sum(p * x[0] for p, x in zip(a, xs)), "w against Φᵀa")
        shown.append((a, f, w))
    answers = {f"first{i + 1}": f"{v:.10g}" for i, v in enumerate(shown[0][0])}
    answers |= {f"score{i + 1}": f"{v:.10g}" for i, v in enumerate(shown[1][1])}
    answers |= {f"second{i + 1}": f"{v:.10g}" for i, v in enumerate(shown[1][0])}
    need(accepted("6.1", "hand", at.seed, **answers), f"{answers} is not accepted")
    v = at.read("w = Σ aᵢxᵢ takes the values 0, {{w1}}, {{w2}}, exactly as in descent on w.", "old")
    says(v["w1"], shown[0][2], "w after one step")
    says(v["w2"], shown[1][2], "w after two steps")
    need(accepted("6.1", "old", at.seed, old=f"{shown[1][2]:.10g} x"), "the line of the primal is not accepted")


@claim("6.1", "books", "So a = ({{new1}}, {{new2}}, {{new3}}).")
def books(at):
    so_far = [number(r["so far"]) for r in rows(told("6.1", "books", at.seed), "point", "so far")[:3]]
    step = re.search(r"w ← w \+ (\S+)·x₁ − (\S+)·x₂ \+ (\S+)·x₃", told("6.1", "books", at.seed))
    moves = [number(step[1]), -number(step[2]), number(step[3])]
    xs = [[at.random.gauss(0, 1) for _ in range(4)] for _ in range(3)]
    before, after = ([sum(p * x[k] for p, x in zip(a, xs)) for k in range(4)]
                     for a in (so_far, [p + q for p, q in zip(so_far, moves)]))
    for k in range(4):
        near(after[k], before[k] + sum(q * x[k] for q, x in zip(moves, xs)), "w after the step")
    v = at.read("So a = ({{new1}}, {{new2}}, {{new3}}).", "books")
    for i in range(3):
        says(v[f"new{i + 1}"], so_far[i] + moves[i], f"new a{i + 1}")


@claim("6.1", "gradient", "∂L/∂fᵢ = (1/n)·2(tᵢ − fᵢ)·(−1) = −(2/n)(tᵢ − fᵢ)",
       "so it adds (2η/n)(tᵢ − fᵢ) times φᵢ.")
def gradient(at):
    xs, t = [[at.random.gauss(0, 1) for _ in range(3)] for _ in range(4)], [at.random.gauss(0, 1) for _ in range(4)]
    w = [at.random.gauss(0, 1) for _ in range(3)]
    loss = lambda w: sum((u - dot(w, x)) ** 2 for u, x in zip(t, xs)) / 4
    for k in range(3):
        along = lambda v: loss([v if j == k else p for j, p in enumerate(w)])
        near(-slope(along, w[k]), sum(2 / 4 * (u - dot(w, x)) * x[k] for u, x in zip(t, xs)), "the step", rel=1e-4)


@claim("6.1", "ideas", "all residuals of a step belong to the same w, and w = Σⱼ aⱼφⱼ.",
       "Then the update for point 2 would already use the new a₁. That is another method.")
@claim("6.1", "order", "Before the loop come K and a = 0, in either order, since neither uses the other.")
def one_step(at):
    xs, t = three(at)
    K, a, b, rate = gram(linear, xs), [0.1, -0.2, 0.3], [0.1, -0.2, 0.3], 0.05
    w = sum(p * x[0] for p, x in zip(a, xs)) + rate * sum(
        (u - sum(p * x[0] for p, x in zip(a, xs)) * y[0]) * y[0] for u, y in zip(t, xs))
    a = [p + rate * (u - v) for p, u, v in zip(a, t, times(K, a))]
    for i in range(3):
        b[i] += rate * (t[i] - dot(K[i], b))
    near(sum(p * x[0] for p, x in zip(a, xs)), w, "old values on the right")
    need(abs(sum(p * x[0] for p, x in zip(b, xs)) - w) > 1e-6, "the newest values give the same w")


@claim("6.1", "limit", "so η < n/λmax = 3/{{lambda}} = {{limit}}.")
@claim("6.1", "beyond", "The error changes its sign at every step and grows by a fifth")
@claim("6.1", "know", "The descent is stable for η < n/λmax.")
def limit(at):
    xs, t = three(at)
    K = gram(linear, xs)
    top = eigen(K)[0][-1]
    need(accepted("6.1", "limit", at.seed, limit=f"{3 / top:.6g}"), f"3/{top} is not accepted")
    v = eigen(K)[1][-1]
    for share, grows in ((0.9, False), (1.1, True)):
        r = list(t)
        along = [dot(r, v)]
        for _ in range(30):
            Kr = times(K, r)
            r = [p - 2 * share / top * q for p, q in zip(r, Kr)]
            along.append(dot(r, v))
        need((abs(along[-1]) > abs(along[0])) == grows, f"η = {share} of the limit: {along[:3]}")
    near(along[1] / along[0], -1.2, "the factor at 1.1 of the limit")


@claim("6.1", "side",
       "It keeps moving. Once w rests, the residual r = t − Ka stays the same, and it is not 0: no line through the"
       " origin meets all three points.",
       "Since w no longer moves, Φᵀr = 0, so the predictions Ka = ΦΦᵀa do not change either.")
def goes_on(at):
    xs, t = three(at)
    K = gram(linear, xs)
    rate, a = 1 / eigen(K)[0][-1], [0.0] * 3
    for _ in range(400):
        r = [u - v for u, v in zip(t, times(K, a))]
        a = [p + rate * q for p, q in zip(a, r)]
    again = [u - v for u, v in zip(t, times(K, a))]
    need(max(map(abs, r)) > 1e-3 and max(abs(p - q) for p, q in zip(r, again)) < 1e-9, f"r = {r}, then {again}")
    near(sum(p * x[0] for p, x in zip(r, xs)), 0, "Φᵀr", abs_=1e-9)


# ---------------------------------------------------------------- 6.2 and 6.3


@claim("6.2", "slope", "This slope is largest at u = 0, where it is ¼, and falls to 0 on both sides.")
@claim("6.2", "cancel",
       "The slope s(1 − s) of the logistic function has dropped out: what is left is label minus probability.")
@claim("6.2", "primal", "so one point adds η(y − s)φ.")
@claim("6.3", "minus", "The two residuals agree in both cases, so the two updates are the same.")
@claim("6.3", "know", "1 − s(f) = s(−f), and so y′ − s(f) = y·σ(−yf): labels 0/1 and ±1 give the same update.")
def residuals(at):
    for _ in range(20):
        f = at.random.gauss(0, 2)
        near(slope(sigmoid, f), sigmoid(f) * (1 - sigmoid(f)), "s′", rel=1e-4)
        need(sigmoid(f) * (1 - sigmoid(f)) <= 0.25, "the slope is above ¼")
        for y in (0, 1):
            ell = lambda u: y * math.log(sigmoid(u)) + (1 - y) * math.log(1 - sigmoid(u))
            near(slope(ell, f), y - sigmoid(f), "∂ℓ/∂f", rel=1e-4, abs_=1e-6)
            pm = 2 * y - 1
            near(y - sigmoid(f), pm * sigmoid(-pm * f), "the two residuals", rel=1e-12)


@claim("6.2", "first",
       "so aᵢ = η(yᵢ − ½): +{{half}} where y = 1 and −{{half}} where y = 0. That is a = {{a}}, for every kernel.")
def first(at):
    labels, gamma = re.search(r"labels y = ([01, ]+), any kernel you like, and η = (\S+)\. Descent", at.said).groups()
    a = [number(gamma) * (int(y) - 0.5) for y in labels.split(", ")]
    at.judge(first=str(a), wrong={"first": str([2 * v for v in a])})


@claim("6.4", "vote",
       "Together f(x) = {{score}} > 0, so the class is +1.",
       "Linear logistic regression is already such a vote, since Σⱼ aⱼ xⱼᵀx = wᵀx.")
def vote(at):
    table = rows(told("6.4", "vote", at.seed), "point", "xⱼ", "aⱼ")[:3]
    xs = [[number(c) for c in re.findall(r"[−\d.]+", r["xⱼ"])] for r in table]
    a = [number(r["aⱼ"]) for r in table]
    votes = [p * dot(x, [2, 1]) for p, x in zip(a, xs)]
    w = [sum(p * x[k] for p, x in zip(a, xs)) for k in (0, 1)]
    near(sum(votes), dot(w, [2, 1]), "the vote against wᵀx")
    near(number(at.read("Together f(x) = {{score}} > 0", "vote")["score"]), sum(votes), "f(x)", rel=1e-3)
    need(sum(v < 0 for v in votes) == 2 and sum(votes) > 0, f"{votes}")
    given = {f"vote{i + 1}": f"{v:.10g}" for i, v in enumerate(votes)} | {"votes": f"{sum(votes):.10g}"}
    need(accepted("6.4", "vote", at.seed, elected="plus", **given), f"{given} is not accepted")


@claim("6.2", "signs", "s lies strictly between 0 and 1, so every push η(yᵢ − s) is positive for y = 1 and negative for y = 0.")
@claim("6.2", "watch",
       "yᵢ − s is positive for y = 1 and negative for y = 0. So aᵢ never changes its sign, and |aᵢ| only grows.")
@claim("6.4", "zeros", "|aᵢ| starts to grow with the first step and never shrinks.")
@claim("6.4", "train", "Up to η = 8/λmax, where λmax is the largest eigenvalue of K, no step raises the loss",
       "It never falls. All pushes η(yᵢ − s) of a point have the sign of its class, so every |aᵢ| only grows, "
       "even the smallest.")
def pushes(at):
    xs, t = moons(at.random, 30)
    y = [(u + 1) / 2 for u in t]
    for k in (rbf(0.5), linear, poly(2)):
        K = gram(k, xs)
        steps = logistic(K, y, 7.999 / eigen(K)[0][-1], 120)
        for (a, loss), (b, after) in zip(steps, steps[1:]):
            need(after <= loss + 1e-9, f"the loss rises from {loss} to {after}")
            need(all(abs(q) > abs(p) and q * u > 0 for p, q, u in zip(a, b, t)), "an a turns back")


@claim("6.3", "push", "Point {{wrong}} has yf = {{margin}}, so it is on the wrong side.",
       "A point far on the wrong side gets a push of almost η, a point on the boundary η/2, and a point far on the "
       "correct side almost none. But no push is 0.")
def push(at):
    found = re.findall(r"point (\d): y = (\S+), f = (\S+)", at.said)[:3]
    margins = {i: number(y) * number(f.rstrip(".")) for i, y, f in found}
    worst = min(margins, key=margins.get)
    need(sum(m < 0 for m in margins.values()) == 1, f"{margins}")
    at.judge(push=worst)
    sizes = re.search(r"a₁ moves by (\S+)η, a₂ moves by (\S+)η, a₃ moves by (\S+)η", at.said).groups()
    for size, m in zip(sizes, margins.values()):
        near(number(size), sigmoid(-m), "a push", rel=0.03)


@claim("6.3", "digits",
       "At f = {{vanishes}}. The sum 1 + e^(−f) is stored with 53 binary digits, and e^(−f) is below 2⁻⁵³ for f > "
       "53·ln 2 = {{lost}}. Then 1 + e^(−f) is stored as 1")
def digits(at):
    first_ = next(f for f in range(100) if 1 - 1 / (1 + math.exp(-f)) == 0)
    near(at.n("vanishes"), first_, "f")
    says(at.v["lost"], 53 * math.log(2), "53·ln 2")
    need(1 / (1 + math.exp(first_)) > 0, "s(−f) is 0")


@claim("6.3", "parting", "As long as the steps do not overshoot, later steps do not enlarge this difference, "
       "and hundreds of such differences add up to less than 10⁻¹².")
@claim("6.3", "side", "By rounding. The two formulas are equal, but in each step rounding makes a difference of about 10⁻¹⁶",
       "With the linear kernel and η far above the limit in the notes, the steps overshoot. Then a difference in the "
       "last digit grows until you can see it.")
def parting(at):
    xs, t = clouds(at.random, 30, 0.8, 1.3)
    seen = {}
    for name, k, share in (("rbf", rbf(0.5), 4), ("linear", linear, 4)):
        K = gram(k, xs)
        gamma, a, b, apart = share / eigen(K)[0][-1], [0.0] * 30, [0.0] * 30, 0.0
        for _ in range(400):
            f, g = times(K, a), times(K, b)
            a = [p + gamma * u * sigmoid(-u * v) for p, u, v in zip(a, t, f)]
            b = [p + gamma * ((u + 1) / 2 - sigmoid(v)) for p, u, v in zip(b, t, g)]
            apart = max(apart, max(abs(p - q) for p, q in zip(a, b)))
        seen[name] = apart
    need(0 < seen["rbf"] < 1e-12 and seen["linear"] < 1e-12, f"the two part by {seen}")
    for name in ("moons", "circles", "overlapping"):
        shown = talk("6.3", "side", at.seed, f"set data {name}", "set kernel linear", "set gamma 10", "end")
        apart = number(re.findall(r"largest difference (\S+)", shown)[-1].replace("e", "·10"))
        need(apart > 1e-3, f"{name}: with η = 10 they part by {apart}")


# ---------------------------------------------------------------- 6.4


@claim("6.4", "class",
       "s(f) = ½ if 1 + e^(−f) = 2, so f = 0. Since s rises, s(f) > ½ for f > 0 and s(f) < ½ for f < 0.",
       "s(1) is about 0.73, and s(−1) about 0.27.")
def likelier(at):
    near(sigmoid(0), 0.5, "s(0)")
    need(round(sigmoid(1), 2) == 0.73 and round(sigmoid(-1), 2) == 0.27, "s at 1 and −1")
    need(all((sigmoid(f) > 0.5) == (f > 0) for f in (at.random.uniform(-5, 5) for _ in range(50))), "the sign")
    at.judge(even="0", likelier="(0, ∞)", wrong={"likelier": "(-∞, 0)"})


@claim("6.4", "target",
       "narrow bumps can follow every single point.",
       "{{n}}·ln 2 = {{coin}}")
def target(at):
    v = at.read("{{n}}·ln 2 = {{coin}}", "target")
    says(v["coin"], number(v["n"]) * math.log(2), "n·ln 2")
    said = told("6.4", "target", at.seed)
    goal = number(re.search(r"training loss falls to (\S+) or below", said)[1])
    best = number(re.search(r"The RBF kernel reaches this loss with σ = (\S+), and", said)[1])
    for sigma in (best, best / 2, best / 5):
        shown = at.talk("set goalkernel RBF", f"set goalsigma {sigma:.3g}") if at.task == "target" else ""
        losses = re.findall(r"training loss (\S+?),? ", shown)
        need(not losses or number(losses[-1].rstrip(".;,")) <= goal + 5e-3, f"σ = {sigma}: {losses}")


@claim("6.4", "narrow",
       "It rises again, to {{n}}·ln 2 = {{coin}}. At any point other than the training points every k(xⱼ, x) "
       "→ 0, so f → 0 and the probability goes to ½")
@claim("6.4", "curve",
       "At σ = {{bestSigma}} the validation loss is {{bestLoss}}, the smallest for any σ on the slider. A coin toss has "
       "{{coin}}. At this σ the training loss is {{bestTrain}}. It is no higher for smaller σ, so it "
       "cannot tell you where to stop.",
       "On the left the training loss is nearly 0, but the validation loss is nearly the loss of a coin toss")
def curve(at):
    said = told("6.4", "curve", at.seed)
    v = at.read("At σ = {{bestSigma}} the validation loss is {{bestLoss}}, the smallest for any σ on the slider. A coin toss has "
                "{{coin}}.", "curve")
    least = re.search(r"validation: \d+ values, from (\S+) at log₁₀ σ = −2 to \S+ at log₁₀ σ = 1; "
                      r"least (\S+) at log₁₀ σ = (\S+),", said)
    need(number(v["bestLoss"]) <= number(least[2]) + 1e-3, f"the chart has a validation loss of {least[2]}")
    need(0.5 < number(v["bestSigma"]) / 10 ** number(least[3]) < 2, "the least is at another σ")
    coin = number(v["coin"].rstrip("."))
    need(abs(number(least[1]) - coin) < 0.05 * coin, f"at σ = 0.01 the validation loss is {least[1]}")
    train = re.search(r"training: \d+ values, from (\S+) at log₁₀ σ = −2 to (\S+) at log₁₀ σ = 1", said)
    need(number(train[1]) < 0.02 * coin, f"at σ = 0.01 the training loss is {train[1]}")
    low = number(at.read("At this σ the training loss is {{bestTrain}}. It is", "curve")["bestTrain"])
    need(number(train[1]) <= low + 1e-9, f"the training loss does not stay as low: {train[1]}, {low}")
    need(number(train[2]) > 3 * low, "on the right the training loss is not high")
    # The same with a set made here, descent carried to the end of its steps.
    xs, t = moons(at.random, 24)
    K = gram(rbf(0.005), xs)
    a = logistic(K, [(u + 1) / 2 for u in t], 4 / eigen(K)[0][-1], 200)[-1][0]
    fresh = [[x[0] + 0.05, x[1] - 0.04] for x in xs]
    need(max(abs(sum(p * rbf(0.005)(x, z) for p, x in zip(a, xs))) for z in fresh) < 0.2, "f is not near 0 in between")


# ---------------------------------------------------------------- 6.5


def perceptron(K, y, epochs, alpha=None, b=0.0, start=0):
    """Return α, b and the visits at which a mistake was made; the run ends after a pass without one."""
    n = len(y)
    alpha, made, clean = list(alpha or [0] * n), [], 0
    for v in range(start, epochs * n):
        i = v % n
        if v % n == 0 and v > start:
            if not any(m >= v - n for m in made):
                return alpha, b, made, v
        if y[i] * (sum(alpha[j] * y[j] * K[j][i] for j in range(n)) + b) <= 0:
            alpha[i] += 1
            b += y[i]
            made.append(v)
    return alpha, b, made, None


@claim("6.5", "terms", "w = y₁φ(x₁) + y₃φ(x₃) + y₁φ(x₁) = 2y₁φ(x₁) + y₃φ(x₃).")
def terms_of_mistakes(at):
    y, phi = {1: -1, 2: 1, 3: 1}, {1: (2, 5), 2: (1, 1), 3: (-3, 4)}
    w = (0, 0)
    for i in (1, 3, 1):
        w = tuple(u + y[i] * v for u, v in zip(w, phi[i]))
    need(w == tuple(2 * y[1] * u + 1 * y[3] * v for u, v in zip(phi[1], phi[3])), f"w is {w}")
    at.judge(sum="y1 phi1 + y3 phi3 + y1 phi1", wrong={"sum": "y1 phi1 + y3 phi3"})


@claim("6.5", "zero", "With < in its place no point would ever be a mistake, and α would stay 0 for good.")
@claim("6.5", "next", "So α{{kSub}} goes up by 1: α = {{alphaAfter}}, and b = {{bNow}} + ({{yk}}) = {{bAfter}}.")
@claim("6.5", "watch",
       "At the end Σα = {{fourUpdates}}, so there were {{fourUpdates}} mistakes. The run has {{fourVisits}} visits, "
       "and ends with a pass in which every point was right.")
def four(at):
    table = rows(told("6.5", "next", at.seed), "i", "x", "y", "α")[:4]
    xs = [[number(v) for v in r["x"].strip("()").split(", ")] for r in table]
    y, alpha = [number(r["y"]) for r in table], [int(number(r["α"].split()[0])) for r in table]
    K = gram(poly(2), xs)
    b = sum(a * u for a, u in zip(alpha, y))
    start = int(re.search(r"The perceptron now visits point (\d)", told("6.5", "next", at.seed))[1]) - 1
    for v in range(start, start + 8):
        i = v % 4
        if y[i] * (sum(alpha[j] * y[j] * K[j][i] for j in range(4)) + b) <= 0:
            alpha[i] += 1
            b += y[i]
            break
    answers = {"point": str(i + 1), "alpha": str(alpha), "b": f"{b:g}"}
    need(accepted("6.5", "next", at.seed, **answers), f"{answers} is not accepted")
    alpha, b, made, end = perceptron(K, y, 50)
    need(accepted("6.5", "watch", at.seed, made=str(len(made))), f"{len(made)} updates are not accepted")
    visits = at.read("The run has {{fourVisits}} visits, and ends", "watch")["fourVisits"]
    near(number(visits), end, "visits")


@claim("6.5", "count",
       "Every update raises one α by 1, so there were Σα = {{updates}} updates. At the end b = Σαᵢyᵢ = "
       "{{bias}}.")
def diary(at):
    xs, y = placed(at.said.split("Picture,")[1])
    alpha, b, made, end = perceptron(gram(poly(2), [x[:1] for x in xs]), y, 500)
    shown = [int(v) for v in re.search(r"α = \[([\d, ]+)\]", at.said)[1].split(", ")]
    need(alpha == shown, f"α = {alpha}, the lab has {shown}")
    near(at.n("updates"), len(made), "updates")
    near(at.n("bias"), b, "b")


@claim("6.5", "forever", "It never stops. It ends only after a pass without a mistake, but every line makes a mistake.")
@claim("6.5", "endless",
       "After {{round}} updates f is the same again, at the same place in a pass: what these updates add to w "
       "and b cancels out.")
@claim("6.5", "know", "The perceptron ends if the kernel separates the points, and otherwise never.")
def endless(at):
    table = rows(told("6.5", "next", at.seed), "i", "x", "y")[:4]
    xs = [[number(v) for v in r["x"].strip("()").split(", ")] for r in table]
    y, w, b, seen, made = [number(r["y"]) for r in table], [0.0, 0.0], 0.0, {}, 0
    for v in range(400):
        i = v % 4
        if y[i] * (dot(w, xs[i]) + b) <= 0:
            w = [p + y[i] * q for p, q in zip(w, xs[i])]
            b += y[i]
            made += 1
            state = (i, *w, b)
            if state in seen:
                break
            seen[state] = made
    need(made < 100, "f does not come back")
    need(accepted("6.5", "endless", at.seed, round=str(made - seen[state])), f"a round of {made - seen[state]}")
    need(perceptron(gram(linear, xs), y, 200)[3] is None, "it ends")


# ---------------------------------------------------------------- 6.6 and 6.7


@claim("6.6", "column",
       "Where the perceptron's loss is not 0, it is −yf, a line in f with slope −y.",
       "For yf < 1 the hinge is 1 − yf, with the same slope.")
@claim("6.6", "transfer", "Exponential: ∂ℓ/∂f = −y·e^(−yf)", "Poisson: ∂ℓ/∂f = e^f − y")
@claim("6.7", "other", "The slope of ℓᵢ with respect to fᵢ is ∂ℓᵢ/∂fᵢ = {{writtenSlope}}.")
def slopes(at):
    f = at.random.uniform(-2, 0.8)
    for y in (-1, 1):
        for loss, want in ((lambda u: math.log1p(math.exp(-y * u)), -y * sigmoid(-y * f)),
                           (lambda u: math.exp(-y * u), -y * math.exp(-y * f)),
                           (lambda u: max(0, 1 - y * u), -y if y * f < 1 else 0),
                           (lambda u: max(0, -y * u), -y if y * f < 0 else 0),
                           (lambda u: max(0, 1 - y * u) ** 2 / 2, -y * max(0, 1 - y * f))):
            near(slope(loss, f), want, "a slope", rel=1e-3, abs_=1e-6)
    y = at.random.uniform(0.5, 3)
    for loss, want in ((lambda u: math.exp(u) - y * u, math.exp(f) - y), (lambda u: (u - y) ** 4 / 4, (f - y) ** 3),
                       (lambda u: u + y * math.exp(-u), 1 - y * math.exp(-f))):
        near(slope(loss, f), want, "a slope", rel=1e-3, abs_=1e-6)


@claim("6.6", "kink",
       "At the kink, the lines that are nowhere above the curve have slopes from −1 (the left arm) to 0 (the right "
       "arm): [−1, 0].")
def kink(at):
    for g in [i / 10 for i in range(-20, 11)]:
        under = all(g * (f - 1) <= max(0, 1 - f) + 1e-12 for f in [i / 50 for i in range(-50, 200)])
        need(under == (-1 <= g <= 0), f"slope {g}")
    at.judge(beyond="0", kink="[-1, 0]", wrong={"kink": "(-1, 0)"})


@claim("6.6", "slower", "For μ < 1 the square is smaller.")
@claim("6.6", "race",
       "On w the factor is 1 − 2ημ/n = {{onw}}, and on a it is 1 − 2ημ²/n = {{ona}}. With k(x₁, x₂) = {{near}} the "
       "eigenvalue is {{mu2}}: a tenth or less of the error is left after {{fast}} steps on w, and after {{slow}} "
       "on a.",
       "K in front squares every eigenvalue: directions with μ < 1 get slower, and directions with μ > 1 diverge at a "
       "smaller η.")
def race(at):
    v = at.read("On w the factor is 1 − 2ημ/n = {{onw}}, and on a it is 1 − 2ημ²/n = {{ona}}. With k(x₁, x₂) = "
                "{{near}} the eigenvalue is {{mu2}}: a tenth or less of the error is left after {{fast}} steps "
                "on w, and after {{slow}} on a.", "race")
    n, eta, mu = re.search(r"there are n = (\d+) points, η = (\S+), and the\s+eigenvalue\s+is\s+μ = ([\d.]+\d)",
                           told("6.6", "race", at.seed)).groups()
    n, eta, mu = int(n), number(eta), number(mu)
    near(number(v["onw"]), 1 - 2 * eta * mu / n, "on w")
    near(number(v["ona"]), 1 - 2 * eta * mu * mu / n, "on a")
    c = number(v["near"])
    near(number(v["mu2"].rstrip(":")), 1 - c, "the eigenvalue")
    rate = number(re.search(r"Set k\(x₁, x₂\)\s= \S+ and η = (\S+?)\.\s", told("6.6", "race", at.seed))[1])
    K, y, got = [[1, c], [c, 1]], [1.0, -1.0], []
    for on_a in (False, True):  # two points: 2η/n = η
        a, step = [0.0, 0.0], 0
        while max(abs(u - f) for u, f in zip(y, times(K, a))) > 0.1 + 1e-12:
            r = [u - f for u, f in zip(y, times(K, a))]
            a = [p + rate * q for p, q in zip(a, times(K, r) if on_a else r)]
            step += 1
        got.append(step)
    need(got == [number(v["fast"]), number(v["slow"])], f"steps {got}, the lab says {v['fast']} and {v['slow']}")


@claim("6.6", "penalty", "At rest aᵢ = (1 − ηλ)aᵢ − ηgᵢ, so λaᵢ = −gᵢ = −∂ℓ/∂fᵢ, whatever η was.")
@claim("6.6", "rest",
       "{{zeros}} of {{points}} are 0: those with yf > 1, where the hinge is flat. Its slope is never larger "
       "than 1 in size, so aᵢ lies in a box, λ|aᵢ| ≤ 1. The logistic loss is flat nowhere, so none of its aᵢ is 0.")
def rest(at):
    xs = [[x] for x in sorted(at.random.uniform(-3, 3) for _ in range(10))]
    y = [1.0 if math.sin(x[0]) > 0 else -1.0 for x in xs]
    K, lam = gram(rbf(1), xs), 0.7
    for eta in (0.05, 0.1):
        a = [0.0] * 10
        for _ in range(4000):
            f = times(K, a)
            a = [(1 - eta * lam) * p + eta * u * sigmoid(-u * v) for p, u, v in zip(a, y, f)]
        for p, u, v in zip(a, y, times(K, a)):
            near(lam * p, u * sigmoid(-u * v), "λa at rest", rel=1e-5)
    shown = talk("6.6", "rest", at.seed, "set loss hinge", "set lambda 1", "look")
    bars = re.findall(r"\d+ yf = (\S+): (\S+?)\. ", shown[shown.rfind("at rest, hinge"):] + " ")
    v = at.read("{{zeros}} of {{points}} are 0: those with yf > 1", "rest")
    need(len(bars) == number(v["points"]) - number(v["zeros"]), f"{len(bars)} bars are not 0")
    for yf, bar in bars:
        need(0 < number(bar) <= 1.0 and number(yf) < 1.02, f"a bar of {bar} at yf = {yf}")


@claim("6.6", "tube", "For f < y − ε the loss is y − f − ε with slope −1. In the tube it is 0 with slope 0.",
       "At f = y − ε the slopes are all numbers from −1 to 0, so λaᵢ can be any number from 0 to 1.",
       "Since {{res}} > {{epsi}}, the last point "
       "has λaᵢ = 1 and aᵢ = 1/{{lam}} = {{outer}}. It does not matter how far outside the tube it is.")
@claim("6.6", "huber", "So λ|aᵢ| ≤ δ, which is a box", "an outlier pulls no harder than a point at distance δ.",
       "The slope is 0 only where f = y.")
def robust(at):
    y, e, d = at.random.uniform(-1, 1), at.random.uniform(0.1, 0.5), at.random.uniform(0.3, 1)
    tube = lambda f: max(0, abs(y - f) - e)
    huber = lambda f: (y - f) ** 2 / 2 if abs(y - f) <= d else d * abs(y - f) - d * d / 2
    for r in [i / 50 + 0.001 for i in range(-150, 150)]:
        if abs(abs(r) - e) > 1e-3:
            near(slope(tube, y - r), 0 if abs(r) < e else -math.copysign(1, r), "the slope of the tube", abs_=1e-6)
        near(-slope(huber, y - r), max(-d, min(d, r)), "λa of the Huber loss", rel=1e-3, abs_=1e-5)
    for g in [i / 10 for i in range(-20, 21)]:
        under = all(g * (f - y + e) <= tube(f) + 1e-12 for f in [y + i / 20 for i in range(-60, 61)])
        need(under == (-1 <= g <= 0), f"slope {g} at the lower kink")
    if at.task == "huber":
        at.judge(middle="y - f", arm="delta", most="delta", none="exact", wrong={"arm": "y - f"})
        return
    near(at.n("outer"), 1 / at.n("lam"), "the weight")
    # Regression at rest: λa is minus a slope at each point, 0 in the tube and ±1 outside.
    xs = [[-3 + i / 2] for i in range(13)]
    t, lam, K, eps = [math.sin(x[0]) + at.random.gauss(0, 0.3) for x in xs], 0.8, gram(rbf(1), xs), 0.25
    a, eta = [0.0] * 13, 0.02
    for step in range(6000):
        rate = eta / (1 + step / 300)
        f = times(K, a)
        g = [0 if abs(u - v) < eps else math.copysign(1, v - u) for u, v in zip(t, f)]
        a = [(1 - rate * lam) * p - rate * q for p, q in zip(a, g)]
    for p, u, v in zip(a, t, times(K, a)):
        if abs(abs(u - v) - eps) > 0.03:
            near(lam * p, 0 if abs(u - v) < eps else math.copysign(1, u - v), "λa at rest", abs_=0.08)
    at.judge(below="-1", within="0", above="1", edge="[0, 1]", bound="1", sparse="within", one=f"1/{at.n('lam'):g}",
             wrong={"edge": "[-1, 0]"})


@claim("6.7", "see", "After step {{step}}.")
def runs(at):
    said = told("6.7", "see", at.seed)
    level = number(re.search(r"After which step is Σℓ first at (\S+) or below", said)[1])
    step = int(at.n("step"))
    shown = [talk("6.7", "see", at.seed, f"set after {n}") for n in (step - 1, step)]
    losses = [number(re.findall(r"After step \d+: Σℓ = (\S+)\. ", s)[-1]) for s in shown]
    need(losses[0] > level >= losses[1], f"Σℓ = {losses} around step {step}")


main()
