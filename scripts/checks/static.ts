import { check } from "#scripts/checks/program.ts";
import { testBuildDir } from "#scripts/project.ts";
import type { Tally } from "#scripts/checks/tally.ts";

// What a file came to, by its content. It goes with the programs that said so, at every installation.
const kept = "node_modules/.cache/benchside";

/** What can be told without running anything: form, house rules, types. */
export async function checkStatically(tally: Tally, signal: AbortSignal): Promise<void> {
  const env = { BENCHSIDE_BUILD_DIR: testBuildDir, NEXT_TELEMETRY_DISABLED: "1" };
  const remember = (name: string) => [
    "--cache",
    "--cache-strategy=content",
    `--cache-location=${kept}/${name}`,
  ];
  // Each of them keeps one core busy, and looking at the house rules takes as long as the others together.
  const lint = tally.add("lint", () =>
    check("eslint", "eslint", ["--max-warnings=0", ...remember("eslint"), "."], { signal }),
  );
  await tally.add("form", () =>
    check("prettier", "prettier", ["--check", "--log-level=warn", ...remember("prettier"), "."], { signal }),
  );
  await tally.add("types", async () => {
    await check("next", "next", ["typegen"], { signal, env });
    return check("typescript", "tsc", ["-p", "scripts/checks/tsconfig.json"], { signal });
  });
  await lint;
}
