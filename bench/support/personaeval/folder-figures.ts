import path from "node:path";
import type { Figure } from "#bench/support/figure.ts";
import { runBenchside, type Ran } from "#bench/support/personaeval/command.ts";
import type { Server } from "#bench/support/personaeval/server.ts";

type Checked = { benchmark: { cases: number; digest: string } };
const words = ["--release", "1.0.0", "--licence", "CC0-1.0", "--creator", "The bench"];
const more = ["--contact", "nobody@example.org", "--limits", "Made up."];

/** The whole benchmark as a folder: written, verified, imported again, and found to be the same. */
export async function measureFolder({ dataDir, folder, settle }: Server, name: string): Promise<Figure[]> {
  const [first, second] = [path.join(folder, "first"), path.join(folder, "second")];
  const run = async (...args: string[]): Promise<Ran> => {
    await settle();
    return runBenchside([...args, "--json"], dataDir);
  };
  const exported = await run("benchmark", "export", name, "--out", first, ...words, ...more);
  const verified = await run("verify", first);
  const imported = await run("benchmark", "import", `${name} again`, "--folder", first);
  await run("benchmark", "export", `${name} again`, "--out", second, ...words, ...more);
  const [one, other] = [verified, await run("verify", second)].map(
    ({ printed }) => (JSON.parse(printed) as Checked).benchmark,
  );
  if (!one || one.digest !== other?.digest) throw new Error("the imported folder has other cases");
  return [
    { what: `a folder of ${one.cases} cases written`, value: exported.seconds, unit: "s" },
    { what: "  most memory", value: exported.peakMB ?? Number.NaN, unit: "MB" },
    { what: "  verified", value: verified.seconds, unit: "s" },
    { what: "  most memory", value: verified.peakMB ?? Number.NaN, unit: "MB" },
    { what: "  imported again, to the same digest", value: imported.seconds, unit: "s" },
    { what: "  most memory", value: imported.peakMB ?? Number.NaN, unit: "MB" },
  ];
}
