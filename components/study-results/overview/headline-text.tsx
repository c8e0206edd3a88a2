import { wordClusters } from "#lib/study-results/cluster-words.ts";
import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import { exactly, wayTo, type Rich, formatInterval } from "#components/study-results/overview/sentences.tsx";
import { inPercent, inProbability, inPoints } from "#lib/figures/written.ts";
import {
  computeHeadline,
  type Headline,
  type Lead,
  isAlike,
  type ComparatorFigures,
} from "#lib/study-results/overview/headline.ts";
import { getPoints } from "#lib/study-results/overview/overview.ts";
import { formatSelection } from "#lib/study-results/overview/selection-words.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { minForClaim, selectorsOf, type View, type Population } from "#lib/study-results/schema.ts";
import { inPointsOf } from "#components/study-results/figure-cells.ts";
import { defaultLevel } from "#lib/metrics/tests/proportion-interval.ts";
import { Fold } from "#components/study-results/overview/fold.tsx";
import type { ReactNode } from "react";
import type { ModelPoints } from "#lib/study-results/overview/types.ts";

type Props = { rows: StudyRows; view: View };

/** The finding in three figures: people, the model that the plan names, or the best on these cases, and what lies between. */
export async function KeyFigures({ rows, view }: Props) {
  const t = await getTranslations("resultsOverview.headline");
  const headline = computeHeadline(rows, view);
  return (
    <div role="group" aria-label={t("label")} className="grid min-w-0 content-start gap-3">
      <FigureList rows={rows} view={view} headline={headline} />
      {isTold(headline) ? (
        headline.disagreement && (
          <p className="measure text-sm">
            <Disagreeing {...headline} />
          </p>
        )
      ) : (
        <p className="measure text-sm">
          {t.rich("tooFew", {
            ...(await countHeadline({ rows, view }, headline)),
            leastAnswers: minForClaim.answers,
            leastPeople: minForClaim.people,
            leastCases: minForClaim.cases,
          })}
        </p>
      )}
    </div>
  );
}

const isTold = ({ isClaimable, people }: Headline): boolean => isClaimable && people.accuracy !== null;

async function countHeadline({ rows, view }: Props, { n, works, who }: Headline) {
  const t = await getTranslations("resultsOverview.headline");
  return {
    who: t(who, { count: n.people }),
    answers: n.answers,
    cases: n.cases,
    ...wordClusters(rows, works, await getLocale()),
    toPeople: wayTo(rows, view, "people"),
    toCases: wayTo(rows, view, "cases"),
  };
}

/** The same in sentences, with what is missing, left out and tested besides; nothing where there is too little to say. */
export async function HeadlineText({ rows, view }: Props) {
  const t = await getTranslations("resultsOverview.headline");
  const headline = computeHeadline(rows, view);
  const { n, people, who, spread, comparator, leftOut } = headline;
  const accuracy = people.accuracy;
  if (!isTold(headline) || accuracy === null) return null;
  const counted = await countHeadline({ rows, view }, headline);
  const toModel = (runId: number) => wayTo(rows, view, "models", ["model", String(runId)]);
  const { missing, wrong, right } = people.withMissing;
  const { ofPersons } = people;
  const selection = formatSelection(selectorsOf(rows.study), await getLocale(), view.stratum);
  return (
    <Fold id="finding" title={t("title")} note={t("note")}>
      <div className="measure grid gap-2 text-sm">
        <p>
          {t.rich(spread.kind, {
            ...counted,
            each: spread.kind === "each" ? spread.answers : n.cases,
            share: inPercent(accuracy),
            strong: exactly(accuracy, counted.toPeople),
            interval: await formatInterval(people.interval),
            selection: selection === null ? "" : t("selected", { selection }),
          })}{" "}
          {ofPersons &&
            t("ofPersons", {
              share: inPercent(ofPersons.value),
              interval: await formatInterval(ofPersons.interval),
            })}{" "}
          {missing > 0 &&
            t("missing", { missing, wrong: inPercent(wrong ?? 0), right: inPercent(right ?? 0) })}{" "}
          {leftOut &&
            leftOut.accuracy !== null &&
            t("leftOut", {
              count: leftOut.people,
              share: inPercent(leftOut.accuracy),
              interval: await formatInterval(leftOut.interval),
            })}
        </p>
        {comparator ? (
          <ComparatorText who={who} comparator={comparator} toModel={toModel(comparator.model.runId)} />
        ) : (
          <p>{t("noComparator")}</p>
        )}
        <BestText rows={rows} view={view} headline={headline} toModel={toModel} />
      </div>
    </Fold>
  );
}

