import "server-only";
import { hash as digest } from "node:crypto";
import type { BulkClient } from "#lib/bulk/copy.ts";
import type { DealtCase, DealtPlan } from "#lib/studies/arms/deal.ts";
import { listWays, variationKey, type Arms } from "#lib/studies/arms/schema.ts";
import type { Varying, Variation } from "#lib/task-kinds/spec.ts";
import { kindNameOf } from "#lib/task-kinds/registry.ts";
import { serverKindOf } from "#lib/task-kinds/server-registry.ts";
import { deriveSeed } from "#lib/seeds/seeded-order.ts";

type Distractor = { name: string; profile: string | null };
/** With the name as names are compared, which is worked out once: a pool is gone through for every case. */
type PooledDistractor = Distractor & { plain: string };
/** By track, everybody who is offered in one of its current cases, in the order of their names' bytes; no name twice. */
export type Pools = ReadonlyMap<string, readonly PooledDistractor[]>;

const plain = (name: string): string => name.normalize("NFKC").trim().toLowerCase();

/** However a name is written, the first is taken. */
export function makePool(offered: readonly Distractor[]): PooledDistractor[] {
  const seen = new Set<string>();
  return offered.flatMap(({ name, profile }) => {
    const pooled = { name, profile, plain: plain(name) };
    return seen.size === seen.add(pooled.plain).size ? [] : [pooled];
  });
}

/** A client of either kind. */
type Client = { query: <Row extends object>(sql: string, values: unknown[]) => Promise<{ rows: Row[] }> };

/** Whoever is described in several cases comes with what the first of them says, by its key. */
export async function readPools(
  client: Client,
  benchmarkId: number,
  cases: readonly { track: string }[],
): Promise<Pools> {
  const tracks = [...new Set(cases.map(({ track }) => track))];
  const { rows } = await client.query<Distractor & { track: string }>(
    `SELECT DISTINCT ON (t.name, o.name COLLATE "C") t.name AS track, o.name,
       v.content -> 'profiles' ->> (o.place - 1)::int AS profile
     FROM tracks t JOIN cases c ON c.track_id = t.id JOIN case_versions v ON v.case_id = c.id AND v.retired_at IS NULL,
       unnest(v.option_names) WITH ORDINALITY AS o (name, place)
     WHERE t.benchmark_id = $1 AND t.name = ANY ($2::text[]) AND v.content IS NOT NULL
     ORDER BY t.name, o.name COLLATE "C", c.key COLLATE "C", v.number`,
    [benchmarkId, tracks],
  );
  return new Map([...Map.groupBy(rows, ({ track }) => track)].map(([track, all]) => [track, makePool(all)]));
}

type DistractorRequest = { track: string; key: string; names: readonly string[] };

/** Who can be drawn for a case: none of its own options. */
export function listOthers(
  pools: Pools,
  { track, names }: Omit<DistractorRequest, "key">,
): readonly Distractor[] {
  const own = new Set(names.map(plain));
  return (pools.get(track) ?? []).filter((one) => !own.has(one.plain));
}

/** One for each option but the right one; the same seed draws the same from the same pool. */
export function drawDistractors(pools: Pools, asked: DistractorRequest, seed: number): Distractor[] {
  const others = listOthers(pools, asked);
  const needed = asked.names.length - 1;
  if (others.length < needed) throw new Error(`case ${asked.key} has too few others: ${others.length}`);
  const drawn = new Set<number>();
  while (drawn.size < needed) {
    const digest = deriveSeed(BigInt(seed), "distractor", asked.track, asked.key, drawn.size);
    let at = Number(digest % BigInt(others.length));
    while (drawn.has(at)) at = (at + 1) % others.length;
    drawn.add(at);
  }
  return [...drawn].map((at) => {
    const { name, profile } = others[at] as Distractor;
    return { name, profile };
  });
}

const atOnce = 500;

/**
 * The dealt plan with the versions of cases that its arms show: those that another study made already are used again, the
 * others are made. They are no cases of the benchmark's own: retired from the start, under the number of the one they show.
 */
export async function makeVariants(
  client: BulkClient,
  { cases, cells }: DealtPlan,
  { arms, seed, benchmarkId }: { arms: Arms; seed: number; benchmarkId: number },
): Promise<DealtPlan> {
  const ways = listWays(arms, seed);
  const varied = cases.filter(({ variation }) => variation !== null);
  const pools =
    arms.differ === "distractors" ? await readPools(client, benchmarkId, varied) : new Map<string, never>();
  const made = new Map<DealtCase, StoredVariant>();
  for (let start = 0; start < varied.length; start += atOnce) {
    const some = varied.slice(start, start + atOnce);
    const written = await writeVariants(client, some, ways, pools);
    some.forEach((one, at) => made.set(one, written[at] as StoredVariant));
  }
  return { cases: cases.map((one) => ({ ...one, ...made.get(one) })), cells };
}

