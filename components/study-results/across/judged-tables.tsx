import { getLocale, getTranslations } from "next-intl/server";
import { judgedCells } from "#components/study-results/across/judged-cells.ts";
import { Table } from "#components/ui/table/table.tsx";
import type { Part } from "#lib/study-results/across/across.ts";
import { getJudgedTables, type JudgedTable } from "#lib/study-results/across/judged.ts";
import { namePart } from "#lib/study-results/figures/across.ts";

/** What was judged, not right or wrong: each study's own figures, side by side where they are on one standard. */
export async function JudgedTables({ parts }: { parts: readonly Part[] }) {
  const t = await getTranslations("resultsAcross.judged");
  const tables = await getJudgedTables(parts);
  if (tables.length === 0) return null;
  // Of one kind, on several standards.
  const isApart = [...Map.groupBy(tables, ({ kind }) => kind).values()].some(({ length }) => length > 1);
  return (
    <section aria-labelledby="judged" className="grid min-w-0 gap-4">
      <h2 id="judged" className="text-xl font-semibold">
        {t("title")}
      </h2>
      <p className="measure text-ink-muted">
        {t("about")} {isApart && t("apart")}
      </p>
      {tables.map((table, at) => (
        <OneStandard key={at} table={table} parts={parts} />
      ))}
    </section>
  );
}

type Props = { table: JudgedTable; parts: readonly Part[] };

async function OneStandard({ table: { kind, measure, name, isNamesake, rows }, parts }: Props) {
  const t = await getTranslations("resultsAcross.judged");
  const kinds = await getTranslations("cases.filter.kinds");
  const locale = await getLocale();
  const studies = [...new Set(rows.map(({ part }) => part))].map((part) => namePart(part, locale));
  const notes = [
    ...(isNamesake ? [t("namesake", { study: studies[0] ?? "" })] : []),
    ...(studies.length === 1 && parts.length > 1 ? [t("alone")] : []),
  ];
  const caption = t(`captions.${measure}`, { kind: kinds(kind), name });
  const hasTracks = rows.some(({ figure }) => figure.track !== null);
  return (
    <div className="grid min-w-0 gap-2">
      <h3 className="font-semibold wrap-anywhere">{caption}</h3>
      <Table
        isTight
        caption={caption}
        columns={[
          { key: "origin", label: t("columns.origin"), atLeast: 40 },
          ...(measure === "share" ? [{ key: "of", label: t("columns.of") }] : []),
          { key: "study", label: t("columns.study"), atLeast: 40 },
          ...(hasTracks ? [{ key: "track", label: t("columns.track") }] : []),
          ...(["answers", "people", "cases", measure, "interval"] as const).map((key) => ({
            key,
            label: t(`columns.${key}`),
            numeric: true,
          })),
        ]}
        rows={rows.map((row, at) => ({ id: String(at), cells: judgedCells(row, { t, locale }) }))}
      />
      {notes.length > 0 && <p className="measure text-sm text-ink-muted">{notes.join(" ")}</p>}
    </div>
  );
}
