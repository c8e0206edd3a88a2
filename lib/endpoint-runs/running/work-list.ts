import "server-only";
import { ask } from "#lib/db.ts";
import { maxSpared } from "#lib/endpoint-runs/setting-limits.ts";
import {
  type CallCase,
  openCase,
  storedCase,
  type StoredCase,
  type StoredRow,
  writeQuestion,
} from "#lib/endpoint-runs/running/question.ts";
import { readOnce } from "#lib/task-kinds/server-registry.ts";
import type { Template } from "#lib/prompt-templates/schema.ts";
import type { OpenRun } from "#lib/endpoint-runs/running/open-run.ts";

/** One sample of one case that has no answer yet; of several that are asked about in one call, the first. */
export type WorkItem = {
  caseVersionId: number;
  sample: number;
  made: number;
  /** How many of the interrupted ones don't count against what may be tried. */
  spared: number;
};

/** In SQL: what a run still has to ask for, in the order of its cases, each with what the ledger knows of it. */
export const listWork = (
  endpointRunId: string,
  { samples, tries }: { samples: number; tries: number },
): Promise<WorkItem[]> =>
  ask<WorkItem>(
    "list_model_work",
    `SELECT c.case_version_id AS "caseVersionId", s.sample, coalesce(l.made, 0) AS made,
       coalesce(l.spared, 0) AS spared
     FROM endpoint_run_cases c CROSS JOIN generate_series(1, $2::int) AS s (sample)
       LEFT JOIN (
         SELECT case_version_id, sample, max(attempt)::int AS made,
           least(count(*) FILTER (WHERE failure = 'interrupted'), ${maxSpared})::int AS spared,
           bool_or(failure IS NULL) AS answered
         FROM model_calls WHERE endpoint_run_id = $1 GROUP BY case_version_id, sample
       ) l ON l.case_version_id = c.case_version_id AND l.sample = s.sample
     WHERE c.endpoint_run_id = $1 AND c.asked_with IS NULL AND NOT coalesce(l.answered, false)
       AND coalesce(l.made - l.spared, 0) < $3
     ORDER BY c.position, s.sample`,
    [endpointRunId, samples, tries],
  );

/** Another case and what is said to be its answer. */
type ShotExample = { prompt: string; answer: string };
type ShotSource = { shotsRunId: number | null; analyses: Readonly<Record<string, string>> };
export type PromptedCase = CallCase & { shots: readonly ShotExample[] };

/** In SQL: the texts of the cases that come next, so that not all of a benchmark lies in memory. */
export async function readAsked(
  endpointRunId: string,
  caseVersionIds: readonly number[],
  { template, isGrouped, ...answers }: ShotSource & { template: Template | null; isGrouped: boolean },
): Promise<Map<number, PromptedCase>> {
  const rows = await ask<StoredRow & { id: number; shots: readonly number[] }>(
    "read_asked_cases",
    `SELECT v.id, ${storedCase("$3::boolean")}, r.shots
     FROM endpoint_run_cases r JOIN case_versions v ON v.id = r.case_version_id
       JOIN cases c ON c.id = v.case_id JOIN tracks t ON t.id = c.track_id
     WHERE r.endpoint_run_id = $1 AND v.id = ANY ($2)`,
    [endpointRunId, caseVersionIds, template !== null],
  );
  const others = isGrouped ? await readOthers(endpointRunId, caseVersionIds) : null;
  const shown = await readShots([...new Set(rows.flatMap(({ shots }) => shots))], answers, template);
  return new Map(
    rows.map(({ id, shots, ...row }) => {
      const found = shots.flatMap((shot) => shown.get(shot) ?? []);
      if (found.length !== shots.length) throw new Error(`what is shown before case version ${id} is gone`);
      return [id, { ...openCase(row), others: others?.get(id) ?? [], shots: found }];
    }),
  );
}

