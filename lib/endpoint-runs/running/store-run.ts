import "server-only";
import { recordBulkEvent } from "#lib/auth/record-mutations.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { reserveIds, type BulkClient } from "#lib/bulk/copy.ts";
import { inBulkTransaction, lockBenchmark } from "#lib/bulk/transaction.ts";
import type { OpenRun } from "#lib/endpoint-runs/running/open-run.ts";
import {
  combineReplies,
  openCase,
  storedCase,
  type Reply,
  type StoredCase,
  type StoredRow,
  orderSeedOf,
} from "#lib/endpoint-runs/running/question.ts";
import type { JobControl } from "#lib/jobs/handler.ts";
import { CaseIndex, type IndexedCase, RunTrack } from "#lib/model-runs/run-track.ts";
import type { ResultRow } from "#lib/model-runs/result-row.ts";
import { findRun, storeFindings, storeModelRun } from "#lib/model-runs/stored-runs.ts";
import type { RunName } from "#lib/studies/schema.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";
import { requireModelQuestion } from "#lib/task-kinds/server-registry.ts";
import type { RunParity } from "#lib/model-runs/schema.ts";
import { listFields } from "#lib/prompt-templates/schema.ts";

/** What the ledger brought becomes a model run with its predictions, as if it had been imported. Returns the run's id; null where it was cancelled meanwhile. */
export async function storeRun(
  viewer: Viewer<"admin">,
  run: OpenRun,
  { signal, confirm }: Pick<JobControl, "signal" | "confirm">,
): Promise<number | null> {
  return inBulkTransaction(
    async (client) => {
      await lockBenchmark(client, run.benchmarkId);
      const name = await findFreeName(client, run);
      const [runId = 0] = await reserveIds(client, "model_runs", 1);
      const ranAt = run.startedAt.toISOString().slice(0, 10);
      await storeModelRun(client, runId, name, {
        benchmarkId: run.benchmarkId,
        ranAt,
        replicate: run.settings.replicate,
        isDemo: false,
      });
      await markReasoning(client, runId, run.id);
      const sent: ParityNotes = { parts: new Map(), inSomeOrders: 0 };
      let cases = 0;
      for (const track of await listTracks(client, run.id)) {
        cases += track.index.size;
        await storeTrack(client, run, runId, track, sent);
      }
      await storeParity(client, runId, run, sent);
      const finished = await client.query(
        `UPDATE endpoint_runs SET run_id = $2, state = 'finished', ended_at = now()
         WHERE id = $1 AND state <> 'cancelled' RETURNING id`,
        [run.id, runId],
      );
      if (finished.rows.length === 0) return null;
      const subject = { type: "endpoint_run", id: run.id };
      await recordBulkEvent(client, viewer, "endpoint_run.finished", subject, { ...name, runId, cases });
      return runId;
    },
    { signal, confirm, keep: (runId) => runId !== null, fills: ["predictions"] },
  );
}

/** A name that an import has taken meanwhile keeps its run; this one says when it began. */
async function findFreeName(
  client: BulkClient,
  { benchmarkId, startedAt, ...run }: OpenRun,
): Promise<RunName> {
  const { model, method, version } = run;
  const name = { model, method, version };
  if ((await findRun(client, benchmarkId, name)) === null) return name;
  const at = startedAt.toISOString().slice(0, 19);
  return { ...name, version: [version, at].filter(Boolean).join(" · ") };
}

async function storeParity(client: BulkClient, runId: number, run: OpenRun, sent: Parity): Promise<void> {
  const { instructions, context, tools, optionOrder } = parityOf(run, sent);
  await client.query(
    `UPDATE model_runs SET instructions = $2, context = $3, tools = $4, option_order = $5, is_fake = $6 WHERE id = $1`,
    [runId, instructions, context, tools, optionOrder, run.endpoint.isFake],
  );
}

/** Whether it reasoned, by what came back or was counted. */
async function markReasoning(client: BulkClient, runId: number, endpointRunId: string): Promise<void> {
  await client.query(
    `UPDATE model_runs SET has_reasoning = EXISTS (
       SELECT FROM model_calls WHERE endpoint_run_id = $2 AND (reasoning_tokens > 0 OR reasoning <> ''))
     WHERE id = $1`,
    [runId, endpointRunId],
  );
}

/** What is found out case by case for the parity record. */
type ParityNotes = Omit<Parity, "parts"> & { parts: Map<KindName, Set<string>> };
type Track = { id: number; name: string; index: CaseIndex };

