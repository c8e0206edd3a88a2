import { notFound } from "next/navigation";
import { refuse, withViewer } from "#lib/auth/request/api.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { downloadFolder } from "#lib/benchmark-folders/write-folder.ts";
import { folderRequest } from "#lib/benchmark-folders/schema.ts";
import { exportCaseLines } from "#lib/benchmarks/case-files/export-cases.ts";
import { writeLineage } from "#lib/benchmarks/lineage/document.ts";
import { getLineage } from "#lib/benchmarks/lineage/queries.ts";
import { getBenchmarkAt } from "#lib/benchmarks/queries.ts";
import { exportDropLines, exportPoolDrops } from "#lib/curation/queries.ts";
import { csvLine } from "#lib/files/csv/cell.ts";
import { download } from "#lib/files/download.ts";
import { exportPredictionLines, exportedColumns, exportedRows } from "#lib/model-runs/export-runs.ts";
import { listRuns } from "#lib/model-runs/queries.ts";

type Admin = Viewer<"admin">;
type Benchmark = NonNullable<Awaited<ReturnType<typeof getBenchmarkAt>>>;
type Body = Parameters<typeof download>[0];

const types: Readonly<Record<string, string>> = {
  csv: "text/csv; charset=utf-8",
  json: "application/json; charset=utf-8",
  jsonl: "application/jsonl; charset=utf-8",
};

const files: Readonly<Record<string, (viewer: Admin, benchmark: Benchmark) => Body | Promise<Body>>> = {
  /** Every current case, with its right answer. */
  "cases.jsonl": (viewer, { id }) => exportCaseLines(viewer, id),
  /** Every case that was dropped when the benchmark was made, and why. */
  "dropped.jsonl": (viewer, { id }) => exportDropLines(viewer, id),
  /** Every exchange of a pool that didn’t become a case, and why. */
  "pool-drops.jsonl": (viewer, { id }) => exportPoolDrops(viewer, id),
  "predictions.jsonl": (viewer, { id }) => exportPredictionLines(viewer, id),
  /** Every figure of every run, unrounded, as a spreadsheet. */
  "runs.csv": async (viewer, { id }) => {
    const rows = (await listRuns(viewer, id)).flatMap(exportedRows);
    return [`\uFEFF${csvLine(exportedColumns)}`, ...rows.map(csvLine)];
  },
  /** Every figure of every run, unrounded, with everything that is known of the run. */
  "runs.json": async (viewer, { id, name, slug }) => {
    const runs = await listRuns(viewer, id);
    return [`${JSON.stringify({ benchmark: { name, slug }, runs }, null, 1)}\n`];
  },
};

export async function GET(
  request: Request,
  { params }: RouteContext<"/api/benchmarks/[slug]/export/[file]">,
): Promise<Response> {
  const { slug, file } = await params;
  const write = Object.hasOwn(files, file) ? files[file] : undefined;
  if (!write && file !== "lineage.json" && file !== "folder.zip") notFound();
  return withViewer(["admin"], async (viewer) => {
    const benchmark = await getBenchmarkAt(viewer, slug);
    if (!benchmark) return refuse("not_found", 404);
    if (file === "folder.zip") return sendFolder(viewer, benchmark, request);
    const name = `${benchmark.slug}-${file}`;
    const type = types[file.split(".")[1] ?? ""] ?? "";
    return write
      ? download(await write(viewer, benchmark), { name, type })
      : sendLineage(viewer, benchmark, { name, type });
  });
}

/** Where the cases come from, to the byte: its SHA-256 is the one that the benchmark's page shows. */
async function sendLineage(viewer: Admin, { id }: Benchmark, file: { name: string; type: string }) {
  const lineage = await getLineage(viewer, id);
  if (!lineage) return refuse("not_found", 404);
  const { content, hash } = writeLineage(lineage);
  const response = download([content], file);
  response.headers.set("x-content-sha256", hash);
  return response;
}

/** A benchmark as others can load it, with its right answers and the answers of the studies that are named. */
async function sendFolder(viewer: Admin, { id }: Benchmark, request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const given = { ...Object.fromEntries(searchParams), study: searchParams.getAll("study") };
  const asked = folderRequest.safeParse(given);
  if (!asked.success) return refuse("wrong_query", 400);
  // Whoever asks for the head alone takes nothing, and nothing is opened for it.
  if (request.method === "HEAD") return new Response(null);
  const response = await downloadFolder(viewer, id, asked.data, request.signal);
  return response.ok ? response.value : refuse(response.error, 409);
}
