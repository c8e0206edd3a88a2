import "server-only";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { SeenReviewId } from "#lib/auth/review-scope.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { writeCaseLine } from "#lib/benchmarks/case-files/export-cases.ts";
import { listReviewedCasesAfter } from "#lib/benchmarks/case-queries.ts";
import { isBegun } from "#lib/benchmarks/queries.ts";
import { discardEmptyBenchmark, findOrCreateBenchmark, runCaseImport } from "#lib/benchmarks/mutations.ts";
import type { LineageStage } from "#lib/benchmarks/schema.ts";
import { problemLines } from "#lib/imports/problems.ts";
import type { ImportControl } from "#lib/imports/progress.ts";
import { type CaseImportPayload, caseImportPayload, type ImportProblem } from "#lib/imports/schema.ts";
import { carryPredictions } from "#lib/model-runs/carry-predictions.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import { storeLineage } from "#lib/review-exports/accepted/lineage-mutations.ts";
import { getReview } from "#lib/reviews/plan/queries.ts";
import { finalDecisions } from "#lib/reviews/results/final-decisions.ts";
import { reviewFigures } from "#lib/reviews/results/review-figures.ts";
import type { ReviewRows } from "#lib/reviews/results/rows.ts";
import { getReviewRows } from "#lib/reviews/results/rows-queries.ts";

type Admin = Viewer<"admin">;
export type KeptProblem = "not_found" | "not_closed" | "none_accepted" | "name_taken" | "not_stored";
type Kept = { benchmark: string; cases: number };

type Found = { report: object; problems: readonly ImportProblem[] };
/** Runs the import, in line with others. */
export type RunKeeping = <T extends Found>(
  benchmark: { id: number; slug: string },
  payload: CaseImportPayload,
  run: (control: ImportControl) => Promise<T>,
) => Promise<T>;

const casesAtOnce = 200;
const nameOf = ({ track, key }: { track: string; key: string }) => `${track}\0${key}`;

/** A new benchmark of the cases that a closed review accepted, in batches that its lead accepted, with where they come from. */
export async function keepAcceptedCases(
  viewer: Admin,
  { slug, name }: { slug: string; name: string },
  runImport: RunKeeping,
): Promise<Result<Kept, KeptProblem>> {
  const review = await getReview(viewer, slug);
  if (!review) return fail("not_found");
  const rows = review.state === "closed" ? await getReviewRows(viewer, slug) : null;
  if (!rows) return fail("not_closed");
  const accepted = listAccepted(rows);
  if (accepted.size === 0) return fail("none_accepted");
  const description = `The cases that the review “${review.title}” (${slug}) accepted, out of ${rows.items.length} of the benchmark ${rows.review.benchmark.slug}.`;
  const dir = await mkdtemp(path.join(tmpdir(), "benchside-accepted-"));
  try {
    const file = path.join(dir, "accepted.jsonl");
    await writeAccepted(review.id, accepted, file);
    const made = await findOrCreateBenchmark(viewer, { name, description });
    // What a process that was killed began, or one that is at it now: the first to store it has the name.
    if (!made.isNew && !(await isBegun(viewer, made.id, description))) return fail("name_taken");
    try {
      const files = [{ name: "accepted.jsonl", path: file, track: null, language: null }];
      const benchmark = { ...made, isNew: true };
      const payload = caseImportPayload.parse({ benchmark, mode: "store", skipBad: false, files });
      const lineage = { benchmark: made, parent: rows.review.benchmark.slug, stages: [describeStage(rows)] };
      const { report, problems } = await runImport(made, payload, (control) =>
        runCaseImport(viewer, { ...payload, files }, carryPredictions, control, async (client, isStored) => {
          if (isStored) await storeLineage(client, viewer, review.id, lineage);
        }),
      );
      return report.stored
        ? succeed({ benchmark: made.slug, cases: accepted.size })
        : fail("not_stored", { problems: problemLines(problems).join("\n") });
    } finally {
      await discardEmptyBenchmark(viewer, made.id);
    }
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

function listAccepted(rows: ReviewRows): ReadonlySet<string> {
  const batches = new Set(rows.batches.filter(({ isAccepted }) => isAccepted).map(({ number }) => number));
  return new Set(
    finalDecisions(rows).flatMap(({ item, accepts }) => {
      const own = rows.items[item];
      return own && accepts && batches.has(own.batch) ? nameOf(own) : [];
    }),
  );
}

async function writeAccepted(
  review: SeenReviewId,
  accepted: ReadonlySet<string>,
  file: string,
): Promise<void> {
  const out = await open(file, "wx", 0o600);
  try {
    for (let after = 0; ;) {
      const cases = await listReviewedCasesAfter(review, after, casesAtOnce);
      const kept = cases.filter(({ case: { key, track } }) =>
        accepted.has(nameOf({ track: track.name, key })),
      );
      await out.write(kept.map(writeCaseLine).join(""));
      const last = cases.at(-1);
      if (!last || cases.length < casesAtOnce) return;
      after = last.id;
    }
  } finally {
    await out.close();
  }
}

function describeStage(rows: ReviewRows): LineageStage {
  const { funnel, errors } = reviewFigures(rows);
  const { value, low, high } = errors.accepted.rate;
  return {
    stage: "review",
    settings: { review: rows.review.slug, manifest: rows.review.manifestHash },
    counts: {
      ...funnel,
      ...(value !== null &&
        low !== null &&
        high !== null && { errorRate: value, errorRateLow: low, errorRateHigh: high }),
    },
    models: [],
  };
}
