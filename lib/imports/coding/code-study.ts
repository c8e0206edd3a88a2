import "server-only";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Viewer } from "#lib/auth/viewer.ts";
import { discardEmptyBenchmark, discardForsaken, findOrCreateBenchmark } from "#lib/benchmarks/mutations.ts";
import { findBenchmarks } from "#lib/benchmarks/queries.ts";
import { type CaseImportPayload, caseImportPayload } from "#lib/imports/schema.ts";
import type { CaseReport } from "#lib/benchmarks/case-files/case-report.ts";
import { type ImportProblem, problemLines } from "#lib/files/file-problems.ts";
import { fail, type Failure, type Result, succeed } from "#lib/result.ts";
import { getStudy } from "#lib/studies/queries.ts";
import { bookFields } from "#lib/imports/coding/code-book.ts";
import { type CodedChoice, codedTexts, type CodedTexts } from "#lib/imports/coding/schema.ts";
import { recordExport } from "#lib/study-exports/mutations.ts";
import { type LabelsInput, labelNames, labelSetNames } from "#lib/task-kinds/label-set.ts";
import { serverKindOf } from "#lib/task-kinds/server-registry.ts";
import { listAnswerRows } from "#lib/study-exports/rows/people-queries.ts";
import { openSnapshot } from "#lib/study-exports/rows/snapshot-queries.ts";
import { chooseWho } from "#lib/study-exports/schema.ts";
import { makeSource, type Source } from "#lib/study-exports/source.ts";
import { createHash } from "node:crypto";

type Admin = Viewer<"admin">;
type CodingRequest = { slug: string; name: string; of: CodedChoice; labels: LabelsInput };
type CodingResult = {
  benchmark: string;
  who: "people" | "simulated";
  cases: number;
  /** How many say to the letter what another one says. */
  repeated: number;
};
type Problem = "not_found" | "not_closed" | "name_taken" | "no_texts" | "bad_codes" | "not_stored";

/** Runs the import, in line with others into the benchmark. */
export type StoreCases = (
  benchmark: { id: number; slug: string },
  payload: CaseImportPayload,
) => Promise<{ report: Pick<CaseReport, "stored">; problems: readonly ImportProblem[] }>;

const whats = {
  reasons: "reasons of people",
  responses: "responses of models",
  both: "reasons of people and responses of models",
};

/** A benchmark of what people and models wrote in a closed study, to be coded by people who can't tell who wrote it. */
export async function codeStudy(
  viewer: Admin,
  { slug, name, of, labels }: CodingRequest,
  storeCases: StoreCases,
): Promise<Result<CodingResult, Problem>> {
  const study = await getStudy(viewer, slug);
  if (!study) return fail("not_found");
  const misfits = listMisfits(labels);
  const [misfit] = misfits;
  if (misfit) {
    const codes = misfits.map(({ message }) => message).join(" ");
    return fail("bad_codes", { codes, ...bookFields(misfit.params) });
  }
  await discardForsaken(viewer);
  if ((await findBenchmarks(viewer, name)).length > 0) return fail("name_taken");
  const found = await listWrittenTexts(viewer, slug, of === "both" ? codedTexts : [of]);
  if (!found.ok) return found;
  const { who, texts } = found.value;
  if (texts.length === 0) return fail("no_texts");
  const files = `texts to code, for the benchmark ${name}`;
  await recordExport(viewer, study.id, { files, numbers: "study", who, texts: "with" });
  const description = `What was written in the study “${study.title}” (${slug}), to be coded: ${whats[of]}.`;
  const lines = writeCodedTexts(study.id, texts, labels);
  const stored = await store(viewer, { name, description, lines }, storeCases);
  if (!stored.ok) return stored;
  return succeed({ benchmark: stored.value, who, cases: texts.length, repeated: countRepeated(texts) });
}

/** Why labels are no code book: what several of them at once can't do. */
const listMisfits = (labels: LabelsInput) => serverKindOf("codes").line.check({ labels });

/** The product's own code books. */
export const listCodeBooks = (): { name: string; count: number }[] =>
  labelSetNames
    .filter((name) => listMisfits(name).length === 0)
    .map((name) => ({ name, count: labelNames(name).length }));

type Texts = { name: string; description: string; lines: string };

