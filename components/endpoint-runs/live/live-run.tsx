"use client";

import { useFormatter, useTranslations } from "next-intl";
import { RunActions } from "#components/endpoint-runs/live/run-actions.tsx";
import { RunNumbers } from "#components/endpoint-runs/live/run-numbers.tsx";
import { RunOutcome } from "#components/endpoint-runs/live/run-outcome.tsx";
import { useLiveRun } from "#components/endpoint-runs/live/use-live-run.ts";
import { Freshness } from "#components/live/freshness.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Progress } from "#components/ui/progress.tsx";
import { useAnnouncement } from "#components/ui/use-announcement.ts";
import {
  countDone,
  isOver,
  isUnusable,
  secondsLeft,
  stateOf,
  type LiveRun as Run,
  type RunSums,
} from "#lib/endpoint-runs/live-run.ts";
import { durationOf } from "#lib/jobs/schema.ts";
import { FaultText } from "#components/model-calls/fault-text.tsx";

/** How far a run is, while it goes on and after it ended; what can be done with it. */
export function LiveRun({ initial }: { initial: Run }) {
  const t = useTranslations("endpointRuns.live");
  const format = useFormatter();
  const { run, asks, stale } = useLiveRun(initial);
  const { plan, sums, settings } = run;
  const done = countDone(sums);
  const state = stateOf(run);
  const label = t(`states.${state}`);
  const share = plan.calls === 0 ? 0 : Math.floor((100 * done) / plan.calls);
  const facts = useFacts(run);
  return (
    <div className="grid gap-8">
      <p role="status" className="sr-only">
        {useAnnouncement([label, isOver(run) ? "" : `${share}%`].filter(Boolean).join(", "), state)}
      </p>
      <section className="grid gap-4">
        <Progress
          label={label}
          value={done}
          max={plan.calls}
          facts={[t("progress", { done, total: plan.calls, of: countedBy(settings) }), ...facts]}
        />
        {run.endpoint.isFake && (
          <Callout tone="warning" title={t("fake")}>
            {t("fakeAbout", { purpose: run.purpose })}
          </Callout>
        )}
        <RunOutcome run={run} />
        {isUnusable(run) && (
          <Callout tone="danger" title={t("unusable.title")}>
            {t("unusable.body", {
              unanswered: sums.unansweredCases,
              cases: plan.cases,
              share: format.number((100 * sums.unansweredCases) / plan.cases, { maximumFractionDigits: 1 }),
            })}
          </Callout>
        )}
        <RunActions run={run} />
        {asks && <Freshness stale={stale} words="endpointRuns.live.connection" />}
      </section>
      <RunNumbers run={run} />
      <RunFailures failures={sums.failures} />
    </div>
  );
}

function useFacts(run: Run): string[] {
  const time = useTranslations("time");
  const left = secondsLeft(run);
  if (left === null) return [];
  const { unit, count } = durationOf(left);
  return [time("left", { duration: time(unit, { count }) })];
}

const countedBy = ({ samples, orders, isGrouped }: Run["settings"]) =>
  isGrouped ? "calls" : samples > 1 ? "samples" : orders > 1 ? "orders" : "cases";

/** Tries that brought no answer, by what went wrong, each with what became of the newest. */
function RunFailures({ failures }: Pick<RunSums, "failures">) {
  const t = useTranslations("endpointRuns.live.failures");
  return (
    <section aria-labelledby="failures" className="grid min-w-0 gap-3">
      <h3 id="failures" className="text-lg font-semibold">
        {t("title")}
      </h3>
      {failures.length === 0 ? (
        <p className="text-ink-muted">{t("none")}</p>
      ) : (
        <ul role="list" className="grid gap-2">
          {failures.map(({ failure, count, ...fault }) => (
            <li key={failure} className="grid gap-x-6 border-t border-line pt-2 sm:grid-cols-[18rem_1fr]">
              <span className="flex justify-between gap-4">
                <span>{t(`kinds.${failure}`)}</span>
                <span className="figures">{t("times", { count })}</span>
              </span>
              <div className="min-w-0 text-sm text-ink-muted">
                {fault.cause || fault.said ? (
                  <FaultText fault={fault} />
                ) : (
                  t.has(`about.${failure}` as never) && t(`about.${failure}` as "about.no_json")
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
