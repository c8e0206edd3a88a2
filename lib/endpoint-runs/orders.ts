import "server-only";
import { ask } from "#lib/db.ts";
import { askedVersions, type Scope, scopeValues } from "#lib/endpoint-runs/asked-versions.ts";
import { fail, type Result, succeed } from "#lib/result.ts";
import { orderBySeed } from "#lib/seeds/seeded-order.ts";
import type { Layout } from "#lib/task-kinds/kind.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";
import { requireModelQuestion } from "#lib/task-kinds/server-registry.ts";

type CaseOptions = { id: number; kind: KindName; options: number };
type Refusal = "no_lists" | "no_order" | "few_options";

const atOnce = 100;

/** In SQL: the versions that are left out where so many orders of their options are asked for. By a template, which lists them itself, none is. */
export async function listUnorderable(
  scope: Scope,
  orders: number,
): Promise<Result<readonly number[], Refusal>> {
  if (orders === 1) return succeed([]);
  const asked = await ask<CaseOptions>(
    "list_orderable",
    `SELECT a.id, a.kind, cardinality(v.option_names) AS options
     FROM (${askedVersions}) a JOIN case_versions v ON v.id = a.id WHERE is_asked ORDER BY a.position`,
    scopeValues(scope),
  );
  if (asked.some(({ kind }) => !requireModelQuestion(kind).isOrderable)) return fail("no_lists");
  const without = new Set(scope.isByTemplate ? [] : await listDoubtful(asked));
  const others = asked.filter(({ id }) => !without.has(id));
  if (asked.length > 0 && others.length === 0) return fail("no_order");
  if (others.some(({ options }) => orders > countOrders(options))) return fail("few_options");
  return succeed([...without]);
}

/** In SQL, so many prompts at once: all of a run are looked at before it is said what it takes. */
async function listDoubtful(asked: readonly CaseOptions[]): Promise<number[]> {
  const doubtful: number[] = [];
  for (let from = 0; from < asked.length; from += atOnce) {
    const rows = await ask<{ id: number; kind: KindName; original: string; optionNames: string[] }>(
      "read_orderable",
      `SELECT v.id, c.kind, v.original, v.option_names AS "optionNames"
       FROM case_versions v JOIN cases c ON c.id = v.case_id WHERE v.id = ANY ($1)`,
      [asked.slice(from, from + atOnce).map(({ id }) => id)],
    );
    for (const { id, kind, ...prompt } of rows)
      if (!requireModelQuestion(kind).isOrderable?.(prompt)) doubtful.push(id);
  }
  return doubtful;
}

/** In how many orders so many options can stand. */
export const countOrders = (options: number): number =>
  options < 2 ? 1 : options * countOrders(options - 1);

/** Orders of one case's options, no two alike: the file's, then others that the seed draws. */
export function drawOrders(options: number, count: number, seed: number, key: string): Layout[] {
  if (count > countOrders(options)) throw new Error(`${options} options don't have ${count} orders`);
  const inFile = [...Array.from({ length: options }).keys()];
  const drawn = new Map([[inFile.join(), inFile]]);
  for (let draw = 1; drawn.size < count; draw++) {
    const order = orderBySeed(inFile, seed, (option) => `${key}\n${draw}\n${option}`);
    if (!drawn.has(order.join())) drawn.set(order.join(), order);
  }
  return [...drawn.values()];
}
