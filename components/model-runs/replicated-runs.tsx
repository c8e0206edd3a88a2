import { getFormatter, getTranslations } from "next-intl/server";
import { type FigureColumn, figuresOf, inWords, type View } from "#components/model-runs/figures.ts";
import type { Cell } from "#components/ui/table/cell.tsx";
import { Table } from "#components/ui/table/table.tsx";
import { overReplicates } from "#lib/metrics/grouped/over-replicates.ts";
import { groupReplicates, type Replicates } from "#lib/model-runs/comparison/replicates.ts";
import type { RunRow } from "#lib/model-runs/schema.ts";

type Props = { rows: readonly RunRow[]; view: View; columns: readonly FigureColumn[] };
type Words = Awaited<ReturnType<typeof getTranslations<"runs">>>;

/** What several runs of one model by one method come to together, and how far they differ. */
export async function ReplicatedRuns({ rows, view, columns }: Props) {
  const t = await getTranslations("runs");
  const groups = groupReplicates(rows);
  if (groups.length === 0) return null;
  const drawn = groups.map(async (group) => ({
    id: `${group.model} ${group.method} ${group.isFake}`,
    cells: {
      model: [
        { text: group.model, isName: true },
        ...(group.isFake ? [" ", { badge: t("fake"), tone: "warning" as const }] : []),
        ...(formatReason(t, group) ? [{ line: formatReason(t, group), isMuted: true }] : []),
      ],
      method: { text: group.method, isName: true, isWhole: true },
      replicates: group.rows.length,
      n: await countAnswered(group, view),
      ...Object.fromEntries(columns.map((column) => [column.key, summed(t, group, column, view)])),
    },
  }));
  return (
    <section aria-labelledby="replicates" className="grid min-w-0 gap-2">
      <h3 id="replicates" className="text-lg font-semibold">
        {t("replicates.title")}
      </h3>
      <p className="measure">{t("replicates.about")}</p>
      <Table
        isTight
        hideCaption
        caption={t("replicates.title")}
        columns={[
          { key: "model", label: t("columns.model"), atLeast: 32 },
          { key: "method", label: t("columns.method") },
          { key: "replicates", label: t("replicates.count"), numeric: true },
          ...(view.kind === "mean" ? [] : [{ key: "n", label: t("columns.n"), numeric: true }]),
          ...columns.map(({ key }) => ({ key, label: t(`columns.${key as "top1"}`), numeric: true })),
        ]}
        rows={await Promise.all(drawn)}
      />
    </section>
  );
}

/** Why none of its figures is there. */
function formatReason(t: Words, { rows, doubled }: Replicates): string | null {
  if (doubled !== null) return t("replicates.doubled", { number: doubled });
  return rows.length < 2 ? t("replicates.one") : null;
}

function summed(t: Words, group: Replicates, { value, unit }: FigureColumn, view: View): Cell {
  const why = formatReason(t, group);
  if (why !== null) return { text: "–", said: why };
  const values = group.rows.flatMap((row) => {
    const figures = figuresOf(row, view);
    return (figures && value(figures)) ?? [];
  });
  const { mean, sd } = overReplicates(values);
  if (mean === null || sd === null || values.length < group.rows.length)
    return ["– ", { text: t("replicates.notEach"), isMuted: true, isSmall: true }];
  const formatValues = (write: (one: number) => string) =>
    t("replicates.figure", { mean: write(mean), sd: write(sd) });
  return { text: formatValues((one) => inWords(one, unit)), title: formatValues(String), isWhole: true };
}

/** Cases that each of them answered. */
async function countAnswered({ rows }: Replicates, view: View): Promise<string> {
  const t = await getTranslations("runs.replicates");
  const format = await getFormatter();
  const counts = rows.map((row) => figuresOf(row, view)?.n ?? 0);
  const [least, most] = [Math.min(...counts), Math.max(...counts)].map((one) => format.number(one));
  return least === most ? (most ?? "") : t("range", { least: least ?? "", most: most ?? "" });
}
