import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { RightOf, Share, VoteOf } from "#components/study-results/cases/case-cells.tsx";
import type { CaseFigures } from "#lib/study-results/case-figures.ts";
import type { CaseRow } from "#lib/study-results/rows.ts";
import type { Who } from "#lib/study-results/schema.ts";

type Props = {
  it: CaseRow;
  figures: CaseFigures;
  /** How many cases have a place by difficulty. */
  placed: number;
  who: Who;
  time: { ms: number | null; n: number };
};

/** One case in figures. Of a single case people are counted, never told in percent. */
export function CaseFacts({ it, figures, placed, who, time }: Props) {
  const t = useTranslations("resultsCases");
  const format = useFormatter();
  const { n, right, vote, difficulty, place, disagreement, models } = figures;
  const noAnswer = t("table.noAnswer");
  const decimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  const seconds = format.number((time.ms ?? 0) / 1000, { maximumFractionDigits: 1 });
  const facts: [string, ReactNode][] = [
    [
      t("case.facts.gold"),
      it.gold === null ? t("case.facts.noGold") : <bdi>{`${it.gold + 1}. ${it.optionNames[it.gold]}`}</bdi>,
    ],
    [t("case.facts.right", { who }), <RightOf key="right" right={right} n={n} why={noAnswer} />],
    [t("case.facts.vote", { who }), <VoteOf key="vote" it={it} vote={vote} />],
    [
      t("case.facts.difficulty"),
      difficulty === null || place === null ? (
        <Share value={difficulty} why={noAnswer} />
      ) : (
        <span title={String(difficulty)}>
          {t("case.facts.difficultyOf", {
            difficulty: format.number(difficulty, decimals),
            place,
            of: placed,
          })}
        </span>
      ),
    ],
    [
      t("case.facts.disagreement"),
      <Share key="disagreement" value={disagreement} why={n === 1 ? t("table.oneAnswer") : noAnswer} />,
    ],
    [
      t("case.facts.time"),
      time.ms === null ? t("case.facts.noTime") : t("case.facts.timeOf", { seconds, n: time.n }),
    ],
    [
      t("case.facts.models"),
      <RightOf key="models" right={models.right} n={models.answered} why={t("table.noModel")} />,
    ],
    [
      t("case.facts.goldProbability"),
      models.goldProbability === null ? (
        <Share value={null} why={t("table.noProbability")} />
      ) : (
        <span title={String(models.goldProbability)}>
          {t("case.facts.goldProbabilityOf", {
            probability: format.number(models.goldProbability, decimals),
            n: models.withProbabilities,
          })}
        </span>
      ),
    ],
    [t("case.facts.source"), it.source ? <bdi>{it.source}</bdi> : t("case.facts.noSource")],
    [
      t("case.facts.length"),
      it.answerLength === null ? t("case.facts.noLength") : format.number(it.answerLength),
    ],
  ];
  return (
    <section aria-labelledby="facts" className="grid gap-3">
      <h2 id="facts" className="text-xl font-semibold">
        {t("case.facts.title")}
      </h2>
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-4">
        {facts.map(([name, value]) => (
          <div key={name} className="min-w-0">
            <dt className="text-sm text-ink-muted">{name}</dt>
            <dd className="figures font-medium wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
