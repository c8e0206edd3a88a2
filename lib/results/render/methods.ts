import type { ForestGroup } from "#lib/figures/drawn/forest.ts";
import type { Locale } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import { readMethod } from "#lib/model-runs/schema.ts";
import { listForestGroups } from "#lib/results/render/forest.ts";
import type { FigureMaker } from "#lib/study-results/figures.ts";
import type { FigureWithData } from "#lib/figures/figure.ts";
import { getIntervals } from "#lib/study-results/overview/intervals.ts";
import { getPoints } from "#lib/study-results/overview/overview.ts";
import type { ModelPoints } from "#lib/study-results/overview/types.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";

/** How a run was made: by its method, or by training; null where its method says no size. */
type RunMethod = NonNullable<ReturnType<typeof readMethod>> | { kind: "tuned" };
type MethodRun = { run: ModelPoints; way: RunMethod };
/** One model asked in several ways, and those that were tuned from it. */
export type MethodFamily = { model: string; zeroShot: ModelPoints | null; runs: readonly MethodRun[] };

const kinds = ["zero-shot", "few-shot", "self-consistency", "tuned"];
const sizeOf = ({ way }: MethodRun) => ("size" in way ? way.size : 0);
const inOrder = (a: MethodRun, b: MethodRun) =>
  kinds.indexOf(a.way.kind) - kinds.indexOf(b.way.kind) || sizeOf(a) - sizeOf(b) || a.run.runId - b.run.runId;

/** Models that were asked with shots or with several samples, or tuned, each beside what it does without. */
export function listFamilies(
  { runs }: Pick<StudyRows, "runs">,
  models: readonly ModelPoints[],
): MethodFamily[] {
  const baseOf = new Map(runs.map(({ id, base = "" }) => [id, base]));
  const made = models.flatMap((run) => {
    const base = baseOf.get(run.runId) ?? "";
    const way: RunMethod | null = base === "" ? readMethod(run.method) : { kind: "tuned" };
    return way && run.apart !== "selecting" ? [{ run, way, of: base || run.model }] : [];
  });
  return [...Map.groupBy(made, ({ of }) => of)]
    .filter(([, family]) => family.length > 1 && family.some(({ way }) => way.kind !== "zero-shot"))
    .map(([model, family]) => ({
      model,
      zeroShot: family.find(({ way }) => way.kind === "zero-shot")?.run ?? null,
      runs: family.toSorted(inOrder),
    }));
}

/** What a run is called in its family. */
const nameInFamily = ({ run, way }: MethodRun): string =>
  way.kind === "tuned" ? `${run.model} · ${run.method}` : run.method;

/** Accuracy by shots, by samples and by training, a model at a time; dashed where it stands without. Null where no model was asked so. */
export function drawMethods(rows: StudyRows, view: View, locale: Locale): FigureWithData | null {
  const t = wordsIn(locale, "resultsModels.methods");
  const families = listFamilies(rows, getPoints(rows, view).models);
  if (families.length === 0) return null;
  const intervals = getIntervals(rows, view);
  const mark = wordsIn(locale, "runs.figure");
  const drawn = listForestGroups(rows, view, locale).flatMap((group) => group.rows);
  const groups = families.map(({ model, zeroShot, runs }): ForestGroup => ({
    heading: runs.some(({ run }) => run.apart === "fake") ? mark("fake", { model }) : model,
    rows: runs.flatMap((made) => {
      const row = drawn.find(({ id }) => id === `run-${made.run.runId}`);
      return row ? [{ ...row, note: made.run.version, label: nameInFamily(made) }] : [];
    }),
    ...(zeroShot?.top1 != null && { at: zeroShot.top1 }),
  }));
  const words = { axis: t("axis"), value: t("value"), interval: t("interval"), n: t("n") };
  return {
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
          const interval = intervals.models.get(run.runId) ?? null;
          const size = "size" in way ? way.size : null;
          return [
            model,
            run.model,
            run.method,
            run.version,
            way.kind === "few-shot" ? size : 0,
            way.kind === "self-consistency" ? size : 1,
            run.answered,
            run.top1,
            interval?.low ?? null,
            interval?.high ?? null,
            zeroShot?.top1 ?? null,
          ];
        }),
      ),
    ],
  };
}

export const makeMethods: FigureMaker = (rows, view, _asked, locale) => drawMethods(rows, view, locale);
