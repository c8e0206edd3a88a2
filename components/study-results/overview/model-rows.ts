import { resultsPath, type ResultsPage } from "#lib/paths.ts";
import { reasonKey } from "#components/study-results/overview/interval-words.ts";
import {
  decimal,
  modelNamed,
  muted,
  named,
  nothing,
  percent,
} from "#components/study-results/figure-cells.ts";
import { type OverviewWords, range, withheld } from "#components/study-results/ranges.ts";
import type { Row } from "#components/ui/table/data-table.tsx";
import type { Cell, Words } from "#components/ui/table/cell.tsx";
import { inPercent } from "#lib/figures/written.ts";
import { getIntervals } from "#lib/study-results/overview/intervals.ts";
import { foresee } from "#lib/study-results/models/models.ts";
import { getPoints, getSelection } from "#lib/study-results/overview/overview.ts";
import { getPlaces } from "#lib/study-results/overview/places.ts";
import {
  findBest,
  type Interval,
  type ModelPoints,
  type WithMissing,
} from "#lib/study-results/overview/types.ts";
import type { Apart, StudyRows } from "#lib/study-results/rows/rows.ts";
import { leastForClaim, writeView, type View } from "#lib/study-results/schema.ts";

export type Given = { t: OverviewWords; marks: (apart: Apart) => string; rows: StudyRows; view: View };

/** People, their vote and guessing: what the models are beside. */
export function tellCrowd(given: Given): { crowd: Row; vote: Row; guess: Row } {
  const { t, rows, view } = given;
  const { people, consensus, chance } = getPoints(rows, view);
  const intervals = getIntervals(rows, view);
  const { isClaimable } = people;
  const right = (value: number | null, n: number, interval: Interval) =>
    isClaimable ? withInterval(percent(value), interval) : muted(t("table.tooFew", { n }));
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
        top1: right(people.accuracy, answers, intervals.people),
        withMissing: isClaimable && tellMissing(t, people.withMissing),
      },
    },
    vote: {
      id: "consensus",
      text: names.vote,
      sort: { name: names.vote, n: consensus.cases, top1: isClaimable ? consensus.accuracy : null },
      cells: {
        name: linkTo(given, "cases", names.vote),
        n: consensus.cases,
        top1: right(consensus.accuracy, consensus.cases, intervals.consensus),
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
  const { t, rows, view } = given;
  const { runId, model, scores, answered, apart, withMissing } = figures;
  const isSelecting = apart === "selecting";
  const isShown = !isSelecting && answered >= leastForClaim.cases;
  const shown = (cell: Cell) =>
    isShown ? cell : isSelecting ? nothing : muted(t("table.tooFew", { n: answered }));
  const why = scores.reason && t(`reasons.${reasonKey(scores.reason)}`);
  const score = (value: number | null, write: (value: number) => Cell) =>
    shown(value === null ? withheld("–", why) : write(value));
  const sorted = (value: number | null) => (isShown ? value : null);
  const place = getPlaces(rows, view).get(runId);
  return {
    id: String(runId),
    text: [model, figures.method, figures.version].join(" "),
    sort: {
      name: model,
      n: answered,
      top1: sorted(figures.top1),
      withMissing: sorted(withMissing.wrong),
      place: sorted(place?.best ?? null),
      top2: sorted(scores.top2),
      meanRank: sorted(scores.meanRank),
      ece: sorted(scores.ece),
      brier: sorted(scores.brierPerOption),
    },
    cells: {
      name: tellName(given, figures),
      n: tellAnswered(given, figures),
      top1: isSelecting
        ? t(`forest.selecting.${foresee(getSelection(rows, view))}`)
        : shown(withInterval(percent(figures.top1), getIntervals(rows, view).models.get(runId))),
      withMissing: withMissing.missing === 0 ? nothing : shown(tellMissing(t, withMissing)),
      place: place ? shown(t("table.places", place)) : nothing,
      top2: score(scores.top2, percent),
      meanRank: score(scores.meanRank, (value) => decimal(value, 2)),
      ece: score(scores.ece, percent),
      brier: score(scores.brierPerOption, decimal),
    },
  };
}

export function linkTo({ rows, view }: Given, page: ResultsPage, text: string, runId?: number): Words {
  const query = writeView(view);
  if (runId !== undefined) query.set("model", String(runId));
  return {
    ...(runId === undefined ? named(text) : modelNamed(text)),
    href: resultsPath(rows.study.slug, page, query),
  };
}

/** Beneath its figure: side by side they take more room than a page has. */
const withInterval = (figure: Cell, interval: Interval | undefined): Cell => [
  figure,
  { line: range(interval), isMuted: true },
];

/** With what is missing counted wrong, and beneath it counted right; where nothing is missing, nothing. */
export const tellMissing = (t: OverviewWords, { missing, wrong, right }: WithMissing): Cell =>
  missing === 0 || wrong === null || right === null
    ? nothing
    : [percent(wrong), { line: t("table.missingRight", { share: inPercent(right) }), isMuted: true }];

export function tellName(given: Given, { runId, model, method, version, apart }: ModelPoints): Cell {
  const { t, rows, view } = given;
  const made = [method, version].filter(Boolean).join(" · ");
  const isNamed = runId === rows.study.comparatorRunId;
  const isBest = runId === findBest(getPoints(rows, view).models)?.best.runId;
  return [
    linkTo(given, "models", model, runId),
    made && { line: named(made), isMuted: true },
    isNamed && { line: { badge: t("table.comparator") } },
    isBest && !isNamed && { line: t("table.best"), isMuted: true },
    apart !== null && { line: { badge: given.marks(apart), tone: "warning" } },
  ];
}

const tellAnswered = ({ t, rows, view }: Given, { answered, failed }: ModelPoints): Cell => [
  {
    text: t("table.answered", { answered, cases: getPoints(rows, view).consensus.cases }),
    isWhole: true,
  },
  failed > 0 && { line: t("table.failed", { count: failed }), isMuted: true },
];
