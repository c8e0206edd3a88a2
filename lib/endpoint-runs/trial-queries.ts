import "server-only";
import { z } from "zod";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import type { Prisma } from "#lib/generated/prisma/client.ts";
import type { EndpointRunView } from "#lib/endpoint-runs/queries.ts";
import { combineReplies, drawOrder, writeQuestion } from "#lib/endpoint-runs/running/question.ts";
import { type PromptedCase, readAsked } from "#lib/endpoint-runs/running/work-list.ts";
import type { RunSettings, TryFailure } from "#lib/endpoint-runs/schema.ts";
import { callsPerCase } from "#lib/endpoint-runs/setting-limits.ts";
import type { FaultCause } from "#lib/model-calls/schema.ts";
import { openTemplate, type Template } from "#lib/prompt-templates/schema.ts";
import { promptFields, serverKindOf } from "#lib/task-kinds/server-registry.ts";

const listedVersion = {
  id: true,
  number: true,
  gold: { select: { choice: true } },
  case: { select: { key: true, track: { select: { name: true } } } },
} as const;
const listedTry = {
  sample: true,
  endedAt: true,
  failure: true,
  cause: true,
  status: true,
  detail: true,
  text: true,
  reasoning: true,
  optionOrder: true,
  money: true,
  inputTokens: true,
  outputTokens: true,
  totalMs: true,
} as const;

/** One case of a trial: what was sent, what came back, and what it came to. */
export type TriedCase = Awaited<ReturnType<typeof listTriedCases>>[number];
export type TriedSample = TriedCase["samples"][number];
export type TriedCall = TriedSample["tries"][number];

/** What was sent of each case of a trial, written again from versions that never change, and what came back. */
export async function listTriedCases(
  _admin: Viewer<"admin">,
  { id, settings }: Pick<EndpointRunView, "id" | "settings">,
) {
  const rows = await db.endpointRunCase.findMany({
    where: { endpointRunId: id },
    select: {
      caseVersion: { select: listedVersion },
      calls: { select: listedTry, orderBy: [{ sample: "asc" }, { attempt: "asc" }] },
    },
    orderBy: { position: "asc" },
  });
  const { template, analyses } = await readSentWith(id);
  const ids = rows.map(({ caseVersion }) => caseVersion.id);
  const { shotsRunId } = settings;
  const asked = await readAsked(id, ids, { shotsRunId, isGrouped: false, template, analyses });
  return rows.flatMap(({ caseVersion, calls }) => {
    const stored = asked.get(caseVersion.id);
    if (!stored) return [];
    const gold = caseVersion.gold?.choice ?? null;
    const samples = listSamples(stored, calls, { settings, template, gold });
    return {
      key: caseVersion.case.key,
      track: caseVersion.case.track.name,
      version: caseVersion.number,
      gold: gold === null ? null : (stored.optionNames[gold] ?? null),
      samples,
      shots: stored.shots,
      answer: answerOf(calls, stored, { settings, gold }),
      money: sumKnown(calls.map(({ money }) => money)),
    };
  });
}

/** What was sent beside the cases: the template they were put into, and what somebody wrote of those shown first. */
async function readSentWith(id: string) {
  const select = { analyses: true, templateVersion: { select: { text: true } } } as const;
  const { analyses, templateVersion } = await db.endpointRun.findUniqueOrThrow({ where: { id }, select });
  return {
    template: templateVersion && openTemplate(templateVersion.text, promptFields),
    analyses: z.record(z.string(), z.string()).parse(analyses ?? {}),
  };
}

type Call = Prisma.ModelCallGetPayload<{ select: typeof listedTry }>;
type Context = { settings: RunSettings; gold: number | null };

function listSamples(
  stored: PromptedCase,
  calls: readonly Call[],
  { settings, template, gold }: Context & { template: Template | null },
) {
  const samples = Array.from({ length: callsPerCase(settings) }, (_, at) => at + 1);
  return samples.map((sample) => {
    const own = calls.filter((one) => one.sample === sample);
    const sentIn = own.findLast(({ optionOrder }) => optionOrder.length > 0)?.optionOrder;
    const order = sentIn ?? drawOrder(stored, settings, sample);
    return {
      sample,
      sent: writeQuestion(stored, order, template),
      answer: answerOf(own, stored, { settings: { ...settings, samples: 1, orders: 1 }, gold }),
      tries: own.map((tried) => ({
        hasEnded: tried.endedAt !== null,
        failure: tried.failure as TryFailure | null,
        fault: { cause: tried.cause as FaultCause | null, status: tried.status, said: tried.detail ?? "" },
        text: tried.text ?? "",
        reasoning: tried.reasoning ?? "",
        money: tried.money,
        inputTokens: tried.inputTokens,
        outputTokens: tried.outputTokens,
        totalMs: tried.totalMs,
      })),
    };
  });
}

/** Read as a run's would be; null where nothing that came back holds an answer. */
function answerOf(calls: readonly Call[], stored: PromptedCase, { settings, gold }: Context) {
  const replies = calls
    .filter(({ failure, endedAt }) => failure === null && endedAt !== null)
    .map(({ text, optionOrder }) => ({
      text: text ?? "",
      order: optionOrder.length === 0 ? null : optionOrder,
    }));
  const combined = combineReplies(replies, stored, settings);
  if (!combined) return null;
  const { optionNames } = stored;
  const held = serverKindOf(stored.kind).predictions.hold(combined.answer, false, { optionNames, gold });
  if (!held.ok || held.prediction.choice === null) return null;
  const { choice, probabilities } = held.prediction;
  return {
    choice: optionNames[choice] ?? "",
    probability: probabilities[choice] ?? null,
    isRight: gold === null ? null : choice === gold,
  };
}

/** Null where nothing is known of any. */
function sumKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}
