import { hash } from "node:crypto";
import { withPlainLineEnds } from "#lib/files/text-file.ts";
import type { LogSample } from "#lib/model-logs/log-sample.ts";

/** What of a sample names its case: one of its fields, or the prompt itself. */
export type Join = { by: "key"; field: string } | { by: "prompt" };

/** The cases of the tracks that a log may be about. */
export type JoinedCases<Case> = {
  ofKey(key: string): Case | undefined;
  ofPrompt(promptHash: string): Case | undefined;
};

/** The first is enough to tell; a file is joined in one way. */
export const tellingSamples = 200;

/** The way in which most of the samples find a case; of equals the log's own id first, and the prompt last. */
export function findJoin(samples: readonly LogSample[], cases: JoinedCases<unknown>): Join {
  const fields = [...new Set(samples.flatMap(({ keys }) => [...keys.keys()]))];
  const ways: Join[] = [...fields.map((field) => ({ by: "key", field }) as const), { by: "prompt" }];
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
