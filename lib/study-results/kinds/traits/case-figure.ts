import type { Locale } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import type { FigureWithData } from "#lib/figures/figure.ts";
import { drawBars } from "#lib/study-results/kinds/options/case-figure.ts";
import { decodeLevels } from "#lib/task-kinds/traits/decoded.ts";
import { traitNames } from "#lib/task-kinds/traits/profile.ts";
import { levelNameAt } from "#lib/task-kinds/traits/schema.ts";
import type { AnsweredByAll } from "#lib/study-results/kinds/answered-by-all.ts";

const levels = [0, 1, 2] as const;
const levelKeys = ["low", "neutral", "high"] as const;

/** How many people found each level of each trait. */
export function drawProfiles(answers: AnsweredByAll, locale: Locale): FigureWithData {
  const { row, who, people, chosen } = answers;
  const t = wordsIn(locale, "resultsTraits");
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
  return drawBars(answers, locale, {
    bars: bars.map(({ trait, level, isGold, count }) => ({
      id: `${trait}-${level}`,
      label: t("ofCase.bar", { trait: t(`traits.${trait}`), level: t(`levels.${levelKeys[level]}`) }),
      isGold,
      chosen: count,
    })),
    csv: [
      ["by", "trait", "level", "found", "share"],
      ...bars.map(({ trait, level, count }) => [
        who,
        trait,
        levelNameAt(level),
        count,
        people === 0 ? null : count / people,
      ]),
    ],
  });
}
