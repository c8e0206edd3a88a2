import { useFormatter, useTranslations } from "next-intl";
import { missing, option, share, tellRight, tellVote } from "#components/study-results/cases/case-cells.ts";
import { FactList } from "#components/study-results/cases/fact-list.tsx";
import { named } from "#components/study-results/figure-cells.ts";
import type { Cell } from "#components/ui/table/cell.tsx";
import type { CaseFigures } from "#lib/study-results/cases/case-figures.ts";
import type { CaseRow } from "#lib/study-results/rows/rows.ts";
import type { Who } from "#lib/study-results/schema.ts";

type Props = {
  row: CaseRow;
  figures: CaseFigures;
  /** How many cases have a place by difficulty. */
  placed: number;
  who: Who;
  time: { ms: number | null; n: number };
};

/** One case in figures. Of a single case people are counted, never told in percent. */
export function CaseFacts({ row, figures, placed, who, time }: Props) {
  const t = useTranslations("resultsCases.case.facts");
  const ofTable = useTranslations("resultsCases.table");
  const format = useFormatter();
  const { n, right, vote, difficulty, place, disagreement, models } = figures;
  const { goldProbability } = models;
  const noAnswer = ofTable("noAnswer");
  const decimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  const seconds = format.number((time.ms ?? 0) / 1000, { maximumFractionDigits: 1 });
  const facts: [string, Cell][] = [
    [t("gold"), row.gold === null ? t("noGold") : option(row, row.gold)],
    [t("right", { who }), tellRight(ofTable, { right, n, why: noAnswer })],
    [t("vote", { who }), tellVote(ofTable, format, row, vote)],
    [
      t("difficulty"),
      difficulty === null || place === null
        ? share(difficulty, right === null ? ofTable("unknownGold") : noAnswer)
        : {
            text: t("difficultyOf", { difficulty: format.number(difficulty, decimals), place, of: placed }),
            title: String(difficulty),
          },
    ],
    [t("disagreement"), share(disagreement, n === 1 ? ofTable("oneAnswer") : noAnswer)],
    [t("time"), time.ms === null ? t("noTime") : t("timeOf", { seconds, n: time.n })],
    [
      t("models"),
      tellRight(ofTable, {
        right: right === null ? null : models.right,
        n: models.answered,
        why: ofTable("noModel"),
      }),
    ],
    [
      t("goldProbability"),
      goldProbability === null
        ? missing(ofTable("noProbability"))
        : {
            text: t("goldProbabilityOf", {
              probability: format.number(goldProbability, decimals),
              n: models.withProbabilities,
            }),
            title: String(goldProbability),
          },
    ],
    [t("source"), row.source ? named(row.source) : t("noSource")],
    [t("length"), row.answerLength === null ? t("noLength") : format.number(row.answerLength)],
  ];
  return (
    <section aria-labelledby="facts" className="grid gap-3">
      <h2 id="facts" className="text-xl font-semibold">
        {t("title")}
      </h2>
      <FactList facts={facts} />
    </section>
  );
}
