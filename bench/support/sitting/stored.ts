import { ask } from "#bench/support/ask.ts";
import type { Figure } from "#bench/support/figure.ts";
import type { SaveAttempt } from "#bench/support/sitting/save-load.ts";

export type Row = {
  id: string;
  sittingId: string;
  position: number;
  revision: number;
  choice: number;
  activeMs: number;
  /** What the current answer of this place says. */
  current: { revision: number; choice: number };
};

const everything = `SELECT r.id, r.sitting_id AS "sittingId", r.position, r.revision,
    array_position(s.option_order, (r.value->>'choice')::smallint) - array_lower(s.option_order, 1) AS choice,
    (r.value->>'activeMs')::int AS "activeMs",
    json_build_object('revision', a.revision, 'choice',
      array_position(s.option_order, (a.value->>'choice')::smallint) - array_lower(s.option_order, 1)) AS current
  FROM answer_revisions r
    JOIN served_cases s ON s.sitting_id = r.sitting_id AND s.position = r.position
    LEFT JOIN answers a ON a.sitting_id = r.sitting_id AND a.position = r.position`;

export type StorageReport = {
  acknowledged: number;
  /** Acknowledged, and not there exactly once with what was sent. */
  wrong: number;
  /** Places whose current answer is not the newest that was acknowledged. */
  outdated: number;
  /** In the database though nobody sent it. */
  unknown: number;
};

/** Holds what was acknowledged against what the database has: whether all of it is there, and nothing else. */
export async function describeStored(
  url: string,
  savings: readonly SaveAttempt[],
  unheard: readonly SaveAttempt[] = [],
): Promise<Figure[]> {
  const troubles = savings.filter(({ trouble }) => trouble !== null);
  for (const { trouble } of troubles.slice(0, 5)) console.error(`not saved: ${trouble}`);
  const rows = await ask<Row>(url, everything);
  const { acknowledged, wrong, outdated, unknown } = compare([...savings, ...unheard], rows);
  return [
    { what: "answers acknowledged in all", value: acknowledged, unit: "", least: 1 },
    { what: "  errors", value: troubles.length, unit: "", limit: 0 },
    { what: "  not there exactly once as they were given", value: wrong, unit: "", limit: 0 },
    { what: "  places where an older one counts", value: outdated, unit: "", limit: 0 },
    { what: "  there though nobody gave them", value: unknown, unit: "", limit: 0 },
  ];
}

export function compare(savings: readonly SaveAttempt[], rows: readonly Row[]): StorageReport {
  const byId = Map.groupBy(rows, ({ id }) => id);
  const byPlace = new Map(rows.map((row) => [placeOf(row.sittingId, row.position), row.current]));
  const acknowledged = savings.filter(({ trouble }) => trouble === null);
  const newest = new Map<string, SaveAttempt>();
  let wrong = 0;
  for (const saving of acknowledged) {
    const { sittingId, answer } = saving;
    const there = byId.get(answer.id) ?? [];
    if (there.length !== 1 || !there.every((row) => isSame(row, saving))) wrong += 1;
    const place = placeOf(sittingId, answer.position);
    if ((newest.get(place)?.answer.revision ?? 0) < answer.revision) newest.set(place, saving);
  }
  const outdated = [...newest].filter(([place, { answer }]) => {
    const current = byPlace.get(place);
    return current?.revision !== answer.revision || current.choice !== answer.value.choice;
  });
  const sent = new Set(savings.map(({ answer }) => answer.id));
  const unknown = rows.filter(({ id }) => !sent.has(id));
  return { acknowledged: acknowledged.length, wrong, outdated: outdated.length, unknown: unknown.length };
}

const placeOf = (sittingId: string, position: number) => `${sittingId} ${position}`;

const isSame = (row: Row, { sittingId, answer }: SaveAttempt) =>
  row.sittingId === sittingId &&
  row.position === answer.position &&
  row.revision === answer.revision &&
  row.choice === answer.value.choice &&
  row.activeMs === answer.value.activeMs;
