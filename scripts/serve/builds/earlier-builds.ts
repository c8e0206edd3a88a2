import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from "node:fs";
import { readFile } from "node:fs/promises";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import path from "node:path";
import { pack, takesGzip } from "#scripts/serve/gzip.ts";

/** However old: the one before may have run for months until now. */
const keptAlways = 3;
const keptAtMost = 10;
const keptMs = 30 * 24 * 60 * 60 * 1000;
const unfinished = ".unfinished-";

const folderOf = (dataDir: string) => path.join(dataDir, "builds");

/** Kept builds, the one that was last started first. */
function listKept(dataDir: string): { folder: string; at: number }[] {
  const folder = folderOf(dataDir);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .map((name) => path.join(folder, name))
    .map((kept) => ({ folder: kept, at: statSync(kept, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((a, b) => b.at - a.at);
}

const isUnfinished = ({ folder }: { folder: string }) => path.basename(folder).startsWith(unfinished);

/**
 * Lays what a build's pages fetch beside the data, where every process finds it: pages that an earlier build drew, or
 * in the middle of an upgrade a later one, go on fetching parts of it.
 */
export function keepBuild(buildFolder: string, dataDir: string, now = Date.now()): void {
  const id = readFileSync(path.join(buildFolder, "BUILD_ID"), "utf8").trim();
  const kept = path.join(folderOf(dataDir), id);
  if (!existsSync(kept)) copyWhole(path.join(buildFolder, "static"), kept);
  utimesSync(kept, now / 1000, now / 1000);
  const all = listKept(dataDir);
  const whole = all.filter((one) => !isUnfinished(one));
  const old = whole.filter(
    ({ at }, place) => place >= keptAtMost || (place >= keptAlways && now - at > keptMs),
  );
  const left = all.filter((one) => isUnfinished(one) && now - one.at > keptMs);
  for (const { folder } of [...old, ...left]) rmSync(folder, { recursive: true, force: true });
}

/** There as a whole or not at all: another process may be looking. */
function copyWhole(from: string, to: string): void {
  mkdirSync(path.dirname(to), { recursive: true, mode: 0o700 });
  const beside = mkdtempSync(path.join(path.dirname(to), unfinished));
  cpSync(from, beside, { recursive: true });
  try {
    renameSync(beside, to);
  } catch (error) {
    rmSync(beside, { recursive: true, force: true });
    // Another process that starts from the same build was quicker.
    if (!existsSync(to)) throw error;
  }
}

const types: Readonly<Record<string, string>> = {
  js: "application/javascript; charset=UTF-8",
  css: "text/css; charset=UTF-8",
  json: "application/json; charset=UTF-8",
  svg: "image/svg+xml",
  ico: "image/x-icon",
  png: "image/png",
  woff2: "font/woff2",
};
const packed = new Set(["js", "css", "json", "svg"]);
const address = /^\/_next\/static\/((?:[\w~-][\w.~-]*\/)*[\w~-][\w.~-]*\.(\w+))(?:\?|$)/;

/** Puts the files of other builds before an application that has only those of its own. */
export function withEarlierBuilds(
  application: RequestListener,
  { buildFolder, dataDir }: { buildFolder: string; dataDir: string },
): RequestListener {
  return (request, response) => {
    const [, name = "", ending = ""] = address.exec(request.url ?? "") ?? [];
    const isAsked = ending in types && ["GET", "HEAD"].includes(request.method ?? "");
    if (!isAsked || existsSync(path.join(buildFolder, "static", name))) return application(request, response);
    const file = listKept(dataDir)
      .filter((one) => !isUnfinished(one))
      .map(({ folder }) => path.join(folder, name))
      .find((one) => existsSync(one));
    return file ? send(file, ending, request, response) : application(request, response);
  };
}

async function send(
  file: string,
  ending: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const isPacked = packed.has(ending) && takesGzip(request);
  const read = await readFile(file);
  const bytes = isPacked ? await pack(read) : read;
  response.setHeader("Content-Type", types[ending] ?? "");
  // Its name says what is in it.
  response.setHeader("Cache-Control", "public, max-age=31536000, immutable");
  if (packed.has(ending)) response.setHeader("Vary", "Accept-Encoding");
  if (isPacked) response.setHeader("Content-Encoding", "gzip");
  response.setHeader("Content-Length", bytes.length);
  response.end(request.method === "HEAD" ? undefined : bytes);
}
