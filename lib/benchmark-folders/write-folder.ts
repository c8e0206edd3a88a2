import "server-only";
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { recordEvent } from "#lib/auth/record-mutations.ts";
import type { SeenStudyId } from "#lib/auth/study-scope.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import {
  type FolderFacts,
  type FolderProblem,
  gatherFacts,
  joinColumns,
} from "#lib/benchmark-folders/facts.ts";
import { readLicence, renderCard } from "#lib/benchmark-folders/card.ts";
import { type FolderColumn, listCaseColumns, rowOfCase } from "#lib/benchmark-folders/columns.ts";
import { readCases } from "#lib/benchmark-folders/folder-queries.ts";
import { type FolderDescription, folderFiles, type FolderRequest } from "#lib/benchmark-folders/schema.ts";
import { writeCanonical } from "#lib/canonical.ts";
import { db } from "#lib/db.ts";
import type { CellType } from "#lib/study-exports/columns.ts";
import { download } from "#lib/files/download.ts";
import { fail, type Result, succeed } from "#lib/result.ts";
import { streamUntilLeft } from "#lib/study-exports/download.ts";
import { plainName } from "#lib/study-exports/file-names.ts";
import { type GroupSize, writeParquet } from "#lib/study-exports/rows/parquet.ts";
import { type ManyStudies, openMoment } from "#lib/study-exports/rows/snapshot-queries.ts";
import type { ExportRow } from "#lib/study-exports/schema.ts";
import type { RunQuery } from "#lib/study-exports/source.ts";
import { type Piece, zip, type ZipEntry } from "#lib/study-exports/zip.ts";

type Admin = Viewer<"admin">;
type OpenFolder = {
  slug: string;
  entries: readonly ZipEntry[];
  /** What was written so far. */
  written: readonly WrittenFile[];
  close: () => Promise<void>;
};

/** A benchmark as a folder, all of one moment; its files are written when it is their turn. And a line in the record. */
export async function openFolder(
  viewer: Admin,
  benchmarkId: number,
  request: FolderRequest,
  signal?: AbortSignal,
): Promise<Result<OpenFolder, FolderProblem>> {
  return atOneMoment(
    viewer,
    benchmarkId,
    request,
    async (facts, { ask, close }) => {
      const { digest } = facts.description;
      const { studyIds: studies, benchmark } = facts;
      await recordFolder(viewer, { benchmarkId, digest, release: request.release, studies });
      const written: WrittenFile[] = [];
      return { slug: benchmark.slug, entries: listEntries(viewer, facts, ask, written), written, close };
    },
    signal,
  );
}

/** The card alone, as the folder would have it. */
export const previewCard = (
  viewer: Admin,
  benchmarkId: number,
  request: FolderRequest,
): Promise<Result<string, FolderProblem>> =>
  atOneMoment(viewer, benchmarkId, request, async (facts, { close }) => {
    await close();
    return renderCard(facts);
  });

/** Whatever goes wrong, the moment is closed; whoever uses it closes it. */
async function atOneMoment<T>(
  viewer: Admin,
  benchmarkId: number,
  request: FolderRequest,
  use: (facts: FolderFacts, moment: ManyStudies) => Promise<T>,
  signal?: AbortSignal,
): Promise<Result<T, FolderProblem>> {
  const moment = await openMoment(viewer, request.study, signal);
  if (!moment) return fail("no_such_study");
  try {
    const facts = await gatherFacts(viewer, benchmarkId, request, moment);
    if (facts.ok) return succeed(await use(facts.value, moment));
    await moment.close();
    return facts;
  } catch (error) {
    await moment.close();
    throw error;
  }
}

// A case can be a long document: a group is held in memory until it is written.
const groupOfCases: GroupSize = { rows: 2000, letters: 8 << 20 };

/** The data first: what describes them says how large they became. */
function listEntries(viewer: Admin, facts: FolderFacts, ask: RunQuery, written: WrittenFile[]): ZipEntry[] {
  const columns = { cases: listCaseColumns(facts.benchmark.kinds), answers: joinColumns(facts.answers) };
  const counts = new Map<string, number>();
  const cases = () => readCases(viewer, ask, facts.benchmark);
  const answers = () => readAnswers(facts, columns.answers, counts);
  const data: ZipEntry[] = [
    { name: folderFiles.cases.jsonl, content: () => asLines(cases()) },
    {
      name: folderFiles.cases.parquet,
      content: () => writeParquet(columns.cases, asRows(cases(), columns.cases), groupOfCases),
    },
    ...(facts.answers.length > 0
      ? [
          { name: folderFiles.answers.jsonl, content: () => asLines(answers()) },
          { name: folderFiles.answers.parquet, content: () => writeParquet(columns.answers, answers()) },
        ]
      : []),
    ...(facts.lineage === null ? [] : [{ name: folderFiles.lineage, content: () => [facts.lineage ?? ""] }]),
  ];
  const described = () => describe(facts, counts);
  const about: ZipEntry[] = [
    { name: folderFiles.description, content: () => [writeCanonical(described())] },
    {
      name: folderFiles.croissant,
      content: () => [writeCroissant({ description: described(), columns, files: written })],
    },
    { name: folderFiles.card, content: () => [renderCard(facts)] },
  ];
  return [
    ...data.concat(about).map((entry) => measured(entry, written)),
    { name: folderFiles.sums, content: () => [sumsOf(written)] },
  ];
}

