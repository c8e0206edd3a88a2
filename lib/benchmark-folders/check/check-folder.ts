import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { checkCroissant, checkTables } from "#lib/benchmark-folders/check/croissant.ts";
import { again, checkSums, type Sums } from "#lib/benchmark-folders/check/sums.ts";
import { unpackFolder } from "#lib/benchmark-folders/check/unpack.ts";
import {
  folderDescription,
  type FolderDescription,
  folderFiles,
  folderFormat,
} from "#lib/benchmark-folders/schema.ts";
import { CaseBook } from "#lib/benchmarks/case-files/books.ts";
import { readJsonCase } from "#lib/benchmarks/case-files/case-file.ts";
import { type LinkDocument, writtenLineage } from "#lib/benchmarks/lineage/schema.ts";
import { hashOf, writeCanonical } from "#lib/canonical.ts";
import { aboutFile, type ImportProblem, Problems } from "#lib/files/file-problems.ts";
import { parseLine, readPlacedJson } from "#lib/files/json-document.ts";
import { openLines, type ScannedLine } from "#lib/files/line-scanner.ts";
import type { Filter } from "#lib/studies/selectors/schema.ts";

export type CheckedFolder = {
  /** Null where something stands against it. */
  description: FolderDescription | null;
  problems: readonly ImportProblem[];
  answers: number;
  /** Absent where nothing is recorded of it, and where something stands against the folder. */
  lineage?: FolderLineage;
};

/**
 * Whether a folder is what was exported: every file by its checksum; and, where these hold, whether what is in the files
 * holds together, for checksums can be written anew.
 */
export async function checkFolder(folder: string, signal?: AbortSignal): Promise<CheckedFolder> {
  const sums = await checkSums(folder, signal);
  if (sums.problems.length > 0) return { description: null, problems: sums.problems, answers: 0 };
  const read = await readDescription(folder);
  if (!read.ok) return { description: null, problems: read.problems, answers: 0 };
  const description = read.file.value;
  const problems = new Problems();
  const cases = await checkCases(folder, description, problems, signal);
  const hasAnswers = sums.files.has(folderFiles.answers.jsonl);
  const answers = hasAnswers ? await checkAnswers(folder, description, cases, problems, signal) : 0;
  const tables = new Map<string, number>([
    [folderFiles.cases.parquet, cases.digests.size],
    ...(hasAnswers ? [[folderFiles.answers.parquet, answers] as const] : []),
  ]);
  const parts = checkParts(description, sums, hasAnswers);
  const lineage = parts.length === 0 ? await checkLineage(folder, description) : null;
  const more = [
    ...parts,
    ...(lineage?.problems ?? []),
    ...(await checkTables(folder, tables)),
    ...(await checkCroissant(folder, sums.files)),
  ];
  const all = [...problems.all, ...more];
  if (all.length > 0) return { description: null, problems: all, answers };
  return { description, problems: all, answers, ...(lineage?.lineage && { lineage: lineage.lineage }) };
}

async function readDescription(folder: string) {
  const name = folderFiles.description;
  const bytes = await readFile(path.join(folder, name));
  const format = /"format"\s*:\s*"(benchside-benchmark\/\d+)"/.exec(bytes.toString("utf8"))?.[1];
  if (format !== undefined && format !== folderFormat)
    return {
      ok: false as const,
      problems: [
        aboutFile(
          name,
          "This folder is of another format: take a version of Benchside that knows it.",
          format,
        ),
      ],
    };
  return readPlacedJson(name, bytes, folderDescription);
}

/** Files that are there where the description tells of them, and only there. */
function checkParts(
  { lineage, studies }: FolderDescription,
  { files }: Sums,
  hasAnswers: boolean,
): ImportProblem[] {
  const same = (files.get(folderFiles.lineage)?.sha256 ?? null) === lineage;
  return [
    ...(same
      ? []
      : [
          aboutFile(
            folderFiles.lineage,
            `This isn’t the file that ${folderFiles.description} tells of. ${again}`,
          ),
        ]),
    ...(hasAnswers === studies.length > 0
      ? []
      : [
          aboutFile(
            folderFiles.answers.jsonl,
            `${folderFiles.description} tells of ${studies.length} studies. Their answers and this file go together. ${again}`,
          ),
        ]),
  ];
}

/** The same of a folder, or of an archive with one; what was unpacked for it is gone afterwards. */
export async function checkPlace(place: string): Promise<CheckedFolder> {
  if ((await stat(place)).isDirectory()) return checkFolder(place);
  const into = await mkdtemp(path.join(tmpdir(), "folder-"));
  try {
    const problem = await unpackFolder(place, { name: path.basename(place), into });
    return problem ? { description: null, problems: [problem], answers: 0 } : await checkFolder(into);
  } finally {
    await rm(into, { recursive: true, force: true });
  }
}

