import { check } from "#scripts/checks/program.ts";
import { testBuildDir } from "#scripts/project.ts";
import type { Tally } from "#scripts/checks/tally.ts";

// What a file came to, by its content. It goes with the programs that said so, at every installation.
const kept = [
  "--cache",
  "--cache-strategy=content",
  "--cache-location=node_modules/.cache/benchside/prettier",
];

/** What can be told without running anything: form, house rules, types. */
export async function checkStatically(tally: Tally, signal: AbortSignal): Promise<void> {
  const env = { BENCHSIDE_BUILD_DIR: testBuildDir, NEXT_TELEMETRY_DISABLED: "1" };
  await tally.add("lint", () => check("oxlint", "oxlint", ["--deny-warnings"], { signal }));
  await tally.add("types", async () => {
    await check("next", "next", ["typegen"], { signal, env });
    return check("typescript", "tsc", ["-p", "scripts/checks/tsconfig.json"], { signal });
  });
  await tally.add("form", () =>
    check("prettier", "prettier", ["--check", "--log-level=warn", ...kept, "."], { signal }),
  );
}
