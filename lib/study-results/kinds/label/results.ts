import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";
import { readBy } from "#lib/study-results/kinds/asked-attributes.ts";
import type { JudgedFigure } from "#lib/study-results/kinds/judged-figure.ts";
import { renderCodes, renderLabels } from "#lib/study-results/kinds/label/document.ts";
import { codeFigures, labelFigures } from "#lib/study-results/kinds/label/figures.ts";
import { computeLabels, type LabelledCases } from "#lib/study-results/kinds/label/shares.ts";
import { resolveLabels, type LabelsInput } from "#lib/task-kinds/label-set.ts";
import { drawBars } from "#lib/study-results/kinds/options/case-figure.ts";
import { isMany, specOf } from "#lib/task-kinds/label/spec.ts";
import type { FiguredKind } from "#lib/study-results/kinds/figured.ts";
import type { Locale } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import type { FigureWithData } from "#lib/figures/figure.ts";
import { hasCode } from "#lib/task-kinds/label/value.ts";
import type { AnsweredByAll } from "#lib/study-results/kinds/answered-by-all.ts";

/** How many people found each code in a case, and how many none. */
function drawCodes(answers: AnsweredByAll, locale: Locale): FigureWithData {
  const { row, who, people, chosen } = answers;
  const t = wordsIn(locale, "resultsCodes");
  const { gold, optionNames } = row;
  const count = (isGiven: (codes: number) => boolean) => chosen.filter(isGiven).length;
  const bars = [
    ...optionNames.map((label, at) => ({
      id: String(at),
      label,
      isGold: gold !== null && hasCode(gold, at),
      chosen: count((codes) => hasCode(codes, at)),
    })),
    { id: "none", label: t("none"), isGold: gold === 0, chosen: count((codes) => codes === 0) },
  ];
  return drawBars(answers, locale, {
    bars,
    csv: [
      ["by", "code", "found", "share"],
      ...bars.map(({ id, label, chosen: found }) => [
        who,
        id === "none" ? "" : label,
        found,
        people === 0 ? null : found / people,
      ]),
    ],
  });
}

/** What tells who wrote a text, in benchmarks of model output and in those made by coding a study. */
const writers = new Set(["method", "origin"]);

/** By origin as on the study's own page; over all where origins are too many, and always where many labels can fit. */
function listOrigins({ spec, overall, byOrigin, byAttribute }: LabelledCases) {
  const all = { origin: [], sides: overall };
  if (!isMany(spec)) return byOrigin?.values ?? [all];
  return [all, ...(byAttribute.find(({ by }) => by.some((one) => writers.has(one)))?.values ?? [])];
}

/** With all that it says: the cases of a study have one set of that name. */
function defineLabels({ cases }: StudyRows, name: string): JudgedFigure["standard"] {
  const sets = cases.map(({ noted }) => resolveLabels(noted as LabelsInput));
  return { name, definition: JSON.stringify(sets.find((set) => set.name === name)) };
}

/** How often people gave each label. */
function listLabelFigures(rows: StudyRows, view: View): JudgedFigure[] {
  const by = isMany(specOf(rows.kind)) ? [] : readBy(undefined, rows);
  return computeLabels(rows, view, by).flatMap((labelled) => {
    const standard = defineLabels(rows, labelled.set);
    return listOrigins(labelled).flatMap(({ origin, sides: [given] }) =>
      (given?.shares ?? []).map(({ mean, low, high, reason }, at): JudgedFigure => ({
        measure: "share",
        standard,
        track: view.track,
        origin,
        of: labelled.labels[at] ?? null,
        n: { answers: given?.n ?? 0, people: given?.people ?? 0, cases: given?.cases ?? 0 },
        isClaimable: given?.isClaimable ?? false,
        mean,
        low,
        high,
        reason,
      })),
    );
  });
}

export const figuredLabels: FiguredKind = {
  write: (rows, view, by) => ({ labels: renderLabels(rows, view, readBy(by, rows)) }),
  byAttributes: true,
  drawings: labelFigures,
  listJudged: listLabelFigures,
};

export const figuredCodes: FiguredKind = {
  write: (rows, view) => ({ codes: renderCodes(rows, view) }),
  drawings: codeFigures,
  drawCase: drawCodes,
  listJudged: listLabelFigures,
};
