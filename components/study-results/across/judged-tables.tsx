import { getLocale, getTranslations } from "next-intl/server";
import { Table } from "#components/ui/table/table.tsx";
import type { Part } from "#lib/study-results/across/across.ts";
import { getJudgedTables, type JudgedTable, type JudgedRow } from "#lib/study-results/across/judged.ts";
import { formatPartName } from "#lib/study-results/figures/across.ts";
import type { useTranslations } from "next-intl";
import { decimal, ends, nothing, percent } from "#components/study-results/figure-cells.ts";
import { withheld } from "#components/study-results/ranges.ts";
import type { Cell, Words } from "#components/ui/table/cell.tsx";
import { inDigits } from "#lib/figures/written.ts";
import type { Locale } from "#lib/i18n/locale.ts";
import { resultsPath } from "#lib/paths.ts";
import { writeView } from "#lib/study-results/schema.ts";
import { nameOrigin } from "#lib/study-results/kinds/origins.ts";

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
  const studies = [...new Set(rows.map(({ part }) => part))].map((part) => formatPartName(part, locale));
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

type Context = { t: ReturnType<typeof useTranslations<"resultsAcross.judged">>; locale: Locale };

/** A row of what was judged: of one origin, in one study. */
function judgedCells({ part, figure }: JudgedRow, { t, locale }: Context): Record<string, Cell> {
  const { origin, of, track, n, measure } = figure;
  return {
    origin: { text: nameOrigin(origin, locale), isName: true },
    of: of === null ? { text: t("noneFits"), isMuted: true } : { text: of, isName: true },
    study: {
      text: formatPartName(part, locale),
      isName: true,
      href: resultsPath(part.rows.study.slug, "overview", writeView(part.view)),
    },
    track: track === null ? nothing : { text: track, isName: true },
    ...n,
    [measure]: formatValue(figure, t),
    interval: formatInterval(figure, t),
  };
}

type Figure = JudgedRow["figure"];

const digitsOf = { mean: 2, similarity: 3 } as const;

function formatValue({ measure, n, isClaimable, mean, reason }: Figure, t: Context["t"]): Words {
  if (!isClaimable) return withheld(t("tooFew", { n: n.answers }));
  if (mean === null) return withheld("–", formatReason(reason, t));
  return measure === "share" ? percent(mean) : decimal(mean, digitsOf[measure]);
}

function formatInterval({ measure, isClaimable, mean, low, high, reason }: Figure, t: Context["t"]): Words {
  if (!isClaimable || mean === null) return nothing;
  if (low === null || high === null) return withheld(t("noInterval", { reason: formatReason(reason, t) }));
  if (measure === "share") return ends(low, high);
  const write = (end: number) => inDigits(end, digitsOf[measure]);
  return ends(low, high, (from, to) => t("range", { low: write(from), high: write(to) }));
}

const worded = ["no_items", "too_few_groups", "no_variation", "interim"] as const;

const formatReason = (reason: string | null, t: Context["t"]): string =>
  t(`reasons.${worded.find((one) => one === reason) ?? "other"}`);
