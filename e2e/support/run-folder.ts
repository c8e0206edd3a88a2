import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** One folder holds whatever the run puts on disk: even where a worker was killed, the run leaves nothing. */
export default function makeRunFolder(): () => void {
  const dir = mkdtempSync(path.join(tmpdir(), "benchside-e2e-"));
  chmodSync(dir, 0o755);
  process.env.BENCHSIDE_E2E_DIR = dir;
  // Each of the many processes of a run reads the same code: the first compiles it for all.
  process.env.NODE_COMPILE_CACHE = path.join(dir, "compiled");
  return () => rmSync(dir, { recursive: true, force: true });
}

export const runFolder = (): string => process.env.BENCHSIDE_E2E_DIR ?? tmpdir();
