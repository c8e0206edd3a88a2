import { createHash } from "node:crypto";
import { db } from "#lib/db.ts";
import { openedStudy, type OpenStudy } from "#e2e/support/studies.ts";

export type Passage = {
  key: string;
  said: string;
  answered: string;
  names?: readonly string[];
  profiles?: readonly (string | null)[];
  gold: number;
};
type Run = {
  model: string;
  /** How sure it is of which option of a passage. */
  answer: (at: number) => number[];
};
type BenchmarkInput = { track?: string; passages: readonly Passage[]; runs?: readonly Run[] };

const people = ["Ilse Brandt", "Captain Roe", "The Pilot", "Old Tamsin"] as const;
const digest = (text: string) => new Uint8Array(createHash("sha256").update(text).digest());

function contentOf({ said, answered, profiles, names = people }: Passage) {
  return {
    form: "dialogue",
    turns: [
      { speaker: "Captain Roe", parts: [{ type: "speech", text: said }] },
      { speaker: null, parts: [{ type: "speech", text: answered }] },
    ],
    profiles: names.map((_, at) => profiles?.[at] ?? null),
  };
}

/** A benchmark of just these, with the answers of models to them; what is told is its address. */
export async function makeBenchmarkOf({
  track = "Literary",
  passages,
  runs = [],
}: BenchmarkInput): Promise<string> {
  const slug = `quay-${crypto.randomUUID().slice(0, 8)}`;
  const { id: benchmarkId } = await db.benchmark.create({ data: { slug, name: slug } });
  const { id: trackId } = await db.track.create({
    data: { benchmarkId, name: track, language: "en", position: 1 },
  });
  const versions: number[] = [];
  for (const [at, passage] of passages.entries()) {
    const { key, said, answered, gold, names = people } = passage;
    const made = await db.caseVersion.create({
      data: {
        case: { create: { trackId, key, kind: "choice", position: at + 1 } },
        number: 1,
        // Of what it says alone: two that differ in the right answer only are drawn and laid out alike.
        hash: digest(`${key} ${said}`),
        promptHash: digest(`prompt ${key}`),
        original: `${said} ${answered}`,
        form: "dialogue",
        content: contentOf(passage),
        optionNames: [...names],
        optionCount: names.length,
        answerLength: 12,
        gold: { create: { choice: gold } },
        searchText: { create: { text: Buffer.from(said) } },
      },
      select: { id: true },
    });
    versions.push(made.id);
  }
  for (const { model, answer } of runs) {
    const predictions = passages.map(({ gold }, at) => judge(versions[at] ?? 0, answer(at), gold));
    const rows = passages.length;
    const found = { rows, matched: rows, repaired: 0, failed: 0, unmatched: 0, missing: 0 };
    await db.modelRun.create({
      data: {
        benchmarkId,
        model,
        tracks: { create: { trackId, ...found } },
        predictions: { create: predictions },
        responses: { create: { caseVersionId: versions[0] ?? 0, text: `${model} says so.` } },
      },
    });
  }
  return slug;
}

function judge(caseVersionId: number, probabilities: number[], gold: number) {
  const confidence = Math.max(...probabilities);
  const choice = probabilities.indexOf(confidence);
  const right = probabilities[gold] ?? 0;
  const above = probabilities.filter((one) => one > right).length;
  const squaredError = probabilities.reduce((sum, one, at) => sum + (one - (at === gold ? 1 : 0)) ** 2, 0);
  const facts = { correct: choice === gold, rank: above + 1, above, tied: 1, confidence, squaredError };
  return { caseVersionId, choice, probabilities, bin: Math.ceil(confidence * 20), ...facts };
}

const tidal = Array.from({ length: 6 }, (_, n): Passage => {
  const said = `Question ${n + 1} about the tide.`;
  return { key: `tide-${n + 1}`, said, answered: `Answer ${n + 1}: it waits for nobody.`, gold: n % 4 };
});
let lent: Promise<string> | undefined;

/** So many cases, at most six, the same for everybody. */
export async function tideStudy(count: number, changes: Record<string, unknown> = {}): Promise<OpenStudy> {
  const benchmark = await (lent ??= makeBenchmarkOf({ passages: tidal }));
  return openedStudy({ benchmark, sample: { seed: 7, quota: { Literary: count } }, ...changes });
}
