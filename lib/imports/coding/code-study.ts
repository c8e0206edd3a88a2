import "server-only";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Viewer } from "#lib/auth/viewer.ts";
import { discardEmptyBenchmark, discardForsaken, findOrCreateBenchmark } from "#lib/benchmarks/mutations.ts";
import { findBenchmarks } from "#lib/benchmarks/queries.ts";
import { type CaseImportPayload, caseImportPayload } from "#lib/imports/schema.ts";
import type { CaseReport } from "#lib/benchmarks/case-files/case-report.ts";
import { problemLines, type ImportProblem } from "#lib/files/import-problems.ts";
import { fail, type Failure, type Result, succeed } from "#lib/result.ts";
import { getStudy } from "#lib/studies/queries.ts";
import { countRepeated, writeCodedTexts } from "#lib/imports/coding/coded-texts.ts";
import { listWrittenTexts } from "#lib/imports/coding/coded-texts-queries.ts";
import { bookFields } from "#lib/imports/coding/code-book.ts";
import { type CodedChoice, codedTexts } from "#lib/imports/coding/schema.ts";
import { recordExport } from "#lib/study-exports/mutations.ts";
import { type GivenLabels, labelNames, labelSetNames } from "#lib/task-kinds/label-set.ts";
import { serverKindOf } from "#lib/task-kinds/server-registry.ts";

type Admin = Viewer<"admin">;
type Wanted = { slug: string; name: string; of: CodedChoice; labels: GivenLabels };
type Coded = {
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
  { slug, name, of, labels }: Wanted,
  storeCases: StoreCases,
): Promise<Result<Coded, Problem>> {
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
const listMisfits = (labels: GivenLabels) => serverKindOf("codes").line.check({ labels });

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
