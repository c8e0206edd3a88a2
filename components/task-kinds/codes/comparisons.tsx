import { useTranslations } from "next-intl";
import { named, pointsWithin, probability } from "#components/study-results/figure-cells.ts";
import { Table } from "#components/ui/table/table.tsx";
import type { CodedCases } from "#lib/task-kinds/codes/codes.ts";

type Props = Pick<CodedCases, "codes"> & CodedCases["byAttribute"][number];

/** Whether people found a code more often with one value of an attribute than with another. */
export function CodeComparisons({ codes, attribute, values, comparisons }: Props) {
  const t = useTranslations("resultsCodes.comparisons");
  const all = useTranslations("resultsCodes");
  if (comparisons?.length === 0) return null;
  if (!comparisons) return <p>{t("tooMany", { attribute })}</p>;
  const name = (place: number) => named(values[place]?.value ?? "");
  return (
    <div className="grid min-w-0 gap-2">
      <Table
        caption={t("title", { attribute })}
        hideCaption={false}
        isTight
        columns={[
          { key: "code", label: t("code"), atLeast: 32 },
          { key: "first", label: attribute, atLeast: 32 },
          { key: "second", label: t("against"), atLeast: 32 },
          ...(["difference", "groups", "p", "holm"] as const).map((key) => ({
            key,
            label: t(key),
            numeric: true,
          })),
        ]}
        rows={comparisons.map(({ code, first, second, groups, p, holm, ...tested }) => ({
          id: `${code} ${first} ${second}`,
          cells: {
            code: named(codes[code] ?? all("none")),
            first: name(first),
            second: name(second),
            difference: pointsWithin(tested),
            groups,
            p: probability(p),
            holm: probability(holm),
          },
        }))}
      />
      <p className="measure text-sm text-ink-muted">{t("note")}</p>
    </div>
  );
}