type StoredVariant = { versionId: number; hash: string; variation: string };
type Base = {
  id: number;
  caseId: number;
  number: number;
  hash: string;
  content: unknown;
  names: string[];
  kind: string;
  gold: number;
};
type NewVariant = { base: Base; variation: string; hash: string; content: unknown; names: readonly string[] };

async function writeVariants(
  client: BulkClient,
  cases: readonly DealtCase[],
  ways: ReadonlyMap<string, Variation>,
  pools: Pools,
): Promise<StoredVariant[]> {
  const bases = await readBases(client, cases);
  const written = cases.map((one): NewVariant => {
    const base = bases.get(one.versionId);
    const way = ways.get(one.variation ?? "");
    if (!base || !way) throw new Error(`there is nothing to vary of case ${one.key}`);
    const { content, names } = varyCase({ ...base, track: one.track, key: one.key }, way, pools);
    const hash = digest("sha256", JSON.stringify([base.hash, variationKey(way), content, names]));
    return { base, variation: variationKey(way), hash, content, names };
  });
  return storeVariants(client, written);
}

type CaseToVary = Pick<Base, "content" | "names" | "kind" | "gold"> & { track: string; key: string };

/** A case as an arm shows it: what opening stores, and a preview makes for itself. */
export function varyCase({ kind, content, names, gold, ...of }: CaseToVary, way: Variation, pools: Pools) {
  const { varied, content: schema } = serverKindOf(kindNameOf(kind));
  if (!varied) throw new Error(`cases of the kind ${kind} are shown in one way`);
  const varying: Varying =
    way.by === "distractors"
      ? { by: way.by, drawn: drawDistractors(pools, { ...of, names }, way.seed) }
      : way;
  return varied.vary({ content: schema.parse(content), names, gold }, varying);
}

async function readBases(client: BulkClient, cases: readonly DealtCase[]): Promise<Map<number, Base>> {
  const { rows } = await client.query<Base>(
    `SELECT v.id, v.case_id AS "caseId", v.number, encode(v.hash, 'hex') AS hash, v.content, v.option_names AS names, c.kind::text,
       coalesce(g.choice, -1) AS gold
     FROM case_versions v JOIN cases c ON c.id = v.case_id LEFT JOIN case_golds g ON g.case_version_id = v.id
     WHERE v.id = ANY ($1)`,
    [cases.map(({ versionId }) => versionId)],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** One that is there under this name, and shows something else, was drawn when the benchmark was another. */
async function storeVariants(client: BulkClient, written: readonly NewVariant[]): Promise<StoredVariant[]> {
  const there = await findVariants(client, written);
  const named = written.map((one) => {
    const other = there.get(`${one.base.id} ${one.variation}`);
    return other && other.hash !== one.hash
      ? { ...one, variation: `${one.variation}:${one.hash.slice(0, 8)}` }
      : one;
  });
  await client.query(
    `WITH made AS (
       INSERT INTO case_versions (case_id, number, variation, retired_at, hash, prompt_hash, original, form, content,
         option_names, option_count, answer_length, group_name, attributes, overlap)
       SELECT v.case_id, v.number, w.variation, now(), decode(w.hash, 'hex'), v.prompt_hash, v.original, v.form, w.content,
         ARRAY(SELECT jsonb_array_elements_text(w.names)), v.option_count, v.answer_length, v.group_name, v.attributes, v.overlap
       FROM jsonb_to_recordset($1::jsonb) AS w (base int, variation text, hash text, content jsonb, names jsonb)
         JOIN case_versions v ON v.id = w.base
       ON CONFLICT DO NOTHING RETURNING id, case_id, number)
     INSERT INTO case_golds (case_version_id, choice)
     SELECT made.id, g.choice FROM made JOIN case_versions v
         ON v.case_id = made.case_id AND v.number = made.number AND v.variation IS NULL
       JOIN case_golds g ON g.case_version_id = v.id`,
    [
      JSON.stringify(
        named.map(({ base, variation, hash, content, names }) => ({
          base: base.id,
          variation,
          hash,
          content,
          names,
        })),
      ),
    ],
  );
  const stored = await findVariants(client, named);
  return named.map(({ base, variation, hash }) => {
    const found = stored.get(`${base.id} ${variation}`);
    if (found?.hash !== hash) throw new Error(`version ${base.id} is there as ${variation}, and another`);
    return { versionId: found.id, hash, variation };
  });
}

async function findVariants(
  client: BulkClient,
  written: readonly Pick<NewVariant, "base" | "variation">[],
): Promise<Map<string, { id: number; hash: string }>> {
  const { rows } = await client.query<{ id: number; base: number; variation: string; hash: string }>(
    `SELECT v.id, w.base, v.variation, encode(v.hash, 'hex') AS hash
     FROM unnest($1::int[], $2::text[]) AS w (base, variation) JOIN case_versions b ON b.id = w.base
       JOIN case_versions v ON v.case_id = b.case_id AND v.number = b.number AND v.variation = w.variation`,
    [written.map(({ base }) => base.id), written.map(({ variation }) => variation)],
  );
  return new Map(rows.map(({ id, base, variation, hash }) => [`${base} ${variation}`, { id, hash }]));
}
