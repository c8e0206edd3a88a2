import { createTranslator } from "use-intl/core";
import type { ForestGroup, ForestInput, ForestRow } from "#lib/figures/drawn/forest-input.ts";
import { inPercent } from "#lib/figures/written.ts";
import en from "#lib/i18n/messages/en.json" with { type: "json" };
import { findReference } from "#lib/published/reference.ts";
import type { FigureMaker, MadeFigure } from "#lib/study-results/figures.ts";
import { readSpread } from "#lib/study-results/overview/headline.ts";
import { getIntervals, type Intervals } from "#lib/study-results/overview/intervals.ts";
import { foresee } from "#lib/study-results/models/models.ts";
import { getPoints, getSelection } from "#lib/study-results/overview/overview.ts";
import type { Interval, ModelPoints, Points } from "#lib/study-results/overview/types.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { leastForClaim, type View } from "#lib/study-results/schema.ts";

const words = createTranslator({ locale: "en", messages: en, namespace: "resultsOverview.forest" });
const marks = createTranslator({ locale: "en", messages: en, namespace: "resultsApart.badge" });
const bySelection = { wrong: 0, right: 1, partly: null } as const;

/** "published" in the address says whether the printed figures stand in it, "with" or "without". */
export const makeForest: FigureMaker = (rows, view, asked) => {
  const withPublished = isPublishedShown(rows, asked.get("published"));
  return drawOverview(rows, view, { withPublished });
};

/** The made-up cases of a demo have tracks of the paper's names and nothing else of it: there only where asked for. */
export const isPublishedShown = ({ study }: Pick<StudyRows, "study">, asked: unknown): boolean =>
  study.benchmark.isDemo ? asked === "with" : asked !== "without";

/** People beside models. */
export function drawOverview(
  rows: StudyRows,
  view: View,
  { withPublished = isPublishedShown(rows, null) } = {},
): MadeFigure | null {
  const points = getPoints(rows, view);
  if (points.people.n.answers === 0) return null;
  const intervals = getIntervals(rows, view);
  const groups = [
    { rows: listPeople(rows, view, points, intervals) },
    ...listModels(rows, view, points, intervals),
    ...(withPublished ? listPublished(rows, view) : []),
  ].filter((group) => group.rows.length > 0);
  const { accuracy, isClaimable } = points.people;
  const [low, high] = [intervals.people.low, intervals.people.high];
  const line = (kind: "consensus" | "chance", at: number | null, isShown: boolean) => {
    const name = kind === "chance" ? "chance" : "consensusLine";
    return isShown && at !== null ? [{ at, kind, label: words(name, { value: inPercent(at) }) }] : [];
  };
  const input: ForestInput = {
    groups,
    ...(isClaimable &&
      accuracy !== null && {
        band: {
          value: accuracy,
          low,
          high,
          label: words(`band.${view.who}`, { value: inPercent(accuracy) }),
        },
      }),
    lines: [
      ...line("consensus", points.consensus.accuracy, isClaimable),
      ...line("chance", points.chance, true),
    ],
    words: {
      axis: words("axis"),
      value: words("value"),
      interval: intervals.isLook ? words("intervalAtLooks", { who: view.who }) : words("interval"),
      n: words("n"),
    },
  };
  return {
    title: words("title", { who: view.who }),
    figure: { kind: "forest", input },
    csv: writeCsv(points, groups, intervals),
  };
}

const bounds = (interval: Interval | null | undefined) => ({
  low: interval?.low ?? null,
  high: interval?.high ?? null,
});

function listPeople(
  rows: StudyRows,
  view: View,
  { people, consensus }: Points,
  intervals: Intervals,
): ForestRow[] {
  const spread = readSpread(getSelection(rows, view));
  const { n, accuracy, isClaimable } = people;
  const few = { value: null, low: null, high: null };
  return [
    {
      id: "people",
      kind: "people",
      label: words(view.who),
      note: words(`peopleNote.${spread.kind}`, {
        people: n.people,
        cases: n.cases,
        each: spread.kind === "each" ? spread.answers : n.cases,
      }),
      n: n.answers,
      ...(isClaimable
        ? { value: accuracy, ...bounds(intervals.people) }
        : { ...few, instead: words("tooFew", { n: n.answers }) }),
    },
    {
      id: "consensus",
      kind: "consensus",
      label: words("consensus"),
      note: words("consensusNote", { ties: consensus.ties }),
      n: consensus.cases,
      ...(isClaimable
        ? { value: consensus.accuracy, ...bounds(intervals.consensus) }
        : { ...few, instead: words("tooFew", { n: consensus.cases }) }),
    },
  ];
}

