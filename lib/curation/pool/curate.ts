import { setImmediate } from "node:timers/promises";
import { deriveSeed, orderBySeed } from "#lib/seeds/seeded-order.ts";
import { readParts } from "#lib/task-kinds/turn-parts.ts";
import {
  chooseInOrder,
  chooseNearest,
  type Distractor,
  type Choice,
  type ModelNearest,
} from "#lib/curation/pool/distractors/choose.ts";
import {
  roleId,
  stageNames,
  type DropReason,
  type Exchange,
  type OddityHandling,
  type Pool,
  type PoolSettings,
  type StageCount,
  type StageName,
} from "#lib/benchmarks/lineage/pool-schema.ts";

export type DroppedExchange = { exchange: Exchange; stage: StageName; reason: DropReason; detail: string };
export type CuratedCase = {
  exchange: Exchange;
  target: number;
  chosen: readonly Distractor[];
  replaced: number;
};
export type CuratedPool = {
  cases: readonly CuratedCase[];
  dropped: readonly DroppedExchange[];
  stages: readonly StageCount[];
};

export type Sources = {
  countTokens: (text: string) => number;
  /** None where distractors are everybody else of a work. */
  models: readonly ModelNearest[];
  signal: AbortSignal;
};

/** Between so many, whoever else has something to do gets their turn. */
const atOnce = 500;

/** Takes the stages one after the other; whatever goes says where and why. */
export async function curate(
  pool: Pool,
  settings: PoolSettings,
  { countTokens, models, signal }: Sources,
): Promise<CuratedPool> {
  const places = new Map(pool.roles.map((role, index) => [roleId(role), index]));
  const roles = {
    all: pool.roles,
    everybody: pool.roles.map((_, index) => index),
    works: placesByWork(pool),
  };
  const dropped: DroppedExchange[] = [];
  const cases: CuratedCase[] = [];
  const into = { pool: 0, length: 0, distractors: 0 };
  for (const exchange of pool.exchanges) {
    const drop = (stage: StageName, reason: DropReason, detail: string) =>
      dropped.push({ exchange, stage, reason, detail });
    const asked = exchange.turns.at(-1);
    const target = asked && places.get(roleId({ work: exchange.work, name: asked.speaker }));
    if (++into.pool % atOnce === 0) {
      await setImmediate();
      signal.throwIfAborted();
    }
    if (!asked || target === undefined) {
      drop("pool", "no_profile", asked?.speaker ?? "");
      continue;
    }
    into.length++;
    const tokens = countTokens(
      readParts(asked.text)
        .map(({ text }) => text)
        .join(" "),
    );
    if (tokens < settings.fewestTokens) {
      drop("length", "too_short", String(tokens));
      continue;
    }
    into.distractors++;
    const choice = choose(exchange, target, settings, { roles, models });
    if (choice.ok) cases.push({ exchange, target, chosen: choice.chosen, replaced: choice.replaced.length });
    else drop("distractors", "too_few_roles", exchange.work);
  }
  const stages = stageNames.map((stage) => countStage(stage, into[stage], dropped));
  return { cases, dropped, stages };
}

type Roles = {
  all: Pool["roles"];
  everybody: readonly number[];
  works: ReadonlyMap<string, readonly number[]>;
};

/** Places of roles among all, by work. */
export function placesByWork({ roles }: Pool): ReadonlyMap<string, readonly number[]> {
  const works = new Map<string, number[]>();
  roles.forEach(({ work }, index) => {
    const own = works.get(work);
    if (own) own.push(index);
    else works.set(work, [index]);
  });
  return works;
}

function choose(
  { id, work, turns }: Exchange,
  target: number,
  { way, among, distractors, odd, seed }: PoolSettings,
  { roles, models }: { roles: Roles; models: readonly ModelNearest[] },
): Choice {
  const before = turns.slice(0, -1).map(({ speaker }) => speaker);
  const asked = { roles: roles.all, target, before, odd, count: distractors };
  const own = roles.works.get(work) ?? [];
  // Everybody is everybody: who looks odd is told of, and stays.
  if (way === "work")
    return own.length < 2
      ? { ok: false, reason: "too_few" }
      : chooseInOrder({ ...asked, odd: keepAll, count: own.length - 1 }, own);
  if (way === "random")
    return chooseInOrder(asked, drawLots(among === "work" ? own : roles.everybody, seed, id));
  return chooseNearest(asked, way === "first" ? models.slice(0, 1) : models);
}

const keepAll: OddityHandling = { same_person: "keep", first_speaker: "keep" };
/** So many are enough for a few that don’t clash. */
const maxLots = 200;

/** Each once, in an order that seed and case alone decide. */
function* drawLots(roles: readonly number[], seed: number, id: string): Iterable<number> {
  if (roles.length <= maxLots) return yield* orderBySeed(roles, deriveSeed(seed, id), String);
  const drawn = new Set<number>();
  for (let turn = 0; drawn.size < maxLots; turn++) {
    const role = roles[Number(deriveSeed(seed, id, turn) % BigInt(roles.length))] as number;
    if (drawn.has(role)) continue;
    drawn.add(role);
    yield role;
  }
}

function countStage(stage: StageName, into: number, dropped: readonly DroppedExchange[]): StageCount {
  const own = dropped.filter((one) => one.stage === stage);
  const reasons: Partial<Record<DropReason, number>> = {};
  for (const { reason } of own) reasons[reason] = (reasons[reason] ?? 0) + 1;
  return { stage, into, out: into - own.length, reasons };
}

/** A case as a line of the product’s own format; where the right option stands is the seed’s. */
export function writeCuratedCase(
  { exchange: { id, work, turns }, target, chosen }: CuratedCase,
  { roles }: Pool,
  { track, seed }: PoolSettings,
): string {
  const options = orderBySeed(
    [target, ...chosen.map(({ role }) => role)].flatMap((role) => roles[role] ?? []),
    deriveSeed(seed, id),
    roleId,
  );
  const last = turns.length - 1;
  return `${JSON.stringify({
    id,
    track,
    kind: "choice",
    source: work,
    content: {
      turns: turns.map(({ speaker, text }, at) => ({
        speaker: at === last ? null : speaker,
        parts: readParts(text),
      })),
    },
    options: options.map(({ name, profile }) => ({ name, profile })),
    gold: roles[target]?.name,
  })}\n`;
}
