import type pg from "pg";
import { addSureRuns } from "#bench/support/curation/sure-answers.ts";
import { watchMemory } from "#bench/support/curation/watch-memory.ts";
import type { Figure } from "#bench/support/figure.ts";
import type { Stage } from "#bench/support/curation/stage.ts";
import { median, timed } from "#bench/support/timing.ts";

const RUNS = 19;

/** Texts that don't compress to nothing, as prompts don't. */
const cases = `
  WITH made AS (
    INSERT INTO cases (track_id, key, kind, position)
    SELECT t.id, n::text, 'choice', n FROM generate_series(1, $2::int) AS n
      JOIN tracks t ON t.benchmark_id = $1 AND t.position = 1 + n % 3 RETURNING id, key
  ), versions AS (
    INSERT INTO case_versions (case_id, number, hash, prompt_hash, original, form, content, option_names, option_count)
    SELECT id, 1, sha256(id::text::bytea), sha256(id::text::bytea),
      (SELECT string_agg(md5(id::text || n), ' ') FROM generate_series(1, 240) AS n), 'unparsed', NULL, '{a,b,c,d}', 4
    FROM made RETURNING id, original
  ), golds AS (INSERT INTO case_golds (case_version_id, choice) SELECT id, id % 4 FROM versions)
  INSERT INTO case_search_texts (case_version_id, text) SELECT id, convert_to(left(original, 2000), 'UTF8') FROM versions`;

async function fill(client: pg.Client, slug: string, count: number): Promise<number> {
  const made = await client.query<{ id: number }>(
    "INSERT INTO benchmarks (slug, name) VALUES ($1, $1) RETURNING id",
    [slug],
  );
  const id = made.rows[0]?.id ?? 0;
  await client.query(
    "INSERT INTO tracks (benchmark_id, name, language, position) SELECT $1, 'track ' || n, 'en', n FROM generate_series(1, 3) AS n",
    [id],
  );
  await client.query(cases, [id, count]);
  await addSureRuns(client, id, RUNS);
  return id;
}

type Filled = { id: number; cases: number };
type Admin = Stage["viewer"];
const settings = { threshold: 0.5, exactly: "stays", rule: "any" } as const;

/** What the page asks: runs, counts, and the last page of the cases that go. */
async function preview(viewer: Admin, { id, cases: count }: Filled) {
  const { countVotes, listFilterRuns, listVoted } = await import("#lib/curation/confidence/queries.ts");
  const { countOutcomes, partVotes } = await import("#lib/curation/confidence/votes.ts");
  const runs = await listFilterRuns(viewer, { id, cases: count });
  const runIds = runs.slice(0, 3).map((one) => one.id);
  const chosen = { benchmarkId: id, runIds, ...settings };
  const alike = await countVotes(viewer, chosen);
  const { dropped, kept } = countOutcomes(alike, "any");
  const { dropped: votes } = partVotes(alike, "any");
  await listVoted(viewer, chosen, { votes, track: undefined, page: Math.ceil(dropped / 50) });
  return { runIds, kept };
}

/** The first look, which adds up the answers of all runs, and the usual one. */
async function timePreviews(viewer: Admin, filled: Filled): Promise<{ first: number; usual: number }> {
  const first = await timed(() => preview(viewer, filled));
  const taken: number[] = [];
  for (let n = 0; n < 5; n += 1) taken.push(await timed(() => preview(viewer, filled)));
  return { first, usual: median(taken) };
}

/** Two benchmarks of made-up cases, as many as the paper's pool and the paper's own, filtered by three of 19 runs. */
export async function measureConfidence({ client, viewer }: Stage, scale: number): Promise<Figure[]> {
  const [pooled, published] = [Math.round(110_000 * scale), Math.round(28_565 * scale)];
  const pool = { id: await fill(client, "pool", pooled), cases: pooled };
  const paper = { id: await fill(client, "paper", published), cases: published };
  await client.query("VACUUM ANALYZE");
  const { filterByConfidence } = await import("#lib/curation/confidence/mutations.ts");
  const [ofPaper, ofPool] = [await timePreviews(viewer, paper), await timePreviews(viewer, pool)];
  const { runIds, kept } = await preview(viewer, pool);
  const since = performance.now();
  const { value: made, ...held } = await watchMemory(client, () =>
    filterByConfidence(viewer, { slug: "pool", name: "Hard", run: runIds, ...settings, kept }),
  );
  const seconds = (performance.now() - since) / 1000;
  if (!made.ok) throw new Error(made.error);
  const makes = `making a benchmark of ${made.value.cases} of ${pooled} cases, with ${RUNS} runs`;
  return [
    {
      what: `preview of ${published} cases by three of ${RUNS} runs`,
      value: ofPaper.usual,
      unit: "ms",
      limit: 1000,
    },
    { what: "  the first time", value: ofPaper.first, unit: "ms" },
    { what: `preview of ${pooled} cases`, value: ofPool.usual, unit: "ms" },
    { what: makes, value: seconds, unit: "s", limit: 300 },
    { what: "  most memory of the process that makes it", value: held.own, unit: "MB", limit: 1000 },
    { what: "  most memory of the database’s process", value: held.server, unit: "MB", limit: 1000 },
  ];
}
