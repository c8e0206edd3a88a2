import { useTranslations } from "next-intl";
import type { LiveView } from "#components/live/view.ts";
import { Callout } from "#components/ui/callout.tsx";
import { inPercent } from "#lib/figures/written.ts";

type Followed = NonNullable<LiveView["stopping"]>;

/** How far the study is from where its plan ends it. Whether it is closed then is for an admin to say. */
export function Stopping({ stopping }: { stopping: Followed }) {
  const t = useTranslations("live.stopping");
  const { halfWidth } = stopping;
  const told = tellStopping(stopping);
  return (
    <section aria-labelledby="stopping" className="grid gap-3">
      <h2 id="stopping" className="text-xl font-semibold">
        {t("title")}
      </h2>
      {stopping.met && <Callout tone="success" title={t("met", { why: t(`why.${stopping.met}`, told) })} />}
      <p className="measure figures">
        {halfWidth === null ? t("unknown", told) : t("now", told)} {t("people", told)}
      </p>
      <details className="measure text-sm text-ink-muted">
        <summary className="target w-fit cursor-pointer py-1 font-medium text-accent">{t("meaning")}</summary>
        <p className="mt-1">{t("about")}</p>
      </details>
    </section>
  );
}

export const tellStopping = ({ halfWidth, plannedHalfWidth, people, mostPeople }: Followed) => ({
  people,
  most: mostPeople,
  now: inPercent(halfWidth ?? 0),
  planned: inPercent(plannedHalfWidth),
});