/** Every answer is of a study that the folder tells of, and to a case that is in it, in that very version. */
async function checkAnswers(
  folder: string,
  { studies }: FolderDescription,
  { digests }: FoundCases,
  problems: Problems,
  signal?: AbortSignal,
): Promise<number> {
  const file = folderFiles.answers.jsonl;
  const counts = new Map(studies.map(({ study }) => [study, { answers: 0, people: new Set<unknown>() }]));
  let rows = 0;
  for await (const batch of openLines(path.join(folder, file), { signal })) {
    for (const { line, bytes } of batch) {
      rows += 1;
      const parsed = parseLine(bytes, line);
      if (!parsed.ok) {
        problems.add({ file, ...parsed.problem });
        continue;
      }
      const { study, participant, track, case: id, case_sha256: sha256 } = Object(parsed.value) as Row;
      const report = (column: string, problem: string, found: unknown) =>
        problems.add({ file, line, column, problem: `${problem} ${again}`, found: String(found) });
      const count = counts.get(String(study));
      if (!count) report("study", `${folderFiles.description} tells of no such study.`, study);
      else {
        count.answers += 1;
        count.people.add(participant);
      }
      const digest = digests.get(nameCase(track, id));
      if (digest === undefined) report("case", "There is no such case in the folder.", id);
      else if (digest !== sha256) report("case_sha256", "The case in the folder has another digest.", sha256);
    }
  }
  for (const { study, answers, people } of studies) {
    const found = counts.get(study);
    const told = `${folderFiles.description} says that ${study} has ${answers} answers of at most ${people} people.`;
    if (found?.answers !== answers || found.people.size > people)
      problems.add({
        file,
        line: null,
        column: "study",
        problem: `${told} ${again}`,
        found: `${found?.answers ?? 0} answers of ${found?.people.size ?? 0} people`,
      });
  }
  return rows;
}

type Row = Partial<Record<"study" | "participant" | "track" | "case" | "case_sha256", unknown>>;

const nameCase = (track: unknown, id: unknown): string => JSON.stringify([track, id]);

/** Reads every case as an import would, and computes its digest anew. */
async function checkCases(
  folder: string,
  description: FolderDescription,
  problems: Problems,
  signal?: AbortSignal,
): Promise<FoundCases> {
  const found = new FoundCases(problems);
  for await (const batch of openLines(path.join(folder, file), { signal }))
    for (const scanned of batch) found.take(scanned);
  found.compare(description);
  return found;
}

const file = folderFiles.cases.jsonl;

class FoundCases {
  readonly #problems: Problems;
  readonly #books = new Map<string, CaseBook>();
  readonly #hashes: [track: Buffer, hash: Buffer][] = [];
  /** By track and id. */
  readonly digests = new Map<string, string>();

  constructor(problems: Problems) {
    this.#problems = problems;
  }

  take(scanned: ScannedLine): void {
    const { good, problems } = readJsonCase(scanned);
    for (const problem of problems ?? []) this.#problems.add({ file, ...problem });
    if (!good) return;
    const track = good.track ?? "";
    const book = this.#books.get(track) ?? new CaseBook();
    this.#books.set(track, book);
    const entered = book.enter(good, file);
    if (entered.problem) return this.#problems.add({ file, ...entered.problem });
    const { hash, key } = entered.identity;
    const [digest, claimed] = [hash.toString("hex"), claimedIn(scanned.bytes)];
    if (claimed !== digest)
      this.#problems.add({
        file,
        line: scanned.line,
        column: "sha256",
        found: claimed,
        problem: `What the case says has another digest than the one that stands in it. ${again}`,
      });
    this.digests.set(nameCase(track, key), digest);
    this.#hashes.push([Buffer.from(track), hash]);
  }

  compare({ digest, tracks, cases }: FolderDescription): void {
    const told = folderFiles.description;
    const counts = new Map<string, number>();
    for (const [track] of this.#hashes) {
      const name = track.toString();
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    for (const { name, cases: expected } of tracks)
      this.#hold(
        counts.get(name) ?? 0,
        expected,
        `${told} says that the track ${name} has ${expected} cases.`,
      );
    this.#hold(this.digests.size, cases, `${told} says that there are ${cases} cases.`);
    this.#hold(digestOf(this.#hashes), digest, `The digest of all cases isn’t the one that ${told} has.`);
  }

  #hold<T>(found: T, expected: T, problem: string): void {
    if (found === expected) return;
    this.#problems.add({
      file,
      line: null,
      column: null,
      problem: `${problem} ${again}`,
      found: String(found),
    });
  }
}

function claimedIn(line: Buffer): string {
  const { sha256 } = JSON.parse(line.toString("utf8")) as { sha256?: unknown };
  return typeof sha256 === "string" ? sha256 : "";
}

/** As the database computes it of a benchmark: `digest_of_cases`. */
function digestOf(hashes: [track: Buffer, hash: Buffer][]): string {
  const digest = createHash("sha256");
  for (const [track, hash] of hashes.sort(([a, x], [b, y]) => Buffer.compare(a, b) || Buffer.compare(x, y)))
    digest.update(createHash("sha256").update(track).digest()).update(hash);
  return digest.digest("hex");
}

/** Where the cases of a folder come from, and who filtered them on the way. */
export type FolderLineage = { links: LinkDocument[]; filters: Filter[] };
type LineageCheck = {
  /** Null where nothing is recorded of it. */
  lineage: FolderLineage | null;
  problems: readonly ImportProblem[];
};

/** Every stage is held against its digest: one that says more than this version knows is refused, and not cut. */
async function checkLineage(
  folder: string,
  { lineage, filters = [] }: FolderDescription,
): Promise<LineageCheck> {
  if (lineage === null) return { lineage: filters.length > 0 ? { links: [], filters } : null, problems: [] };
  const name = folderFiles.lineage;
  const read = readPlacedJson(name, await readFile(path.join(folder, name)), writtenLineage);
  if (!read.ok) return { lineage: null, problems: read.problems };
  const { links } = read.file.value;
  const hasNul = JSON.stringify(links).includes("\\u0000");
  const changed = links.flatMap(({ stages, stagesSha256 }, i) =>
    hashOf(writeCanonical(stages)) === stagesSha256
      ? []
      : [
          read.file.blame(
            ["links", i],
            `These stages aren’t what they were written as, or of a version that this one doesn’t know. ${again}`,
          ),
        ],
  );
  const problems = hasNul
    ? [aboutFile(name, `A text in it has a character that can’t be stored. ${again}`)]
    : [];
  return { lineage: { links, filters }, problems: [...problems, ...changed] };
}
