import "server-only";
import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import pg from "pg";
import { hashOf } from "#lib/canonical.ts";
import { recordBulkEvent } from "#lib/auth/record-mutations.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { type BulkClient, copyRows, reserveIds } from "#lib/bulk/copy.ts";
import { inBulkTransaction, lockBenchmark } from "#lib/bulk/transaction.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import { dealPlan, type DealtPlan } from "#lib/studies/arms/deal.ts";
import { differInCases } from "#lib/studies/arms/schema.ts";
import { makeVariants } from "#lib/studies/arms/variants.ts";
import { offeredLanguages } from "#lib/studies/languages.ts";
import { makeManifest, type Manifest, comparatorRule } from "#lib/studies/opening/manifest.ts";
import { getPlan, type StudyPlan } from "#lib/studies/plan-queries.ts";
import { getStudy, type Study } from "#lib/studies/queries.ts";
import { writePlan, type Design } from "#lib/studies/schema.ts";
import type { Plan } from "#lib/studies/sampling/sampling.ts";
import { designAsRead, wordsAsRead } from "#lib/studies/texts/field-values.ts";
import { resolveLabels, storedLabels } from "#lib/task-kinds/label-set.ts";
import { unnamedKind } from "#lib/task-kinds/server-registry.ts";
import { resolveScale, storedScale } from "#lib/task-kinds/scale.ts";
import product from "#package.json" with { type: "json" };
import { listBenchmarkRuns, placeOnUnserved } from "#lib/studies/frame/queries.ts";
import { isSameRun, listCandidates, type RunName } from "#lib/studies/run-names.ts";
import { BinaryRows } from "#lib/bulk/binary-rows.ts";
import { withVersion } from "#lib/studies/plan-versions.ts";

type Admin = Viewer<"admin">;

type OpeningRefusal =
  | "not_found"
  | "not_draft"
  | "conflict"
  /** The cases that would be drawn now are not those that were looked at. */
  | "sample_changed"
  /** `fields` name what is missing: finding code → step. */
  | "not_ready"
  /** An import into the benchmark is under way. */
  | "import_runs";

type OpeningResult = Result<{ hash: string }, OpeningRefusal>;
const patience = "10s";

/**
 * Draws the sample again from the saved draft and freezes all of it, or nothing: revision and digest are those
 * of the plan that was looked at. Imports into the benchmark wait meanwhile.
 */
export async function openStudy(
  viewer: Admin,
  slug: string,
  seen: { revision: number; digest: string },
): Promise<OpeningResult> {
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
): Promise<OpeningResult> {
  const refused = await lockDraft(client, study);
  if (refused) return fail(refused);
  const { design, benchmark } = study;
  const opening = { benchmarkId: benchmark.id, design };
  const reference = await lockReference(client, opening);
  await lockSiblings(client, opening);
  const plan = await getPlan(viewer, study);
  if (plan.problems.length > 0 || !plan.facts.sample?.ok)
    return fail("not_ready", Object.fromEntries(plan.problems.map(({ code, step }) => [code, step])));
  const drawn = plan.facts.sample.plan;
  if (drawn.digest !== digest) return fail("sample_changed");
  const comparator = await lockComparator(client, viewer, opening, drawn);
  if (design.claims?.comparator && !comparator) return fail("not_ready", { no_candidate: "claims" });

  const frozen = designAsRead(design, plan.facts);
  const openedAt = new Date();
  const texts = offeredLanguages(design.words).map((language) => ({
    language,
    version: 1,
    words: wordsAsRead(design, language, plan.facts),
  }));
  const shown = await showArms(client, benchmark.id, design, drawn);
  const content = makeManifest({
    title: study.title,
    slug: study.slug,
    openedAt: openedAt.toISOString(),
    software: { name: product.name, version: product.version },
    benchmark: {
      slug: benchmark.slug,
      name: benchmark.name,
      ...(benchmark.clusterUnit && { clusterUnit: benchmark.clusterUnit }),
    },
    design: frozen,
    reference: reference?.described ?? null,
    ...(comparator && { comparator: comparator.described }),
    eligible: listEligibleCounts(plan, design.sample),
    digest: drawn.digest,
    cells: shown.cells,
    cases: await listManifestCases(client, shown),
    ...(await listSets(client, drawn)),
    ...(await listDrawn(client, drawn)),
    texts,
  });
  const hash = hashOf(content);
  await storePlan(client, study.id, shown);
  for (const { language, version, words } of texts)
    await client.query(
      "INSERT INTO study_texts (id, study_id, language, version, content) VALUES ($1, $2, $3, $4, $5)",
      [randomUUID(), study.id, language, version, JSON.stringify(withVersion(words))],
    );
  await client.query(
    "INSERT INTO study_manifests (study_id, content, hash, frozen_at) VALUES ($1, $2, decode($3, 'hex'), $4)",
    [study.id, content, hash, openedAt],
  );
  // With its questions as participants read them, where they hold a field.
  const filled = isDeepStrictEqual(frozen, design) ? null : JSON.stringify(writePlan(frozen));
  // From here on the database lets nobody change the plan.
  await client.query(
    "UPDATE studies SET state = 'open', reference_run_id = $2, comparator_run_id = $3, opened_at = $4, draft = coalesce($5::jsonb, draft) WHERE id = $1",
    [study.id, reference?.id ?? null, comparator?.id ?? null, openedAt, filled],
  );
  const subject = { type: "study", id: study.id };
  await recordBulkEvent(client, viewer, "study.opened", subject, { slug: study.slug, hash });
  return succeed({ hash });
}

