import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";

/** A folder for one test that an unprivileged server may enter too. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "benchside-test-"));
  chmodSync(folder, 0o755);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
