import { getTranslations } from "next-intl/server";
import { named, nothing, percent } from "#components/study-results/figure-cells.ts";
import type { OwnOverviewProps } from "#components/task-kinds/kind.ts";
import { Table } from "#components/ui/table/table.tsx";
import { inRange } from "#lib/figures/written.ts";
import type { GroupedMean } from "#lib/metrics/grouped/grouped-mean.ts";
import type { GivenShares } from "#lib/task-kinds/label/shares/count.ts";

type Props = {
  caption: string;
  labels: readonly string[];
  who: OwnOverviewProps["view"]["who"];
  /** By which the rows are parted. */
  attribute?: string;
  rows: readonly { value: string | null; side: GivenShares }[];
};

const nameOf = ({ model, method }: NonNullable<GivenShares["run"]>) => `${model} ${method}`.trim();

/** What share of all labels each was, with its interval; where there is too little of it, the count alone. */
export async function ShareTable({ caption, labels, who, attribute, rows }: Props) {
  const t = await getTranslations("resultsLabels");
  const written = ({ counts, n, shares, isClaimable }: GivenShares, label: number) => {
    const count = counts[label] ?? 0;
    const share = shares[label];
    if (!share || n === 0) return nothing;
    if (!isClaimable) return { text: t("count", { count, n }) };
    return [percent(share.mean), ...interval(share)];
  };
  return (
    <Table
      caption={caption}
      hideCaption
      isTight
      columns={[
        ...(attribute === undefined ? [] : [{ key: "value", label: attribute, atLeast: 32 as const }]),
        { key: "by", label: t("labelledBy"), atLeast: 32 as const },
        ...labels.map((label, at) => ({ key: `label ${at}`, label: t("share", { label }), numeric: true })),
        ...(["n", "people", "cases", "groups"] as const).map((key) => ({
          key,
          label: t(key),
          numeric: true,
        })),
      ]}
      rows={rows.map(({ value, side }) => ({
        id: `${value ?? ""} ${side.run?.id ?? ""}`,
        cells: {
          value: value === null ? nothing : named(value),
          by: named(side.run ? nameOf(side.run) : t("who", { who })),
          ...Object.fromEntries(labels.map((_, at) => [`label ${at}`, written(side, at)])),
          n: side.n,
          people: side.run ? nothing : side.people,
          cases: side.cases,
          groups: side.groups,
        },
      }))}
    />
  );
}

const interval = ({ low, high }: GroupedMean) =>
  low === null || high === null ? [] : [{ line: inRange(low, high), isMuted: true }];
