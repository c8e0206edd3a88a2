import { getFormatter, getTranslations } from "next-intl/server";
import { Fold } from "#components/study-results/overview/fold.tsx";
import { Streamed } from "#components/ui/streamed.tsx";
import { inPointsOf } from "#components/study-results/ranges.ts";
import { inPercent, inRange } from "#lib/figures/written.ts";
import { defaultBins } from "#lib/metrics/calibration/calibration.ts";
import { getIntervals } from "#lib/study-results/overview/intervals.ts";
import { getFewerVotes, getPoints } from "#lib/study-results/overview/overview.ts";
import { getResampled, type ResampledIntervals } from "#lib/study-results/overview/resampled.ts";
import { looksOf } from "#lib/study-results/interim-policy.ts";
import { findComparisonModel, type Interval } from "#lib/study-results/overview/types.ts";
import { countPassed } from "#lib/study-results/rows/selection.ts";
import { peek } from "#lib/study-results/rows/memoize.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { minForClaim, plannedEnd, viewKey, type View } from "#lib/study-results/schema.ts";

type Props = { rows: StudyRows; view: View };

/** What a methods section has to say of the figures above. */
export async function MethodNote({ rows, view }: Props) {
  const t = await getTranslations("resultsOverview.method");
  const format = await getFormatter();
  const { people, consensus, models } = getPoints(rows, view);
  const runId = findComparisonModel(rows.study.comparatorRunId, models)?.model.runId ?? null;
  const { low, high } = people.naive;
  const { who } = view;
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
        <li>{t("cases", { who, cases: people.n.cases })}</li>
        {mayPass && <li>{t("passed", { count: countPassed({ rows, view }) })}</li>}
        <li>{t("twoWay", { who })}</li>
        {isLook && (
          <li>
            {t("everyLook", { who, looks: looksOf(rows, who), planned: plannedEnd(rows.study.design) })}
          </li>
        )}
        <li>{t("clusters", { works: works ?? 0 })}</li>
        <li>{t("gap", { who })}</li>
        <li>{t("weighting", { who })}</li>
        <li>{naive ? t("naive", { answers: people.n.answers, range: inRange(low, high) }) : t("noNaive")}</li>
        {!isLook && (
          <li>
            <Contrast rows={rows} view={view} runId={runId} />
          </li>
        )}
        <li>
          {t("consensus", { who, ties: consensus.ties })}{" "}
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
        <li>{t("scores", { bins: defaultBins })}</li>
        <li>{t("few", { who, ...least })}</li>
      </ul>
    </Fold>
  );
}

type ContrastProps = Props & { runId: number | null };

/** The same by resampling, as soon as it is there. */
async function Contrast({ rows, view, runId }: ContrastProps) {
  const t = await getTranslations("resultsOverview.method");
  const ready = peek(getResampled(rows, view, runId));
  if (ready) return <ResampledNote rows={rows} view={view} runId={runId} resampled={ready} />;
  return (
    <Streamed key={`${rows.stamp} ${viewKey(view)}`} fallback={t("resampling")}>
      <Later rows={rows} view={view} runId={runId} />
    </Streamed>
  );
}

async function Later({ rows, view, runId }: ContrastProps) {
  return (
    <ResampledNote rows={rows} view={view} runId={runId} resampled={await getResampled(rows, view, runId)} />
  );
}

async function ResampledNote({
  rows,
  view,
  runId,
  resampled,
}: ContrastProps & { resampled: ResampledIntervals }) {
  const t = await getTranslations("resultsOverview.method");
  const overview = await getTranslations("resultsOverview");
  const write = ({ low, high }: Interval, of = inRange as (low: number, high: number) => string) =>
    low === null || high === null ? "–" : of(low, high);
  const name = rows.runs.find(({ id }) => id === runId)?.model ?? "";
  return t("resampled", {
    who: view.who,
    people: write(resampled.people),
    casesOnly: write(resampled.peopleCasesOnly),
    gap: resampled.gap
      ? t("resampledGap", { who: view.who, name, range: write(resampled.gap, inPointsOf(overview)) })
      : "",
    b: resampled.b,
    seed: String(resampled.seed),
  });
}
