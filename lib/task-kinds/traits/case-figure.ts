import type { Locale } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import type { MadeFigure } from "#lib/figures/made-figure.ts";
import { decodeLevels } from "#lib/task-kinds/traits/decoded.ts";
import { traitNames } from "#lib/task-kinds/traits/profile.ts";
import { nameLevel } from "#lib/task-kinds/traits/schema.ts";
import type { AnsweredByAll } from "#lib/task-kinds/answered-by-all.ts";

const levels = [0, 1, 2] as const;
const levelKeys = ["low", "neutral", "high"] as const;

/** How many people found each level of each trait. */
export function drawProfiles({ row, who, people, chosen }: AnsweredByAll, locale: Locale): MadeFigure {
  const t = wordsIn(locale, "resultsTraits");
  const ofCase = wordsIn(locale, "resultsCases.figures.case");
  const found = chosen.flatMap((code) => {
    const profile = decodeLevels(code);
    return profile ? [profile] : [];
  });
  const right = row.gold === null ? null : decodeLevels(row.gold);
  const bars = traitNames.flatMap((trait, at) =>
    levels.map((level) => ({
      trait,
      level,
      isGold: right?.[at] === level,
      count: found.filter((profile) => profile[at] === level).length,
    })),
  );
  return {
    title: ofCase("title", { key: row.key }),
    figure: {
      kind: "bars",
      input: {
        options: bars.map(({ trait, level, isGold, count }) => ({
          id: `${trait}-${level}`,
          key: "",
          label: t("ofCase.bar", { trait: t(`traits.${trait}`), level: t(`levels.${levelKeys[level]}`) }),
          isGold,
          chosen: count,
        })),
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
      ["by", "trait", "level", "found", "share"],
      ...bars.map(({ trait, level, count }) => [
        who,
        trait,
        nameLevel(level),
        count,
        people === 0 ? null : count / people,
      ]),
    ],
  };
}
