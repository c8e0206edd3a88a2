import type { BarsModel, BarsOption } from "#lib/figures/drawn/bars.ts";
import type { Locale } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import type { FigureWithData } from "#lib/figures/figure.ts";
import type { AnsweredByAll } from "#lib/study-results/kinds/figured.ts";

const wordsOf = (locale: Locale) => wordsIn(locale, "resultsCases.figures.case");
type Words = ReturnType<typeof wordsOf>;

type FigureParts = Pick<FigureWithData, "csv"> & {
  bars: readonly (Omit<BarsOption, "key"> & { key?: string })[];
  models?: readonly BarsModel[];
  /** What models are called, where there are any. */
  modelsAre?: string;
};

/** Bars of what people answered to one case. */
export function drawBars(
  { row, who, people }: AnsweredByAll,
  locale: Locale,
  drawn: FigureParts,
): FigureWithData {
  const t = wordsOf(locale);
  return {
    title: t("title", { key: row.key }),
    figure: {
      kind: "bars",
      input: {
        options: drawn.bars.map((bar) => ({ key: "", ...bar })),
        people,
        models: drawn.models ?? [],
        words: {
          people: t(`answers.${who}`, { n: people }),
          models: drawn.modelsAre ?? "",
          gold: t("gold"),
          goldColumn: t("goldColumn"),
          choice: t("choice"),
          choiceColumn: t("choiceColumn"),
        },
      },
    },
    csv: drawn.csv,
  };
}

/** How many people chose each option of a case, and what every run gave it. */
export function drawOptions(answers: AnsweredByAll, locale: Locale): FigureWithData {
  const t = wordsOf(locale);
  const { row, counts, models } = answers;
  const hasSelecting = models.some(({ run }) => run.apart === "selecting");
  return drawBars(answers, locale, {
    bars: row.optionNames.map((label, option) => ({
      id: String(option),
      key: String(option + 1),
      label,
      isGold: option === row.gold,
      chosen: counts[option] ?? 0,
    })),
    models: models.map((model) => drawModel(t, row.optionNames, model)),
    modelsAre: t(hasSelecting ? "models.selecting" : "models.plain"),
    csv: writeTable(answers),
  });
}

function drawModel(t: Words, names: readonly string[], model: AnsweredByAll["models"][number]): BarsModel {
  const { run, label, choice, probabilities, instead, href } = model;
  return {
    id: String(run.id),
    label,
    kind: run.apart === "selecting" ? "selecting" : "model",
    probabilities: names.map((_, option) => probabilities[option] ?? null),
    choice,
    ...(instead && { instead: t(instead) }),
    ...(href && { href }),
  };
}

const isRight = (option: number, { gold }: AnsweredByAll["row"]) =>
  gold === null ? null : Number(option === gold);

const writeTable = ({ row, who, counts, people, models }: AnsweredByAll): FigureWithData["csv"] => [
  ["by", "model", "method", "version", "option", "name", "right", "chosen", "share"],
  ...row.optionNames.map((name, option) => {
    const chosen = counts[option] ?? 0;
    const share = people === 0 ? null : chosen / people;
    return [who, null, null, null, option + 1, name, isRight(option, row), chosen, share];
  }),
  ...models.flatMap(({ run: { model, method, version }, choice, probabilities }) =>
    row.optionNames.map((name, option) => {
      const chosen = choice === null ? null : Number(choice === option);
      const right = isRight(option, row);
      const share = probabilities[option] ?? null;
      return ["model", model, method, version, option + 1, name, right, chosen, share];
    }),
  ),
];
