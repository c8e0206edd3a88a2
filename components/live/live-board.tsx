"use client";

import { useTranslations } from "next-intl";
import { AnswersLine } from "#components/live/answers/answers-line.tsx";
import { Cells } from "#components/live/cells.tsx";
import { Freshness } from "#components/live/freshness.tsx";
import { Interim } from "#components/live/interim.tsx";
import { writeLiveQuery, type LiveQuery } from "#components/live/live-query.ts";
import { People } from "#components/live/people.tsx";
import { SimulationProgress } from "#components/live/simulation-progress.tsx";
import { Stopping, tellStopping } from "#components/live/stopping.tsx";
import { Totals } from "#components/live/totals.tsx";
import { useLive } from "#components/live/use-live.ts";
import type { LiveView } from "#components/live/view.ts";
import { useAnnouncement } from "#components/ui/use-announcement.ts";
import { liveAddress } from "#lib/paths.ts";
import { ChangeState } from "#components/studies/change-state.tsx";
import { isRunning } from "#lib/studies/states.ts";

type Props = {
  study: { id: string; slug: string; title: string };
  initial: LiveView;
  query: LiveQuery;
  isAdmin: boolean;
  renderedAt: string;
};

/** Everything that happens in a study while it runs. */
export function LiveBoard({ study, initial, query, isAdmin, renderedAt }: Props) {
  const t = useTranslations();
  const { view, asks, stale } = useLive(`${liveAddress(study.slug)}${writeLiveQuery(query)}`, initial);
  const { submitted, working, droppedOut } = view.totals;
  const counts = { submitted, people: view.planned.people, working, droppedOut };
  const counted = isRunning(view.state)
    ? t("live.sentence", counts)
    : t("live.sentenceOver", { ...counts, unfinished: working + droppedOut });
  const beside = view.simulated
    ? ` ${t("live.simulatedSentence", { submitted: view.simulated.submitted, count: view.simulated.consented })}`
    : "";
  const { stopping } = view;
  const met = stopping?.met
    ? ` ${t("live.stopping.met", { why: t(`live.stopping.why.${stopping.met}`, tellStopping(stopping)) })}`
    : "";
  const sentence = counted + beside + met;
  const spoken = useAnnouncement(sentence, study.slug, 30_000);
  return (
    <div className="grid gap-10">
      <section aria-labelledby="state" className="grid gap-3">
        <h2 id="state" className="sr-only">
          {t("live.state")}
        </h2>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <p>
            <strong>{t(`studies.states.${view.state}.name`)}.</strong>{" "}
            {t(`studies.states.${view.state}.meaning`)}
          </p>
          {isAdmin && (
            <ChangeState
              study={{ slug: study.slug, title: study.title }}
              state={view.state}
              count={working + droppedOut}
            />
          )}
        </div>
        {view.simulation && <SimulationProgress simulation={view.simulation} />}
        <Freshness stale={stale} asks={asks} />
        <p role="status" className="sr-only">
          {spoken}
        </p>
      </section>
      <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[3fr_2fr]">
        <Totals view={view} />
        <AnswersLine view={view} renderedAt={renderedAt} />
      </div>
      {stopping && <Stopping stopping={stopping} />}
      <Interim interim={view.interim} />
      <People study={study} view={view} query={query} isAdmin={isAdmin} renderedAt={renderedAt} />
      <Cells view={view} />
    </div>
  );
}
