import pg from "pg";
import { db } from "#lib/db.ts";
import { joinPath } from "#lib/invitations/schema.ts";
import { showCode } from "#lib/studies/codes/schema.ts";
import { newAnswer } from "#lib/simulation/steps.ts";
import { saveAnswer } from "#lib/sittings/answers/mutations.ts";
import { comparable, differences, type Walk } from "#e2e/participant/faults/compare-responses.ts";
import { makeBenchmarkOf, type Passage } from "#e2e/participant/faults/made-cases.ts";
import { recordResponses, type RecordedResponse } from "#e2e/participant/faults/response-recorder.ts";
import { ask } from "#e2e/support/ask.ts";
import { beginAt, openedStudy } from "#e2e/support/studies.ts";

// Two studies that differ in what is right alone: whoever sits there gets the same of both.

const track = "Zephyrine";
const model = "oracle-of-brine";
const otherReason = "I have met the harbour pilot.";
const inOrder = [0, 1, 2, 3];
const passages = (goldAt: (at: number) => number): Passage[] =>
  Array.from({ length: 8 }, (_, n) => ({
    key: `ledger-entry-${n}`,
    said: `Who has the ledger of day ${n}?`,
    answered: `Not I, and not on day ${n}.`,
    gold: goldAt(n),
  }));

/** Two of eight right, the others wrong and sure: alike in both, wherever the right answer stands. */
const isRight = (at: number) => at < 4;
const runOf = (all: readonly Passage[]) => ({
  model,
  answer: (at: number) => {
    const gold = all[at]?.gold ?? 0;
    const top = isRight(at) ? gold : (gold + 1) % 4;
    return inOrder.map((option) => (option === top ? 0.94 : 0.02));
  },
});

const reference = { model, method: "zero-shot", threshold: 0.9 };
const design = {
  frame: { tracks: [track], reference },
  sample: {
    seed: 11,
    quota: { [track]: 3 },
    controls: { [track]: 1 },
    attention: { count: 1, cases: [{ track, key: "ledger-entry-2" }] },
  },
  questions: { reason: "optional", reportPassage: true },
};
/** How many cases each has. */
export const twinCases = 5;

/** Ids that would be known again among all other numbers. */
async function countFrom(ownerUrl: string, start: number): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  for (const table of ["cases", "case_versions", "study_cases", "model_runs"])
    await client.query(`SELECT setval(pg_get_serial_sequence('${table}', 'id'), $1)`, [start]);
  await client.end();
}

type ProductAddress = { url: string; port: number; ownerUrl: string };
export type Wire = Pick<Awaited<ReturnType<typeof recordResponses>>, "url" | "quiet">;
/** A whole sitting, from the link to the end; the passphrase that was shown on its way. */
type WalkThrough = (wire: Wire, link: string) => Promise<string | null>;
export type TwinResponses = { recorded: readonly RecordedResponse[]; secrets: string[]; comparable: Walk };

/** A whole sitting, beside somebody else's in the same study; every byte that was received. */
async function recordSitting(
  product: ProductAddress,
  walk: WalkThrough,
  goldAt: (at: number) => number,
): Promise<TwinResponses> {
  const all = passages(goldAt);
  const benchmark = await makeBenchmarkOf({ track, passages: all, runs: [runOf(all)] });
  const study = await openedStudy({ benchmark, ...design });
  const other = await beginAt(study);
  const given = newAnswer(1, 1, { choice: 1, reason: otherReason });
  await saveAnswer(other.viewer, { ...given, sittingId: other.sittingId, clientAt: new Date() });
  // Whatever is asked for the first time comes late, and in other pieces.
  await ask(`${product.url}${joinPath(study.link)}`);
  const wire = await recordResponses(product);
  let passphrase: string | null = null;
  try {
    passphrase = await walk(wire, study.link);
  } finally {
    await wire.close();
  }
  const { recorded } = wire;
  const { user, completionCode } = await db.sitting.findFirstOrThrow({
    where: { studyId: study.id, state: "submitted" },
    include: { user: true },
  });
  const codes = {
    handle: user.handle,
    completion: completionCode ?? "",
    passphrase: passphrase ?? "none",
    link: study.link,
    shown: showCode(study.link),
  };
  const { handle, name } = await db.user.findUniqueOrThrow({ where: { id: other.viewer.userId } });
  const ofStudy = [benchmark, study.slug, study.title, study.id, track, model, "ledger-entry"];
  const ofOthers = [other.sittingId, other.viewer.userId, handle, name, otherReason];
  return { recorded, comparable: comparable(recorded, codes), secrets: [...ofStudy, ...ofOthers] };
}

/** Sittings in both, until no difference is left that all of them have. */
export async function recordTwins(
  product: ProductAddress,
  walk: WalkThrough,
): Promise<{ differing: string[]; received: TwinResponses[] }> {
  await countFrom(product.ownerUrl, 880_000_000);
  const twins: [TwinResponses[], TwinResponses[]] = [[], []];
  const golds = [(at: number) => at % 4, (at: number) => (at + 1 + (at % 3)) % 4] as const;
  let differing: string[] = [];
  for (let turn = 0; turn < 10; turn++) {
    const twin = turn % 2 === 0 ? 0 : 1;
    twins[twin].push(await recordSitting(product, walk, golds[twin]));
    if (turn === 0) continue;
    const [ones, others] = twins.map((walks) => walks.map(({ comparable }) => comparable));
    differing = differences(ones ?? [], others ?? []);
    if (differing.length === 0) break;
  }
  return { differing, received: twins.flat() };
}

const hints =
  /\b(gold|stratum|strata|prediction|isCorrect|studyCase\w*|caseVersion\w*|attention|sourceMappingURL)\b/i;

/** What a sitting received of others, of the study's making, or in words that hint at what is right. */
export function listGivenAway({ recorded, secrets }: TwinResponses): string[] {
  const bytes = recorded.map(({ url, headers, body }) => [url, ...headers, body].join("\n")).join("\n");
  const hinted = recorded
    .filter(({ url }) => !url.startsWith("/_next/static/"))
    .flatMap(({ url, body }) => (hints.exec(body) ?? []).map((hint) => `${hint} in ${url}`));
  return [
    ...secrets.filter((secret) => bytes.includes(secret)),
    ...(bytes.match(/\b880\d{6}\b/g) ?? []),
    ...hinted,
  ];
}
