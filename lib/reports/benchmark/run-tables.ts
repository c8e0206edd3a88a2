import type { CsvCell } from "#lib/files/csv/cell.ts";
import { listScored } from "#lib/model-runs/run-panels.ts";
import type { RunMetrics, RunRow } from "#lib/model-runs/schema.ts";
import type { PrintedRow, PrintedTable } from "#lib/reports/tables/printed-table.ts";
import { printAutomatic } from "#lib/reports/automatic/tables.ts";
import type { AutomaticTables } from "#lib/results/automatic/automatic.ts";
import { formatRunName, t, formatDecimal, formatShare } from "#lib/reports/words.ts";
import product from "#package.json" with { type: "json" };
import { shortenRuns } from "#lib/reports/latex/write.ts";
import { mayBeRanked } from "#lib/studies/schema.ts";

type Scope = { readonly key: string; readonly track: string | null };
type Line = { readonly metrics: RunMetrics; readonly name: string; readonly shots: number | null };
type Shape = { readonly kind: "models" | "methods" | "shots"; readonly groups: readonly (readonly Line[])[] };

const figures = ["n", "top1", "top2", "meanRank", "ece", "brier"] as const;

/**
 * What PersonaEval prints of models, for any benchmark: every run that a model made, over all tracks and over each (its Tables 1 to 4),
 * models that were run by several methods (6 to 8), and by how many examples they were given (9).
 */
export function makeRunTables(runs: readonly RunRow[], tracks: readonly string[]): PrintedTable[] {
  const scopes: Scope[] = [
    { key: "all", track: null },
    ...(tracks.length > 1 ? tracks.map((track, i) => ({ key: `track-${i + 1}`, track })) : []),
  ];
  const ranked = runs.filter(({ run }) => mayBeRanked(run));
  const byScope = scopes.flatMap((scope) => {
    const told = ranked.flatMap((run): Line[] => {
      const metrics =
        scope.track === null ? run.pooled : run.tracks.find(({ track }) => track === scope.track);
      // What is only judged is in the automatic figures.
      if (!metrics || (metrics.n === 0 && metrics.judged > 0)) return [];
      return [{ metrics, name: formatRunName(run.run), shots: shotsOf(run.run.method) }];
    });
    const shapes: Shape[] = [
      { kind: "models", groups: [told.toSorted(byTop1)] },
      { kind: "methods", groups: groupByModel(told) },
      { kind: "shots", groups: groupByShots(told) },
    ];
    return shapes.flatMap((shape) => (shape.groups.flat().length > 0 ? [writeTable(shape, scope)] : []));
  });
  return [...byScope, ...makeTrackTable(ranked, tracks)];
}

/** Every run's accuracy with the tracks side by side (RoleThink's Table 3); none of one track, or of what is only judged. */
function makeTrackTable(all: readonly RunRow[], named: readonly string[]): PrintedTable[] {
  const { runs, tracks } = listScored(all, named);
  if (tracks.length < 2 || runs.every(({ pooled }) => pooled.n === 0)) return [];
  const groups = [...Map.groupBy(runs, ({ run }) => run.method).values()].map((own) =>
    own.toSorted((a, b) => (a.pooled.top1 ?? -1) - (b.pooled.top1 ?? -1) || a.run.id - b.run.id),
  );
  const of = ({ tracks: own }: RunRow, name: string) => own.find(({ track }) => track === name);
  const lines = groups.flat().flatMap((run) =>
    tracks.flatMap((track) => {
      const metrics = of(run, track);
      return metrics ? [{ metrics, name: "", shots: shotsOf(run.run.method) }] : [];
    }),
  );
  return [
    {
      name: "tracks",
      caption: t("tables.runs.caption.tracks"),
      notes: [t("tables.runs.tracksMade")],
      columns: [
        { label: t("tables.runs.name"), numeric: false },
        ...tracks.flatMap((track) =>
          [t("tables.runs.nOf", { track }), t("tables.runs.top1Of", { track })].map((label) => ({
            label,
            numeric: true,
          })),
        ),
      ],
      groups: groups.map((group) =>
        group.map((run) => ({
          id: `run-${run.run.id}`,
          cells: [
            formatRunName(run.run),
            ...tracks.flatMap((track) => {
              const { n = 0, top1 = null, top1Low: low = null, top1High: high = null } = of(run, track) ?? {};
              return [String(n), formatShare(top1, { low, high })];
            }),
          ],
        })),
      ),
      csv: [csvColumns, ...lines.map((line) => writeNumbers(line, line.metrics.track))],
    },
  ];
}

/** As the paper has them: the best last, and what is undefined first. */
const byTop1 = (a: Line, b: Line): number =>
  (a.metrics.top1 ?? -1) - (b.metrics.top1 ?? -1) || (a.name < b.name ? -1 : 1);

