import "server-only";
import { createHash } from "node:crypto";
import type { Staff } from "#lib/auth/study-scope.ts";
import { WaitingLine } from "#lib/auth/secrets/waiting-line.ts";
import { composeReport, makeAutomaticTables, type Report } from "#lib/reports/compose.ts";
import { renderFiles, type AnswerFiles, type ReportFile } from "#lib/reports/files.ts";
import { listHead } from "#lib/reports/head.ts";
import { shortenRuns } from "#lib/reports/latex/write.ts";
import type { PrintedTable } from "#lib/reports/tables/printed-table.ts";
import type { ReportChoice } from "#lib/reports/schema.ts";
import { getFrozenRecord, getLiveRecord, type StudyRecord } from "#lib/reports/record-queries.ts";
import { knowsAttributes } from "#lib/results/automatic/study-tables.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import { openExport } from "#lib/study-exports/export.ts";
import type { ZipEntry } from "#lib/study-exports/zip.ts";
import { findPublished } from "#lib/study-results/figures/published-rows.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import { getStamp, getRows } from "#lib/study-results/rows/rows-queries.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { mainView, mayShow, type Population } from "#lib/study-results/schema.ts";
import { processSingleton } from "#lib/process-singleton.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";

/** Made once for the same rows and the same record. */
export async function readReport(rows: StudyRows, choice: ReportChoice): Promise<Report> {
  const [frozen, record] = await Promise.all([
    memoize(rows, "frozen record", () => getFrozenRecord(rows.study.id)),
    getLiveRecord(rows.study),
  ]);
  const { detailsUpTo = Infinity } = choice;
  const live = { ...record, details: record.details.filter(({ revision }) => revision <= detailsUpTo) };
  // Every study that has opened has a plan.
  if (!frozen.manifest) throw new Error("the study went away while it was reported on");
  return memoize(rows, `report ${choice.who} ${choice.withPublished} ${digestOf(live)}`, () =>
    composeReport(rows, choice, { ...frozen, ...live }),
  );
}

/** What was stated, written and recorded changes without any answer. */
const digestOf = (record: Partial<StudyRecord>): string =>
  createHash("sha256")
    .update(JSON.stringify(record, (_key, part: unknown) => (part instanceof Map ? [...part] : part)))
    .digest("base64url");

type ReportProblem = "not_found" | "not_shown_yet" | "no_published" | "no_such_kind";
type ReportRequest = {
  slug: string;
  who?: Population | undefined;
  published?: "with" | "without";
  kind?: KindName | undefined;
};

/** Whose report it will be; without a who, of people, or of simulated ones where there are no others. */
export async function prepareReport(
  viewer: Staff,
  { slug, who, published = "without", kind }: ReportRequest,
): Promise<Result<ReportPlan, ReportProblem>> {
  const rows = await getRows(viewer, slug, { kind });
  if (!rows) return fail("not_found");
  if (kind !== undefined && rows.kind !== kind) return fail("no_such_kind");
  const chosen = who ?? (rows.has.simulated && !rows.has.people ? "simulated" : "people");
  if (!mayShow(rows.study, chosen)) return fail("not_shown_yet");
  const withPublished = published === "with";
  if (withPublished && !findPublished(rows, mainView(chosen))) return fail("no_published");
  return succeed({ slug, who: chosen, withPublished, kind });
}

/** The tables of a report, with what stands above each and what they call the models. */
export async function openTables(
  viewer: Staff,
  {
    by,
    ...asked
  }: ReportRequest & {
    /** What tells rows of automatic tables apart, if not the usual. */
    by?: string | undefined;
  },
) {
  const prepared = await prepareReport(viewer, asked);
  if (!prepared.ok) return prepared;
  const { slug, who, withPublished, kind } = prepared.value;
  const rows = await getRows(viewer, slug, { kind });
  if (!rows) return fail("not_found" as const);
  const { tables: usual, facts } = await readReport(rows, { who, withPublished });
  if (by !== undefined && !(await knowsAttributes(rows, facts.view, by))) return fail("unknown_attribute");
  const isAutomatic = ({ name }: PrintedTable) => name.startsWith("automatic-");
  const tables =
    by === undefined
      ? usual
      : [...usual.filter((table) => !isAutomatic(table)), ...(await makeAutomaticTables(facts, by))];
  return succeed({ tables, who, head: listHead(facts), names: shortenRuns(rows.runs) });
}

export type ReportWithFiles = { report: Report; files: ReportFile[] };

// A whole report is held in memory until it is taken.
const line = processSingleton("reports", () => new WaitingLine({ atOnce: 1, waiting: 10 }, "reports"));

// Where people still answer, figures and answers may be of different moments: then both are read again.
const maxTries = 3;

type ReportPlan = ReportChoice & { slug: string };

/** All files of a report; and a line in the record, since answers leave the product with it. One after the other. */
export const renderReport = (
  viewer: Staff,
  wanted: ReportPlan,
  signal?: AbortSignal,
): Promise<ReportWithFiles> =>
  line.pass(async () => {
    signal?.throwIfAborted();
    return renderNow(viewer, wanted);
  });

async function renderNow(viewer: Staff, { slug, ...choice }: ReportPlan): Promise<ReportWithFiles> {
  for (let tries = 1; ; tries++) {
    const rows = await getRows(viewer, slug, { kind: choice.kind });
    if (!rows || !mayShow(rows.study, choice.who))
      throw new Error("the study went away while it was reported on");
    const report = await readReport(rows, choice);
    const answers = await exportAnswers(viewer, slug, report);
    if (tries < maxTries && (await getStamp(viewer, slug)) !== rows.stamp) continue;
    return { report, files: await renderFiles(report, answers) };
  }
}

async function exportAnswers(viewer: Staff, slug: string, { key, facts }: Report): Promise<AnswerFiles> {
  // What people typed may say who they are, and a report is made to be passed on.
  const choices = { numbers: "random", key, who: facts.view.who, texts: "without" } as const;
  const open = await openExport(viewer, { slug, choices }, "report");
  try {
    return { answers: await readAll(open.rows("answers", "csv")), codebook: await readAll(open.codebook) };
  } finally {
    await open.close();
  }
}

async function readAll({ content }: ZipEntry): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of content()) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces).toString();
}
