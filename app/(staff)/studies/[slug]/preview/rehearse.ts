import type { RehearsedCase } from "#components/sitting/rehearsal/state.ts";
import type { RehearsalPlan } from "#components/sitting/rehearsal/rehearsal.tsx";
import { designPath } from "#lib/paths.ts";
import { deriveSeed } from "#lib/seeds/seeded-order.ts";
import { layOut } from "#lib/sittings/serving/order.ts";
import type { PreviewCases } from "#lib/studies/preview-queries.ts";
import type { Study } from "#lib/studies/queries.ts";
import type { WordsAsRead } from "#lib/studies/texts/queries.ts";
import { serverKindOf } from "#lib/task-kinds/server-registry.ts";

const stepOf = {
  no_benchmark: "frame",
  no_reference: "frame",
  too_few: "sample",
  arms: "assignment",
} as const;

/** Laid out as for a participant, from a seed that no participant gets. */
export function rehearse(
  { slug, state, design }: Study,
  { problem, ...planned }: PreviewCases,
  questions: WordsAsRead["questions"],
  mayBuild: boolean,
): RehearsalPlan {
  const seed = deriveSeed(design.sample.seed, "preview");
  const cases = layOut(planned, seed, { ...design.assignment, repeats: design.sample.repeats }).map(
    ({ position, case: item, optionOrder, repeats }): RehearsedCase => {
      const { arrange, hasRight, showGold } = serverKindOf(item.kind);
      const isPractice = item.stratum === "practice";
      return {
        position,
        kind: item.kind,
        isPractice,
        language: item.language,
        ...arrange(item.content, item.optionNames, optionOrder),
        // What comes again is in no score.
        gold:
          isPractice || (hasRight && repeats === null) ? showGold({ choice: item.gold }, optionOrder) : null,
      };
    },
  );
  const step = problem && problem !== "admins_only" && mayBuild ? designPath(slug, stepOf[problem]) : null;
  return {
    isDraft: state === "draft",
    cases,
    questions,
    problem: problem && { code: problem, step },
    endsOnFailure: design.rules.comprehension === "exclude",
    viaProlific: design.recruitment.ways.includes("prolific"),
  };
}
