import type { Session } from "#scripts/checks/session.ts";
import { findProgram } from "#scripts/checks/program.ts";
import { runProgram } from "#scripts/checks/runners.ts";
import { testBuildDir } from "#scripts/project.ts";

/** What can be told without running anything. Types come first: they take longest, on a single processor. */
export async function checkStatically(session: Session): Promise<void> {
  const check = async (label: string, name: string, args: string[], env: Record<string, string> = {}) => {
    const [packageName = "", bin] = name.split(":");
    const command = ["npx", bin ?? packageName, ...args].join(" ");
    return runProgram(session, label, { program: findProgram(packageName, bin), args, env, command });
  };
  const { tally } = session;
  await tally.add("types", async () => {
    const env = { BENCHSIDE_BUILD_DIR: testBuildDir, NEXT_TELEMETRY_DISABLED: "1" };
    const generated = await check("types", "next", ["typegen"], env);
    if (generated.passed === 0) return generated;
    // Several that check at once would each work out the types of every package; to clear up more seldom is quicker, too.
    const args = ["-p", "scripts/checks/tsconfig.json", "--checkers", "1"];
    return check("types", "typescript:tsc", args, { GOGC: "400" });
  });
  await tally.add("lint", () => check("lint", "oxlint", ["--deny-warnings"]));
  await tally.add("form", () => check("form", "oxfmt", ["--check"]));
}
