import "server-only";
import pg from "pg";
import { recordBulkEvent } from "#lib/audit/mutations.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import type { BulkClient } from "#lib/bulk/copy.ts";
import { inBulkTransaction, lockBenchmark } from "#lib/bulk/transaction.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import { storeOpened, storePlan, storeTexts } from "#lib/studies/opening/freeze-plan.ts";
import { resolveReference } from "#lib/studies/frame/queries.ts";
import { freezeWords } from "#lib/studies/opening/frozen-words.ts";
import { offeredLanguages } from "#lib/studies/languages.ts";
import { hashOf, makeManifest, type Manifest } from "#lib/studies/opening/manifest.ts";
import { getPlan, type StudyPlan } from "#lib/studies/plan-queries.ts";
import { getStudy, type Study } from "#lib/studies/queries.ts";
import type { Plan } from "#lib/studies/sampling/sampling.ts";
import product from "#package.json" with { type: "json" };

type Admin = Viewer<"admin">;

export type OpeningRefusal =
  | "not_found"
  | "not_draft"
  | "conflict"
  /** The cases that would be drawn now are not those that were looked at. */
  | "sample_changed"
  /** `fields` name what is missing: finding code → step. */
  | "not_ready"
  /** An import into the benchmark is under way. */
  | "import_runs";

type Opened = Result<{ hash: string }, OpeningRefusal>;
const patience = "10s";

/**
 * Draws the sample again from the saved draft and freezes all of it, or nothing: revision and digest are those
 * of the plan that was looked at. Imports into the benchmark wait meanwhile.
 */
export async function openStudy(
  viewer: Admin,
  slug: string,
  seen: { revision: number; digest: string },
): Promise<Opened> {
  const study = await getStudy(viewer, slug);
  if (!study) return fail("not_found");
  if (study.state !== "draft") return fail("not_draft");
  if (study.revision !== seen.revision) return fail("conflict");
  const { benchmark } = study;
  if (!benchmark) return fail("not_ready", { no_benchmark: "frame" });
  try {
    return await inBulkTransaction(
      async (client) => {
        await client.query(`SET LOCAL lock_timeout = '${patience}'`);
        await lockBenchmark(client, benchmark.id);
        return openLocked(client, viewer, { ...study, benchmark }, seen.digest);
      },
      { keep: ({ ok }) => ok, fills: ["study_cases", "study_cell_cases"] },
    );
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === lockNotAvailable) return fail("import_runs");
    throw error;
  }
}

const lockNotAvailable = "55P03";

async function openLocked(
  client: BulkClient,
  viewer: Admin,
  study: Study & { benchmark: NonNullable<Study["benchmark"]> },
  digest: string,
): Promise<Opened> {
  const refused = await lockDraft(client, study);
  if (refused) return fail(refused);
  const { design, benchmark } = study;
  const run = design.frame.reference && (await lockRun(client, viewer, study));
  const plan = await getPlan(viewer, study);
  if (plan.problems.length > 0 || !plan.facts.sample?.ok)
    return fail("not_ready", Object.fromEntries(plan.problems.map(({ code, step }) => [code, step])));
  const drawn = plan.facts.sample.plan;
  if (drawn.digest !== digest) return fail("sample_changed");

  const openedAt = new Date();
  const texts = offeredLanguages(design.words).map((language) => ({
    language,
    version: 1,
    words: freezeWords(design.words, language),
  }));
  const content = makeManifest({
    title: study.title,
    slug: study.slug,
    openedAt: openedAt.toISOString(),
    software: { name: product.name, version: product.version },
    benchmark: { slug: benchmark.slug, name: benchmark.name },
    design,
    reference: run?.described ?? null,
    eligible: listEligibleCounts(plan),
    digest: drawn.digest,
    cells: drawn.cells,
    cases: await nameCases(client, drawn),
    texts,
  });
  const hash = hashOf(content);
  await storePlan(client, study.id, drawn);
  await storeTexts(client, study.id, texts);
  await storeOpened(client, study.id, {
    content,
    hash,
    referenceRunId: run?.id ?? null,
    comparatorRunId: null,
    openedAt,
  });
  const subject = { type: "study", id: study.id };
  await recordBulkEvent(client, viewer, "study.opened", subject, { slug: study.slug, hash });
  return succeed({ hash });
}

/** Held to the end: nobody saves the draft, opens or removes it meanwhile. */
async function lockDraft(client: BulkClient, study: Study): Promise<OpeningRefusal | null> {
  const { rows } = await client.query<{ state: string; revision: number }>(
    "SELECT state::text, draft_revision AS revision FROM studies WHERE id = $1 FOR NO KEY UPDATE",
    [study.id],
  );
  const [now] = rows;
  if (!now) return "not_found";
  if (now.state !== "draft") return "not_draft";
  return now.revision === study.revision ? null : "conflict";
}

type Reference = { id: number; described: NonNullable<Manifest["reference"]> };

/** Held to the end: nobody renames the run or removes it meanwhile. Null where it is gone already. */
async function lockRun(
  client: BulkClient,
  viewer: Admin,
  { benchmark, design: { frame } }: Study,
): Promise<Reference | null> {
  const id = benchmark && frame.reference && (await resolveReference(viewer, benchmark.id, frame.reference));
  if (!id || !frame.reference) return null;
  const { model, method, version, threshold } = frame.reference;
  const { rows } = await client.query<{ ranAt: string | null }>(
    `SELECT to_char(ran_at, 'YYYY-MM-DD') AS "ranAt" FROM model_runs
     WHERE id = $1 AND model = $2 AND method = $3 AND version = $4 FOR SHARE`,
    [id, model, method, version],
  );
  const [run] = rows;
  if (!run) return null;
  const results = await client.query<{ track: string; sha256: string | null }>(
    `SELECT t.name AS track, encode(r.digest, 'hex') AS sha256
     FROM model_run_tracks r JOIN tracks t ON t.id = r.track_id
     WHERE r.run_id = $1 AND t.name = ANY ($2) ORDER BY t.position`,
    [id, frame.tracks],
  );
  return { id, described: { model, method, version, threshold, ranAt: run.ranAt, results: results.rows } };
}

function listEligibleCounts({ facts }: StudyPlan): Manifest["eligible"] {
  return facts.tracks.map(({ track, language, cases, selected, controls }) => ({
    track,
    language,
    cases,
    selected,
    controls,
  }));
}

async function nameCases(client: BulkClient, { cases }: Plan): Promise<Manifest["cases"]> {
  const { rows } = await client.query<{ id: number; number: number }>(
    "SELECT id, number FROM case_versions WHERE id = ANY ($1)",
    [cases.map(({ versionId }) => versionId)],
  );
  const numbers = new Map(rows.map(({ id, number }) => [id, number]));
  return cases.map(({ stratum, track, key, hash, versionId }) => {
    const version = numbers.get(versionId);
    if (version === undefined) throw new Error(`there is no version ${versionId} of case ${key}`);
    return { stratum, track, key, version, sha256: hash };
  });
}
