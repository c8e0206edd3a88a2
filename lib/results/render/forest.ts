import type { ForestGroup, ForestInput, ForestRow } from "#lib/figures/drawn/forest.ts";
import { inPercent, inPointRange, inPoints } from "#lib/figures/written.ts";
import type { Locale } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import { getGaps, getPersons, getStandings, type StandingRow } from "#lib/results/measures.ts";
import type { FigureMaker } from "#lib/study-results/figures.ts";
import type { FigureWithData } from "#lib/figures/figure.ts";
import { addPublished, findPublished } from "#lib/study-results/figures/published-rows.ts";
import { readSpread } from "#lib/study-results/overview/headline.ts";
import { getSelection, getPoints } from "#lib/study-results/overview/overview.ts";
import type { ModelPoints } from "#lib/study-results/overview/types.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";
import { readMethod } from "#lib/model-runs/schema.ts";
import { isNotByModel } from "#lib/studies/schema.ts";

const wordsOf = (locale: Locale) => wordsIn(locale, "resultsOverview.forest");

/** "published" in the address says whether the printed figures stand in it, "with" or "without". */
export const makeForest: FigureMaker = (rows, view, asked, locale) =>
  drawOverview(rows, view, { locale, withPublished: isPublishedShown(asked.get("published")) });

/** What was printed elsewhere stands there only where it is asked for. */
export const isPublishedShown = (asked: unknown): boolean => asked === "with";

/** Everybody who counts and has cases enough for a share of their own. */
export const listCrowd = (rows: StudyRows, view: View): { number: number; n: number; value: number }[] =>
  getPersons(rows, view).rows.flatMap(({ subject: { number }, cells: { n, top1 } }) =>
    top1?.value == null ? [] : [{ number, n: n?.value ?? 0, value: top1.value }],
  );

/** People beside models. */
export function drawOverview(
  rows: StudyRows,
  view: View,
  { locale, withPublished = false }: { locale: Locale; withPublished?: boolean },
): FigureWithData | null {
  const words = wordsOf(locale);
  const { rows: standings, looks } = getStandings(rows, view);
  const cellOf = (kind: "people" | "consensus" | "chance") =>
    standings.find(({ subject }) => subject.kind === kind)?.cells;
  const people = cellOf("people");
  if (!people?.n?.value) return null;
  const published = withPublished ? findPublished(rows, view) : null;
  const own = listForestGroups(rows, view, locale);
  const groups = (published ? addPublished(rows, published, own, locale) : own).filter(
    ({ rows: { length } }) => length > 0,
  );
  const { value: accuracy = null, low = null, high = null } = people.top1 ?? {};
  const chance = cellOf("chance")?.top1?.value ?? null;
  const line = (kind: "consensus" | "chance", at: number | null | undefined) => {
    const name = kind === "chance" ? "chance" : "consensusLine";
    return at == null ? [] : [{ at, kind, label: words(name, { value: inPercent(at) }) }];
  };
  const difference = makeDifference(rows, view, locale);
  const input: ForestInput = {
    groups,
    ...(accuracy !== null && {
      band: {
        value: accuracy,
        low,
        high,
        label: words(`band.${view.who}`, { value: inPercent(accuracy) }),
      },
    }),
    lines: [...line("consensus", cellOf("consensus")?.top1?.value), ...line("chance", chance)],
    ...(difference && { differences: { groups: [{ rows: [difference] }], axis: words("difference.axis") } }),
    words: {
      axis: published ? words("axisPublished", { cases: published.cases }) : words("axis"),
      value: words("value"),
      interval: looks === "one" ? words("interval") : words("intervalAtLooks", { who: view.who }),
      n: words("n"),
    },
  };
  const persons = wordsIn(locale, "resultsPeople.dots.person");
  const remarkOn = ({ kind, low: end, instead }: ForestRow) =>
    looks !== "one" && kind === "people" && end !== null ? words("remarkAtLooks") : instead;
  return {
    title: words("title", { who: view.who }),
    figure: { kind: "forest", input },
    csv: [
      ["kind", "name", "note", "n", "share", "low", "high", "remark", "published"],
      ...groups
        .flatMap((group) => group.rows)
        .map((row) => {
          const { kind, label, note, n, value, published: printed } = row;
          // Where a mark stands by selection is no figure.
          const share = kind === "selecting" ? null : value;
          return [kind, label, note, n, share, row.low, row.high, remarkOn(row), printed];
        }),
      ["chance", "", "", null, chance, null, null, "", null],
      ...(difference
        ? [
            [
              "difference",
              difference.label,
              "",
              difference.n,
              difference.value,
              difference.low,
              difference.high,
              difference.instead,
              null,
            ],
          ]
        : []),
      ...listCrowd(rows, view).map(({ number, n, value }) => {
        const name = persons(view.who, { number });
        return ["person", name, "", n, value, null, null, "", null];
      }),
    ],
  };
}

