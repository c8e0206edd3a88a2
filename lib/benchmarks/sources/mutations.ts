import "server-only";
import { recordEvent } from "#lib/auth/record-mutations.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import type { PlacedSource } from "#lib/benchmarks/sources/sources-file.ts";
import { db } from "#lib/db.ts";
import type { ImportProblem } from "#lib/files/file-problems.ts";

type StoredSources = { ok: true; changed: number } | { ok: false; problems: ImportProblem[] };

/** Of all cases in the file or of none. It holds for what was studied before, too: intervals are clustered by what is known now. */
export async function storeSources(
  viewer: Viewer<"admin">,
  { id, file }: { id: number; file: string },
  sources: readonly PlacedSource[],
): Promise<StoredSources> {
  const columns = ["track", "case", "source"] as const;
  const [tracks, cases, named] = columns.map((column) => sources.map((one) => one[column]));
  return db.$transaction(
    async (tx) => {
      // In SQL: one statement for all cases of a file.
      const missing = await tx.$queryRaw<{ place: number }[]>`
        SELECT w.place::int AS place
        FROM unnest(${tracks}::text[], ${cases}::text[]) WITH ORDINALITY AS w (track, key, place)
        WHERE NOT EXISTS (SELECT FROM cases c JOIN tracks t ON t.id = c.track_id
          WHERE t.benchmark_id = ${id} AND t.name = w.track AND c.key = w.key) ORDER BY w.place`;
      if (missing.length > 0)
        return {
          ok: false,
          problems: missing.flatMap(({ place }) => {
            const one = sources[place - 1];
            if (!one) return [];
            const problem = `no case of ${one.track} has this id; \`benchmark export\` prints the ids`;
            return [{ file, line: one.line, column: "case", problem, found: one.case }];
          }),
        };
      const changed = await tx.$executeRaw`
        UPDATE cases c SET source = nullif(w.source, '')
        FROM unnest(${tracks}::text[], ${cases}::text[], ${named}::text[]) AS w (track, key, source), tracks t
        WHERE t.id = c.track_id AND t.benchmark_id = ${id} AND t.name = w.track AND c.key = w.key
          AND c.source IS DISTINCT FROM nullif(w.source, '')`;
      if (changed > 0) {
        const subject = { type: "benchmark", id: String(id) };
        await recordEvent(tx, viewer, "benchmark.sources_stated", subject, { cases: changed });
      }
      return { ok: true, changed };
    },
    { timeout: 120_000 },
  );
}
