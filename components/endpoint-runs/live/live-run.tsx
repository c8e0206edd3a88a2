"use client";

import { useFormatter, useTranslations } from "next-intl";
import { RunActions } from "#components/endpoint-runs/live/run-actions.tsx";
import { RunFailures } from "#components/endpoint-runs/live/run-failures.tsx";
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
} from "#lib/endpoint-runs/live-run.ts";
import { durationOf } from "#lib/jobs/schema.ts";

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