/** People less the model that the plan names; null where it names none that is tested. */
function makeDifference(rows: StudyRows, view: View, locale: Locale): ForestRow | null {
  const words = wordsOf(locale);
  const found = getGaps(rows, view).rows.find(
    ({ subject }) => subject.run.runId === rows.study.comparatorRunId,
  );
  if (!found) return null;
  const { difference, n, cases } = found.cells;
  const { value = null, low = null, high = null, reason } = difference ?? {};
  const count = n?.value ?? 0;
  const join = wordsIn(locale, "resultsOverview.interval");
  return {
    id: "difference",
    kind: "people",
    label: words("difference.label", { who: words(view.who), model: found.subject.run.model }),
    note: words("difference.note", { cases: cases?.value ?? 0 }),
    value,
    low,
    high,
    n: count,
    ...(value !== null && { valueLabel: inPoints(value) }),
    ...(low !== null &&
      high !== null && { intervalLabel: inPointRange(low, high, (ends) => join("ends", ends)) }),
    ...(reason === "too_few" && { instead: words("tooFew", { n: count }) }),
  };
}

const bySelection = { wrong: 0, right: 1, partly: null } as const;

/** People and their vote, ranked models, and the others. */
function listForestGroups(rows: StudyRows, view: View, locale: Locale): ForestGroup[] {
  const words = wordsOf(locale);
  const standings = getStandings(rows, view).rows;
  const methodOf = ({ method, version }: ModelPoints) => [method, version].filter(Boolean).join(" · ");
  const [method = "", ...others] = new Set(
    standings.flatMap(({ subject }) => (subject.kind === "run" ? methodOf(subject.run) : [])),
  );
  // What is the same for all is said once.
  const isAlike = others.length === 0;
  const makeRow = (row: StandingRow): ForestRow => {
    const { subject, cells } = row;
    const { value = null, low = null, high = null, reason } = cells.top1 ?? {};
    const n = cells.n?.value ?? 0;
    const instead = reason === "too_few" ? { instead: words("tooFew", { n }) } : {};
    const figure = { value, low, high, n, ...instead };
    if (subject.kind === "run")
      return {
        ...figure,
        kind: "model",
        ...makeRunRow(row, subject.run, isAlike ? "" : methodOf(subject.run), locale),
      };
    if (subject.kind !== "people") {
      const note = words("consensusNote", { ties: cells.ties?.value ?? 0 });
      return { ...figure, id: "consensus", kind: "consensus", label: words("consensus"), note };
    }
    const spread = readSpread(getSelection(rows, view));
    const cases = cells.cases?.value ?? 0;
    const each = spread.kind === "each" ? spread.answers : cases;
    return {
      ...figure,
      id: "people",
      kind: "people",
      label: words(view.who),
      note: words(`peopleNote.${spread.kind}`, { people: cells.people?.value ?? 0, cases, each }),
      ...(value !== null && { crowd: listCrowd(rows, view).map((one) => one.value) }),
    };
  };
  const listOf = (group: string) =>
    standings.filter((row) => row.group === group && row.subject.kind !== "chance").map(makeRow);
  return [
    { rows: listOf("people") },
    { heading: isAlike ? words("modelsOf", { method }) : words("models"), rows: listOf("ranked") },
    { heading: words("unrankedModels"), rows: listOf("unranked") },
  ];
}

function makeRunRow(
  { cells: { n, top1 }, foreseen }: StandingRow,
  { runId, model, apart, isRanked }: ModelPoints,
  method: string,
  locale: Locale,
): Pick<ForestRow, "id" | "label"> & Partial<ForestRow> {
  const words = wordsOf(locale);
  const row = { id: `run-${runId}`, label: model };
  if (foreseen) {
    const [value, note] = [bySelection[foreseen], words("selectingNote")];
    const instead = words(`selecting.${foreseen}`);
    return { ...row, kind: "selecting", note, value, valueLabel: "–", instead };
  }
  const note = [method, apart && wordsIn(locale, "resultsApart.badge")(apart)].filter(Boolean).join(" · ");
  const isLeftOut = !isRanked && !apart && top1?.reason !== "too_few";
  const counts = { answered: n?.value ?? 0, cases: n?.n ?? 0 };
  return { ...row, ...(note && { note }), ...(isLeftOut && { instead: words("unranked", counts) }) };
}

