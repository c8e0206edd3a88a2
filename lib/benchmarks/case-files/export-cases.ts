import type { Viewer } from "#lib/auth/viewer.ts";
import { promptDigest } from "#lib/benchmarks/case-files/books.ts";
import { listCasesAfter, type ExportedCase } from "#lib/benchmarks/case-queries.ts";
import { filesOf } from "#lib/task-kinds/server-registry.ts";

const casesAtOnce = 200;

/** Every current case as a line of the product's own format; importing them again changes nothing. */
export async function* exportCaseLines(viewer: Viewer<"admin">, benchmarkId: number): AsyncGenerator<string> {
  for (let after = 0; ;) {
    const cases = await listCasesAfter(viewer, benchmarkId, after, casesAtOnce);
    for (const exported of cases) yield writeCaseLine(exported);
    const last = cases.at(-1);
    if (!last || cases.length < casesAtOnce) return;
    after = last.id;
  }
}

/** One case as a line of the product's own format. */
export const writeCaseLine = (exported: ExportedCase): string =>
  `${JSON.stringify(describeCase(exported))}\n`;

/** What stands in a case's line, by its keys. */
export function describeCase({
  promptHash,
  original,
  content,
  optionNames,
  gold,
  group,
  attributes,
  case: { key, kind, source, track },
}: ExportedCase): Readonly<Record<string, unknown>> {
  // Where there was a prompt it is what was kept; of other cases it is the line they came on.
  const hasPrompt = promptDigest(Buffer.from(original, "utf8")).equals(Buffer.from(promptHash));
  const known = Object.entries({ source, group, attributes }).filter(([, value]) => value !== null);
  const head = { id: key, track: track.name, kind, ...Object.fromEntries(known) };
  const stored = { original, hasPrompt, content, optionNames, gold: gold?.choice ?? null };
  return { ...head, ...filesOf(kind).write(stored) };
}
