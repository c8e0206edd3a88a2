import { ownCategories } from "#lib/benchmarks/schema.ts";
import figures from "#lib/published/figures.json" with { type: "json" };
import type { StoredAnswer, StoredPerson } from "#lib/study-results/rows/answers-queries.ts";
import { assembleRows } from "#lib/study-results/rows/assemble-rows.ts";
import type { CaseRow, StudyRows } from "#lib/study-results/rows/rows.ts";
import { submitted } from "#lib/study-results/testing/made-rows.ts";
import { makeRandomRows } from "#lib/study-results/testing/random-rows.ts";

const { design, rows: printed } = figures.personaeval.humanStudy;
const parts = [
  { track: "Literary", key: "literary", options: 4 },
  { track: "Drama", key: "drama", options: 4 },
  { track: "Expertise", key: "expertise", options: 5 },
] as const;

/** Table 5 of the paper as a study: who got how many right is printed, which ones is made up. */
export function makePaperRows(): StudyRows {
  const frame = makeRandomRows({ people: 0, cases: 1, runs: 0, seed: 5 });
  const cases = parts.flatMap(({ key, options }, track) =>
    Array.from({ length: design.itemsPerParticipant[key] }, (_, i): CaseRow => {
      const id = 100 * (track + 1) + i;
      const optionNames = Array.from({ length: options }, (_, at) => `Person ${at + 1}`);
      const rest = {
        version: 1,
        kind: "choice",
        stratum: "selected",
        source: null,
        answerLength: null,
        report: null,
      } as const;
      return { id, versionId: id, key: `${key}-${i + 1}`, track, optionNames, gold: 0, ...rest };
    }),
  );
  const people = printed.map((row, index): StoredPerson => {
    const answers = parts.flatMap(({ key }, track) =>
      cases
        .filter((item) => item.track === track)
        .map(({ id }, i): StoredAnswer => ({
          studyCaseId: id,
          position: id,
          // Another part of the cases for each participant.
          value: {
            choice: (i + index) % design.itemsPerParticipant[key] < row[key] ? 0 : 1,
            probabilities: [],
          },
          shownAt: 0,
          confidence: null,
          knows: null,
          activeMs: 20_000,
          firstMs: null,
          changes: 0,
          focusLosses: 0,
          flagged: false,
          arrivedMs: null,
          reason: 0,
          cannotRead: false,
        })),
    );
    return {
      ...submitted(index + 1, answers),
      sittingId: `00000000-0000-4000-9000-${String(index + 1).padStart(12, "0")}`,
    };
  });
  const tracks = parts.map(({ track }) => ({ name: track, language: "en", ...ownCategories }));
  const answers = new Map(people.map((person) => [person.sittingId, person]));
  return assembleRows({ stamp: "paper", study: frame.study, tracks, cases, runs: [], frame: null, answers });
}
