import { problemLines } from "#lib/files/file-problems.ts";
import { checkPlace } from "#lib/benchmark-folders/check/check-folder.ts";
import { formatReason } from "#lib/reports/words.ts";
import type { Baseline } from "#lib/benchmark-folders/schema.ts";
import { Refusal, report } from "#scripts/cli/outcome.ts";

const maxShown = 20;

/** A benchmark’s folder, or an archive with one: whether it is what was exported. */
export async function verifyFolder(place: string, json: boolean | undefined): Promise<void> {
  const { description, problems, answers } = await checkPlace(place);
  if (!description) {
    const left = problems.length - maxShown;
    throw new Refusal(
      ...problemLines(problems.slice(0, maxShown)),
      ...(left > 0 ? [`${left} more problems`] : []),
    );
  }
  const { name, stated, cases, tracks, digest, studies, lineage } = description;
  report(json, { verified: true, benchmark: description, answers }, [
    "verified: every file has its checksum, every case its digest, and croissant.json describes what is there",
    `benchmark: ${name}, release ${stated.release}${description.isDemo ? " (a demo)" : ""}`,
    `${cases} cases: ${tracks.map((track) => `${track.name} ${track.cases}`).join(", ")}`,
    `digest: ${digest}`,
    ...studies.flatMap(({ title, who, answers: given, baselines }) => [
      `${title}: ${given} answers${who === "simulated" ? ", made up by a program" : ""}`,
      ...baselines.map((one) => `  ${formatBaseline(one)}`),
    ]),
    ...(studies.length === 0 ? ["no answers of people"] : []),
    ...(lineage ? ["lineage.json tells where the cases come from"] : []),
    "who wrote the folder, no checksum can prove: compare the digest with the one its maker gives",
  ]);
}

const percent = (share: number) => `${(100 * share).toFixed(1)}%`;

function formatBaseline({ kind, people, cases, answers, accuracy, low, high, reason }: Baseline): string {
  const n = `${people} people, ${cases} cases, ${answers} answers`;
  if (accuracy === null) return `${kind}: no figure (${formatReason(reason)}; ${n})`;
  const interval =
    low === null || high === null
      ? `no interval (${formatReason(reason)})`
      : `${percent(low)} to ${percent(high)}`;
  return `${kind}: ${percent(accuracy)} right, ${interval}; ${n}`;
}