/** Read and stored as any file of cases is: all of it, or not even the benchmark. */
async function store(
  viewer: Admin,
  { lines, ...input }: Texts,
  storeCases: StoreCases,
): Promise<Result<string, "name_taken" | "not_stored">> {
  const dir = await mkdtemp(path.join(tmpdir(), "benchside-coding-"));
  try {
    const file = { name: "texts.jsonl", path: path.join(dir, "texts.jsonl"), track: null, language: null };
    await writeFile(file.path, lines);
    const made = await findOrCreateBenchmark(viewer, input);
    // Somebody else was as fast: theirs gets no cases of ours.
    if (!made.isNew) return fail("name_taken");
    const given = { benchmark: made, mode: "store", skipBad: false, files: [file] };
    try {
      const { report, problems } = await storeCases(made, caseImportPayload.parse(given));
      return report.stored ? succeed(made.slug) : notStored(problems);
    } finally {
      await discardEmptyBenchmark(viewer, made.id);
    }
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

const notStored = (problems: readonly ImportProblem[]): Failure<"not_stored"> =>
  fail("not_stored", { problems: problemLines(problems).join("\n") });

const rowsAtOnce = 500;

type ListWrittenTextsProblem = "not_found" | "not_closed";

/** What people and models wrote in a study that is over, of everybody who counts; simulated people where there are no others. */
async function listWrittenTexts(
  viewer: Viewer<"admin">,
  slug: string,
  wanted: readonly CodedTexts[],
): Promise<Result<{ who: "people" | "simulated"; texts: StudyText[] }, ListWrittenTextsProblem>> {
  const snapshot = await openSnapshot(viewer, slug);
  if (!snapshot) return fail("not_found");
  try {
    const { study, has } = snapshot.rows;
    if (study.state !== "closed" && study.state !== "archived") return fail("not_closed");
    const who = chooseWho(undefined, has) === "simulated" ? "simulated" : "people";
    // Numbers of the study: a benchmark stays within the product, where staff see them anyway.
    const source = makeSource(snapshot, snapshot.ask, { numbers: "study", key: "", who, texts: "with" });
    const reasons = wanted.includes("reasons") ? await listReasons(source, who) : [];
    const responses = wanted.includes("responses") ? await listResponses(source) : [];
    return succeed({ who, texts: [...reasons, ...responses] });
  } finally {
    await snapshot.close();
  }
}

async function listReasons(source: Source, who: "people" | "simulated"): Promise<StudyText[]> {
  const found: StudyText[] = [];
  for (let after: string | null = null; ;) {
    const page = await listAnswerRows(source, { after, limit: rowsAtOnce });
    if (typeof page === "string") throw new Error(`reading reasons lost its place: ${page}`);
    for (const { reason, excluded, cannot_read: passed, stratum, repeats, ...row } of page.rows) {
      if (typeof reason !== "string" || reason.trim() === "" || excluded === 1 || passed === 1) continue;
      if (stratum === "attention" || stratum === "practice" || repeats !== null) continue;
      found.push({
        track: String(row.track),
        case: String(row.case),
        text: reason,
        origin: who === "people" ? "people" : "simulated people",
        participant: Number(row.participant),
        right: typeof row.right === "number" ? row.right === 1 : null,
      });
    }
    if (page.next === null) return found;
    after = page.next;
  }
}

type Response = { track: string; case: string; text: string; right: boolean | null };

async function listResponses({ ask, rows: { study, runs } }: Source): Promise<StudyText[]> {
  const found: StudyText[] = [];
  for (const { id, model, method, version } of runs) {
    const responses = await ask<Response>(
      "texts of responses",
      `SELECT t.name AS track, k.key AS case, r.text, p.correct AS right
       FROM study_cases c
         JOIN model_responses r ON r.run_id = $2 AND r.case_version_id = c.case_version_id
         JOIN case_versions v ON v.id = c.case_version_id
         JOIN cases k ON k.id = v.case_id
         JOIN tracks t ON t.id = k.track_id
         LEFT JOIN predictions p ON p.run_id = r.run_id AND p.case_version_id = r.case_version_id
       WHERE c.study_id = $1::uuid AND c.stratum NOT IN ('attention', 'practice') AND btrim(r.text, E' \\t\\r\\n') <> ''`,
      [study.id, id],
    );
    const origin = [model, method, version].filter(Boolean).join(" · ");
    found.push(...responses.map((one) => ({ ...one, origin, participant: null })));
  }
  return found;
}

/** Something that a person or a model wrote in a study, and what only staff may know of it. */
type StudyText = {
  track: string;
  case: string;
  text: string;
  origin: string;
  /** The study's own number of the person; null of a model. */
  participant: number | null;
  /** Null where no answer is right. */
  right: boolean | null;
};

/** A group or an attribute has so many characters at most. */
const maxCharacters = 200;
const short = (text: string) => [...text].slice(0, maxCharacters).join("").trim();
const digestOf = (parts: readonly unknown[]) =>
  createHash("sha256").update(JSON.stringify(parts)).digest("hex");

/** One line of a case file for each text. Neither id nor order tells who wrote it. */
function writeCodedTexts(study: string, texts: readonly StudyText[], labels: LabelsInput): string {
  return texts
    .map((one) => ({ one, id: digestOf([study, one.track, one.case, one.origin, one.participant]) }))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ one, id }) => `${JSON.stringify(lineOf(one, id.slice(0, 24), labels))}\n`)
    .join("");
}

function lineOf(
  { track, case: key, text, origin, participant, right }: StudyText,
  id: string,
  labels: LabelsInput,
) {
  // Cases of two tracks may have the same key, and a group stands in one track.
  const name = `${track}: ${key}`;
  const group = [...name].length > maxCharacters ? digestOf([track, key]) : name.trim();
  const attributes = {
    origin: short(origin),
    ...(participant !== null && { participant: String(participant) }),
    ...(right !== null && { answer: right ? "right" : "wrong" }),
  };
  const content = { parts: [{ role: "judged", text }] };
  return { id, track, kind: "label", many: true, labels, group, attributes, content };
}

/** How many say to the letter what another one says. A plan that gives both to one person doesn't open. */
const countRepeated = (texts: readonly StudyText[]): number =>
  texts.length - new Set(texts.map(({ text }) => text)).size;
