import { deriveSeed } from "#lib/seeds/seeded-order.ts";

export type Distractor = { name: string; profile: string | null };
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
