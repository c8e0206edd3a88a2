import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { atEnd } from "#bench/support/clean-up.ts";

/** A folder for one measurement that an unprivileged server may enter too. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "benchside-bench-"));
  chmodSync(folder, 0o755);
  atEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}
