import { useTranslations, type Locale } from "next-intl";
import { decimal, muted } from "#components/study-results/figure-cells.ts";
import { FigureTable } from "#components/task-kinds/judged/figure-table.tsx";
import type { PartProps } from "#components/task-kinds/rating/origins/section.tsx";
import { hasEnoughData } from "#lib/study-results/overview/types.ts";
import type { TableRow } from "#lib/study-results/kinds/judged/table.ts";
import { formatJudgeName } from "#lib/study-results/kinds/rating/names.ts";
import { isShare, originColumns, originRow } from "#lib/study-results/kinds/rating/tables.ts";

/** A row an origin: what people said of it, and what every judge did of the same cases. */
export function OriginTable({ rows, view, by, part, told, locale }: PartProps & { locale: Locale }) {
  const t = useTranslations("resultsRatings.origins");
  const { n, people, origins } = told;
  const words = { all: t("all"), none: t("none") };
  const given = [...origins.map(({ judges }) => judges), part.figures.all.judges];
  const total = {
    n,
    people,
    isClaimable: hasEnoughData({ answers: n.ratings, people: n.raters, cases: n.cases }),
    corrected: null,
    judges: part.figures.all.judges,
    values: [t("all"), ...by.slice(1).map(() => "")],
  };
  /** Beside a judge's mean over fewer cases than the row has, over how many; an attribute that a case lacks is no name. */
  const own = (key: string, { id, cells }: TableRow) => {
    const [, kind, place] = /^(by|judge)-(\d+)$/.exec(key) ?? [];
    const at = Number(place);
    if (kind === "by" && (by.length === 0 || id === "all")) return at === 0 ? t("all") : "";
    if (kind === "by") return cells[`value-${at}`] === null ? muted(t("none")) : undefined;
    const value = cells[key];
    const [judge, { n: cases = 0 } = {}] = [
      told.judges[at],
      given[id === "all" ? origins.length : Number(id)]?.[at],
    ];
    if (kind !== "judge" || typeof value !== "number" || !judge || cases === cells["cases"]) return;
    return [decimal(value, isShare(judge) ? 1 : 2), { line: t("table.n", { n: cases }), isMuted: true }];
  };
  return (
    <FigureTable
      caption={t("table.caption", { track: told.track })}
      columns={originColumns(told, {
        by,
        whole: "",
        judges: part.judges.map((judge) => formatJudgeName(judge, rows.runs, locale)),
        hasCorrected: part.figures.table.uncorrected === null,
      })}
      rows={origins.map((origin, at) => originRow(origin, told, { ...words, id: String(at) }))}
      totals={origins.length < 2 ? [] : [originRow(total, told, { ...words, id: "all" })]}
      say={(key) => (key === "tooFew" ? t("tooFew") : t(`table.${key as "people"}`, { who: view.who }))}
      own={own}
    />
  );
}