/** "few-shot 5", "5-shot", "zero-shot"; null for what tells none. */
export function shotsOf(method: string): number | null {
  if (/^zero[- ]?shot$/i.test(method)) return 0;
  const found = /^(?:few[- ]?shot|shots?)\D{0,3}(\d{1,3})$|^(\d{1,3})[- ]?shots?$/i.exec(method);
  return found ? Number(found[1] ?? found[2]) : null;
}

/** Models with two methods or versions that differ in more than their examples. */
function groupByModel(lines: readonly Line[]): Line[][] {
  return [...Map.groupBy(lines, ({ metrics }) => metrics.model).values()]
    .map((own) => own.filter(({ shots }) => shots === null || shots === 0))
    .filter((own) => own.length > 1)
    .map((own) =>
      own.toSorted((a, b) => Number(a.shots === null) - Number(b.shots === null) || byTop1(a, b)),
    );
}

function groupByShots(lines: readonly Line[]): Line[][] {
  const counted = lines.filter(({ shots }) => shots !== null);
  return [
    ...Map.groupBy(counted, ({ metrics: { model, version } }) => JSON.stringify([model, version])).values(),
  ]
    .filter((own) => own.length > 1 && own.some(({ shots }) => shots !== 0))
    .map((own) => own.toSorted((a, b) => (a.shots ?? 0) - (b.shots ?? 0)));
}

function writeTable({ kind, groups }: Shape, { key, track }: Scope): PrintedTable {
  const scope = { scope: track ?? t("allTracks") };
  const lines = groups.flat();
  return {
    name: `${kind}-${key}`,
    caption: t(`tables.runs.caption.${kind}`, scope),
    notes: [
      t("tables.runs.made"),
      ...(lines.some(({ metrics: { top1, top2 } }) => top1 !== null && top2 === null)
        ? [t("tables.runs.stated")]
        : []),
      ...(lines.some(({ metrics: { failed, missing } }) => failed + missing > 0)
        ? [t("tables.runs.incomplete")]
        : []),
    ],
    columns: [
      { label: t("tables.runs.name"), numeric: false },
      ...(kind === "shots" ? [{ label: t("tables.runs.shots"), numeric: true }] : []),
      ...figures.map((figure) => ({ label: t(`tables.runs.${figure}`), numeric: true })),
    ],
    groups: groups.map((group) => group.map((line) => describeLine(line, kind))),
    csv: [csvColumns, ...lines.map((line) => writeNumbers(line, track))],
  };
}

function describeLine({ metrics, name, shots }: Line, kind: Shape["kind"]): PrintedRow {
  const { n, failed, missing, top1, top1Low, top1High, top2, meanRank, ece, brier } = metrics;
  const all = n + failed + missing;
  return {
    id: `run-${metrics.runId}`,
    cells: [
      ...(kind === "shots" ? [formatRunName({ ...metrics, method: "" }), String(shots)] : [name]),
      n === all ? String(n) : t("tables.runs.of", { n, all }),
      formatShare(top1, { low: top1Low, high: top1High }),
      formatShare(top2),
      formatDecimal(meanRank, 2),
      formatShare(ece),
      formatShare(brier),
    ],
  };
}

const csvColumns = [
  "model",
  "method",
  "version",
  "shots",
  "track",
  "n",
  "failed",
  "missing",
  "right",
  "top1",
  "top1_low",
  "top1_high",
  // Beside automatic tables, whose intervals are clustered.
  "top1_interval",
  "top2",
  "mean_rank",
  "ece",
  "brier",
  "brier_per_case",
  "reason",
];

/** Unrounded; a reason wherever something is undefined. */
function writeNumbers({ metrics, shots }: Line, track: string | null): CsvCell[] {
  const reason = metrics.n === 0 ? "no_answers" : metrics.top2 === null ? "choices_only" : null;
  return [
    metrics.model,
    metrics.method,
    metrics.version,
    shots,
    track,
    metrics.n,
    metrics.failed,
    metrics.missing,
    metrics.correct,
    metrics.top1,
    metrics.top1Low,
    metrics.top1High,
    "wilson",
    metrics.top2,
    metrics.meanRank,
    metrics.ece,
    metrics.brier,
    metrics.brierPerCase,
    reason,
  ];
}

type BenchmarkFacts = {
  name: string;
  slug: string;
  cases: number;
  tracks: readonly { name: string }[];
};

/** All tables of a benchmark, with what stands above each and what they call the runs. */
export function describeRunTables(
  { name, slug, cases, tracks }: BenchmarkFacts,
  runs: readonly RunRow[],
  automatic: AutomaticTables,
) {
  const ofRuns = makeRunTables(
    runs,
    tracks.map((track) => track.name),
  );
  return {
    tables: [...ofRuns, ...printAutomatic(automatic, { of: "benchmark" })],
    head: [
      t("tables.runs.of_benchmark", { name, slug, cases }),
      t("tables.runs.by", { version: product.version }),
    ],
    names: shortenRuns(runs.map(({ run }) => run)),
  };
}