/** How a run was made: by its method or by training; plainly where others were tuned from its model and its method says no size. */
type RunMethod = NonNullable<ReturnType<typeof readMethod>> | { kind: "plain" | "tuned" };
type MethodRun = { run: ModelPoints; way: RunMethod };
/** One model asked in several ways, and those that were tuned from it. */
type MethodFamily = { model: string; zeroShot: ModelPoints | null; runs: readonly MethodRun[] };

const kinds = ["zero-shot", "plain", "few-shot", "self-consistency", "tuned"];
const sizeOf = ({ way }: MethodRun) => ("size" in way ? way.size : 0);
const inOrder = (a: MethodRun, b: MethodRun) =>
  kinds.indexOf(a.way.kind) - kinds.indexOf(b.way.kind) || sizeOf(a) - sizeOf(b) || a.run.runId - b.run.runId;

/** Models that were asked with shots or with several samples, or tuned, each beside what it does without. */
export function listFamilies(
  { runs }: Pick<StudyRows, "runs">,
  models: readonly ModelPoints[],
): MethodFamily[] {
  const baseOf = new Map(runs.map(({ id, base = "" }) => [id, base]));
  const bases = new Set(baseOf.values());
  const made = models.flatMap((run) => {
    const base = baseOf.get(run.runId) ?? "";
    const read: RunMethod | null = bases.has(run.model) ? { kind: "plain" } : null;
    const way: RunMethod | null = base === "" ? (readMethod(run.method) ?? read) : { kind: "tuned" };
    return way && run.apart !== "selecting" ? [{ run, way, of: base || run.model }] : [];
  });
  return [...Map.groupBy(made, ({ of }) => of)]
    .filter(
      ([, family]) =>
        family.length > 1 && family.some(({ way: { kind } }) => kind !== "zero-shot" && kind !== "plain"),
    )
    .map(([model, family]) => ({
      model,
      zeroShot: family.find(({ way }) => way.kind === "zero-shot")?.run ?? null,
      runs: family.toSorted(inOrder),
    }));
}

/** What a run is called in its family. */
const nameInFamily = ({ run, way }: MethodRun): string =>
  way.kind === "tuned" ? `${run.model} · ${run.method}` : run.method;

type MethodsFigure = FigureWithData & { families: readonly MethodFamily[] };

/** Accuracy by shots, by samples and by training, a model at a time; dashed where it stands without. Null where no model was asked so. */
export function drawMethods(rows: StudyRows, view: View, locale: Locale): MethodsFigure | null {
  const t = wordsIn(locale, "resultsModels.methods");
  const families = listFamilies(rows, getPoints(rows, view).models);
  if (families.length === 0) return null;
  const cellsOf = (run: ModelPoints | null) =>
    getStandings(rows, view).rows.find(
      ({ subject }) => subject.kind === "run" && subject.run.runId === run?.runId,
    )?.cells;
  const mark = wordsIn(locale, "runs.figure");
  const drawn = listForestGroups(rows, view, locale).flatMap((group) => group.rows);
  const headingOf = (model: string, runs: readonly { run: { apart: string | null } }[]): string => {
    const made = runs.map(({ run }) => run.apart).find(isNotByModel);
    return made ? mark("made", { model, made }) : model;
  };
  const groups = families.map(({ model, zeroShot, runs }): ForestGroup => {
    const at = cellsOf(zeroShot)?.top1?.value;
    return {
      heading: headingOf(model, runs),
      rows: runs.flatMap((made) => {
        const row = drawn.find(({ id }) => id === `run-${made.run.runId}`);
        return row ? [{ ...row, note: made.run.version, label: nameInFamily(made) }] : [];
      }),
      ...(at != null && { at }),
    };
  });
  const words = { axis: t("axis"), value: t("value"), interval: t("interval"), n: t("n") };
  return {
    families,
    title: t("title"),
    figure: { kind: "forest", input: { groups, range: "fit", words } },
    csv: [
      [
        "family",
        "model",
        "method",
        "version",
        "shots",
        "samples",
        "n",
        "accuracy",
        "low",
        "high",
        "zero_shot_accuracy",
      ],
      ...families.flatMap(({ model, zeroShot, runs }) =>
        runs.map(({ run, way }) => {
          const { n, top1 } = cellsOf(run) ?? {};
          const size = "size" in way ? way.size : null;
          return [
            model,
            run.model,
            run.method,
            run.version,
            way.kind === "few-shot" ? size : 0,
            way.kind === "self-consistency" ? size : 1,
            n?.value,
            top1?.value,
            top1?.low,
            top1?.high,
            cellsOf(zeroShot)?.top1?.value,
          ];
        }),
      ),
    ],
  };
}

export const makeMethods: FigureMaker = (rows, view, _asked, locale) => drawMethods(rows, view, locale);
