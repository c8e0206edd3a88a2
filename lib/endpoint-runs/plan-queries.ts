import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import { ask } from "#lib/db.ts";
import { askedVersions, scopeValues, type Scope } from "#lib/endpoint-runs/asked-versions.ts";
import { openCase, storedCase, writeQuestion, type StoredRow } from "#lib/endpoint-runs/running/question.ts";
import { answerTokens, type RunPlan, type RunRequest } from "#lib/endpoint-runs/schema.ts";
import type { EndpointView } from "#lib/endpoints/schema.ts";
import { openTemplate, type Template } from "#lib/prompt-templates/template.ts";
import type { VersionName } from "#lib/prompt-templates/schema.ts";
import { priceOf } from "#lib/model-calls/price.ts";
import type { CaseKind } from "#lib/task-kinds/case-kinds.ts";
import { isAskedByPrompt, promptFields } from "#lib/task-kinds/server-registry.ts";
import { loadTokenCount } from "#lib/task-kinds/token-count.ts";

const looked = 200;

/** What a run would take, in SQL over the versions it asks about. Tokens are counted in so many of its questions, and reckoned from there where there are more. */
export async function planRun(
  _admin: Viewer<"admin">,
  scope: Scope,
  { settings }: Pick<RunRequest, "settings">,
  endpoint: EndpointView,
  version: (VersionName & { text: string }) | null,
): Promise<RunPlan> {
  const kinds = await ask<{ kind: CaseKind; cases: number; leftOut: number; bytes: number }>(
    "count_asked_cases",
    `SELECT kind, count(*) FILTER (WHERE is_asked)::int AS cases, count(*) FILTER (WHERE NOT is_asked)::int AS "leftOut",
       coalesce(sum(octet_length(original)) FILTER (WHERE is_asked), 0)::float8 AS bytes
     FROM (${askedVersions}) a GROUP BY kind ORDER BY kind`,
    scopeValues(scope),
  );
  const cases = kinds.reduce((sum, one) => sum + one.cases, 0);
  const leftOut = kinds.reduce((sum, one) => sum + one.leftOut, 0);
  const perSample = Math.round(
    await countTokens(scope, kinds, version && openTemplate(version.text, promptFields)),
  );
  const calls = cases * settings.samples;
  // What is shown before a case is about as long as it.
  const inputTokens = perSample * settings.samples * (1 + settings.shots);
  const outputTokens = calls * (settings.maxTokens ?? answerTokens);
  const tokens = { input: inputTokens, output: outputTokens, cached: null, reasoning: null };
  const money = priceOf(tokens, endpoint.prices);
  const { host } = new URL(endpoint.address);
  return {
    kinds: kinds.map(({ bytes: _, ...counted }) => ({
      ...counted,
      lacks: !isAskedByPrompt(counted.kind)
        ? ("question" as const)
        : version
          ? ("content" as const)
          : ("prompt" as const),
    })),
    template: version && {
      ...{ id: version.id, name: version.template.name, number: version.number, sha256: version.sha256 },
    },
    ...{ cases, leftOut, calls, inputTokens, outputTokens, money, currency: endpoint.currency, host },
  };
}

/** In SQL with it: of each kind so many questions are written and counted, and the others reckoned by their bytes. */
async function countTokens(
  scope: Scope,
  kinds: readonly { kind: CaseKind; bytes: number }[],
  template: Template | null,
): Promise<number> {
  const sample = await ask<StoredRow>(
    "sample_asked_cases",
    `SELECT ${storedCase("$4::boolean")}
     FROM (SELECT *, row_number() OVER (PARTITION BY kind ORDER BY hashint8(position)) AS place
       FROM (${askedVersions}) a WHERE is_asked) a
       JOIN case_versions v ON v.id = a.id JOIN cases c ON c.id = v.case_id JOIN tracks t ON t.id = c.track_id
     WHERE place <= ${looked}`,
    scopeValues(scope),
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
