"""Draws studies of ratings and of labels, and writes what their intervals and tests came to as judged-power.json.

    python3 judged-power.py judged-power.json

An answer is the middle + its group + its case + its rater + noise; of labels that sum is the chance of a 1. Nothing here
knows the formula that is held against it: intervals are those of decisions 60 and 119, computed from the drawn answers.
"""

import json
import sys

import numpy as np
import scipy
from scipy import stats

STUDIES, SEED = 8000, 20261124
RANGE = (1.0, 5.0)
rng = np.random.default_rng(SEED)

RATING = dict(case_sd=0.8, rater_sd=0.3, noise_sd=0.7, alpha=0.5)
LABEL = dict(share=0.5, case_sd=0.3, rater_sd=0.08, alpha=0.3)
RARE = dict(share=0.2, case_sd=0.11, rater_sd=0.04, alpha=0.3)
# groups, cases of an origin in each, raters of a case, raters in all, whether a group is read by the same raters
DESIGNS = [
    ("5 raters of everything, 50 groups", RATING, 50, 1, 5, 5, True),
    ("3 raters of everything, 12 groups of 2", RATING, 12, 2, 3, 3, True),
    ("3 of 12 raters by blocks, 48 groups", RATING, 48, 1, 3, 12, True),
    ("5 of 20 raters by blocks, 40 groups of 4", RATING, 40, 4, 5, 20, True),
    ("3 of 15 raters, case by case, 20 groups of 6", RATING, 20, 6, 3, 15, False),
    ("like cases, severe raters", dict(case_sd=0.3, rater_sd=0.8, noise_sd=0.5, alpha=0.2), 30, 2, 4, 8, True),
    ("raters all alike", dict(case_sd=0.8, rater_sd=0, noise_sd=0.7, alpha=0.5), 50, 1, 5, 5, True),
    ("a label of half the cases, 40 groups of 3 by 5", LABEL, 40, 3, 5, 5, True),
    ("a label of half the cases, 60 groups by 3 of 12", LABEL, 60, 2, 3, 12, True),
    ("a label of a fifth, 30 groups of 4 by 4", RARE, 30, 4, 4, 4, True),
]


def lay_out(groups, m, each, raters, whole):
    """A row for each answer: group, case, rater."""
    rows = []
    blocks = raters // each
    for group in range(groups):
        for k in range(m):
            case = group * m + k
            block = (group if whole else group * m + k) % blocks
            rows += [(group, case, block * each + r) for r in range(each)]
    return np.array(rows).T


def spread_sums(moves, places, count):
    sums = np.zeros((moves.shape[0], count))
    np.add.at(sums.T, places, moves.T)
    return sums


def intervals(values, group, rater, least, most, is_share):
    n = values.shape[1]
    mean = values.mean(axis=1)
    moves = (values - mean[:, None]) / n / (most - least)
    groups, raters = group.max() + 1, rater.max() + 1
    both, cell = np.unique(rater * groups + group, return_inverse=True)
    square = lambda places, count: (spread_sums(moves, places, count) ** 2).sum(axis=1)
    of_groups = square(group, groups) * groups / (groups - 1)
    of_raters = np.maximum(0, square(rater, raters) * raters / (raters - 1) - square(cell, len(both)))
    reach = of_groups * stats.t.ppf(0.975, groups - 1) ** 2 + of_raters * stats.t.ppf(0.975, raters - 1) ** 2
    variance = of_groups + of_raters
    share = (mean - least) / (most - least)
    deviate = np.sqrt(reach / variance)
    known = np.maximum(variance, share * (1 - share) / n) if is_share else variance
    effective = share * (1 - share) / known
    spread = deviate**2 / effective
    centre = (share + spread / 2) / (1 + spread)
    half = deviate * np.sqrt(share * (1 - share) / effective + spread / (4 * effective)) / (1 + spread)
    low, high = np.maximum(0, centre - half), np.minimum(1, centre + half)
    return least + low * (most - least), least + high * (most - least)


