import { useFormatter, useTranslations } from "next-intl";
import { useDuration } from "#components/live/use-duration.ts";
import type { LiveView } from "#components/live/view.ts";

const counts = [
  "invited",
  "consented",
  "started",
  "working",
  "submitted",
  "droppedOut",
  "withdrawn",
  "excluded",
] as const;

/** How many people stand where. */
export function Totals({ view: { totals, planned, silentHours } }: { view: LiveView }) {
  const t = useTranslations("live.totals");
  const format = useFormatter();
  const duration = useDuration();
  const { medianActiveMs, simulated } = totals;
  const facts = [
    { key: "planned", value: format.number(planned.people) },
    ...counts.map((key) => ({ key, value: format.number(totals[key]) })),
    ...(simulated > 0 ? [{ key: "simulated" as const, value: format.number(simulated) }] : []),
  ] as const;
  return (
    <section aria-labelledby="totals" className="grid gap-3">
      <h2 id="totals" className="text-xl font-semibold">
        {t("title")}
      </h2>
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-3">
        {facts.map(({ key, value }) => (
          <Fact key={key} label={t(key)} value={value} />
        ))}
        <Fact
          label={t("median")}
          value={
            medianActiveMs === null
              ? t(totals.submitted > 0 ? "unmeasured" : "noMedian")
              : duration(medianActiveMs)
          }
          isWords={medianActiveMs === null}
        />
      </dl>
      <p className="measure text-sm text-ink-muted">{t("aboutDropped", { hours: silentHours })}</p>
    </section>
  );
}

function Fact({ label, value, isWords = false }: { label: string; value: string; isWords?: boolean }) {
  return (
    <div className="flex flex-col-reverse justify-end gap-0.5 rounded-md border border-line bg-raised px-4 py-3">
      <dt className="text-sm text-ink-muted">{label}</dt>
      <dd className={isWords ? "text-ink-muted" : "figures text-2xl font-semibold"}>{value}</dd>
    </div>
  );
}
