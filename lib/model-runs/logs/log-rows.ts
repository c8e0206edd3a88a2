import { CombinedRows, type EpochAnswer } from "#lib/model-runs/logs/combined-rows.ts";
import type { IndexedCase, IndexedTrack } from "#lib/model-runs/case-index.ts";
import { maxReplicate, type EpochWay } from "#lib/model-runs/schema.ts";
import type { ReadRow } from "#lib/model-runs/result-row.ts";
import { caseOf, findJoin, tellingSamples, type Join, type JoinedCases } from "#lib/model-logs/find-join.ts";
import { holdSample } from "#lib/model-logs/hold-sample.ts";
import type { LogSample, OpenLog, ReadSample } from "#lib/model-logs/log-sample.ts";

/** What an admin says of the log: it counts before what the log says of itself. */
type Told = { model: string | null; version: string; epochs?: EpochWay };
type Found = { indexed: IndexedCase; track: string };

/** Cases of several tracks; an id that two tracks have is nobody's. */
function joinTracks(tracks: readonly IndexedTrack[]): JoinedCases<Found> {
  const only = (found: Found[]) => (found.length === 1 ? found[0] : undefined);
  const among = (find: (track: IndexedTrack) => IndexedCase | undefined) =>
    tracks.flatMap((track) => {
      const indexed = find(track);
      return indexed ? [{ indexed, track: track.name }] : [];
    });
  return {
    ofKey: (key) => only(among(({ index }) => index.ofKey(key))),
    ofPrompt: (promptHash) => only(among(({ index }) => index.ofPrompt(promptHash))),
  };
}

/** A log's samples as rows of results, each with the id of its case. */
export async function* readLogRows(
  { head, samples }: OpenLog,
  tracks: readonly IndexedTrack[],
  told: Told,
): AsyncGenerator<readonly ReadRow[]> {
  const cases = joinTracks(tracks);
  const nowhere = tracks[0]?.name ?? null;
  const model = told.model ?? head.model;
  const { version, epochs = "runs" } = told;
  const combined = epochs === "runs" ? null : new CombinedRows(epochs);
  const about = { model, version, nowhere, combined, isOfSeveral: head.epochs > 1 };
  let join: Join | null = null;
  let waiting: ReadSample[] = [];
  const pass = (): ReadRow[] => {
    const good = waiting.flatMap(({ sample }) => sample ?? []);
    join ??= findJoin(good, cases);
    const way = join;
    const rows = waiting.flatMap((read): ReadRow[] =>
      read.sample ? rowOf(read.sample, caseOf(read.sample, way, cases), about) : [refused(read.problem)],
    );
    waiting = [];
    return rows;
  };
  for await (const read of samples) {
    waiting.push(read);
    if (waiting.length >= tellingSamples) yield pass();
  }
  if (waiting.length > 0) yield pass();
  if (combined) yield combined.finish();
}

const refused = ({ line, name, problem, found }: ReadSample["problem"] & object): ReadRow => ({
  row: null,
  problems: [{ line, column: name || null, problem, found }],
});

type About = {
  model: string | null;
  version: string;
  nowhere: string | null;
  /** Where all epochs of a case become one answer. */
  combined: CombinedRows | null;
  /** The log has several epochs. */
  isOfSeveral: boolean;
};

function rowOf(sample: LogSample, found: Found | undefined, about: About): ReadRow[] {
  const { model, version, nowhere, combined, isOfSeveral } = about;
  const { line, name, epoch, tokens, isFake } = sample;
  const key = found?.indexed.key ?? name;
  const reference = { key, track: found?.track ?? nowhere };
  const replicate = combined || !isOfSeveral ? null : epoch;
  if (replicate !== null && replicate > maxReplicate) {
    const problem = `As a run of its own an epoch is at most ${maxReplicate}. Combine the log’s epochs, or number them from 1.`;
    return [{ row: null, problems: [{ line, column: `${name}, epoch`, problem, found: String(epoch) }] }];
  }
  // Every case answered once more is a run of its own.
  const ofEpoch = combined
    ? version
    : [version, epoch > 1 ? `epoch ${epoch}` : ""].filter(Boolean).join(" · ");
  const row = {
    line,
    model,
    method: null,
    version: ofEpoch,
    replicate,
    isFake,
    reference,
    cost: null,
    tokens,
    lineOf: () => line,
  };
  if (!found) return [{ row: { ...row, failed: true, answer: {}, response: null }, problems: null }];
  const held = holdSample(sample, found.indexed);
  if (!held.ok) {
    const { column, problem, found: text } = held;
    return [{ row: null, problems: [{ line, column: `${name}, ${column}`, problem, found: text }] }];
  }
  const { failed, answer, response } = held;
  const whole = { ...row, failed, answer: ofAnyKind(answer), response: Buffer.from(response, "utf8") };
  if (!combined) return [{ row: whole, problems: null }];
  const problem = combined.take(found.indexed, whole, { epoch, name, failed, answer });
  return problem ? [problem] : [];
}

/** The option that was chosen, by the name that its kind has for it. */
const ofAnyKind = ({ choice, ...answer }: EpochAnswer["answer"]) => ({
  ...answer,
  ...(choice !== undefined && { choice, label: choice }),
});
