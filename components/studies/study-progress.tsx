import clsx from "clsx";
import { useFormatter, useTranslations } from "next-intl";
import { PlanBar } from "#components/studies/plan-bar.tsx";
import { isRunning, type StudyState } from "#lib/studies/states.ts";

type SittingCounts = { consented: number; started: number; submitted: number };
export type StudyCounts = {
  state: StudyState;
  people: number;
  sittings: SittingCounts;
  simulated: SittingCounts;
};

const all = ({ consented, started, submitted }: SittingCounts) => consented + started + submitted;

/** How far the plan of a study is, in a line: of its people, or of those who were made up where there are no others. */
export function StudyProgress({
  study: { state, people, sittings, simulated },
  isShort = false,
}: {
  study: StudyCounts;
  /** Beside its bar, in a row. */
  isShort?: boolean;
}) {
  const t = useTranslations("studies.progress");
  const format = useFormatter();
  const isSimulated = all(sittings) === 0 && all(simulated) > 0;
  const { submitted, started } = isSimulated ? simulated : sittings;
  const counts = { planned: people, finished: submitted, underWay: started };
  const said = { submitted: format.number(submitted), people: format.number(people), started };
  if (isShort)
    return (
      <span
        title={isSimulated ? t("simulated") : undefined}
        className={clsx("flex items-center gap-2 whitespace-nowrap", isSimulated && "text-warning")}
      >
        <span className="w-16">
          <PlanBar counts={counts} isThin />
        </span>
        <span className="figures">{t("short", said)}</span>
        {isSimulated && <span className="sr-only">{t("simulated")}</span>}
      </span>
    );
  return (
    <span className="grid min-w-40 gap-1">
      <PlanBar counts={counts} isThin />
      <span className="figures text-sm text-ink-muted">
        {t(isRunning(state) ? "running" : "over", said)}{" "}
        {isSimulated && <span className="text-warning">{t("simulated")}</span>}
      </span>
    </span>
  );
}
