import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { inPointsOf } from "#components/study-results/ranges.ts";
import { wordInterval } from "#components/study-results/overview/interval-words.ts";
import { wayTo } from "#components/study-results/overview/told-figure.tsx";
import { inPercent, inPoints, inProbability } from "#lib/figures/written.ts";
import { isAlike, type Headline } from "#lib/study-results/overview/headline.ts";
import type { ModelPoints } from "#lib/study-results/overview/types.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { minForClaim, type View } from "#lib/study-results/schema.ts";

type Props = { rows: StudyRows; view: View; headline: Headline };
type Told = {
  name: ReactNode;
  value: number | null;
  /** How the value is written; null where there is none. */
  written: ReactNode;
  lines: readonly ReactNode[];
};

/** The three figures that everything is about: people, the model named in the plan, and what lies between them. */
export async function KeyFigures(props: Props) {
  const told = [await tellPeople(props), await tellModel(props), await tellDifference(props)];
  return (
    <dl className="grid gap-x-8 gap-y-4 @min-[38rem]:grid-cols-3 @min-[56rem]:grid-cols-1">
      {told.map(({ name, value, written, lines }, i) => (
        <div key={["people", "model", "difference"][i]} className="grid min-w-0 content-start">
          <dt className="text-sm font-semibold wrap-anywhere">{name}</dt>
          <dd
            data-numeral
            title={value === null ? undefined : String(value)}
            className="text-[2.5rem] leading-[1.15] font-semibold tracking-tight tabular-nums"
          >
            {written}
          </dd>
          {lines.map((line, at) => (
            <dd key={at} className="text-sm text-ink-muted">
              {line}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}

/** People and cases that both answered; how many each answered where it is the same for all, and the model left nothing out. */
function sizeOf({ n, spread, works }: Headline, { gap }: ModelPoints) {
  const isAll = gap.answers === n.answers;
  return {
    kind: isAll ? spread.kind : "unequal",
    people: gap.people,
    cases: gap.cases,
    each: spread.kind === "each" ? spread.answers : gap.cases,
    works: works ?? 0,
  };
}

const Unit = (chunks: ReactNode) => (
  <span className="ml-1 text-xl font-normal tracking-normal">{chunks}</span>
);

async function tellPeople({ rows, view, headline }: Props): Promise<Told> {
  const t = await getTranslations("resultsOverview");
  const { n, people, who, isClaimable } = headline;
  const isTold = isClaimable && people.accuracy !== null;
  return {
    name: t(`forest.${who}`),
    value: isTold ? people.accuracy : null,
    written: isTold
      ? t.rich("key.share", { share: inPercent(people.accuracy ?? 0), unit: Unit })
      : t("key.none"),
    lines: [
      isTold ? await wordInterval(people.interval) : t("key.outcome.too_few"),
      t.rich("key.people", {
        cases: n.cases,
        answers: n.answers,
        who: t(`headline.${who}`, { count: n.people }),
        toPeople: wayTo(rows, view, "people"),
        toCases: wayTo(rows, view, "cases"),
      }),
    ],
  };
}

async function tellModel({ rows, view, headline }: Props): Promise<Told> {
  const t = await getTranslations("resultsOverview");
  const { comparator, best } = headline;
  const shown = comparator ?? best;
  const side = comparator ? comparator.difference.sides?.model : best?.side;
  if (!shown)
    return { name: t("key.noModel"), value: null, written: t("key.none"), lines: [t("key.noModelWhy")] };
  const { model } = shown;
  const isTold = side != null && model.answered >= minForClaim.cases;
  return {
    name: wayTo(rows, view, "models", ["model", String(model.runId)])(model.model),
    value: isTold ? side.value : null,
    written: isTold ? t.rich("key.share", { share: inPercent(side.value), unit: Unit }) : t("key.none"),
    lines: [
      isTold ? await wordInterval(side.interval) : t("key.outcome.too_few"),
      t(comparator ? "key.comparator" : "key.best", { answered: model.answered }),
      ...(isTold && !isAlike(side.value, model.top1) ? [t("key.weighted")] : []),
      ...(comparator?.weakness ? [t(`key.weakness.${comparator.weakness}`)] : []),
    ],
  };
}

async function tellDifference({ headline }: Props): Promise<Told> {
  const { comparator, who, disagreement } = headline;
  const t = await getTranslations("resultsOverview");
  const people = t(`forest.${who}`);
  if (!comparator)
    return {
      name: t("key.noDifference", { who: people }),
      value: null,
      written: t("key.none"),
      lines: [t("key.noComparator")],
    };
  const { model, difference, outcome } = comparator;
  const { value, interval, p, equivalence } = difference;
  const isTold = outcome !== "too_few" && value !== null;
  const range = await wordInterval(interval, { write: inPointsOf(t) });
  const judged = t(`key.outcome.${outcome}`, {
    who: people,
    margin: inPercent(equivalence?.margin ?? 0),
  });
  return {
    name: t("key.difference", { who: people, name: model.model }),
    value: isTold ? value : null,
    written: isTold ? t.rich("key.points", { points: inPoints(value), unit: Unit }) : t("key.none"),
    lines: isTold
      ? [
          p === null ? range : t("key.withP", { interval: range, p: inProbability(p) }),
          t("key.size", sizeOf(headline, model)),
          disagreement ? t("key.disagree") : judged,
        ]
      : [judged],
  };
}
