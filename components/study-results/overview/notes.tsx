import { WhenMade } from "#components/study-results/when-made.tsx";
import { getFormatter, getTranslations, getLocale } from "next-intl/server";
import { Fold } from "#components/study-results/overview/fold.tsx";
import { inPointsOf } from "#components/study-results/figure-cells.ts";
import { inPercent, inRange } from "#lib/figures/written.ts";
import { getIntervals } from "#lib/study-results/overview/intervals.ts";
import { getFewerVotes, getPoints } from "#lib/study-results/overview/overview.ts";
import { getResampled, type ResampledIntervals } from "#lib/study-results/overview/resampled.ts";
import { looksOf } from "#lib/study-results/interim-policy.ts";
import { findComparisonModel, type Interval } from "#lib/study-results/overview/types.ts";
import { countPassed } from "#lib/study-results/rows/selection.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { minForClaim, viewKey, type View, selectorsOf, writeView } from "#lib/study-results/schema.ts";
import { Link } from "#components/ui/link.tsx";
import type { ReactNode } from "react";
import { resultsPath } from "#lib/paths.ts";
import { isFilter } from "#lib/studies/selectors/schema.ts";
import { wordClusters } from "#lib/study-results/cluster-words.ts";
import { formatSelectedCases } from "#lib/study-results/overview/selection-words.ts";

type Props = { rows: StudyRows; view: View };

/** What a methods section has to say of the figures above. */
export async function MethodNote({ rows, view }: Props) {
  const t = await getTranslations("resultsOverview.method");
  const format = await getFormatter();
  const { people, consensus, models } = getPoints(rows, view);
  const runId = findComparisonModel(rows.study.comparatorRunId, models)?.model.runId ?? null;
  const { low, high } = people.naive;
  const { mayPass } = rows.study.design.questions;
  const { isLook, works } = getIntervals(rows, view);
  // Of one look alone, which would be read as the narrower truth.
  const naive = low !== null && high !== null && people.isClaimable && !isLook;
  const fewer = getFewerVotes(rows, view).flatMap(({ votes, cases, accuracy }) =>
    accuracy === null ? [] : [t("fewerVotes", { votes, cases, share: inPercent(accuracy) })],
  );
  const least = {
    leastAnswers: minForClaim.answers,
    leastPeople: minForClaim.people,
    leastCases: minForClaim.cases,
  };
  return (
    <Fold id="method" title={t("title")}>
      <ul className="notes list-disc pl-5 text-sm">
        <li>{t("cases", { cases: people.n.cases })}</li>
        {mayPass && <li>{t("passed", { count: countPassed({ rows, view }) })}</li>}
        <li>{t("twoWay")}</li>
        {isLook && <li>{t("everyLook", { looks: looksOf(rows, view.who) })}</li>}
        <li>{t("clusters", wordClusters(rows, works, await getLocale()))}</li>
        <li>{t("weighting")}</li>
        {naive && <li>{t("naive", { answers: people.n.answers, range: inRange(low, high) })}</li>}
        {!isLook && (
          <li>
            <WhenMade
              made={getResampled(rows, view, runId)}
              of={`${rows.stamp} ${viewKey(view)}`}
              fallback={t("resampling")}
            >
              {(resampled) => <ResampledNote rows={rows} runId={runId} resampled={resampled} />}
            </WhenMade>
          </li>
        )}
        <li>
          {t("consensus", { ties: consensus.ties })}{" "}
          {consensus.accuracy !== null && people.isClaimable && !isLook && (
            <>
              {t("votes", {
                ...consensus.votes,
                same: String(consensus.votes.least === consensus.votes.most),
              })}{" "}
              {t("fewer", { list: format.list(fewer) })}
            </>
          )}
        </li>
        <li>{t("few", least)}</li>
      </ul>
    </Fold>
  );
}

type ResampledProps = Pick<Props, "rows"> & { runId: number | null; resampled: ResampledIntervals };

/** The same by resampling. */
async function ResampledNote({ rows, runId, resampled }: ResampledProps) {
  const t = await getTranslations("resultsOverview.method");
  const overview = await getTranslations("resultsOverview");
  const write = ({ low, high }: Interval, of = inRange as (low: number, high: number) => string) =>
    low === null || high === null ? "–" : of(low, high);
  const name = rows.runs.find(({ id }) => id === runId)?.model ?? "";
  return t("resampled", {
    people: write(resampled.people),
    casesOnly: write(resampled.peopleCasesOnly),
    gap: resampled.gap ? t("resampledGap", { name, range: write(resampled.gap, inPointsOf(overview)) }) : "",
    b: resampled.b,
    seed: String(resampled.seed),
  });
}

type SelectionNoteProps = { rows: StudyRows; view: View };

/** Which models the cases were chosen by, and which comparison that leaves fair. */
export async function SelectionNote({ rows, view }: SelectionNoteProps) {
  const locale = await getLocale();
  const selectors = selectorsOf(rows.study);
  const cases = formatSelectedCases(selectors, locale, view.stratum);
  if (cases === null) return null;
  const t = await getTranslations("resultsOverview.selecting");
  const reference = selectors.find(({ way }) => way === "errors");
  const filtered = formatSelectedCases(selectors.filter(isFilter), locale);
  return (
    <Fold
      id="selection"
      title={t("title", { cases })}
      note={t("note", { cases: getPoints(rows, view).people.n.cases })}
    >
      {reference && <SelectedByErrors rows={rows} view={view} model={reference.model} />}
      {filtered && <p className="measure">{t("filtered", { cases: filtered })}</p>}
    </Fold>
  );
}

async function SelectedByErrors({ rows, view, model }: SelectionNoteProps & { model: string }) {
  const t = await getTranslations("resultsOverview.selecting");
  const hasControls = rows.cases.some(({ stratum }) => stratum === "control");
  const controls = resultsPath(rows.study.slug, "overview", writeView({ ...view, stratum: "control" }));
  return (
    <p className="measure">
      {t(view.stratum, { model })}{" "}
      {hasControls
        ? view.stratum !== "control" &&
          t.rich("hasControls", {
            link: (chunks: ReactNode) => (
              <Link href={controls} className="text-accent underline">
                {chunks}
              </Link>
            ),
          })
        : t("noControls")}
    </p>
  );
}