/** That the figure over all tracks hides more than it tells comes before it. */
async function Disagreeing({ disagreement, who, comparator }: Headline) {
  const t = await getTranslations("resultsOverview.headline");
  const format = await getFormatter();
  if (!disagreement || !comparator) return null;
  const list = (leads: readonly Lead[]) =>
    format.list(
      leads.map(({ track, points, p }) =>
        t("lead", {
          track,
          points: inPercent(points),
          p: inProbability(p),
          isTested: p === null ? "no" : "yes",
        }),
      ),
    );
  const { people, model } = disagreement;
  const told = t("disagreement", {
    who,
    name: comparator.model.model,
    people: list(people),
    model: list(model),
  });
  return <strong>{told}</strong>;
}

type BestProps = Props & { headline: Headline; toModel: (runId: number) => Rich };

async function BestText({ rows, view, headline: { best, comparator }, toModel }: BestProps) {
  const t = await getTranslations("resultsOverview.headline");
  if (!best || best.model.top1 === null) return <p>{t("noModel")}</p>;
  const { model, equals, places } = best;
  const isNamed = comparator?.model.runId === model.runId;
  const models = getPoints(rows, view).models.filter(({ isRanked }) => isRanked).length;
  // Of one model there is no best.
  if (isNamed && models === 1) return null;
  return (
    <p>
      {t.rich("best", {
        name: model.model,
        equals,
        share: inPercent(model.top1 ?? 0),
        answered: model.answered,
        isPart: model.withMissing.missing > 0 ? "yes" : "no",
        places:
          models > 1 && places
            ? t("place", { best: places.best, worst: places.worst, models })
            : t("onlyPlace"),
        toModel: toModel(model.runId),
      })}
    </p>
  );
}

type ComparatorTextProps = { who: Population; comparator: ComparatorFigures; toModel: Rich };

/** The model that the plan names beside people, in a sentence of its own for each way it can come out. */
async function ComparatorText({ who, comparator, toModel }: ComparatorTextProps) {
  const t = await getTranslations("resultsOverview.headline");
  const { model, difference, weakness } = comparator;
  const { people, model: side } = difference.sides ?? {};
  const isPart = model.withMissing.missing > 0;
  return (
    <p>
      {t.rich("comparator", {
        name: model.model,
        share: inPercent(side?.value ?? 0),
        answered: model.answered,
        isPart: isPart ? "yes" : "no",
        who,
        people: inPercent(people?.value ?? 0),
        wrong: inPercent(model.withMissing.wrong ?? 0),
        interval: await formatInterval(side?.interval ?? null),
        toModel,
        strong: exactly(side?.value ?? null, toModel),
      })}{" "}
      {!isAlike(side?.value, model.top1) && t("weighted", { each: inPercent(model.top1 ?? 0) })}{" "}
      {weakness && t(`weakness.${weakness}`)} <Outcome who={who} comparator={comparator} />{" "}
      {model.apart && t("filtered", { name: model.model })}
    </p>
  );
}

