import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import { ask } from "#lib/db.ts";
import { askedVersions, scopeValues, type Scope } from "#lib/endpoint-runs/asked-versions.ts";
import { openCase, storedCase, writeQuestion, type StoredRow } from "#lib/endpoint-runs/running/question.ts";
import { answerTokens, lineTokens, type RunPlan, type RunRequest } from "#lib/endpoint-runs/schema.ts";
import { countGroupCalls } from "#lib/endpoint-runs/group-calls.ts";
import type { Told } from "#lib/endpoint-runs/worded-arms.ts";
import type { Analysed } from "#lib/endpoint-runs/shots/find-analysed.ts";
import type { EndpointView } from "#lib/endpoints/schema.ts";
import { callsPerCase } from "#lib/endpoint-runs/setting-limits.ts";
import { openTemplate, type Template } from "#lib/prompt-templates/template.ts";
import type { VersionName } from "#lib/prompt-templates/schema.ts";
import { priceOf } from "#lib/model-calls/price.ts";
import type { CaseKind } from "#lib/task-kinds/case-kinds.ts";
import { isAskedByPrompt, isAskedTogether, promptFields } from "#lib/task-kinds/server-registry.ts";
import { loadTokenCount } from "#lib/task-kinds/token-count.ts";

const looked = 200;

/**
 * By which version of a template it asks, if by any; which versions of cases are left out for the orders of their
 * options; and what was written of cases that are shown, if anything was.
 */
type Choice = {
  version: (VersionName & { text: string }) | null;
  without: readonly number[];
  analysed: Analysed | null;
  /** What stands before each question. */
  told: Told;
};

/** What a run would take, in SQL over the versions it asks about. Tokens are counted in so many of its questions, and reckoned from there where there are more. */
export async function planRun(
  _admin: Viewer<"admin">,
  scope: Scope,
  { settings }: Pick<RunRequest, "settings">,
  endpoint: EndpointView,
  { version, without, analysed, told }: Choice,
): Promise<Omit<RunPlan, "analyses" | "arm">> {
  const kinds = await ask<{
    kind: CaseKind;
    cases: number;
    leftOut: number;
    unordered: number;
    bytes: number;
  }>(
    "count_asked_cases",
    `SELECT kind, count(*) FILTER (WHERE is_asked AND is_ordered)::int AS cases,
       count(*) FILTER (WHERE NOT is_asked)::int AS "leftOut",
       count(*) FILTER (WHERE is_asked AND NOT is_ordered)::int AS unordered,
       coalesce(sum(octet_length(original)) FILTER (WHERE is_asked AND is_ordered), 0)::float8 AS bytes
     FROM (SELECT *, NOT id = ANY ($6::int[]) AS is_ordered FROM (${askedVersions}) a) a GROUP BY kind ORDER BY kind`,
    [...scopeValues(scope), without],
  );
  const cases = kinds.reduce((sum, one) => sum + one.cases, 0);
  const leftOut = kinds.reduce((sum, one) => sum + one.leftOut + one.unordered, 0);
  const template = version && openTemplate(version.text, promptFields);
  const areTogether = kinds.every((one) => one.cases === 0 || isAskedTogether(one.kind));
  const groups = settings.isGrouped && areTogether ? await countGroupCalls(scope, cases) : null;
  const perSample = Math.round(groups?.tokens ?? (await countTokens(scope, kinds, { template, without })));
  const calls = (groups?.calls ?? cases) * callsPerCase(settings);
  // What is shown before a case is about as long as it; an analysis comes on top.
  const inputTokens =
    perSample * callsPerCase(settings) * (1 + settings.shots) +
    Math.round(calls * settings.shots * (await countWritten(analysed))) +
    calls * (await countTold(told));
  const lines = groups === null ? 0 : cases * callsPerCase(settings) * lineTokens;
  const outputTokens = settings.maxTokens
    ? calls * settings.maxTokens
    : Math.max(calls * answerTokens, lines);
  const tokens = { input: inputTokens, output: outputTokens, cached: null, reasoning: null };
  const money = priceOf(tokens, endpoint.prices);
  const { host } = new URL(endpoint.address);
  return {
    kinds: kinds.flatMap(({ bytes: _, unordered, ...counted }) => [
      { ...counted, lacks: whatLacks(counted.kind, version !== null) },
      ...(unordered > 0
        ? [{ kind: counted.kind, cases: 0, leftOut: unordered, lacks: "order" as const }]
        : []),
    ]),
    template: version && {
      id: version.id,
      name: version.template.name,
      number: version.number,
      sha256: version.sha256,
    },
    trial: scope.trial && { seed: scope.trial.seed, of: scope.trial.of },
    mostInCall: groups?.most ?? null,
    cases,
    leftOut,
    calls,
    inputTokens,
    outputTokens,
    money,
    currency: endpoint.currency,
    host,
  };
}

/** Of the tokens of an analysis, the mean. */
async function countWritten(analysed: Analysed | null): Promise<number> {
  if (analysed === null || analysed.size === 0) return 0;
  const count = await loadTokenCount();
  return [...analysed.values()].reduce((sum, text) => sum + count(text), 0) / analysed.size;
}

/** In the longer of its languages. */
async function countTold({ en, "zh-CN": zh }: Told): Promise<number> {
  if (en === "" && zh === "") return 0;
  const count = await loadTokenCount();
  return Math.max(count(en), count(zh));
}

function whatLacks(kind: CaseKind, isByTemplate: boolean) {
  if (!isAskedByPrompt(kind)) return "question" as const;
  return isByTemplate ? ("content" as const) : ("prompt" as const);
}

/** In SQL with it: of each kind so many questions are written and counted, and the others reckoned by their bytes. */
async function countTokens(
  scope: Scope,
  kinds: readonly { kind: CaseKind; bytes: number }[],
  { template, without }: { template: Template | null; without: readonly number[] },
): Promise<number> {
  const sample = await ask<StoredRow>(
    "sample_asked_cases",
    `SELECT ${storedCase("$4::boolean")}
     FROM (SELECT *, row_number() OVER (PARTITION BY kind ORDER BY hashint8(position)) AS place
       FROM (${askedVersions}) a WHERE is_asked AND NOT id = ANY ($6::int[])) a
       JOIN case_versions v ON v.id = a.id JOIN cases c ON c.id = v.case_id JOIN tracks t ON t.id = c.track_id
     WHERE place <= ${looked}`,
    [...scopeValues(scope), without],
  );
  const count = await loadTokenCount();
  return kinds.reduce((sum, { kind, bytes }) => {
    const own = sample.filter((one) => one.kind === kind);
    const read = own.reduce((size, { original }) => size + Buffer.byteLength(original), 0);
    const counted = own.reduce(
      (tokens, one) => tokens + count(writeQuestion(openCase(one), null, template)),
      0,
    );
    return sum + (read === 0 ? 0 : (counted * bytes) / read);
  }, 0);
}
