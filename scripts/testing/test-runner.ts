import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { appendResult } from "#scripts/checks/results.ts";

// A runner of tests for the tests of checks/: one test passes, one fails, one is left out, and it leaves whatever can be left.
if (process.argv[2] === "fails") process.exit(1);
const results = process.env.BENCHSIDE_TEST_RESULTS ?? "";
const result = { level: "unit", file: "lib/tide.test.ts", seconds: 1, processor: null } as const;
appendResult(results, { ...result, title: "comes", outcome: "passed" });
appendResult(results, { ...result, title: "doesn't wait", outcome: "failed" });
appendResult(results, { ...result, title: "goes", outcome: "skipped" });
const keep = "setInterval(() => {}, 1000)";
const orphan = spawn(process.execPath, ["-e", keep], { detached: true, stdio: "ignore" });
const folders = [tmpdir(), process.env.BENCHSIDE_TEST_MEMORY ?? ""];
for (const folder of folders) writeFileSync(path.join(folder, "left"), "");
console.log(`${folders.join(" ")} ${orphan.pid}`);
if (process.argv[2] === "hangs") setInterval(() => {}, 1000);
else orphan.kill();
