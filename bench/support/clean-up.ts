import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

type Work = () => unknown;

const pending: Work[] = [];

/** What has to happen however a measurement ends: by itself, by an error or by Ctrl-C. */
export function atEnd(work: Work): void {
  pending.push(work);
}

export async function cleanUp(): Promise<void> {
  for (let work = pending.pop(); work; work = pending.pop()) {
    try {
      await work();
    } catch (error) {
      console.error(`cleaning up: ${(error as Error).message}`);
    }
  }
}

/** A folder for one measurement that an unprivileged server may enter too. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "benchside-bench-"));
  chmodSync(folder, 0o755);
  atEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}
