import { useFormatter, useTranslations } from "next-intl";
import type { LiveView } from "#components/live/view.ts";
import { Callout } from "#components/ui/callout.tsx";
import { LiveTable } from "#components/ui/table/live-table.tsx";

/** Accuracy stays hidden while people answer, unless the design says otherwise, and then it says so. */
export function Interim({ interim }: { interim: LiveView["interim"] }) {
  const t = useTranslations("live.accuracy");
  const format = useFormatter();
  if (!interim) return null;
  const isJudged = interim.some(({ judged }) => judged > 0);
  const right = String(isJudged);
  return (
    <section aria-labelledby="interim" className="grid min-w-0 gap-3">
      <h2 id="interim" className="text-xl font-semibold">
        {t("title")}
      </h2>
      <Callout tone="warning">{t("shown", { right })}</Callout>
      {interim.length === 0 ? (
        <p className="text-ink-muted">{t("none")}</p>
      ) : (
        <div className="max-w-2xl min-w-0">
          <LiveTable
            caption={t("caption")}
            columns={[
              { key: "track", label: t("track") },
              { key: "stratum", label: t("stratum") },
              { key: "answered", label: t("answered"), numeric: true },
              ...(isJudged ? (["right", "share"] as const) : []).map((key) => ({
                key,
                label: t(key),
                numeric: true,
              })),
            ]}
            rows={interim.map(({ track, stratum, answered, judged, right: count }) => ({
              id: `${track} ${stratum}`,
              cells: {
                track: <bdi>{track}</bdi>,
                stratum: t(stratum),
                answered: format.number(answered),
                right: judged === 0 ? "–" : format.number(count),
                share:
                  judged === 0
                    ? t("noShare")
                    : format.number(count / judged, { style: "percent", maximumFractionDigits: 1 }),
              },
            }))}
          />
        </div>
      )}
    </section>
  );
}
