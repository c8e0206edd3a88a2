import "server-only";
import { z } from "zod";
import { db } from "#lib/db.ts";
import { runSettings, type RunPurpose, type RunSettings, type RunState } from "#lib/endpoint-runs/schema.ts";
import { noInstructions, formatModel, type ArmInstructions } from "#lib/endpoint-runs/arm-instructions.ts";
import { openEndpoint, type OpenEndpoint } from "#lib/endpoints/reach.ts";
import { promptFields } from "#lib/task-kinds/server-registry.ts";
import { openTemplate, type Template } from "#lib/prompt-templates/schema.ts";
import { fail, succeed, type Result } from "#lib/result.ts";

/** A run as the process has it that asks for it: with the endpoint's key, which goes no further. */
export type OpenRun = {
  id: string;
  benchmarkId: number;
  purpose: RunPurpose;
  model: string;
  method: string;
  version: string;
  startedAt: Date;
  settings: RunSettings;
  endpoint: OpenEndpoint;
  /** What it asks by; null where each case is asked by its own prompt. */
  template: { name: string; number: number; sha256: string; parts: Template } | null;
  /** Before each question, where it asks as one arm of a study. */
  told: ArmInstructions;
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
    unheeded: new Set(found.unheeded),
    settings: runSettings.parse(found.settings),
    told: found.arm && found.study ? formatModel(found.study.draft, found.arm) : noInstructions,
    analyses: z.record(z.string(), z.string()).parse(found.analyses ?? {}),
    template: found.templateVersion && openVersion(found.templateVersion),
    endpoint: endpoint.value,
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
