import { z } from "zod";
import { formatProblem } from "#lib/files/file-problems.ts";
import type { ScannedLine } from "#lib/files/line-scanner.ts";
import { parseLine, toLineProblem } from "#lib/files/json-document.ts";
import { methodName, modelName, maxReplicate, versionName } from "#lib/model-runs/schema.ts";
import { mostTokens } from "#lib/task-kinds/whole-number.ts";
import type { ReadRow } from "#lib/model-runs/result-row.ts";
import { predictionKeys, predictionWords } from "#lib/task-kinds/server-registry.ts";

const text = z.string("This must be text.");
const number = z.number("This must be a number.");

const answerKeys = Object.keys(predictionKeys);

/** A model's answer to one case as the product's own format writes it. */
export const predictionLine = z
  .looseObject({
    model: modelName,
    method: methodName.optional(),
    version: versionName.optional(),
    replicate: z
      .number("A replicate is a number from 1, without quotes.")
      .int("A replicate is a whole number from 1.")
      .min(1, "Replicates count from 1.")
      .max(maxReplicate, `A replicate is at most ${maxReplicate}.`)
      .nullish(),
    case: text.min(1, "The case’s id can’t be empty."),
    track: text.nullish(),
    failed: z.boolean("failed must be true or false.").default(false),
    /** A program made it up: a server that only plays models, or simulated people. */
    fake: z.boolean("fake must be true or false.").default(false),
    ...predictionKeys,
    response: text.nullish(),
    cost: number.nonnegative("A cost can’t be negative.").nullish(),
    tokens: number
      .int("tokens must be a whole number.")
      .nonnegative("tokens can’t be negative.")
      .max(mostTokens, "tokens is too large to be a number of tokens.")
      .nullish(),
  })
  .refine((result) => result.failed || answerKeys.some((key) => result[key] != null), {
    error: `A prediction needs ${predictionWords.join(", ")}, or failed: true.`,
    path: answerKeys.slice(0, 1),
  });

export function readJsonResult(scanned: ScannedLine): ReadRow {
  const { line } = scanned;
  if (scanned.problems.length > 0) {
    const problems = scanned.problems.map((broken) => ({
      ...broken,
      problem: formatProblem(broken.problem, broken.found),
    }));
    return { row: null, problems };
  }
  const parsed = parseLine(scanned.bytes, line);
  if (!parsed.ok) return { row: null, problems: [parsed.problem] };
  const checked = predictionLine.safeParse(parsed.value);
  if (!checked.success) {
    return {
      row: null,
      problems: checked.error.issues.map((issue) => toLineProblem(issue, line, parsed.value)),
    };
  }
  const result = checked.data;
  return {
    row: {
      line,
      model: result.model,
      method: result.method ?? null,
      version: result.version ?? null,
      replicate: result.replicate ?? null,
      isFake: result.fake,
      reference: { key: result.case, track: result.track ?? null },
      failed: result.failed,
      answer: result,
      response: result.response ? Buffer.from(result.response, "utf8") : null,
      cost: result.cost ?? null,
      tokens: result.tokens ?? null,
      lineOf: () => line,
    },
    problems: null,
  };
}