async function Outcome({ who, comparator }: Pick<ComparatorTextProps, "who" | "comparator">) {
  const t = await getTranslations("resultsOverview.headline");
  const write = inPointsOf(await getTranslations("resultsOverview"));
  const { outcome, difference, strict, isNoWorse, couldFind } = comparator;
  const { value, interval, p, equivalence } = difference;
  if (outcome === "too_few" || value === null) return t("too_few");
  const isModelAhead = outcome === "model_ahead";
  const isEquivalent = outcome === "equivalent" && equivalence;
  const figures = {
    who,
    points: inPercent(isModelAhead ? -value : value),
    margin: inPercent(equivalence?.margin ?? 0),
    couldFind: inPercent(couldFind ?? 0),
    interval: isEquivalent
      ? await formatInterval(
          { ...equivalence, method: interval.method, reason: null },
          { level: 2 * defaultLevel - 1, write },
        )
      : await formatInterval(interval, { turned: isModelAhead, write }),
    p: inProbability(isEquivalent ? equivalence.pEquivalent : p),
    isLook: p === null ? "yes" : "no",
    strict: inPercent(strict?.value ?? 0),
    strictInterval: strict ? await formatInterval(strict.interval, { write }) : "",
  };
  // That a model far behind is not shown to be as good goes without saying.
  const isTold = isNoWorse && (outcome === "no_difference" || outcome === "people_ahead");
  const noWorse = (strict ?? difference).equivalence?.pNoWorse ?? null;
  return (
    <>
      {t.rich(outcome, { ...figures, strong: exactly(value) })}{" "}
      {(isTold || (isNoWorse === false && outcome === "no_difference")) &&
        t(isNoWorse ? "noWorse" : "notNoWorse", { ...figures, p: inProbability(noWorse) })}
    </>
  );
}

type KeyFiguresProps = { rows: StudyRows; view: View; headline: Headline };
type KeyFigure = {
  name: ReactNode;
  value: number | null;
  /** How the value is written; null where there is none. */
  written: ReactNode;
  lines: readonly ReactNode[];
};

/** The three figures that everything is about: people, the model named in the plan, and what lies between them. */
async function FigureList(props: KeyFiguresProps) {
  const told = [await describePeople(props), await describeModel(props), await describeDifference(props)];
  return (
    <dl className="grid gap-x-8 gap-y-4 @min-[38rem]:grid-cols-3">
      {told.map(({ name, value, written, lines }, i) => (
        <div key={["people", "model", "difference"][i]} className="flex min-w-0 flex-col">
          <dt className="order-1 text-sm font-semibold wrap-anywhere">{name}</dt>
          <dd
            data-numeral
            title={value === null ? undefined : String(value)}
            className="text-[2.5rem] leading-[1.15] font-semibold tracking-tight tabular-nums"
          >
            {written}
          </dd>
          {lines.map((line, at) => (
            <dd key={at} className="order-2 text-sm text-ink-muted">
              {line}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}

/** People and cases that both answered; how many each answered where it is the same for all, and the model left nothing out. */
function sizeOf({ n, spread }: Headline, { gap }: ModelPoints) {
  const isAll = gap.answers === n.answers;
  return {
    kind: isAll ? spread.kind : "unequal",
    people: gap.people,
    cases: gap.cases,
    each: spread.kind === "each" ? spread.answers : gap.cases,
  };
}

const Unit = (chunks: ReactNode) => (
  <span className="ml-1 text-xl font-normal tracking-normal">{chunks}</span>
);

async function describePeople({ rows, view, headline }: KeyFiguresProps): Promise<KeyFigure> {
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
      isTold ? await formatInterval(people.interval) : t("key.outcome.too_few"),
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

async function describeModel({ rows, view, headline }: KeyFiguresProps): Promise<KeyFigure> {
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
      isTold ? await formatInterval(side.interval) : t("key.outcome.too_few"),
      t(comparator ? "key.comparator" : "key.best", { answered: model.answered }),
      ...(isTold && !isAlike(side.value, model.top1) ? [t("key.weighted")] : []),
      ...(comparator?.weakness ? [t(`key.weakness.${comparator.weakness}`)] : []),
    ],
  };
}

async function describeDifference({ rows, headline }: KeyFiguresProps): Promise<KeyFigure> {
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
  const range = await formatInterval(interval, { write: inPointsOf(t) });
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
          t("key.size", {
            ...sizeOf(headline, model),
            ...wordClusters(rows, headline.works, await getLocale()),
          }),
          disagreement ? t("key.disagree") : judged,
        ]
      : [judged],
  };
}
