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
  /** What it holds to be right: the text or the letter of an option. */
  targets: readonly string[];
  answer: LogAnswer;
  tokens: number | null;
  /** The log says that a program made the answer up. */
  isFake: boolean;
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

export type LogProblem = { line: number; name: string; problem: string; found: string };
export type ReadSample = { sample: LogSample; problem: null } | { sample: null; problem: LogProblem };

/** A log that can be read, sample by sample. */
export type OpenLog = { head: LogHead; samples: AsyncGenerator<ReadSample> };
export type LogFault = { problem: string; found: string };
export type LogRefusal = { ok: false; fault: LogFault };
export type OpenLogResult = { ok: true; log: OpenLog } | LogRefusal;

export const refuse = (problem: string, found = ""): LogRefusal => ({
  ok: false,
  fault: { problem, found: found.slice(0, 200) },
});

/** "B" → 1; null for what is no letter of a list. */
export function placeOfLetter(letter: string): number | null {
  const sign = letter.trim().replace(/^\(?([A-Z])[).]?$/, "$1");
  return /^[A-Z]$/.test(sign) ? sign.charCodeAt(0) - "A".charCodeAt(0) : null;
}

/** An option's text, where a log names it by itself or by its letter. */
export function textOfOption(named: string, options: readonly string[] | null): string {
  if (options?.includes(named)) return named;
  const place = placeOfLetter(named);
  return (place === null ? undefined : options?.[place]) ?? named;
}
