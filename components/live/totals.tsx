import { useFormatter, useTranslations } from "next-intl";
import { useDuration } from "#components/live/use-duration.ts";
import type { LiveView } from "#components/live/view.ts";
import { isRunning } from "#lib/studies/schema.ts";

const before = ["invited", "consented", "started"] as const;
const after = ["withdrawn", "excluded"] as const;
const ofRunning = [...before, "working", "submitted", "droppedOut", ...after] as const;
/** When it is over, whoever began and hasn't finished was cut off, be it in the middle or long gone. */
const ofOver = [...before, "submitted", "unfinished", ...after] as const;

/** How many people stand where. */
export function Totals({ view: { state, totals, simulated, planned, silentHours } }: { view: LiveView }) {
  const t = useTranslations("live.totals");
  const format = useFormatter();
  const duration = useDuration();
  // Where everybody was made up, their median is the only one, and is called so.
  const isAllSimulated = simulated !== null && totals.consented === 0;
  const { medianActiveMs, submitted } = isAllSimulated ? simulated : totals;
  const runs = isRunning(state);
  const facts = [
    { key: "planned" as const, value: format.number(planned.people), note: null },
    ...(runs ? ofRunning : ofOver).map((key) => ({
      key,
      value: format.number(countOf(totals, key)),
      note: noteOn(key),
    })),
  ];

  /** The made-up ones are never counted as people: they stand beside them. */
  function noteOn(key: Counted): string | null {
    const count = simulated ? countOf(simulated, key) : 0;
    return count > 0 ? t("andSimulated", { count }) : null;
  }
  return (
    <section aria-labelledby="totals" className="grid gap-3">
      <h2 id="totals" className="text-xl font-semibold">
        {t("title")}
      </h2>
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-3">
        {facts.map(({ key, value, note }) => (
          <Fact key={key} label={t(key)} value={value} note={note} />
        ))}
        <Fact
          label={t("median")}
          value={
            medianActiveMs === null ? t(submitted > 0 ? "unmeasured" : "noMedian") : duration(medianActiveMs)
          }
          isWords={medianActiveMs === null}
          note={isAllSimulated && medianActiveMs !== null ? t("ofSimulated") : null}
        />
      </dl>
      {simulated && <p className="measure text-sm text-ink-muted">{t("aboutSimulated")}</p>}
      <p className="measure text-sm text-ink-muted">
        {runs ? t("aboutDropped", { hours: silentHours }) : t("aboutUnfinished")} {t("aboutMedian")}
      </p>
    </section>
  );
}

type Counted = (typeof ofRunning | typeof ofOver)[number];

const countOf = (totals: LiveView["totals"], key: Counted): number =>
  key === "unfinished" ? totals.working + totals.droppedOut : totals[key];

type FactProps = { label: string; value: string; note: string | null; isWords?: boolean };

function Fact({ label, value, note, isWords = false }: FactProps) {
  return (
    <div className="flex flex-col justify-start gap-0.5 rounded-md border border-line bg-raised px-4 py-3">
      <dt className="order-2 text-sm text-ink-muted">{label}</dt>
      <dd className={`order-1 ${isWords ? "text-ink-muted" : "figures text-2xl font-semibold"}`}>{value}</dd>
      {note && <dd className="order-3 text-sm font-medium text-warning">{note}</dd>}
    </div>
  );
}
