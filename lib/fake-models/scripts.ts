/** What a fake model can be told by its name to do in place of simply answering. Each line says what it does, for people. */
export const fakeScripts = {
  // No answer comes.
  rate: "answers 429 without Retry-After",
  "rate-after": "answers 429 with Retry-After in seconds",
  "rate-date": "answers 429 with Retry-After as a date",
  spent: "answers that the account has nothing left: 429, or 402 by Anthropic’s protocol",
  error: "answers 500",
  "error-page": "answers 502 with a web page, as a proxy does",
  "error-body": "answers 200 with an error in the body",
  "error-midway": "streams half of an answer, then tells of an error",
  bad: "answers 400",
  unknown: "answers 404, as to a model that isn’t there",
  redirect: "answers 307 to another address",
  html: "answers 200 with a web page",
  keyed: "answers 401 unless the key is right-key",
  "echo-key": "answers 403 and writes the key into body, headers and status",
  hang: "takes the call and never answers",
  drop: "closes the connection without a byte",
  huge: "answers with a body of 5 MB, streamed as one event",
  // An answer that isn't whole.
  truncated: "breaks off in the middle of the body",
  half: "ends the body orderly in the middle of its JSON",
  cut: "ends the stream orderly in the middle of the answer",
  "cut-dirty": "breaks the connection off in the middle of the stream",
  // A whole answer, oddly sent.
  slow: "streams one word every 20 ms; plain, waits as long in all",
  "no-done": "streams without the last line [DONE], which Anthropic’s protocol doesn’t have",
  "no-usage": "counts no tokens; by Anthropic’s protocol it counts them all the same",
  unstreamed: "answers in one piece although a stream was asked for",
  // An answer that holds no distribution, or barely.
  prose: "answers in prose, without JSON",
  "two-objects": "writes another object before the one that counts",
  "wrong-names": "writes names that aren’t those of the options",
  "sum-97": "writes numbers whose sum is 0.97",
  "sum-130": "writes numbers whose sum is 1.3",
  comma: "leaves a comma behind the last number",
  percent: "writes numbers with percent signs",
  length: "stops in the middle, at its limit of tokens",
  filtered: "is held back by a content filter",
  empty: "answers with an empty text",
  reasoning: "reasons apart from the answer, and counts those tokens",
  think: "reasons within the text, between <think> tags",
} as const;

export type FakeScript = keyof typeof fakeScripts;

export type FakeModel = {
  /** Of a hundred, what the option that it takes for right gets. */
  sure: number;
  script: FakeScript | null;
  /** The script is kept to one prompt in so many; 1 is each. */
  every: number;
  /** How often in a row the script is kept to for one prompt; null for always. */
  tries: number | null;
};

/** fake-70, fake-70-rate, fake-70-rate-every-20, fake-70-rate-first-2, fake-70-rate-every-20-first-2. */
export function readModelName(name: string): FakeModel | null {
  const found = /^fake-(\d{1,3})(?:-([a-z][a-z0-9-]*?))??(?:-every-(\d+))?(?:-first-(\d+))?$/.exec(name);
  const [, sure, script, every, first] = found ?? [];
  const isKnown = script === undefined || Object.hasOwn(fakeScripts, script);
  if (!isKnown || sure === undefined || Number(sure) > 100 || every === "0" || first === "0") return null;
  // Without a script there is nothing to keep to.
  if (script === undefined && (every !== undefined || first !== undefined)) return null;
  return {
    sure: Number(sure),
    script: (script as FakeScript | undefined) ?? null,
    every: Number(every ?? 1),
    // Some of many are there to be tried again.
    tries: first !== undefined ? Number(first) : every !== undefined ? 1 : null,
  };
}