function listModels(
  rows: StudyRows,
  view: View,
  { models, consensus: { cases } }: Points,
  intervals: Intervals,
): ForestGroup[] {
  const methodOf = ({ method, version }: ModelPoints) => [method, version].filter(Boolean).join(" · ");
  const [method = "", ...others] = new Set(models.map(methodOf));
  // What is the same for all is said once.
  const isAlike = others.length === 0;
  const describe = (model: ModelPoints): ForestRow => {
    const notes = [!isAlike && methodOf(model), model.apart && marks(model.apart)];
    const note = notes.filter(Boolean).join(" · ");
    const row = {
      id: `run-${model.runId}`,
      label: model.model,
      ...(note && { note }),
      n: model.answered,
      low: null,
      high: null,
    };
    if (model.apart === "selecting") {
      const known = foresee(getSelection(rows, view));
      const said = words(`selecting.${known}`);
      const selecting = { ...row, note: words("selectingNote"), kind: "selecting" as const };
      return { ...selecting, value: bySelection[known], valueLabel: "–", instead: said };
    }
    if (model.answered < leastForClaim.cases)
      return { ...row, kind: "model", value: null, instead: words("tooFew", { n: model.answered }) };
    const shown = {
      ...row,
      ...bounds(intervals.models.get(model.runId)),
      kind: "model" as const,
      value: model.top1,
    };
    return model.isRanked || model.apart
      ? shown
      : { ...shown, instead: words("unranked", { answered: model.answered, cases }) };
  };
  return [
    {
      heading: isAlike ? words("modelsOf", { method }) : words("models"),
      rows: models.filter(({ isRanked }) => isRanked).map(describe),
    },
    { heading: words("unrankedModels"), rows: models.filter(({ isRanked }) => !isRanked).map(describe) },
  ];
}

/** What was printed about the benchmark that these cases are from. */
export const findPublished = (rows: StudyRows, view: View) =>
  findReference(view.track === null ? rows.tracks.map(({ name }) => name) : [view.track]);

function listPublished(rows: StudyRows, view: View): ForestGroup[] {
  const found = findPublished(rows, view);
  if (!found) return [];
  const { people, models, cases } = found;
  const row = { low: null, high: null };
  return [
    {
      heading: words("published", { cases }),
      rows: [
        {
          ...row,
          id: "published-people",
          kind: "publishedPeople",
          label: words(people.isPrinted ? "publishedPeople" : "publishedPeopleComputed"),
          note: words("publishedPeopleNote", { answers: people.answers, cases: people.cases }),
          value: people.value,
          n: people.answers,
        },
        ...models
          .toSorted((a, b) => b.value - a.value)
          .map(({ name, value }) => ({
            ...row,
            id: `published ${name}`,
            kind: "published" as const,
            label: name,
            value,
            n: cases,
          })),
      ],
    },
  ];
}

function writeCsv(
  { chance }: Points,
  groups: readonly ForestGroup[],
  { isLook }: Intervals,
): MadeFigure["csv"] {
  const remarkOn = ({ kind, low, instead }: ForestRow) =>
    isLook && kind === "people" && low !== null ? words("remarkAtLooks") : instead;
  return [
    ["kind", "name", "note", "n", "share", "low", "high", "remark"],
    ...groups
      .flatMap((group) => group.rows)
      .map((row) => {
        const { kind, label, note, n, value, low, high } = row;
        // By selection is no figure.
        return [kind, label, note, n, kind === "selecting" ? null : value, low, high, remarkOn(row)];
      }),
    ["chance", "", "", null, chance, null, null, ""],
  ];
}
