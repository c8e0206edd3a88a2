import { useFormatter, useTranslations } from "next-intl";
import type { LiveView } from "#components/live/view.ts";
import { PlanBar, planParts, PlanSwatch, sizeOf, type PlanPart } from "#components/studies/plan-bar.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { isRunning } from "#lib/studies/states.ts";
import { inTime } from "#lib/figures/written.ts";

const before = ["invited", "consented", "started"] as const;
const after = ["withdrawn", "excluded", "flagged"] as const;
type Counted = (typeof before | typeof after)[number] | "droppedOut";

/** How far the plan is, and how many people stand where. */
export function Totals({ view }: { view: LiveView }) {
  const t = useTranslations("live.totals");
  const { state, totals, simulated, planned } = view;
  // Where everybody was made up, the bar and the median are theirs, and are called so.
  const isAllSimulated = simulated !== null && totals.consented === 0;
  const shown = isAllSimulated ? simulated : totals;
  const runs = isRunning(state);
  const counts = countsOf(shown, planned.people, runs);
  const made = simulated && !isAllSimulated ? countsOf(simulated, 0, runs) : null;
  return (
    <section aria-labelledby="totals" className="grid min-w-0 content-start gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="totals" className="text-xl font-semibold">
          {t("title", { people: planned.people })}
        </h2>
        {isAllSimulated && <Badge tone="warning">{t("allSimulated")}</Badge>}
      </div>
      <PlanBar counts={counts} />
      <dl className="figures flex flex-wrap gap-x-6 gap-y-1">
        {planParts.map((part) => (
          <Part
            key={part}
            part={part}
            runs={runs}
            size={sizeOf(part, counts)}
            simulated={made ? sizeOf(part, made) : 0}
          />
        ))}
      </dl>
      <Facts view={view} isAllSimulated={isAllSimulated} />
    </section>
  );
}

const countsOf = (of: LiveView["totals"], planned: number, runs: boolean) => ({
  planned,
  finished: of.submitted,
  underWay: runs ? of.working : of.working + of.droppedOut,
});

const namesOf = (runs: boolean) =>
  ({
    finished: "submitted",
    underWay: runs ? "working" : "unfinished",
    open: runs ? "open" : "neverBegun",
  }) as const;

type PartProps = { part: PlanPart; runs: boolean; size: number; simulated: number };

function Part({ part, runs, size, simulated }: PartProps) {
  const t = useTranslations("live.totals");
  const format = useFormatter();
  return (
    <div className="flex items-baseline gap-2">
      <PlanSwatch part={part} />
      <dd className="order-1 text-xl font-semibold">{format.number(size)}</dd>
      <dt className="order-2">{t(namesOf(runs)[part])}</dt>
      {simulated > 0 && (
        <dd className="order-3 text-sm font-medium text-warning">
          {t("andSimulated", { count: simulated })}
        </dd>
      )}
    </div>
  );
}

/** The made-up ones are never counted as people: they stand beside them. */
function Facts({ view, isAllSimulated }: { view: LiveView; isAllSimulated: boolean }) {
  const t = useTranslations("live.totals");
  const format = useFormatter();
  const { state, totals, simulated } = view;
  const shown = isAllSimulated && simulated ? simulated : totals;
  const { medianActiveMs, submitted } = shown;
  const keys: readonly Counted[] = [
    ...before,
    ...(isRunning(state) ? (["droppedOut"] as const) : []),
    ...after,
  ];
  const noteOn = (key: Counted) => {
    const count = simulated?.[key] ?? 0;
    return count > 0 && !isAllSimulated ? t("andSimulated", { count }) : null;
  };
  const noTime = t(submitted > 0 ? "unmeasured" : "noMedian");
  return (
    <>
      <dl className="figures flex flex-wrap gap-x-6 gap-y-1 text-sm text-ink-muted">
        {keys.map((key) => (
          <Fact key={key} label={t(key)} value={format.number(shown[key])} note={noteOn(key)} />
        ))}
        <Fact
          label={t("median")}
          value={medianActiveMs === null ? noTime : inTime(medianActiveMs)}
          note={null}
        />
      </dl>
      <Meanings view={view} />
    </>
  );
}

function Fact({ label, value, note }: { label: string; value: string; note: string | null }) {
  return (
    <div className="flex flex-wrap gap-x-1.5">
      <dt>{label}</dt>
      <dd className="font-medium text-ink">{value}</dd>
      {note && <dd className="font-medium text-warning">{note}</dd>}
    </div>
  );
}

function Meanings({ view: { state, simulated, silentHours, interim } }: { view: LiveView }) {
  const t = useTranslations("live.totals");
  const accuracy = useTranslations("live.accuracy");
  return (
    <details className="measure text-sm text-ink-muted">
      <summary className="target w-fit cursor-pointer py-1 font-medium text-accent">{t("meaning")}</summary>
      <div className="mt-1 grid gap-2">
        <p>{isRunning(state) ? t("aboutDropped", { hours: silentHours }) : t("aboutUnfinished")}</p>
        <p>{t("aboutMedian")}</p>
        <p>{t("aboutExcluded")}</p>
        {simulated && <p>{t("aboutSimulated")}</p>}
        {!interim && <p>{accuracy("hidden")}</p>}
      </div>
    </details>
  );
}
