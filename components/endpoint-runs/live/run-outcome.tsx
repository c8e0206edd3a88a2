"use client";

import { useTranslations } from "next-intl";
import { FaultText } from "#components/model-calls/fault-text.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { stateOf, type LiveRun } from "#lib/endpoint-runs/live-run.ts";
import { newRunPath, resultsPath, runPath, tryPromptPath } from "#lib/paths.ts";

/** Why a run stands still, or what became of it, with what to do next. */
export function RunOutcome({ run }: { run: LiveRun }) {
  const t = useTranslations("endpointRuns.live");
  const { benchmark, study, purpose, stopReason, stopFault } = run;
  const state = stateOf(run);
  if (state === "lost")
    return (
      <Callout tone="warning" title={t("lost.title", { purpose })}>
        {t("lost.body", { purpose })}
      </Callout>
    );
  if (state === "stopped" && stopReason)
    return (
      <Callout tone="warning" title={t(`stopped.${stopReason}.title`)}>
        <FaultText fault={stopFault} />
        <p>{t(`stopped.${stopReason}.body`)}</p>
      </Callout>
    );
  if (purpose === "trial" && (state === "cancelled" || state === "finished")) return <TrialOver run={run} />;
  if (state === "cancelled")
    return (
      <Callout title={t("cancelled.title")}>
        <p className="mb-3">{t("cancelled.body")}</p>
        <ButtonLink href={newRunPath(benchmark.slug, study?.slug)}>{t("cancelled.again")}</ButtonLink>
      </Callout>
    );
  if (state === "finished")
    return (
      <Callout tone="success" title={t("finished.title")}>
        <p className="mb-3">{t(run.run ? "finished.body" : "finished.gone")}</p>
        <p className="flex flex-wrap gap-3">
          {run.run && <ButtonLink href={runPath(benchmark.slug, run.run.id)}>{t("finished.run")}</ButtonLink>}
          {run.run && study && (
            <ButtonLink
              href={resultsPath(study.slug, "models", new URLSearchParams({ model: String(run.run.id) }))}
            >
              {t("finished.study", { title: study.title })}
            </ButtonLink>
          )}
        </p>
      </Callout>
    );
  return null;
}

function TrialOver({ run: { state, benchmark, template } }: { run: LiveRun }) {
  const t = useTranslations("endpointRuns.live.trial");
  const isFinished = state === "finished";
  return (
    <Callout tone={isFinished ? "success" : "info"} title={t(isFinished ? "finished" : "cancelled")}>
      <p className="mb-3">{t("nothingComes")}</p>
      <ButtonLink href={tryPromptPath(benchmark.slug, template?.id)}>{t("again")}</ButtonLink>
    </Callout>
  );
}