/** In SQL: what is asked about in one call with each of them, in its order. The part that is read once is the first one's. */
async function readOthers(
  endpointRunId: string,
  firstIds: readonly number[],
): Promise<Map<number, StoredCase[]>> {
  const rows = await ask<StoredRow & { first: number }>(
    "read_cases_of_call",
    `SELECT asked_with AS first, o.* FROM endpoint_run_cases r CROSS JOIN LATERAL (
       SELECT ${storedCase("false")} FROM (
         SELECT id, case_id, original, option_names, jsonb_set(content, '{${readOnce}}', 'null') AS content
         FROM case_versions WHERE id = r.case_version_id
       ) v JOIN cases c ON c.id = v.case_id JOIN tracks t ON t.id = c.track_id
     ) o
     WHERE r.endpoint_run_id = $1 AND r.asked_with = ANY ($2) ORDER BY r.asked_with, r.place`,
    [endpointRunId, firstIds],
  );
  const groups = Map.groupBy(rows, ({ first }) => first);
  return new Map([...groups].map(([first, of]) => [first, of.map(({ first: _, ...row }) => openCase(row))]));
}

/** In SQL with them: the right option as the distribution that is certain of it, after an analysis where one was written; or what a run said that was right. */
async function readShots(
  ids: readonly number[],
  { shotsRunId, analyses }: ShotSource,
  template: Template | null,
): Promise<Map<number, ShotExample>> {
  if (ids.length === 0) return new Map();
  const rows = await ask<StoredRow & { id: number; gold: number; said: string | null }>(
    "read_shots",
    `SELECT v.id, ${storedCase("$3::boolean")}, g.choice AS gold, r.text AS said
     FROM case_versions v JOIN case_golds g ON g.case_version_id = v.id
       JOIN cases c ON c.id = v.case_id JOIN tracks t ON t.id = c.track_id
       LEFT JOIN model_responses r ON r.run_id = $2 AND r.case_version_id = v.id
     WHERE v.id = ANY ($1)`,
    [ids, shotsRunId, template !== null],
  );
  return new Map(
    rows.map(({ id, gold, said, ...row }) => {
      const certain = Object.fromEntries(row.optionNames.map((name, at) => [name, at === gold ? 1 : 0]));
      const prompt = writeQuestion(openCase(row), null, template);
      const analysed = [analyses[id] ?? [], JSON.stringify(certain)].flat().join("\n\n");
      return [id, { prompt, answer: said ?? analysed }];
    }),
  );
}

/** Of cases that are asked about one by one, and of groups, which are larger. */
const atOnce = { one: 200, grouped: 8 };
const kept = 3;

type RunQuestions = Pick<OpenRun, "id" | "template" | "analyses"> & {
  settings: Pick<OpenRun["settings"], "shotsRunId" | "isGrouped">;
};

/** The cases of a list, read some hundred ahead of who asks for them in their order. */
export class PromptedCases {
  readonly #run: RunQuestions;
  readonly #ids: readonly number[];
  readonly #atOnce: number;
  readonly #pages = new Map<number, Promise<Map<number, PromptedCase>>>();

  constructor(run: RunQuestions, ids: readonly number[]) {
    this.#run = run;
    this.#ids = ids;
    this.#atOnce = run.settings.isGrouped ? atOnce.grouped : atOnce.one;
  }

  async get(at: number): Promise<PromptedCase> {
    const page = Math.floor(at / this.#atOnce);
    const found = (await this.#read(page)).get(this.#ids[at] ?? 0);
    if (!found) throw new Error(`case version ${this.#ids[at]} is gone`);
    return found;
  }

  #read(page: number): Promise<Map<number, PromptedCase>> {
    const known = this.#pages.get(page);
    if (known) return known;
    const ids = new Set(this.#ids.slice(page * this.#atOnce, (page + 1) * this.#atOnce));
    const reading = readAsked(this.#run.id, [...ids], {
      shotsRunId: this.#run.settings.shotsRunId,
      isGrouped: this.#run.settings.isGrouped,
      template: this.#run.template?.parts ?? null,
      analyses: this.#run.analyses,
    });
    this.#pages.set(page, reading);
    for (const old of this.#pages.keys()) if (old <= page - kept) this.#pages.delete(old);
    return reading;
  }
}