/** The versions that were asked about, whether or not a case has a newer one since. */
async function listTracks(client: BulkClient, endpointRunId: string): Promise<Track[]> {
  const { rows } = await client.query<IndexedCase & { trackId: number; track: string }>(
    `SELECT v.id AS "versionId", c.key, c.kind, encode(v.prompt_hash, 'hex') AS "promptHash",
       v.option_names AS "optionNames", g.choice AS gold, t.id AS "trackId", t.name AS track
     FROM endpoint_run_cases r JOIN case_versions v ON v.id = r.case_version_id
       JOIN cases c ON c.id = v.case_id JOIN tracks t ON t.id = c.track_id
       LEFT JOIN case_golds g ON g.case_version_id = v.id
     WHERE r.endpoint_run_id = $1 ORDER BY t.position, r.position`,
    [endpointRunId],
  );
  return [...Map.groupBy(rows, ({ trackId }) => trackId)].map(([id, cases]) => ({
    id,
    name: cases[0]?.track ?? "",
    index: new CaseIndex(cases),
  }));
}

/** Notes in `sent` what of its cases was sent. */
async function storeTrack(
  client: BulkClient,
  run: OpenRun,
  runId: number,
  track: Track,
  sent: ParityNotes,
): Promise<void> {
  const stored = new RunTrack(track, runId);
  for await (const asked of readAsked(client, run.id, track.id)) {
    const { row, normalised, isInSomeOrders } = rowOf(asked, run);
    const parts = sent.parts.get(asked.kind) ?? new Set<string>();
    sent.parts.set(asked.kind, parts);
    sent.inSomeOrders += isInSomeOrders ? 1 : 0;
    for (const part of requireModelQuestion(asked.kind).listSent(asked.content)) parts.add(part);
    const problem = stored.take(row);
    stored.found.normalised += normalised ? 1 : 0;
    if (problem) throw new Error(`case ${asked.key}: ${problem.problem}`);
    await stored.flush(client);
  }
  await stored.flush(client, true);
  await storeFindings(client, runId, stored, stored.digest());
  // What is missing are current cases, and of those it was asked about some may have newer versions.
  await client.query(
    `UPDATE model_run_tracks SET missing = (
       SELECT count(*) FROM cases c JOIN case_versions v ON v.case_id = c.id AND v.retired_at IS NULL
       WHERE c.track_id = $2
         AND NOT EXISTS (SELECT FROM predictions p WHERE p.run_id = $1 AND p.case_version_id = v.id))
     WHERE run_id = $1 AND track_id = $2`,
    [runId, track.id],
  );
}

/** With the replies to each of its samples, or in each order of its options. */
type CaseReplies = StoredCase & {
  versionId: number;
  position: number;
  /** Which of its call's cases it is. */
  place: number;
  replies: readonly Reply[];
  money: number | null;
  tokens: number | null;
};

const casesAtOnce = 500;

// What a call about several cases took is shared among them, each token once.

async function* readAsked(
  client: BulkClient,
  endpointRunId: string,
  trackId: number,
): AsyncGenerator<CaseReplies> {
  for (let after = -1; ;) {
    const { rows } = await client.query<StoredRow & Omit<CaseReplies, keyof StoredCase>>(
      `SELECT ${storedCase("false")}, v.id AS "versionId", r.position, r.place, l.replies, l.money, l.tokens
       FROM (SELECT * FROM endpoint_run_cases WHERE endpoint_run_id = $1 AND position > $3) r
         JOIN case_versions v ON v.id = r.case_version_id JOIN cases c ON c.id = v.case_id AND c.track_id = $2
         JOIN tracks t ON t.id = c.track_id
         CROSS JOIN LATERAL (
           SELECT coalesce(sum(cardinality(o.option_names)), 0)::int AS options
           FROM endpoint_run_cases b JOIN case_versions o ON o.id = b.case_version_id
           WHERE r.in_call > 1 AND b.endpoint_run_id = $1 AND (b.asked_with = r.asked_with OR b.case_version_id = r.asked_with)
             AND b.place < r.place
         ) before CROSS JOIN LATERAL (
           SELECT coalesce(json_agg(json_build_object('text', m.text, 'order', CASE WHEN r.in_call = 1 THEN m.option_order
                 ELSE m.option_order[before.options + 1 : before.options + cardinality(v.option_names)] END) ORDER BY m.sample)
               FILTER (WHERE m.failure IS NULL AND m.ended_at IS NOT NULL), '[]') AS replies,
             sum(m.money) / r.in_call AS money,
             least(sum(m.input_tokens + m.output_tokens) * (r.place + 1) / r.in_call
               - sum(m.input_tokens + m.output_tokens) * r.place / r.in_call, ${2 ** 31 - 1})::int AS tokens
           FROM model_calls m WHERE m.endpoint_run_id = $1 AND m.case_version_id = coalesce(r.asked_with, v.id)
         ) l
       ORDER BY r.position LIMIT ${casesAtOnce}`,
      [endpointRunId, trackId, after],
    );
    for (const row of rows) yield openCase(row);
    const last = rows.at(-1);
    if (!last || rows.length < casesAtOnce) return;
    after = last.position;
  }
}

