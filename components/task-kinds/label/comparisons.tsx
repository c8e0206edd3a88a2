import { useTranslations } from "next-intl";
import { named, pointsWithin, probability } from "#components/study-results/figure-cells.ts";
import type { SetProps } from "#components/task-kinds/label/drawn.tsx";
import { Table } from "#components/ui/table/table.tsx";
import { nameOrigin } from "#lib/task-kinds/origins.ts";

/** Whether people gave a label more often for one origin than for another. */
export function LabelComparisons({ labelled: { byOrigin, labels }, locale }: SetProps) {
  const t = useTranslations("resultsLabels.comparisons");
  const { origins, comparisons } = byOrigin;
  if (!origins || origins.length < 2 || comparisons?.length === 0) return null;
  if (!comparisons) return <p>{t("tooMany")}</p>;
  const name = (place: number) => named(nameOrigin(origins[place]?.values ?? [], locale));
  return (
    <div className="grid min-w-0 gap-2">
      <h4 className="font-medium">{t("title")}</h4>
      <Table
        caption={t("title")}
        hideCaption
        isTight
        columns={[
          ...(["label", "first", "second"] as const).map((key) => ({
            key,
            label: t(key),
            atLeast: 32 as const,
          })),
          ...(["difference", "groups", "p", "holm"] as const).map((key) => ({
            key,
            label: t(key),
            numeric: true,
          })),
        ]}
        rows={comparisons.map(({ label, first, second, groups, p, holm, ...tested }) => ({
          id: `${label} ${first} ${second}`,
          cells: {
            label: named(labels[label] ?? ""),
            first: name(first),
            second: name(second),
            difference: pointsWithin(tested),
            groups,
            p: probability(p),
            holm: probability(holm),
          },
        }))}
      />
      <p className="measure text-sm text-ink-muted">
        {t("note", { two: labels.length === 2 ? "yes" : "no" })}
      </p>
    </div>
  );
}