def draw(studies, of, layout, origins):
    """Answers to the same layout for each origin: groups and raters are the same, cases and noise are not."""
    group, case, rater = layout
    label = "share" in of
    # Two values as likely as each other keep the chance of a 1 within 0 and 1.
    pick = (lambda *size: rng.choice([-1.0, 1.0], size)) if label else (lambda *size: rng.normal(size=size))
    of_group = pick(studies, group.max() + 1) * of["case_sd"] * of["alpha"] ** 0.5
    of_rater = pick(studies, rater.max() + 1) * of["rater_sd"]
    drawn = []
    for _ in range(origins):
        of_case = pick(studies, case.max() + 1) * of["case_sd"] * (1 - of["alpha"]) ** 0.5
        sums = of_group[:, group] + of_case[:, case] + of_rater[:, rater]
        if label:
            chance = of["share"] + sums
            assert chance.min() >= 0 and chance.max() <= 1
            drawn.append((rng.random(chance.shape) < chance).astype(float))
        else:
            drawn.append(3 + sums + rng.normal(size=sums.shape) * of["noise_sd"])
    return drawn


def least_found(first, second, group, rater):
    """The true difference from which the interval leaves 0 out, for each study: a shift of all answers moves no variance."""
    groups, raters = group.max() + 1, rater.max() + 1
    cell_of = rater * groups + group
    cells, cell = np.unique(cell_of, return_inverse=True)
    in_group = np.bincount(group)[group]
    gap = (first - second) / in_group
    found = gap.sum(axis=1) / groups
    moves = (gap - found[:, None] / in_group) / groups
    weight = np.bincount(rater, 1 / in_group) / groups
    by_group, by_rater = spread_sums(moves, group, groups), spread_sums(moves, rater, raters)
    few, correct = groups / (groups - 1), 1 / (1 - 2 * weight + (weight**2).sum())
    left = spread_sums(moves, cell, len(cells))
    left = left - weight[cells // groups] * by_group[:, cells % groups] - by_rater[:, cells // groups] / groups
    single = few * (correct[cells // groups] * left**2).sum(axis=1)
    of_groups, of_raters = few * (by_group**2).sum(axis=1), (correct * by_rater**2).sum(axis=1)
    df_raters = 1 / (weight**2).sum() - 1
    if df_raters > groups - 1:
        of_raters = np.maximum(0, of_raters - single)
    else:
        of_groups = np.maximum(of_groups - single, of_groups / 4)
    reach = of_groups * stats.t.ppf(0.975, groups - 1) ** 2 + of_raters * stats.t.ppf(0.975, df_raters) ** 2
    return np.sqrt(reach) - found


cases = []
for name, of, groups, m, each, raters, whole in DESIGNS:
    layout = lay_out(groups, m, each, raters, whole)
    label = "share" in of
    least, most = (0.0, 1.0) if label else RANGE
    first, second = draw(STUDIES, of, layout, 2)
    low, high = intervals(first, layout[0], layout[2], least, most, label)
    truth = of["share"] if label else 3
    least_gap = least_found(first, second, layout[0], layout[2])
    cases.append(
        {
            "name": name,
            "assumed": {"share" if k == "share" else k.split("_")[0] + ("Sd" if "_" in k else ""): v for k, v in of.items()},
            "design": {"groups": groups, "casesEach": m, "ratersEach": each, "raters": raters, "isWhole": whole},
            "found": {
                "half": round(float(((high - low) / 2).mean()), 6),
                "coverage": round(float(((low <= truth) & (truth <= high)).mean()), 4),
                "difference": round(float(np.quantile(least_gap, 0.8)), 6),
            },
        }
    )
    print(name, cases[-1]["found"], file=sys.stderr)

with open(sys.argv[1], "w") as file:
    source = f"judged-power.py, numpy {np.__version__}, scipy {scipy.__version__}; {STUDIES} studies each, seed {SEED}"
    json.dump({"source": source, "cases": cases}, file, indent=2)
    file.write("\n")
