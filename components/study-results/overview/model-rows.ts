import type { useTranslations } from "next-intl";
import { resultsPath, type ResultsPage } from "#lib/paths.ts";
import { reasonKey } from "#components/study-results/overview/interval-words.ts";
import {
  decimal,
  muted,
  named,
  nothing,
  percent,
  points,
  probability,
} from "#components/study-results/figure-cells.ts";
import { range, withheld } from "#components/study-results/ranges.ts";
import type { Row } from "#components/ui/table/data-table.tsx";
import type { Cell, Words } from "#components/ui/table/cell.tsx";
import type { Intervals } from "#lib/study-results/overview/intervals.ts";
import { foresee } from "#lib/study-results/models/models.ts";
import { getPoints, getSelection } from "#lib/study-results/overview/overview.ts";
import { isGapTold, type Interval, type ModelPoints } from "#lib/study-results/overview/types.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { leastForClaim, writeView, type View } from "#lib/study-results/schema.ts";

export type OverviewWords = ReturnType<typeof useTranslations<"resultsOverview">>;

type Given = {
  t: OverviewWords;
  ofInterval: Parameters<typeof range>[0];
  rows: StudyRows;
  view: View;
  intervals: Intervals | null;
};

/** People, their vote and guessing: what the models are beside. */
export function tellCrowd(given: Given): { crowd: Row; vote: Row; guess: Row } {
  const { t, rows, view, intervals } = given;
  const { people, consensus, chance } = getPoints(rows, view);
  const { isClaimable } = people;
  const right = (value: number | null, n: number, interval: Interval | undefined) =>
    isClaimable ? withInterval(given, percent(value), interval) : muted(t("table.tooFew", { n }));
  const names = { people: t(`forest.${view.who}`), vote: t("forest.consensus"), guess: t("table.chance") };
  const { answers } = people.n;
  return {
    crowd: {
      id: "people",
      text: names.people,
      sort: { name: names.people, n: answers, top1: isClaimable ? people.accuracy : null },
      cells: {
        name: linkTo(given, "people", names.people),
        n: t("table.peopleN", { answers }),
        top1: right(people.accuracy, answers, intervals?.people),
      },
    },
    vote: {
      id: "consensus",
      text: names.vote,
      sort: { name: names.vote, n: consensus.cases, top1: isClaimable ? consensus.accuracy : null },
      cells: {
        name: linkTo(given, "cases", names.vote),
        n: consensus.cases,
        top1: right(consensus.accuracy, consensus.cases, intervals?.consensus),
      },
    },
    guess: {
      id: "chance",
      text: names.guess,
      sort: { name: names.guess, n: null, top1: chance },
      cells: { name: names.guess, top1: percent(chance) },
    },
  };
}

export function tellModel(given: Given, figures: ModelPoints): Row {
  const { t, rows, view, intervals } = given;
  const { runId, model, scores, mcnemar, gap, answered, isSelecting } = figures;
  const tooFew = (n: number) => muted(t("table.tooFew", { n }));
  const isShown = !isSelecting && answered >= leastForClaim.cases;
  const shown = (cell: Cell) => (isShown ? cell : isSelecting ? nothing : tooFew(answered));
  const why = scores.reason && t(`reasons.${reasonKey(scores.reason)}`);
  const score = (value: number | null, write: (value: number) => Cell) =>
    shown(value === null ? withheld("–", why) : write(value));
  const isAgainst = isShown && isGapTold(figures);
  const against = (cell: Cell) => (isShown && !isAgainst ? tooFew(gap.answers) : shown(cell));
  const sorted = (value: number | null) => (isShown ? value : null);
  const sortedAgainst = (value: number | null) => (isAgainst ? value : null);
  return {
    id: String(runId),
    text: [model, figures.method, figures.version].join(" "),
    sort: {
      name: model,
      n: answered,
      top1: sorted(figures.top1),
      top2: sorted(scores.top2),
      meanRank: sorted(scores.meanRank),
      ece: sorted(scores.ece),
      brier: sorted(scores.brierPerOption),
      gap: sortedAgainst(gap.value),
      mcnemar: sortedAgainst(mcnemar.p),
      holm: sortedAgainst(mcnemar.holm),
    },
    cells: {
      name: tellName(given, figures),
      n: tellAnswered(given, figures),
      top1: isSelecting
        ? t(`forest.selecting.${foresee(getSelection(rows, view))}`)
        : shown(withInterval(given, percent(figures.top1), intervals?.models.get(runId))),
      top2: score(scores.top2, percent),
      meanRank: score(scores.meanRank, (value) => decimal(value, 2)),
      ece: score(scores.ece, percent),
      brier: score(scores.brierPerOption, decimal),
      gap: against(withInterval(given, points(gap.value), intervals?.gaps.get(runId), true)),
      mcnemar: against(tellTest(given, figures)),
      holm: against(probability(mcnemar.holm)),
    },
  };
}

function linkTo({ rows, view }: Given, page: ResultsPage, text: string, runId?: number): Words {
  const query = writeView(view);
  if (runId !== undefined) query.set("model", String(runId));
  return { text, isName: true, href: resultsPath(rows.study.slug, page, query) };
}

/** Beneath its figure: side by side they take more room than a page has. */
const withInterval = (
  { ofInterval, intervals }: Given,
  figure: Cell,
  interval: Interval | undefined,
  isGap = false,
): Cell => [
  figure,
  {
    line: range(ofInterval, { interval: interval ?? null, isPending: intervals === null, isGap }),
    isMuted: true,
  },
];

function tellName(given: Given, { runId, model, method, version, isSelecting, isRanked }: ModelPoints): Cell {
  const { t } = given;
  const made = [method, version].filter(Boolean).join(" · ");
  return [
    linkTo(given, "models", model, runId),
    made && { line: named(made), isMuted: true },
    isSelecting && { line: { badge: t("forest.selectingNote"), tone: "warning" } },
    !isSelecting && !isRanked && { line: { badge: t("table.unranked") } },
  ];
}

const tellAnswered = ({ t, rows, view }: Given, { answered, failed }: ModelPoints): Cell => [
  {
    text: t("table.answered", { answered, cases: getPoints(rows, view).consensus.cases }),
    isWhole: true,
  },
  failed > 0 && { line: t("table.failed", { count: failed }), isMuted: true },
];

/** The p, and of what, when pointed at. */
function tellTest({ t, view }: Given, { mcnemar }: ModelPoints): Cell {
  const { p, onlyPeople, onlyModel, cases, ties } = mcnemar;
  const pairs = t("table.pairs", { who: view.who, onlyPeople, onlyModel, cases, ties });
  return { ...probability(p), title: p === null ? pairs : `${p}; ${pairs}` };
}
