import "server-only";
import { z } from "zod";
import { db } from "#lib/db.ts";
import { runSettings, type RunState } from "#lib/endpoint-runs/schema.ts";
import { formatModel, noInstructions } from "#lib/endpoint-runs/running/question.ts";
import { openEndpoint } from "#lib/endpoints/stored-endpoint.ts";
import { promptFields } from "#lib/task-kinds/server-registry.ts";
import { openTemplate } from "#lib/prompt-templates/schema.ts";
import { fail, succeed } from "#lib/result.ts";

/** A run as the process has it that asks for it: with the endpoint's key, which goes no further. */
export type OpenRun = Extract<Awaited<ReturnType<typeof openRun>>, { ok: true }>["value"];

export async function readRunState(id: string): Promise<RunState | null> {
  return (await db.endpointRun.findUnique({ where: { id }, select: { state: true } }))?.state ?? null;
}

export async function openRun(id: string) {
  const found = await db.endpointRun.findUnique({
    where: { id },
    include: {
      study: { select: { draft: true } },
      sums: true,
      templateVersion: { include: { template: { select: { name: true } } } },
    },
  });
  if (!found) return fail("not_found");
  const endpoint = await openEndpoint(found.endpointId);
  if (!endpoint.ok) return endpoint;
  const { answered = 0, money = 0, inputTokens = 0n, outputTokens = 0n } = found.sums ?? {};
  const spent = { money, tokens: Number(inputTokens + outputTokens) };
  return succeed({
    id,
    benchmarkId: found.benchmarkId,
    purpose: found.purpose,
    model: found.model,
    method: found.method,
    version: found.version,
    startedAt: found.createdAt,
    /** Settings that turned out not to be taken. */
    unheeded: new Set(found.unheeded),
    settings: runSettings.parse(found.settings),
    /** Before each question, where it asks as one arm of a study. */
    told: found.arm && found.study ? formatModel(found.study.draft, found.arm) : noInstructions,
    /** What was written of cases that are shown, by their versions. */
    analyses: z.record(z.string(), z.string()).parse(found.analyses ?? {}),
    /** What it asks by; null where each case is asked by its own prompt. */
    template: found.templateVersion && openVersion(found.templateVersion),
    endpoint: endpoint.value,
    /** Samples that have an answer. */
    answered,
    spent,
  });
}

type Version = { number: number; text: string; sha256: Uint8Array; template: { name: string } };

const openVersion = ({ number, text, sha256, template: { name } }: Version) => ({
  name,
  number,
  sha256: Buffer.from(sha256).toString("hex"),
  parts: openTemplate(text, promptFields),
});
