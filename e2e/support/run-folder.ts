import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** One folder holds whatever the run puts on disk: even where a worker was killed, the run leaves nothing. */
export default function makeRunFolder(): () => void {
  const dir = mkdtempSync(path.join(tmpdir(), "benchside-e2e-"));
  chmodSync(dir, 0o755);
  process.env.BENCHSIDE_E2E_DIR = dir;
  return () => rmSync(dir, { recursive: true, force: true });
}

export const runFolder = (): string => process.env.BENCHSIDE_E2E_DIR ?? tmpdir();
