import { z } from "zod";
import { line, whole } from "#lib/plain-values.ts";

const caseName = z.strictObject({ track: line(60), key: line(500) });
/** Named cases first; the rest is drawn from those that every run answered right. */
const commonCases = (most: number) =>
  z
    .strictObject({ count: whole(0, most).default(0), cases: z.array(caseName).max(most).default([]) })
    .refine((one) => one.cases.length <= one.count, { error: "more_named_than_counted", path: ["cases"] });

const perTrack = z.record(line(60), whole(0, 1000));

const maxSeed = Number.MAX_SAFE_INTEGER;

/** What one participant gets of them. */
export const sampleSchema = z.strictObject({
  quota: perTrack.default({}),
  /** Cases that the reference run got right. */
  controls: perTrack.default({}),
  /** Cases that it got wrong while it was unsure, or had no answer to. Absent from plans that were opened before this was asked. */
  unsure: perTrack.optional(),
  /** Tracks of which whole groups are drawn: how many cases of each group. The quotas count cases all the same. */
  groups: z.record(line(60), whole(1, 1000)).optional(),
  attention: commonCases(20).default({ count: 0, cases: [] }),
  practice: commonCases(10).default({ count: 0, cases: [] }),
  /** How many cases each participant gets a second time. Absent where nobody asked for any. */
  repeats: whole(1, 50).optional(),
  /** At most so many of one participant's cases from one source work, where the source is known. */
  mostFromOneSource: whole(1, 1000).nullable().default(null),
  seed: whole(0, maxSeed),
});