/** What is asked under each arm, with the versions of cases that some arms show; the sample itself where there are none. */
async function showArms(
  client: BulkClient,
  benchmarkId: number,
  { assignment: { arms }, sample: { seed } }: Study["design"],
  drawn: Plan,
): Promise<DealtPlan> {
  const dealt = dealPlan(drawn, seed, arms);
  return arms && differInCases(arms.differ)
    ? makeVariants(client, dealt, { arms, seed, benchmarkId })
    : dealt;
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

function listEligibleCounts({ facts }: StudyPlan, { unsure: asked }: Study["design"]["sample"]) {
  return facts.tracks.map((one): Manifest["eligible"][number] => {
    const { track, language, cases, selected, unsure, controls, kinds, withGold } = one;
    const isUsual = withGold === cases && kinds.every((kind) => kind === unnamedKind);
    return {
      track,
      language,
      cases,
      selected,
      controls,
      ...(asked && { unsure }),
      ...(!isUsual && { kinds, withGold }),
    };
  });
}

/** What cases are rated by or labelled with; nothing where none of them is. */
async function listSets(client: BulkClient, plan: Plan): Promise<Pick<Manifest, "scales" | "labelSets">> {
  const scales = await listNoted(client, plan, "scale");
  const sets = await listNoted(client, plan, "labels");
  return {
    ...(scales.length > 0 && {
      scales: sortByText(scales.map((one) => resolveScale(storedScale.parse(one)))),
    }),
    ...(sets.length > 0 && {
      labelSets: sortByText(sets.map((one) => resolveLabels(storedLabels.parse(one)))),
    }),
  };
}

async function listNoted(client: BulkClient, { cases }: Plan, key: string): Promise<unknown[]> {
  const { rows } = await client.query<{ noted: unknown }>(
    "SELECT DISTINCT content -> $2 AS noted FROM case_versions WHERE id = ANY ($1) AND content ? $2",
    [cases.map(({ versionId }) => versionId), key],
  );
  return rows.map(({ noted }) => noted);
}

const sortByText = <T>(all: readonly T[]): T[] =>
  all.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

/** Nothing where every case is read whole. */
async function listDrawn(client: BulkClient, { cases }: Plan): Promise<Pick<Manifest, "drawn">> {
  const { rows } = await client.query<{ id: number; items: number[] }>(
    `SELECT id, content -> 'drawn' AS items FROM case_versions
     WHERE id = ANY ($1) AND jsonb_typeof(content -> 'draw') = 'number'`,
    [cases.map(({ versionId }) => versionId)],
  );
  const itemsOf = new Map(rows.map(({ id, items }) => [id, items]));
  const drawn = cases.flatMap(({ versionId, track, key }) => {
    const items = itemsOf.get(versionId);
    return items ? [{ track, key, items }] : [];
  });
  return drawn.length === 0 ? {} : { drawn };
}

async function listManifestCases(client: BulkClient, { cases }: DealtPlan): Promise<Manifest["cases"]> {
  const { rows } = await client.query<{ id: number; number: number }>(
    "SELECT id, number FROM case_versions WHERE id = ANY ($1)",
    [cases.map(({ versionId }) => versionId)],
  );
  const numbers = new Map(rows.map(({ id, number }) => [id, number]));
  return cases.map(({ stratum, track, key, hash, versionId, variation, isLinked: linked, ratedAs }) => {
    const version = numbers.get(versionId);
    if (version === undefined) throw new Error(`there is no version ${versionId} of case ${key}`);
    return {
      stratum,
      track,
      key,
      version,
      sha256: hash,
      ...(variation && { variation }),
      ...(linked && { linked }),
      ...(ratedAs && { ratedAs }),
    };
  });
}

type FrozenRun = NonNullable<Manifest["comparator"]>["run"];
type LockedRun<T> = { id: number; described: NonNullable<T> } | null;
type Opening = { benchmarkId: number; design: Design };

/** Null without a reference, or where it is gone already. */
async function lockReference(
  client: BulkClient,
  { benchmarkId, design: { frame } }: Opening,
): Promise<LockedRun<Manifest["reference"]>> {
  if (!frame.reference) return null;
  const { threshold, ...name } = frame.reference;
  const run = await lockRun(client, benchmarkId, name, frame.tracks);
  return run && { id: run.id, described: { ...run.described, threshold } };
}

/** Held to the end as well: under another name nobody would find them again. */
async function lockSiblings(client: BulkClient, { benchmarkId, design }: Opening): Promise<void> {
  const siblings = design.claims?.siblings ?? [];
  await client.query(
    `SELECT FROM model_runs r JOIN unnest($2::text[], $3::text[], $4::text[]) AS s (model, method, version)
       ON (r.model, r.method, r.version) = (s.model, s.method, s.version)
     WHERE r.benchmark_id = $1 FOR SHARE OF r`,
    [
      benchmarkId,
      siblings.map(({ model }) => model),
      siblings.map(({ method }) => method),
      siblings.map(({ version }) => version),
    ],
  );
}

const maxNamed = 5;

/** The run that the plan names, or the best on the cases that nobody is given; null where there is none such. */
async function lockComparator(
  client: BulkClient,
  viewer: Viewer<"admin">,
  { benchmarkId, design }: Opening,
  { cases }: Plan,
): Promise<LockedRun<Manifest["comparator"]>> {
  const { frame, claims } = design;
  const comparator = claims?.comparator;
  if (!comparator) return null;
  const candidates = listCandidates(await listBenchmarkRuns(viewer, benchmarkId), design);
  if (comparator.by === "name") {
    const isThere = candidates.some((run) => isSameRun(run, comparator.run));
    const run = isThere ? await lockRun(client, benchmarkId, comparator.run, frame.tracks) : null;
    return run && { id: run.id, described: { run: run.described, unserved: null } };
  }
  const served = cases.map(({ versionId }) => versionId);
  const placed = await placeOnUnserved(viewer, { benchmarkId, frame, candidates, served });
  const [best] = placed;
  const run = best && best.right > 0 ? await lockRun(client, benchmarkId, best, frame.tracks) : null;
  if (!run || !best) return null;
  const unserved = {
    rule: comparatorRule,
    cases: best.cases,
    candidates: placed.length,
    best: placed.slice(0, maxNamed).map(({ model, method, version, answered, right }) => ({
      model,
      method,
      version,
      answered,
      right,
      accuracy: right / best.cases,
    })),
  };
  return { id: run.id, described: { run: run.described, unserved } };
}

/** Held to the end: nobody renames the run or removes it meanwhile. */
async function lockRun(
  client: BulkClient,
  benchmarkId: number,
  { model, method, version }: RunName,
  tracks: readonly string[],
): Promise<LockedRun<FrozenRun>> {
  const { rows } = await client.query<{ id: number; ranAt: string | null }>(
    `SELECT id, to_char(ran_at, 'YYYY-MM-DD') AS "ranAt" FROM model_runs
     WHERE benchmark_id = $1 AND model = $2 AND method = $3 AND version = $4 FOR SHARE`,
    [benchmarkId, model, method, version],
  );
  const [run] = rows;
  if (!run) return null;
  const results = await client.query<{ track: string; sha256: string | null }>(
    `SELECT t.name AS track, encode(r.digest, 'hex') AS sha256
     FROM model_run_tracks r JOIN tracks t ON t.id = r.track_id
     WHERE r.run_id = $1 AND t.name = ANY ($2) ORDER BY t.position`,
    [run.id, tracks],
  );
  return { id: run.id, described: { model, method, version, ranAt: run.ranAt, results: results.rows } };
}

const uuidBytes = (id: string) => Buffer.from(id.replaceAll("-", ""), "hex");

/** Copies the sample and its cells into the tables. The plan of an own-cases study has a hundred thousand rows. */
async function storePlan(client: BulkClient, studyId: string, plan: DealtPlan): Promise<void> {
  const study = uuidBytes(studyId);
  const ids = await reserveIds(client, "study_cases", plan.cases.length);
  const idAt = (index: number): number => {
    const id = ids[index];
    if (id === undefined) throw new Error(`a cell names case ${index}, of ${ids.length}`);
    return id;
  };
  const cases = new BinaryRows("study_cases (id, study_id, case_version_id, stratum)");
  plan.cases.forEach(({ versionId, stratum }, index) =>
    cases.begin().int4(idAt(index)).text(study).int4(versionId).text(stratum),
  );
  const cells = new BinaryRows("study_cells (study_id, number, capacity, arm)", 1 << 12);
  const cellCases = new BinaryRows("study_cell_cases (study_id, cell, study_case_id)");
  plan.cells.forEach((cell, index) => {
    cells
      .begin()
      .text(study)
      .int4(index + 1)
      .int4(cell.capacity)
      .int2(cell.arm);
    for (const place of cell.cases)
      cellCases
        .begin()
        .text(study)
        .int4(index + 1)
        .int4(idAt(place));
  });
  await copyRows(client, cases);
  await copyRows(client, cells);
  await copyRows(client, cellCases);
}
