import { getTranslations } from "next-intl/server";
import { Link } from "#components/ui/link.tsx";
import type { ReactNode } from "react";
import { resultsPath, type ResultsPage } from "#lib/paths.ts";
import { inPointRange, wordInterval } from "#components/study-results/overview/interval-words.ts";
import { inPercent } from "#lib/figures/written.ts";
import { writeHeadline, type Headline } from "#lib/study-results/overview/headline.ts";
import type { Intervals } from "#lib/study-results/overview/intervals.ts";
import { getPoints } from "#lib/study-results/overview/overview.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { leastForClaim, writeView, type View } from "#lib/study-results/schema.ts";

type Props = { rows: StudyRows; view: View; intervals: Intervals | null };

/** The finding in one sentence about people and one about the best model, made from the data. */
export async function HeadlineText({ rows, view, intervals }: Props) {
  const t = await getTranslations("resultsOverview.headline");
  const headline = writeHeadline(rows, view, getPoints(rows, view), intervals);
  const { n, isClaimable, spread, people, who } = headline;
  const counted = {
    who: t(who, { count: n.people }),
    answers: n.answers,
    cases: n.cases,
    toPeople: wayTo(rows, view, "people"),
    toCases: wayTo(rows, view, "cases"),
  };
  return (
    <div role="group" aria-label={t("label")} className="measure grid gap-2 text-xl leading-relaxed">
      {!isClaimable || people.accuracy === null ? (
        <p>
          {t.rich("tooFew", {
            ...counted,
            leastAnswers: leastForClaim.answers,
            leastCases: leastForClaim.cases,
          })}
        </p>
      ) : (
        <>
          <p>
            {t.rich(spread.kind, {
              ...counted,
              each: spread.kind === "each" ? spread.answers : n.cases,
              share: inPercent(people.accuracy),
              strong: exactly(people.accuracy, counted.toPeople),
              interval: await wordInterval(people.interval, who),
            })}
          </p>
          <Best
            headline={headline}
            toModel={(runId) => wayTo(rows, view, "models", ["model", String(runId)])}
          />
        </>
      )}
    </div>
  );
}

type Rich = (chunks: ReactNode) => ReactNode;

function wayTo({ study }: StudyRows, view: View, page: ResultsPage, more?: [string, string]): Rich {
  const asked = writeView(view);
  if (more) asked.set(...more);
  const WayTo = (chunks: ReactNode) => (
    <Link href={resultsPath(study.slug, page, asked)} className="text-accent underline">
      {chunks}
    </Link>
  );
  return WayTo;
}

/** Rounded for the eye, and a way to what it is made of; unrounded in the title. */
function exactly(value: number | null, way: Rich): Rich {
  const Exactly = (chunks: ReactNode) => (
    <strong title={String(value)} className="whitespace-nowrap">
      {way(chunks)}
    </strong>
  );
  return Exactly;
}

type BestProps = { headline: Headline; toModel: (runId: number) => Rich };

async function Best({ headline: { best, who, n }, toModel }: BestProps) {
  const t = await getTranslations("resultsOverview.headline");
  if (!best || best.model.top1 === null) return <p>{t("noModel", { who })}</p>;
  const { model, equals, interval } = best;
  const gap = model.gap.value ?? 0;
  const way = gap > 0 ? "lower" : gap < 0 ? "higher" : "equal";
  const toBest = toModel(model.runId);
  const found = await wordInterval(best.gap, who, {
    isBrief: true,
    turned: way === "higher",
    write: inPointRange,
  });
  return (
    <p>
      {t.rich(equals > 0 ? "bestOfEquals" : "best", {
        name: model.model,
        equals,
        share: inPercent(model.top1 ?? 0),
        part: model.answered < n.cases ? ` ${t("part", { answered: model.answered })}` : "",
        interval: await wordInterval(interval, who, { isBrief: true }),
        gap: t(way, { who, points: inPercent(Math.abs(gap)), interval: found }),
        toModel: toBest,
        strong: exactly(model.top1, toBest),
      })}
    </p>
  );
}
