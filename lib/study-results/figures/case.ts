import { createTranslator } from "use-intl/core";
import type { BarsModel } from "#lib/figures/drawn/bars-input.ts";
import en from "#lib/i18n/messages/en.json" with { type: "json" };
import { listAnswersTo, viewOfCase } from "#lib/study-results/cases/case-answers.ts";
import { choiceOf, insteadOf, sortRuns } from "#lib/study-results/cases/case-runs.ts";
import { readProbabilities } from "#lib/study-results/cases/case-queries.ts";
import type { FigureMaker, MadeFigure } from "#lib/study-results/figures.ts";
import { nameAmong } from "#lib/study-results/models/models.ts";
import type { RunRow, StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";

const t = createTranslator({ locale: "en", messages: en, namespace: "resultsCases.figures.case" });

export type Probabilities = ReadonlyMap<number, readonly number[]>;
type Subject = { index: number; probabilities: Probabilities };
type Ways = { toRun?: (run: RunRow) => string };

/** What people chose and what every run gave each option of one case, which the address names by its number. */
export const makeCase: FigureMaker = async (rows, view, asked) => {
  const index = rows.cases.findIndex(({ id }) => String(id) === asked.get("case"));
  if (index < 0) return null;
  return describeCase(rows, view, { index, probabilities: await readProbabilities(rows, index) });
};

export function describeCase(
  rows: StudyRows,
  view: View,
  { index, probabilities }: Subject,
  { toRun }: Ways = {},
): MadeFigure | null {
  const it = rows.cases[index];
  if (!it) return null;
  const answers = listAnswersTo(rows, viewOfCase(view), index);
  const counts = it.optionNames.map((_, option) => answers.filter(({ choice }) => choice === option).length);
  const models = sortRuns(rows.runs, index).map((run) => ({
    run,
    choice: choiceOf(run, index),
    given: it.optionNames.map((_, option) => probabilities.get(run.id)?.[option] ?? null),
  }));
  const { who } = view;
  return {
    title: t("title", { key: it.key }),
    figure: {
      kind: "bars",
      input: {
        options: it.optionNames.map((label, option) => ({
          id: String(option),
          key: String(option + 1),
          label,
          isGold: option === it.gold,
          chosen: counts[option] ?? 0,
        })),
        people: answers.length,
        models: models.map(({ run, choice, given }): BarsModel => {
          const instead = insteadOf(run, index);
          return {
            id: String(run.id),
            label: nameAmong(run, rows.runs),
            kind: run.isSelecting ? "selecting" : "model",
            probabilities: given,
            choice,
            ...(instead && { instead: t(instead) }),
            ...(toRun && { href: toRun(run) }),
          };
        }),
        words: {
          people: t(`answers.${who}`, { n: answers.length }),
          models: t(rows.runs.some(({ isSelecting }) => isSelecting) ? "models.selecting" : "models.plain"),
          gold: t("gold"),
          goldColumn: t("goldColumn"),
          choice: t("choice"),
          choiceColumn: t("choiceColumn"),
        },
      },
    },
    csv: [
      ["by", "model", "method", "version", "option", "name", "right", "chosen", "share"],
      ...it.optionNames.map((name, option) => {
        const chosen = counts[option] ?? 0;
        const share = answers.length === 0 ? null : chosen / answers.length;
        return [who, null, null, null, option + 1, name, Number(option === it.gold), chosen, share];
      }),
      ...models.flatMap(({ run, choice, given }) =>
        it.optionNames.map((name, option) => {
          const chosen = choice === null ? null : Number(choice === option);
          const { model, method, version } = run;
          const right = Number(option === it.gold);
          return ["model", model, method, version, option + 1, name, right, chosen, given[option]];
        }),
      ),
    ],
  };
}
