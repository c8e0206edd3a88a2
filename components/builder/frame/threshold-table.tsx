"use client";

import { useFormatter, useTranslations } from "next-intl";
import { binsOf } from "#components/charts/threshold-bins.ts";
import { LiveTable } from "#components/ui/table/live-table.tsx";

/** The histogram in numbers. */
export function ThresholdTable({ atLeast, threshold }: { atLeast: readonly number[]; threshold: number }) {
  const t = useTranslations("builder.frameStep.reference.table");
  const format = useFormatter();
  const level = (value: number) => format.number(value, { minimumFractionDigits: 2 });
  return (
    <details>
      <summary className="target flex w-fit items-center text-accent underline">{t("open")}</summary>
      <LiveTable
        caption={t("caption")}
        columns={[
          { key: "confidence", label: t("confidence") },
          { key: "wrong", label: t("wrong"), numeric: true },
          { key: "selected", label: t("selected"), numeric: true },
          { key: "atLeast", label: t("atLeast"), numeric: true },
        ]}
        rows={binsOf(atLeast, threshold).map(({ from, to, below, selected }) => ({
          id: String(from),
          cells: {
            confidence: `${level(from)} – ${level(to)}`,
            wrong: format.number(below + selected),
            selected: format.number(selected),
            atLeast: format.number(atLeast[Math.round(from * 100)] ?? 0),
          },
        }))}
      />
    </details>
  );
}
