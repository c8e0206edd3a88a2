import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import { NewestMap } from "#lib/newest-map.ts";
import { measureText, readCells, secondsToRead, type Spread } from "#lib/studies/reading/reading-time.ts";
import type { Plan } from "#lib/studies/sampling/sampling.ts";
import { kindNameOf, serverKindOf } from "#lib/task-kinds/server-registry.ts";

// By the hash of all that is shown: the same case is measured once, however often its plan is looked at.
const secondsOf = new NewestMap<string, number>(50_000, "reading_times");
const atOnce = 500;

/** How long the cases of one sitting take to read, by the sample that was drawn. */
export async function measureSample(_admin: Viewer<"admin">, { cases, cells }: Plan): Promise<Spread | null> {
  const open = cases.filter(({ hash }) => !secondsOf.has(hash));
  for (let from = 0; from < open.length; from += atOnce) {
    const some = new Map(open.slice(from, from + atOnce).map(({ versionId, hash }) => [versionId, hash]));
    const versions = await db.caseVersion.findMany({
      where: { id: { in: [...some.keys()] } },
      select: { id: true, content: true, optionNames: true, case: { select: { kind: true } } },
    });
    for (const version of versions) secondsOf.set(some.get(version.id) ?? "", measureCase(version));
  }
  return readCells(
    cases.map(({ hash, stratum }) => ({ stratum, seconds: secondsOf.get(hash) ?? 0 })),
    cells,
  );
}

type Version = { content: unknown; optionNames: readonly string[]; case: { kind: string } };

/** Passage, names and profiles, each read once. */
function measureCase({ content, optionNames, case: { kind } }: Version): number {
  const { content: schema, listWords } = serverKindOf(kindNameOf(kind));
  const { passage, beside } = listWords(schema.parse(content));
  return [passage, ...optionNames, ...beside].reduce(
    (sum, text) => sum + secondsToRead(measureText(text)),
    0,
  );
}
