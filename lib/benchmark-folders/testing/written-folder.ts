import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll } from "vitest";
import type { Viewer } from "#lib/auth/viewer.ts";
import type { FolderRequest } from "#lib/benchmark-folders/schema.ts";
import { openFolder } from "#lib/benchmark-folders/write-folder.ts";
import { zip } from "#lib/study-exports/zip.ts";
import { expectValue } from "#lib/testing/trial-study.ts";

export const request: FolderRequest = {
  study: [],
  release: "1.0.0",
  licence: "CC BY 4.0",
  creator: "The Harbour Group",
  contact: "harbour@example.org",
  limits: "English fiction of one decade.\n\nNot for judging people.",
  address: null,
};

/** Folders that are gone after the tests of a file. */
export function useFolders() {
  const root = mkdtempSync(path.join(tmpdir(), "benchmark-folders-"));
  afterAll(() => rmSync(root, { recursive: true }));

  async function write(viewer: Viewer<"admin">, benchmarkId: number, asked: Partial<FolderRequest> = {}) {
    const folder = mkdtempSync(path.join(root, "folder-"));
    const opened = expectValue(await openFolder(viewer, benchmarkId, { ...request, ...asked }));
    try {
      for (const { name, content } of opened.entries) {
        mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
        const pieces = await Array.fromAsync(content() as AsyncIterable<string | Uint8Array>);
        writeFileSync(
          path.join(folder, name),
          Buffer.concat(pieces.map((piece) => Buffer.from(piece as string))),
        );
      }
    } finally {
      await opened.close();
    }
    return folder;
  }

  /** The files of a folder as one archive. */
  async function pack(folder: string, prefix = "harbour/"): Promise<string> {
    const entries = listFiles(folder).map((name) => ({
      name: prefix + name,
      content: () => [readFileSync(path.join(folder, name))],
    }));
    const file = path.join(mkdtempSync(path.join(root, "zip-")), "harbour.zip");
    writeFileSync(file, Buffer.concat(await Array.fromAsync(zip(entries))));
    return file;
  }

  return { root, write, pack };
}

export const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => path.relative(folder, path.join(one.parentPath, one.name)))
    .sort();

export const readIn = (folder: string, name: string): string => readFileSync(path.join(folder, name), "utf8");

export const readRows = (folder: string, name: string): Record<string, unknown>[] =>
  readIn(folder, name)
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** Another content for a file, with its checksum written anew: what only a second look finds. */
export function forge(folder: string, name: string, change: (content: string) => string): void {
  const changed = change(readIn(folder, name));
  writeFileSync(path.join(folder, name), changed);
  const sha256 = createHash("sha256").update(changed).digest("hex");
  const sums = readIn(folder, "SHA256SUMS").replace(new RegExp(`^[0-9a-f]{64}(?=  ${name}$)`, "m"), sha256);
  writeFileSync(path.join(folder, "SHA256SUMS"), sums);
}
