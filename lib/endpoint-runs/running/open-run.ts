import "server-only";
import { z } from "zod";
import { ask, db } from "#lib/db.ts";
import { runSettings, type RunSettings, type RunState } from "#lib/endpoint-runs/schema.ts";
import { openEndpoint, type OpenEndpoint } from "#lib/endpoints/reach.ts";
import { promptFields } from "#lib/task-kinds/server-registry.ts";
import { openTemplate, type Template } from "#lib/prompt-templates/template.ts";
import { fail, succeed, type Result } from "#lib/result.ts";

/** A run as the process has it that asks for it: with the endpoint's key, which goes no further. */
export type OpenRun = {
  id: string;
  benchmarkId: number;
  model: string;
  method: string;
  version: string;
  startedAt: Date;
  settings: RunSettings;
  endpoint: OpenEndpoint;
  /** What it asks by; null where each case is asked by its own prompt. */
  template: { name: string; number: number; sha256: string; parts: Template } | null;
  /** What was written of cases that are shown, by their versions. */
  analyses: Readonly<Record<string, string>>;
  /** Settings that turned out not to be taken. */
  unheeded: Set<string>;
  /** Samples that have an answer. */
  answered: number;
  spent: { money: number; tokens: number };
};

export async function readRunState(id: string): Promise<RunState | null> {
  return (await db.endpointRun.findUnique({ where: { id }, select: { state: true } }))?.state ?? null;
}

export async function openRun(id: string): Promise<Result<OpenRun, "not_found" | "key_unreadable">> {
  const found = await db.endpointRun.findUnique({
    where: { id },
    include: { templateVersion: { include: { template: { select: { name: true } } } } },
  });
  if (!found) return fail("not_found");
  const endpoint = await openEndpoint(found.endpointId);
  if (!endpoint.ok) return endpoint;
  // In SQL: Prisma counts no distinct pairs.
  const [sums] = await ask<{ answered: number; money: number; tokens: number }>(
    "sum_model_calls",
    `SELECT count(DISTINCT (case_version_id, sample)) FILTER (WHERE failure IS NULL AND ended_at IS NOT NULL)::int AS answered,
       coalesce(sum(money), 0) AS money, coalesce(sum(coalesce(input_tokens, 0) + coalesce(output_tokens, 0)), 0)::float8 AS tokens
     FROM model_calls WHERE endpoint_run_id = $1`,
    [id],
  );
  const { answered = 0, money = 0, tokens = 0 } = sums ?? {};
  return succeed({
    ...{
      id,
      benchmarkId: found.benchmarkId,
      model: found.model,
      method: found.method,
      version: found.version,
    },
    startedAt: found.createdAt,
    unheeded: new Set(found.unheeded),
    settings: runSettings.parse(found.settings),
    analyses: z.record(z.string(), z.string()).parse(found.analyses ?? {}),
    template: found.templateVersion && openVersion(found.templateVersion),
    ...{ endpoint: endpoint.value, answered, spent: { money, tokens } },
  });
}

type Version = { number: number; text: string; sha256: Uint8Array; template: { name: string } };

const openVersion = ({ number, text, sha256, template: { name } }: Version) => ({
  ...{ name, number, sha256: Buffer.from(sha256).toString("hex") },
  parts: openTemplate(text, promptFields),
});
