import { operator } from "#lib/auth/operator.ts";
import { createBenchmark } from "#lib/benchmarks/mutations.ts";
import { bring } from "#e2e/staff/benchmarks/bring.ts";
import { casesCsv, resultsCsv, someRows } from "#e2e/staff/benchmarks/files.ts";

export type ImportedBenchmark = { id: number; slug: string; name: string };

/** Of ten answers two are right, four wrong and sure, four wrong and unsure. */
function answer(index: number): number[] {
  if (index % 5 === 4) return [0.7, 0.1, 0.1, 0.1];
  return index % 2 === 0 ? [0.03, 0.95, 0.01, 0.01] : [0.2, 0.55, 0.15, 0.1];
}

/** A benchmark with as many cases in each track as is said, and one model's answers to them. */
export async function importBenchmark(sizes: Readonly<Record<string, number>>): Promise<ImportedBenchmark> {
  const name = `Quayside ${crypto.randomUUID().slice(0, 8)}`;
  const made = await createBenchmark(operator(), { name, description: "" });
  for (const [track, count] of Object.entries(sizes)) {
    const rows = someRows(count, track);
    const answered = rows.map((row, index) => ({ ...row, probabilities: answer(index) }));
    await bring(made, {
      track,
      cases: casesCsv(rows),
      results: { "gpt-harbour": resultsCsv(answered) },
    });
  }
  return { ...made, name };
}
