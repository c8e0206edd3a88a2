import { hash } from "node:crypto";
import { withPlainLineEnds } from "#lib/files/text-file.ts";
import { readAnswer } from "#lib/model-answers/read-answer.ts";

/** One answer of a model to one case as another tool's log has it. */
export type LogSample = {
  /** What it is called in the log, for whoever has to find it there. */
  name: string;
  line: number;
  /** Which of several answers to the same case, from 1. */
  epoch: number;
  /** Whatever could be the id of a case, by the field that it stands in. */
  keys: ReadonlyMap<string, string>;
  prompt: string | null;
  /** As the log numbers them. */
  options: readonly string[] | null;
  /** Other lists of texts in the document, one of which may be what a log measured by letters. */
  otherOptions?: readonly (readonly string[])[];
  /** What it holds to be right: the text or the letter of an option, or its place in the log's order. */
  targets: readonly (string | number)[];
  answer: LogAnswer;
  tokens: number | null;
  /** The log says that a program made the answer up. */
  isFake: boolean;
  /** The log says that people gave the answer. */
  isPeople: boolean;
};

export type LogAnswer =
  | { kind: "failed"; response: string }
  /** What the model wrote, and what the log took for its answer: the text of an option, or its letter. */
  | { kind: "text"; response: string; taken: string | null }
  /** How probable each option's text was after the prompt, as a logarithm, in the log's order. */
  | { kind: "likelihoods"; options: readonly string[]; logarithms: readonly number[] };

/** Of the whole log. */
export type LogHead = {
  format: "inspect" | "lm_eval";
  model: string | null;
  task: string | null;
  /** How often each case was asked, at most. */
  epochs: number;
};

type LogProblem = { line: number; name: string; problem: string; found: string };
export type ReadSample = { sample: LogSample; problem: null } | { sample: null; problem: LogProblem };

/** A log that can be read, sample by sample. */
export type OpenLog = { head: LogHead; samples: AsyncGenerator<ReadSample> };
type LogFault = { problem: string; found: string };
export type LogRefusal = { ok: false; fault: LogFault };
export type OpenLogResult = { ok: true; log: OpenLog } | LogRefusal;

export const refuse = (problem: string, found = ""): LogRefusal => ({
  ok: false,
  fault: { problem, found: found.slice(0, 200) },
});

/** "B" → 1; null for what is no letter of a list. */
function placeOfLetter(letter: string): number | null {
  const sign = letter
    .trim()
    .toUpperCase()
    .replace(/^\(?([A-Z])\)?[.]?$/, "$1");
  return /^[A-Z]$/.test(sign) ? sign.charCodeAt(0) - "A".charCodeAt(0) : null;
}

/** An option's text, where a log names it by itself or by its letter. */
export function textOfOption(named: string, options: readonly string[] | null): string {
  if (options?.includes(named)) return named;
  const place = placeOfLetter(named);
  return (place === null ? undefined : options?.[place]) ?? named;
}

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
  const { options, otherOptions = [], targets, answer } = sample;
  const refuse = (column: string, problem: string, found: string): SampleAnswer =>
    ({ ok: false, column, problem, found }) as const;
  const listed = [...(options ? [options] : []), ...otherOptions];
  const order = listed.find((names) => placesIn(names, optionNames) !== null) ?? null;
  const measured = answer.kind === "likelihoods" ? answer.options : null;
  const places = measured ? placesOfMeasured(measured, order, optionNames) : null;
  if (!places && !order && options)
    return refuse(
      "choices",
      `the log’s options aren’t those of this case, which has ${optionNames.join(" | ")}: it is a log of another benchmark, or of another version`,
      options.join(" | "),
    );
  const right = gold === null ? null : (optionNames[gold] ?? null);
  const numbered = places ?? (order && placesIn(order, optionNames));
  const held = targets.map((target) =>
    typeof target === "number"
      ? (optionNames[numbered?.[target] ?? -1] ?? String(target))
      : nameOfOption(target, order ?? optionNames, optionNames),
  );
  if (right !== null && held.length > 0 && !held.includes(right))
    return refuse(
      "target",
      `the log holds another option to be right than this benchmark, which has ${right}: it is a log of another benchmark, or of another version`,
      held.join(" | "),
    );
  if (answer.kind === "failed") return { ok: true, failed: true, answer: {}, response: answer.response };
  if (answer.kind === "likelihoods") return holdLikelihoods(answer, places, optionNames);
  const { response, taken } = answer;
  const read = readAnswer(response, optionNames);
  if (read.ok) {
    const { probabilities, repairs } = read;
    return { ok: true, failed: false, answer: { probabilities, repaired: repairs.length > 0 }, response };
  }
  const choice = taken === null ? null : nameOfOption(taken, order, optionNames);
  return choice !== null && optionNames.includes(choice)
    ? { ok: true, failed: false, answer: { choice }, response }
    : { ok: true, failed: true, answer: {}, response };
}

