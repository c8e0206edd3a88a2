import { z } from "zod";
import { textOfOption, type LogAnswer, type LogSample } from "#lib/model-logs/log-sample.ts";

// Inspect's logs, version 2: as much of them as says what a model answered. More than is named here stands in them.

export const inspectHeader = z.looseObject({
  version: z.literal(
    2,
    "only version 2 of Inspect’s logs can be read: write the log anew with a current Inspect",
  ),
  status: z.string(),
  eval: z.looseObject({ model: z.string(), task: z.string() }),
});
export type InspectHeader = z.output<typeof inspectHeader>;
/** As much of it as stands there before the first sample. */
export const inspectStart = z.object({
  eval: z.object({
    model: z.string(),
    config: z.object({ epochs: z.int().positive().nullish() }).nullish(),
  }),
});

const content = z.union([
  z.string(),
  z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
]);
const message = z.looseObject({ role: z.string().optional(), content });
const score = z.looseObject({
  value: z.unknown(),
  answer: z.string().nullish(),
  history: z.array(z.unknown()).optional(),
});

export const inspectSample = z.looseObject({
  id: z.union([z.string(), z.number()]).transform(String),
  epoch: z.int().positive().default(1),
  input: z.union([z.string(), z.array(message)]),
  choices: z.array(z.string()).nullish(),
  target: z.union([z.string(), z.array(z.string())]),
  scores: z.record(z.string(), score).nullish(),
  output: z
    .looseObject({
      completion: z.string().optional(),
      choices: z.array(z.looseObject({ message })).optional(),
      usage: z.looseObject({ total_tokens: z.int().nonnegative().optional() }).nullish(),
      error: z.string().nullish(),
    })
    .nullish(),
  error: z.looseObject({ message: z.string() }).nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
});
type Sample = z.output<typeof inspectSample>;

export function sampleOf(sample: Sample, place: Pick<LogSample, "name" | "line">): LogSample {
  const { id, epoch, input, choices, target, output, metadata } = sample;
  const told = Object.entries(metadata ?? {}).flatMap(([name, value]) =>
    typeof value === "string" || typeof value === "number"
      ? [[`metadata.${name}`, String(value)] as const]
      : [],
  );
  return {
    ...place,
    epoch,
    keys: new Map([["id", id], ...told]),
    prompt: promptOf(input),
    options: choices && choices.length > 0 ? choices : null,
    // Where nobody knows what is right, nothing stands there.
    targets: [target].flat().filter((one) => one !== ""),
    answer: answerOf(sample),
    tokens: output?.usage?.total_tokens ?? null,
    isFake: metadata?.fake === true,
  };
}

/** Null where several people speak before the answer: no prompt of ours does. */
function promptOf(input: Sample["input"]): string | null {
  if (typeof input === "string") return input;
  const asked = input.filter(({ role }) => role === "user");
  return asked.length === 1 && asked[0] ? textOf(asked[0].content) : null;
}

const textOf = (given: z.output<typeof content>): string =>
  typeof given === "string"
    ? given
    : given.map(({ type, text }) => (type === "text" ? (text ?? "") : "")).join("");

function answerOf({ output, scores, error }: Sample): LogAnswer {
  const [first] = output?.choices ?? [];
  const written = output?.completion ?? (first ? textOf(first.message.content) : "");
  const broken = error?.message ?? output?.error ?? null;
  if (broken !== null) return { kind: "failed", response: written || broken };
  const taken = new Set(Object.values(scores ?? {}).flatMap(({ answer }) => answer ?? []));
  // Scorers that took different answers from the same text say that it isn't plain.
  return { kind: "text", response: written, taken: taken.size === 1 ? ([...taken][0] ?? null) : null };
}

/** Somebody changed afterwards what the log says was answered. */
export const hasEditedScores = ({ scores }: Sample): boolean =>
  Object.values(scores ?? {}).some(({ history = [] }) => history.length > 0);

/** A score that says right or wrong of an option where answer and target say the other. Other scores say what they like. */
export function findContradiction({ scores, choices, target }: Sample): string | null {
  if (!choices || choices.length === 0) return null;
  const targets = [target].flat().map((one) => textOfOption(one, choices));
  if (!targets.some((one) => choices.includes(one))) return null;
  for (const [name, { value, answer }] of Object.entries(scores ?? {})) {
    const chosen = typeof answer === "string" ? textOfOption(answer, choices) : "";
    if (!choices.includes(chosen) || (value !== "C" && value !== "I")) continue;
    // Where all of several are asked for, one of them alone is wrong.
    if (value === "I" && targets.length > 1) continue;
    if (targets.includes(chosen) !== (value === "C"))
      return `${name}: ${value}, answer ${chosen}, target ${targets.join(" | ")}`;
  }
  return null;
}
