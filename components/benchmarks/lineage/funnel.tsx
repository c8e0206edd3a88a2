import { getLocale, getTranslations } from "next-intl/server";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import { Table } from "#components/ui/table/table.tsx";
import type { Lineage } from "#lib/benchmarks/lineage/schema.ts";
import { drawLineage, formatLineage } from "#lib/curation/funnel.ts";
import { funnelAddress } from "#lib/paths.ts";

/** How many cases each stage took and left, as the paper's Figure 2 has them. */
export async function Funnel({ slug, lineage }: { slug: string; lineage: Lineage }) {
  const t = await getTranslations("curation.funnel.columns");
  const locale = await getLocale();
  const { title, figure, csv } = drawLineage(lineage, locale);
  const [head = [], ...lines] = csv;
  return (
    <FigureFrame
      id="funnel"
      level={3}
      title={title}
      sentence={formatLineage(lineage, locale)}
      figure={figure}
      table={
        <Table
          isTight
          caption={title}
          hideCaption
          columns={head.map((key, i) => ({
            key: String(i),
            label: t(String(key) as "stage"),
            numeric: key === "count",
          }))}
          rows={lines.map((line, i) => ({
            id: String(i),
            cells: Object.fromEntries(line.map((cell, j) => [String(j), String(cell ?? "")])),
          }))}
        />
      }
      downloads={(format) => funnelAddress(slug, format)}
    />
  );
}
