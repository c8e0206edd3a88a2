import { getFormatter, getTranslations } from "next-intl/server";
import { reasonKey } from "#components/study-results/overview/interval-words.ts";
import { tellCrowd, tellModel } from "#components/study-results/overview/model-rows.ts";
import { Fold } from "#components/study-results/overview/fold.tsx";
import { EmptyColumns } from "#components/ui/table/empty-columns-note.tsx";
import { DataTable } from "#components/ui/table/data-table.tsx";
import type { Cell } from "#components/ui/table/cell.tsx";
import { getIntervals } from "#lib/study-results/overview/intervals.ts";
import { getPoints } from "#lib/study-results/overview/overview.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";

type Props = { rows: StudyRows; view: View };

const numeric = ["n", "top1", "withMissing", "place", "top2", "meanRank", "ece", "brier"] as const;

/** Everything the headline is made of, for people, their vote and every model on the same cases. */
export async function ModelsTable({ rows, view }: Props) {
  const t = await getTranslations("resultsOverview");
  const table = await getTranslations("table");
  const marks = await getTranslations("resultsApart.badge");
  const format = await getFormatter();
  const given = { t, marks, rows, view };
  const { models } = getPoints(rows, view);
  const { crowd, vote, guess } = tellCrowd(given);
  const caption = t("table.caption", { who: view.who });
  const { isLook } = getIntervals(rows, view);
  const interval = isLook ? t("forest.intervalAtLooks", { who: view.who }) : t("table.interval");
  const beneath: Cell = { line: interval, isMuted: true };
  const label = (key: (typeof numeric)[number]): Cell => {
    const text = t(`table.${key}`);
    if (key === "top1") return [{ text, isWhole: true }, beneath];
    return key === "top2" || key === "ece" ? { text, isWhole: true } : text;
  };
  const columns = [
    { key: "name", label: t("table.name"), sortable: true, atLeast: 36 as const },
    ...numeric.map((key) => ({
      ...{ key, label: label(key), numeric: true, sortable: true },
      mayGo: key === "withMissing",
    })),
  ];
  const told = [crowd, vote, ...models.map((model) => tellModel(given, model)), guess];
  const missing = [
    ...new Set(models.flatMap(({ scores }) => (scores.reason === null ? [] : [reasonKey(scores.reason)]))),
  ];
  return (
    <Fold id="models" title={caption} note={t("table.note", { models: models.length })} isWide>
      <DataTable
        caption={caption}
        isTight
        columns={columns}
        rows={told}
        words={{ filter: table("filter"), shown: table.raw("shown") as string, noMatch: table("noMatch") }}
        empty={null}
      />
      <EmptyColumns columns={columns} rows={told} />
      {missing.length > 0 && (
        <p className="measure text-sm text-ink-muted">
          {t("table.why", { reasons: format.list(missing.map((key) => t(`reasons.${key}`))) })}
        </p>
      )}
    </Fold>
  );
}
