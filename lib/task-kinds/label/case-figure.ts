import type { Locale } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import type { MadeFigure } from "#lib/figures/made-figure.ts";
import { hasCode } from "#lib/task-kinds/label/value.ts";
import type { AnsweredByAll } from "#lib/task-kinds/answered-by-all.ts";

/** How many people found each code in a case, and how many none. */
export function drawCodes({ row, who, people, chosen }: AnsweredByAll, locale: Locale): MadeFigure {
  const t = wordsIn(locale, "resultsCodes");
  const ofCase = wordsIn(locale, "resultsCases.figures.case");
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
  return {
    title: ofCase("title", { key: row.key }),
    figure: {
      kind: "bars",
      input: {
        options: bars.map((bar) => ({ ...bar, key: "" })),
        people,
        models: [],
        words: {
          people: ofCase(`answers.${who}`, { n: people }),
          models: "",
          gold: ofCase("gold"),
          goldColumn: ofCase("goldColumn"),
          choice: ofCase("choice"),
          choiceColumn: ofCase("choiceColumn"),
        },
      },
    },
    csv: [
      ["by", "code", "found", "share"],
      ...bars.map(({ id, label, chosen: found }) => [
        who,
        id === "none" ? "" : label,
        found,
        people === 0 ? null : found / people,
      ]),
    ],
  };
}
