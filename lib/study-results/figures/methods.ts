import type { ForestGroup } from "#lib/figures/drawn/forest-input.ts";
import type { Locale } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import { readMethod } from "#lib/model-runs/schema.ts";
import type { FigureMaker, MadeFigure } from "#lib/study-results/figures.ts";
import { listModels } from "#lib/study-results/figures/forest-rows.ts";
import { getIntervals } from "#lib/study-results/overview/intervals.ts";
import { getPoints } from "#lib/study-results/overview/overview.ts";
import type { ModelPoints } from "#lib/study-results/overview/types.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";

type Sized = { run: ModelPoints; method: NonNullable<ReturnType<typeof readMethod>> };
/** One model asked in several ways. */
export type MethodFamily = { model: string; zeroShot: ModelPoints | null; runs: readonly Sized[] };

const kinds = ["zero-shot", "few-shot", "self-consistency"];
const sizeOf = ({ method }: Sized) => ("size" in method ? method.size : 0);
const inOrder = (a: Sized, b: Sized) =>
  kinds.indexOf(a.method.kind) - kinds.indexOf(b.method.kind) ||
  sizeOf(a) - sizeOf(b) ||
  a.run.runId - b.run.runId;

/** Models that were asked with shots or with several samples, each beside what it does without. */
export function listFamilies(models: readonly ModelPoints[]): MethodFamily[] {
  const sized = models.flatMap((run) => {
    const method = readMethod(run.method);
    return method && run.apart !== "selecting" ? [{ run, method }] : [];
  });
  return [...Map.groupBy(sized, ({ run }) => run.model)]
    .filter(([, runs]) => runs.length > 1 && runs.some(({ method }) => method.kind !== "zero-shot"))
    .map(([model, runs]) => ({
      model,
      zeroShot: runs.find(({ method }) => method.kind === "zero-shot")?.run ?? null,
      runs: runs.toSorted(inOrder),
    }));
}

/** Accuracy by shots and by samples, a model at a time; dashed where it stands without. Null where no model was asked so. */
export function drawMethods(rows: StudyRows, view: View, locale: Locale): MadeFigure | null {
  const t = wordsIn(locale, "resultsModels.methods");
  const points = getPoints(rows, view);
  const families = listFamilies(points.models);
  if (families.length === 0) return null;
  const intervals = getIntervals(rows, view);
  const mark = wordsIn(locale, "runs.figure");
  const groups = families.map(({ model, zeroShot, runs }): ForestGroup => {
    const own = { ...points, models: runs.map(({ run }) => run) };
    const drawn = listModels(rows, view, own, intervals, locale).flatMap((group) => group.rows);
    return {
      heading: runs.some(({ run }) => run.apart === "fake") ? mark("fake", { model }) : model,
      rows: runs.flatMap(({ run }) => {
        const row = drawn.find(({ id }) => id === `run-${run.runId}`);
        return row ? [{ ...row, note: run.version, label: run.method }] : [];
      }),
      ...(zeroShot?.top1 != null && { at: zeroShot.top1 }),
    };
  });
  const words = { axis: t("axis"), value: t("value"), interval: t("interval"), n: t("n") };
  return {
    title: t("title"),
    figure: { kind: "forest", input: { groups, range: "fit", words } },
    csv: [
      [
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
      ...families.flatMap(({ zeroShot, runs }) =>
        runs.map(({ run, method }) => {
          const interval = intervals.models.get(run.runId) ?? null;
          const size = "size" in method ? method.size : null;
          return [
            ...[run.model, run.method, run.version],
            ...[method.kind === "few-shot" ? size : 0, method.kind === "self-consistency" ? size : 1],
            ...[
              run.answered,
              run.top1,
              interval?.low ?? null,
              interval?.high ?? null,
              zeroShot?.top1 ?? null,
            ],
          ];
        }),
      ),
    ],
  };
}

export const makeMethods: FigureMaker = (rows, view, _asked, locale) => drawMethods(rows, view, locale);