/** Whose answers were how many is known once they are written. */
const describe = ({ description }: FolderFacts, counts: ReadonlyMap<string, number>): FolderDescription => ({
  ...description,
  studies: description.studies.map((study) => ({ ...study, answers: counts.get(study.study) ?? 0 })),
});

async function* readAnswers(
  { answers }: FolderFacts,
  columns: readonly { name: string }[],
  counts: Map<string, number>,
): AsyncGenerator<ExportRow[]> {
  for (const { slug, read } of answers) {
    let rows = 0;
    for await (const page of read()) {
      rows += page.length;
      yield page.map((row) => Object.fromEntries(columns.map(({ name }) => [name, row[name] ?? null])));
    }
    counts.set(slug, rows);
  }
}

async function* asLines(pages: AsyncIterable<readonly object[]>): AsyncGenerator<string> {
  for await (const page of pages) yield page.map((line) => `${JSON.stringify(line)}\n`).join("");
}

async function* asRows(
  pages: ReturnType<typeof readCases>,
  columns: ReturnType<typeof listCaseColumns>,
): AsyncGenerator<ExportRow[]> {
  for await (const page of pages) yield page.map((line) => rowOfCase(line, columns));
}

/** The same file, whose digest is known when it has been taken. */
const measured = ({ name, content }: ZipEntry, written: WrittenFile[]): ZipEntry => ({
  name,
  async *content() {
    const digest = createHash("sha256");
    let bytes = 0;
    for await (const piece of content() as AsyncIterable<Piece>) {
      digest.update(piece);
      bytes += Buffer.byteLength(piece);
      yield piece;
    }
    written.push({ name, sha256: digest.digest("hex"), bytes });
  },
});

type FolderInput = {
  benchmarkId: number;
  digest: string;
  release: string;
  studies: readonly { id: SeenStudyId; slug: string }[];
};

/** Cases and answers leave the product: the benchmark's record says so, and that of every study whose answers go along. */
async function recordFolder(
  viewer: Viewer<"admin">,
  { benchmarkId, digest, release, studies }: FolderInput,
): Promise<void> {
  await db.$transaction(async (tx) => {
    const slugs = studies.map(({ slug }) => slug);
    const subject = { type: "benchmark", id: String(benchmarkId) };
    await recordEvent(tx, viewer, "benchmark.exported", subject, { release, digest, studies: slugs });
    for (const { id } of studies)
      await recordEvent(
        tx,
        viewer,
        "study_results.exported",
        { type: "study", id },
        {
          files: "benchmark",
          numbers: "random",
          texts: "without",
        },
      );
  });
}

const croissantVersion = "http://mlcommons.org/croissant/1.1";

const words = [
  "annotation",
  "arrayShape",
  "citeAs",
  "column",
  "containedIn",
  "equivalentProperty",
  "excludes",
  "extract",
  "field",
  "fileObject",
  "fileProperty",
  "fileSet",
  "format",
  "includes",
  "isArray",
  "isLiveDataset",
  "jsonPath",
  "key",
  "md5",
  "parentField",
  "path",
  "readLines",
  "recordSet",
  "references",
  "regex",
  "repeated",
  "replace",
  "samplingRate",
  "sdVersion",
  "separator",
  "source",
  "subField",
  "transform",
  "unArchive",
  "value",
];

/** Croissant's words, all that its readers look for, whether they are used here or not. */
const croissantContext = {
  "@language": "en",
  "@vocab": "https://schema.org/",
  sc: "https://schema.org/",
  cr: "http://mlcommons.org/croissant/",
  dct: "http://purl.org/dc/terms/",
  rai: "http://mlcommons.org/croissant/RAI/",
  conformsTo: "dct:conformsTo",
  data: { "@id": "cr:data", "@type": "@json" },
  dataType: { "@id": "cr:dataType", "@type": "@vocab" },
  examples: { "@id": "cr:examples", "@type": "@json" },
  ...Object.fromEntries(words.map((word) => [word, `cr:${word}`])),
};

