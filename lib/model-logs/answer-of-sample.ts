import { readAnswer } from "#lib/model-answers/read-answer.ts";
import { textOfOption, type LogSample } from "#lib/model-logs/log-sample.ts";

export type SampleAnswer =
  | {
      ok: true;
      failed: boolean;
      /** As a line of predictions has it. */
      answer: { probabilities?: readonly number[]; choice?: string; repaired?: boolean };
      response: string;
    }
  | { ok: false; column: string; problem: string; found: string };

type Subject = { optionNames: readonly string[]; gold: number | null };

/** What a sample says of a case: joined by the texts of options, never by their letters, since orders differ. */
export function answerOfSample(sample: LogSample, { optionNames, gold }: Subject): SampleAnswer {
  const { options, targets, answer } = sample;
  const refuse = (column: string, problem: string, found: string): SampleAnswer =>
    ({ ok: false, column, problem, found }) as const;
  if (options && !isSameSet(options, optionNames))
    return refuse(
      "choices",
      `the log’s options aren’t those of this case, which has ${optionNames.join(" | ")}: it is a log of another benchmark, or of another version`,
      options.join(" | "),
    );
  const right = gold === null ? null : (optionNames[gold] ?? null);
  const held = targets.map((target) => textOfOption(target, options ?? optionNames));
  if (right !== null && held.length > 0 && !held.includes(right))
    return refuse(
      "target",
      `the log holds another option to be right than this benchmark, which has ${right}: it is a log of another benchmark, or of another version`,
      held.join(" | "),
    );
  if (answer.kind === "failed") return { ok: true, failed: true, answer: {}, response: answer.response };
  if (answer.kind === "likelihoods") return holdLikelihoods(sample, answer, optionNames);
  const { response, taken } = answer;
  const read = readAnswer(response, optionNames);
  if (read.ok) {
    const { probabilities, repairs } = read;
    return { ok: true, failed: false, answer: { probabilities, repaired: repairs.length > 0 }, response };
  }
  const choice = taken === null ? null : textOfOption(taken, options);
  return choice !== null && optionNames.includes(choice)
    ? { ok: true, failed: false, answer: { choice }, response }
    : { ok: true, failed: true, answer: {}, response };
}

function holdLikelihoods(
  { options }: LogSample,
  { options: texts, logarithms }: Extract<LogSample["answer"], { kind: "likelihoods" }>,
  optionNames: readonly string[],
): SampleAnswer {
  const named = texts.map((text) => textOfOption(text, options));
  const response = JSON.stringify(
    Object.fromEntries(named.map((name, at) => [name, logarithms[at] ?? null])),
  );
  if (!isSameSet(named, optionNames))
    return {
      ok: false,
      column: "arguments",
      problem: `what was measured aren’t the options of this case, which has ${optionNames.join(" | ")}`,
      found: named.join(" | "),
    };
  const shares = softmax(logarithms);
  if (!shares) return { ok: true, failed: true, answer: {}, response };
  const probabilities = optionNames.map((name) => shares[named.indexOf(name)] ?? 0);
  return { ok: true, failed: false, answer: { probabilities }, response };
}

const isSameSet = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && others.every((one) => some.includes(one));

/** Logarithms of probabilities as shares of their sum: what is said of the options against each other. */
function softmax(logarithms: readonly number[]): readonly number[] | null {
  const most = Math.max(...logarithms);
  if (!Number.isFinite(most)) return null;
  const weights = logarithms.map((one) => Math.exp(one - most));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}