function rowOf(
  { versionId, position, place, replies, money, tokens, ...stored }: CaseReplies,
  { settings, endpoint }: OpenRun,
) {
  const line = position + 1;
  const combined = combineReplies(replies, stored, settings, settings.isGrouped ? place : null);
  const response = Buffer.from(replies.map(({ text }) => text).join("\n\n"), "utf8");
  const row: ResultRow = {
    line,
    model: null,
    method: null,
    version: null,
    replicate: null,
    cost: money,
    tokens,
    isPeople: false,
    isFake: endpoint.isFake,
    failed: combined === null,
    answer: combined?.answer ?? {},
    response,
    reference: { key: stored.key, track: null, versionId },
    lineOf: () => line,
  };
  return {
    row,
    normalised: combined?.normalised ?? false,
    isInSomeOrders: combined !== null && combined.held < settings.orders,
  };
}

type Parity = {
  /** Of each kind that was asked about, the parts of its cases that were sent. */
  parts: ReadonlyMap<KindName, ReadonlySet<string>>;
  /** Cases that have an answer, but not in each order of their options. */
  inSomeOrders: number;
};

/** What the model had before it, as this product sent it. */
function parityOf({ settings, unheeded, template, told }: OpenRun, sent: Parity): RunParity {
  const { samples, temperature, shots } = settings;
  const drawn = temperature === null || unheeded.has("temperature") ? "" : ` Temperature ${temperature}.`;
  const shown = shots === 0 ? "" : ` Before it ${shots} ${formatShots(settings)}.`;
  const several = samples > 1 ? ` ${samples} samples a ${settings.isGrouped ? "group" : "case"}.` : "";
  const kinds = [...sent.parts.keys()].map((kind) => ({ kind, question: requireModelQuestion(kind) }));
  const isMixed = kinds.length > 1;
  const instructed = kinds.map(({ kind, question }) =>
    question.needsPrompt
      ? `${isMixed ? `${kind}: ` : ""}${template ? formatTemplate(template) : `${isMixed ? "the" : "The"} case’s own prompt, to the byte${settings.orders > 1 ? " but for the order of its candidates" : ""}`}`
      : `${isMixed ? `${kind}: ` : ""}Benchside’s own wording, which is no paper’s: ${(settings.isGrouped ? question.together : question)?.instructions}`,
  );
  const seen = kinds.map(({ kind, question }) => {
    const isOwn = question.needsPrompt && template === null;
    const shown =
      template && question.needsPrompt ? listFields(template.parts) : (sent.parts.get(kind) ?? []);
    const parts = isOwn ? "what the prompt holds" : [...shown].join(", ");
    return isMixed ? `${kind}: ${parts}` : isOwn ? "What the prompt holds" : `Parts: ${parts}`;
  });
  const orders = kinds.map(({ kind, question }) => {
    const isDrawn = question.optionOrder === "random";
    const order = isDrawn
      ? `drawn for each case and sample, seed ${orderSeedOf(settings)}`
      : settings.orders > 1
        ? formatOrders(settings, template !== null, sent.inSomeOrders)
        : "as in the file";
    return isMixed ? `${kind}: ${order}` : order.charAt(0).toUpperCase() + order.slice(1);
  });
  return {
    instructions: `${instructed.join("; ")}${formatInstructions(told)}, as one user message${settings.isGrouped ? " a group" : ""}; no system message.${shown}${drawn}${several}`,
    context: `${seen.join("; ")}.`,
    tools: "None.",
    optionOrder: `${orders.join("; ")}.`,
  };
}

const formatInstructions = ({ en, "zh-CN": zh }: OpenRun["told"]): string =>
  en === "" && zh === ""
    ? ""
    : ` after the words of an arm of the study: “${[...new Set([en, zh])].join("” / “")}”`;

const formatTemplate = ({ name, number, sha256 }: NonNullable<OpenRun["template"]>) =>
  `Benchside’s template “${name}”, version ${number} (SHA-256 ${sha256}), with what the case holds put in`;

function formatOrders(settings: OpenRun["settings"], isByTemplate: boolean, inSomeOrders: number): string {
  const moved = isByTemplate
    ? ""
    : "; a candidate moves with all that stands below it and in lists of names in the form of the answer, numbers stay in place";
  const some =
    inSomeOrders === 0
      ? ""
      : `; cases that lack an answer in some of them (${inSomeOrders}): over the others`;
  return `the mean over ${settings.orders} orders of each case: the file’s, then others drawn by seed ${orderSeedOf(settings)}${moved}${some}`;
}

/** Which cases were shown, and with what. */
function formatShots(settings: OpenRun["settings"]): string {
  const { areShotsPerCase, areShotsAnalysed, shotsSeed, shotsRunId, shots, orders } = settings;
  const cases = shots === 1 ? "other case of its track" : "other cases of its track";
  const option = areShotsAnalysed
    ? "an analysis written by hand and the right option as its answer"
    : "the right option as its answer";
  const answered = shotsRunId === null ? option : "a run’s right answer, whole";
  return `${cases}, each with ${answered}, ${areShotsPerCase ? "others for each case" : "the same for all"}, drawn by seed ${shotsSeed}${orders > 1 ? ", with options as in the file" : ""}`;
}