function holdLikelihoods(
  { options: texts, logarithms }: Extract<LogSample["answer"], { kind: "likelihoods" }>,
  places: readonly number[] | null,
  optionNames: readonly string[],
): SampleAnswer {
  if (!places)
    return {
      ok: false,
      column: "arguments",
      problem: `what was measured aren’t the options of this case, which has ${optionNames.join(" | ")}`,
      found: texts.join(" | "),
    };
  const response = JSON.stringify(
    Object.fromEntries(places.map((place, at) => [optionNames[place] ?? "", logarithms[at] ?? null])),
  );
  const shares = softmax(logarithms);
  if (!shares) return { ok: true, failed: true, answer: {}, response };
  const probabilities = optionNames.map((_name, place) => shares[places.indexOf(place)] ?? 0);
  return { ok: true, failed: false, answer: { probabilities }, response };
}

/** Tasks change the case of an option's first letter, brackets and spaces before they measure it. */
const plain = (text: string): string =>
  text
    .replace(/\[[^\][]*\]/g, "")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase();

/** For each name its place among the options of the case; null where they aren't the same options. */
function placesIn(names: readonly string[], optionNames: readonly string[]): readonly number[] | null {
  if (names.length !== optionNames.length) return null;
  const alike = (write: (text: string) => string): readonly number[] | null => {
    const options = optionNames.map(write);
    const places = names.map((name) => options.indexOf(write(name)));
    return new Set(places).size === names.length && !places.includes(-1) ? places : null;
  };
  return alike((text) => text) ?? alike(plain);
}

/** What was measured is the texts of the options, or letters of the order in which the document lists them. */
function placesOfMeasured(
  measured: readonly string[],
  order: readonly string[] | null,
  optionNames: readonly string[],
): readonly number[] | null {
  return (
    placesIn(measured, optionNames) ??
    placesIn(
      measured.map((text) => textOfOption(text, order)),
      optionNames,
    )
  );
}

/** The case's own name for an option that the log names by its text or its letter. */
function nameOfOption(
  named: string,
  order: readonly string[] | null,
  optionNames: readonly string[],
): string {
  const text = textOfOption(named, order);
  if (optionNames.includes(text)) return text;
  const alike = optionNames.filter((name) => plain(name) === plain(text));
  return (alike.length === 1 ? alike[0] : undefined) ?? text;
}

/** Logarithms of probabilities as shares of their sum: what is said of the options against each other. */
function softmax(logarithms: readonly number[]): readonly number[] | null {
  const most = Math.max(...logarithms);
  if (!Number.isFinite(most)) return null;
  const weights = logarithms.map((one) => Math.exp(one - most));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

/** What of a sample names its case: one of its fields, or the prompt itself. */
export type Join = { by: "key"; field: string } | { by: "prompt" };

/** The cases of the tracks that a log may be about. */
export type JoinedCases<Case> = {
  ofKey(key: string): Case | undefined;
  ofPrompt(promptHash: string): Case | undefined;
};

/** The first is enough to tell; a file is joined in one way. */
export const tellingSamples = 200;

/** A mere number within a data set. */
export const serialKey = "doc_id";

/** The way in which most of the samples find a case; of equals the log's own id first, then the prompt, and a number last. */
export function findJoin(samples: readonly LogSample[], cases: JoinedCases<unknown>): Join {
  const fields = [...new Set(samples.flatMap(({ keys }) => [...keys.keys()]))];
  const byKey = (field: string): Join => ({ by: "key", field });
  const ways: Join[] = [
    ...fields.filter((field) => field !== serialKey).map(byKey),
    { by: "prompt" },
    byKey(serialKey),
  ];
  let best: { join: Join; found: number } = { join: { by: "prompt" }, found: 0 };
  for (const join of ways) {
    // Two samples of one case say that the field names something else.
    const found = new Set(samples.flatMap((sample) => caseOf(sample, join, cases) ?? [])).size;
    if (found > best.found) best = { join, found };
  }
  return best.join;
}

export function caseOf<Case>(sample: LogSample, join: Join, cases: JoinedCases<Case>): Case | undefined {
  if (join.by === "key") {
    const key = sample.keys.get(join.field);
    return key === undefined ? undefined : cases.ofKey(key);
  }
  if (sample.prompt === null) return undefined;
  return cases.ofPrompt(hash("sha256", withPlainLineEnds(Buffer.from(sample.prompt, "utf8")), "hex"));
}
