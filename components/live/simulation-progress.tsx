import { useTranslations } from "next-intl";
import type { LiveView } from "#components/live/view.ts";
import { Callout } from "#components/ui/callout.tsx";
import { Progress } from "#components/ui/progress.tsx";

/** How far the simulated people are that a worker sends through the study. */
export function SimulationProgress({ simulation }: { simulation: NonNullable<LiveView["simulation"]> }) {
  const t = useTranslations("live.simulation");
  const { state, done, total } = simulation;
  return (
    <Callout tone="warning" title={t("title")}>
      <div className="grid gap-3">
        <p>{t("body")}</p>
        {state === "queued" || total === null ? (
          <p>{t("waiting")}</p>
        ) : (
          <Progress label={t("progress", { done, total })} value={done} max={total} />
        )}
      </div>
    </Callout>
  );
}
