import { useFormatter, useTranslations } from "next-intl";
import type { LiveView } from "#components/live/view.ts";
import { Callout } from "#components/ui/callout.tsx";
import { Table } from "#components/ui/table/table.tsx";

/** Accuracy stays hidden while people answer, unless the design says otherwise, and then it says so. */
export function Interim({ interim }: { interim: LiveView["interim"] }) {
  const t = useTranslations("live.accuracy");
  const format = useFormatter();
  if (!interim) return null;
  return (
    <section aria-labelledby="interim" className="grid min-w-0 gap-3">
      <h2 id="interim" className="text-xl font-semibold">
        {t("title")}
      </h2>
      <Callout tone="warning">{t("shown")}</Callout>
      {interim.length === 0 ? (
        <p className="text-ink-muted">{t("none")}</p>
      ) : (
        <div className="max-w-2xl min-w-0">
          <Table
            caption={t("caption")}
            columns={[
              { key: "track", label: t("track") },
              { key: "stratum", label: t("stratum") },
              { key: "answered", label: t("answered"), numeric: true },
              { key: "right", label: t("right"), numeric: true },
              { key: "share", label: t("share"), numeric: true },
            ]}
            rows={interim.map(({ track, stratum, answered, right }) => ({
              id: `${track} ${stratum}`,
              cells: {
                track: <bdi>{track}</bdi>,
                stratum: t(stratum),
                answered: format.number(answered),
                right: format.number(right),
                share:
                  answered === 0
                    ? t("noShare")
                    : format.number(right / answered, { style: "percent", maximumFractionDigits: 1 }),
              },
            }))}
          />
        </div>
      )}
    </section>
  );
}
