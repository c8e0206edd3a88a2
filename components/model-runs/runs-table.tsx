import { getFormatter, getTranslations } from "next-intl/server";
import { CompareBox } from "#components/model-runs/compare-choice.tsx";
import {
  Figure,
  type FigureColumn,
  figuresOf,
  formatMethodName,
  inWords,
  type View,
} from "#components/model-runs/figure.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Link } from "#components/ui/link.tsx";
import { TabLinks } from "#components/ui/tab-links.tsx";
import type { Cell } from "#components/ui/table/cell.tsx";
import { type Column, DataTable } from "#components/ui/table/data-table.tsx";
import { Table } from "#components/ui/table/table.tsx";
import { overReplicates } from "#lib/metrics/grouped/over-replicates.ts";
import { groupReplicates, type Replicates } from "#lib/model-runs/comparison.ts";
import type { RunRow } from "#lib/model-runs/schema.ts";
import { runPath, runsPath } from "#lib/paths.ts";
import { makerOf } from "#lib/studies/schema.ts";

type Props = {
  slug: string;
  rows: readonly RunRow[];
  view: View;
  columns: readonly FigureColumn[];
  caption: string;
};

type Count = "n" | "failed" | "missing";

export async function RunsTable({ slug, rows, view, columns, caption }: Props) {
  const t = await getTranslations("runs");
  const table = await getTranslations("table");
  const format = await getFormatter();
  const hasCounts = view.kind !== "mean";
  const counts: readonly Count[] = hasCounts ? ["n", "failed", "missing"] : [];
  const drawn = rows.map((row) => {
    const { run } = row;
    const figures = figuresOf(row, view);
    return {
      id: String(run.id),
      text: [run.model, run.method, run.version].join(" "),
      sort: {
        model: run.model,
        method: formatMethodName(run),
        ...Object.fromEntries(counts.map((key) => [key, figures?.[key] ?? null])),
        ...Object.fromEntries(
          columns.map((column) => [column.key, (figures && column.value(figures)) ?? null]),
        ),
      },
      cells: {
        model: <Model slug={slug} run={run} />,
        method: <Method run={run} />,
        ...Object.fromEntries(
          counts.map((key) => [key, figures?.[key] === undefined ? "–" : format.number(figures[key])]),
        ),
        ...Object.fromEntries(
          columns.map((column) => [
            column.key,
            <Figure key={column.key} column={column} figures={figures} view={view} />,
          ]),
        ),
        compare: (
          <CompareBox
            runId={run.id}
            label={t("compare.box", { model: run.model, method: formatMethodName(run) })}
          />
        ),
      },
    };
  });
  return (
    <DataTable
      isTight
      caption={caption}
      columns={listColumns(t, counts, columns)}
      rows={drawn}
      words={{ filter: table("filter"), shown: table.raw("shown") as string, noMatch: table("noMatch") }}
      empty={<p>{t("none")}</p>}
    />
  );
}

/** It had a part in choosing the cases: by which stage, where the lineage tells. */
export async function FilterBadge({ filteredBy }: Pick<RunRow["run"], "filteredBy">) {
  const t = await getTranslations("runs");
  return <Badge tone="warning">{t(filteredBy ? `filteredBy.${filteredBy}` : "filter")}</Badge>;
}

type RunWords = Awaited<ReturnType<typeof getTranslations<"runs">>>;

function listColumns(t: RunWords, counts: readonly Count[], figures: readonly FigureColumn[]): Column[] {
  return [
    { key: "model", label: t("columns.model"), sortable: true },
    { key: "compare", label: t("columns.compare") },
    { key: "method", label: t("columns.method"), sortable: true },
    ...counts.map((key) => ({
      key,
      label: t(`columns.${key}`),
      numeric: true,
      sortable: true,
      mayGo: key !== "n",
    })),
    ...figures.map(({ key }) => ({
      key,
      label: t(`columns.${key as "top1"}`),
      numeric: true,
      sortable: true,
    })),
  ];
}

async function Method({ run }: Pick<RunRow, "run">) {
  const t = await getTranslations("runs");
  return (
    <span className="inline-block max-w-48 wrap-anywhere">
      <bdi>{formatMethodName(run)}</bdi>
      {run.replicate !== null && (
        <span className="figures block text-sm text-ink-muted">
          {t("replicate", { number: run.replicate })}
        </span>
      )}
    </span>
  );
}

async function Model({ slug, run }: { slug: string } & Pick<RunRow, "run">) {
  const t = await getTranslations("runs");
  const made = makerOf(run);
  return (
    <span className="flex items-center gap-x-2">
      <Link
        href={runPath(slug, run.id)}
        title={run.model}
        className="inline-block max-w-64 truncate text-accent underline"
      >
        <bdi>{run.model}</bdi>
      </Link>
      {run.hasReasoning && <Badge tone="info">{t("reasoning")}</Badge>}
      {run.isDemo && <Badge tone="info">{t("demo")}</Badge>}
      {run.isFilter && <FilterBadge filteredBy={run.filteredBy} />}
      {made && <Badge tone="warning">{t(`made.${made}`)}</Badge>}
    </span>
  );
}

type ViewOptions = { view: View; variants: boolean };

/** Where a view of the figures is found: a track, all cases pooled, or the mean over tracks. */
function viewAddress(slug: string, { view, variants }: ViewOptions): string {
  const query = new URLSearchParams({
    ...(view.kind === "track" ? { track: view.track } : view.kind === "mean" ? { view: "mean" } : {}),
    ...(variants ? { figures: "variants" } : {}),
  });
  return query.size > 0 ? `${runsPath(slug)}?${query}` : runsPath(slug);
}

type ViewLinksProps = ViewOptions & { slug: string; tracks: readonly string[] };

export async function ViewLinks({ slug, tracks, view, variants }: ViewLinksProps) {
  const t = await getTranslations("runs.views");
  const link = (label: string, to: View, current: boolean) => ({
    label,
    current,
    // The mean over tracks has no variants.
    href: viewAddress(slug, { view: to, variants: variants && to.kind !== "mean" }),
  });
  const ofTracks = tracks.map((track) =>
    link(track, { kind: "track", track }, view.kind === "track" && view.track === track),
  );
  const pooled = link(t("pooled"), { kind: "pooled" }, view.kind === "pooled");
  const mean = link(t("mean"), { kind: "mean" }, view.kind === "mean");
  const definition = (label: string, other: boolean) => ({
    label,
    current: variants === other,
    href: viewAddress(slug, { view, variants: other }),
  });
  return (
    <div className="grid gap-3">
      <TabLinks label={t("label")} items={[pooled, mean, ...ofTracks]} />
      {view.kind !== "mean" && (
        <TabLinks
          label={t("definitions")}
          items={[definition(t("main"), false), definition(t("variants"), true)]}
        />
      )}
    </div>
  );
}

type ReplicatedRunsProps = { rows: readonly RunRow[]; view: View; columns: readonly FigureColumn[] };
type Words = Awaited<ReturnType<typeof getTranslations<"runs">>>;

/** What several runs of one model by one method come to together, and how far they differ. */
export async function ReplicatedRuns({ rows, view, columns }: ReplicatedRunsProps) {
  const t = await getTranslations("runs");
  const groups = groupReplicates(rows);
  if (groups.length === 0) return null;
  const drawn = groups.map(async (group) => ({
    id: `${group.model} ${group.method} ${group.made}`,
    cells: {
      model: [
        { text: group.model, isName: true },
        ...(group.made ? [" ", { badge: t(`made.${group.made}`), tone: "warning" as const }] : []),
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