const encodings = {
  jsonl: "application/jsonl",
  parquet: "application/x-parquet",
  json: "application/json",
} as const;

const types: Readonly<Record<CellType, { dataType: string; isArray?: true; arrayShape?: string }>> = {
  text: { dataType: "sc:Text" },
  whole: { dataType: "sc:Integer" },
  number: { dataType: "sc:Float" },
  wholes: { dataType: "sc:Integer", isArray: true, arrayShape: "-1" },
  numbers: { dataType: "sc:Float", isArray: true, arrayShape: "-1" },
};

type WrittenFile = { name: string; sha256: string; bytes: number };

type Described = {
  description: FolderDescription;
  columns: { cases: readonly FolderColumn[]; answers: readonly FolderColumn[] };
  files: readonly WrittenFile[];
};

/** croissant.json: the folder as Croissant 1.1 describes it, every column of the Parquet files as a field. */
function writeCroissant({ description, columns, files }: Described): string {
  const { name, description: about, stated, digest, asOf, tracks } = description;
  const dataset = {
    "@context": croissantContext,
    "@type": "sc:Dataset",
    conformsTo: croissantVersion,
    name,
    description: about === "" ? `The benchmark ${name}.` : about,
    license: readLicence(stated.licence).address ?? stated.licence,
    // A dataset has to have an address; of one that nobody gave, its digest is what it is found by.
    url: stated.address ?? `urn:sha256:${digest}`,
    creator: { "@type": "Organization", name: stated.creator, description: stated.contact },
    datePublished: asOf.slice(0, 10),
    version: stated.release,
    citeAs: [`${stated.creator}: ${name}, release ${stated.release}`, stated.address, `SHA-256 ${digest}`]
      .filter((part) => part !== null)
      .join(", "),
    inLanguage: [...new Set(tracks.map(({ language }) => language))],
    isLiveDataset: false,
    distribution: files.filter(({ name: file }) => encodingOf(file)).map(describeFile),
    recordSet: [
      describeRecords(
        "cases",
        columns.cases,
        ["track", "id"],
        "The cases, with their right answers where these are known.",
      ),
      ...(columns.answers.length > 0
        ? [
            describeRecords(
              "answers",
              columns.answers,
              ["study", "participant", "position"],
              "What people answered. An answer is to the case of its track and id.",
            ),
          ]
        : []),
    ],
  };
  return writeCanonical(dataset);
}

const encodingOf = (file: string): string | null =>
  file.endsWith(".jsonl")
    ? encodings.jsonl
    : file.endsWith(".parquet")
      ? encodings.parquet
      : file === folderFiles.lineage
        ? encodings.json
        : null;

const describeFile = ({ name, sha256, bytes }: WrittenFile) => ({
  "@type": "cr:FileObject",
  "@id": name,
  name,
  contentUrl: name,
  contentSize: `${bytes} B`,
  encodingFormat: encodingOf(name),
  sha256,
});

const describeRecords = (
  of: "cases" | "answers",
  columns: readonly FolderColumn[],
  key: readonly string[],
  about: string,
) => ({
  "@type": "cr:RecordSet",
  "@id": of,
  name: of,
  description: about,
  key: key.map((name) => ({ "@id": `${of}/${name}` })),
  field: columns.map(({ name, type, about: column }) => ({
    "@type": "cr:Field",
    "@id": `${of}/${name}`,
    name,
    description: column,
    ...types[type],
    source: { fileObject: { "@id": folderFiles[of].parquet }, extract: { column: name } },
  })),
});

const sumsOf = (files: readonly WrittenFile[]): string =>
  [...files]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ sha256, name }) => `${sha256}  ${name}\n`)
    .join("");

/** As one archive, which unpacks to one folder. */
export async function downloadFolder(
  viewer: Viewer<"admin">,
  benchmarkId: number,
  request: FolderRequest,
  signal?: AbortSignal,
): Promise<Result<Response, FolderProblem>> {
  const opened = await openFolder(viewer, benchmarkId, request, signal);
  if (!opened.ok) return opened;
  const { slug, entries, close } = opened.value;
  const folder = plainName(slug);
  const body = streamUntilLeft(zip(entries.map((entry) => ({ ...entry, name: `${folder}/${entry.name}` }))));
  body.once("close", () => void close());
  return succeed(
    download(Readable.toWeb(body) as ReadableStream, { name: `${folder}.zip`, type: "application/zip" }),
  );
}
