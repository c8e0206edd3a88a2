import { check } from "#scripts/checks/program.ts";
import { testBuildDir } from "#scripts/project.ts";
import type { Tally } from "#scripts/checks/tally.ts";

/** What can be told without running anything: form, house rules, types. */
export async function checkStatically(tally: Tally, signal: AbortSignal): Promise<void> {
  const env = { BENCHSIDE_BUILD_DIR: testBuildDir, NEXT_TELEMETRY_DISABLED: "1" };
  await tally.add("lint", () => check("oxlint", "oxlint", ["--deny-warnings"], { signal }));
  await tally.add("types", async () => {
    await check("next", "next", ["typegen"], { signal, env });
    // Several that check at once would each work out the types of every package; to clear up more seldom is quicker, too.
    return check("typescript", "tsc", ["-p", "scripts/checks/tsconfig.json", "--checkers", "1"], {
      signal,
      env: { GOGC: "400" },
    });
  });
  await tally.add("form", () => check("oxfmt", "oxfmt", ["--check"], { signal }));
}
