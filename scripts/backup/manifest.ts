import { z } from "zod";

export const backupFormat = "benchside-backup/1";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().min(0);
/** A name of the database, as the migrations give them: never more than a word. */
const word = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);

const stored = { bytes: count, sha256 };
export const storedTable = z.strictObject({
  name: word,
  columns: z.array(word).min(1),
  rows: count,
  ...stored,
});
/** A file of the data folder, by its place there. */
const storedFile = z.strictObject({
  name: z.string().regex(/^(uploads|reports)\/[A-Za-z0-9][A-Za-z0-9_-]{0,63}(\.csv)?$|^secrets\.json$/),
  ...stored,
});

const studyDigest = z.strictObject({
  id: z.uuid(),
  slug: z.string(),
  state: z.string(),
  /** Of the plan that was frozen; null for a draft. */
  manifest: sha256.nullable(),
  /** Over every figure of the overview, by whose answers they are; null where they were not computed. */
  results: z.strictObject({ people: sha256.nullable(), simulated: sha256.nullable() }),
});
export type StudyDigest = z.output<typeof studyDigest>;

/** What a backup says of itself; the last thing in it but for its own hash. */
export const backupManifest = z.strictObject({
  format: z.literal(backupFormat),
  madeAt: z.iso.datetime(),
  software: z.strictObject({ version: z.string(), rules: count }),
  postgres: z.string(),
  migrations: z.array(z.strictObject({ name: z.string().regex(/^\w+$/), checksum: sha256 })).min(1),
  tables: z.array(storedTable),
  sequences: z.array(z.strictObject({ name: word, last: z.string().regex(/^\d+$/), isCalled: z.boolean() })),
  files: z.array(storedFile),
  studies: z.array(studyDigest),
  /** Why the results' digests are missing, where they are. */
  withoutResults: z.string().nullable(),
  /** Tables that stood beside ours and are not in it. */
  leftOut: z.array(z.string()),
  /** Over every byte before the manifest. */
  pieces: sha256,
});
export type BackupManifest = z.output<typeof backupManifest>;
export type StoredTable = z.output<typeof storedTable>;

/** Where the pieces of a table or a file stand in the archive. */
export const placeOfTable = (name: string): string => `tables/${name}`;
export const placeOfFile = (name: string): string => `files/${name}`;

export const countRows = ({ tables }: Pick<BackupManifest, "tables">): number =>
  tables.reduce((sum, { rows }) => sum + rows, 0);
