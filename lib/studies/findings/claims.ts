import type { Facts } from "#lib/studies/findings/findings.ts";
import { taskOf } from "#lib/studies/frame/planned-task.ts";
import {
  hasPartInChoice,
  isSameModel,
  isSameRun,
  proposeSiblings,
  runLabel,
} from "#lib/studies/run-names.ts";
import type { Design, Finding } from "#lib/studies/schema.ts";

/** The best of a few cases is the luckiest. */
const fewUnserved = 50;
const manyUnanswered = 0.05;

const about = (code: string, values?: Finding["values"]): Finding =>
  values ? { step: "claims", code, values } : { step: "claims", code };

/** What can't be claimed as it stands. */
export function findClaimProblems(design: Design, facts: Facts): Finding[] {
  const { claims, rules } = design;
  if (!claims) return [];
  const problems = facts.benchmark ? [...findComparatorProblem(design, facts)] : [];
  if (facts.benchmark && design.frame.reference)
    for (const sibling of claims.siblings)
      if (!facts.runs.some((run) => isSameRun(run, sibling)))
        problems.push(about("sibling_gone", { run: runLabel(sibling) }));
  if (claims.stopping && !rules.interim) problems.push(about("stopping_without_looking"));
  if (claims.stopping && !taskOf(facts.tracks).hasRight) problems.push(about("stopping_without_right"));
  return problems;
}

function findComparatorProblem(design: Design, { runs, unserved }: Facts): Finding[] {
  const comparator = design.claims?.comparator;
  if (!comparator) return [];
  if (comparator.by === "unserved_cases") {
    if (!unserved) return [];
    if (unserved.cases === 0) return [about("no_unserved_cases")];
    return unserved.isDecidable ? [] : [about("no_candidate", { cases: unserved.cases })];
  }
  const run = runLabel(comparator.run);
  const there = runs.find((one) => isSameRun(one, comparator.run));
  if (!there) return [about("comparator_gone", { run })];
  if (hasPartInChoice(there, design)) return [about("comparator_selecting", { run })];
  if (there.isFake) return [about("comparator_fake", { run })];
  return there.isFilter ? [about("comparator_filter", { run })] : [];
}

/** What a reviewer would ask about it. */
export function findClaimWarnings(design: Design, facts: Facts): Finding[] {
  const { claims, frame, assignment } = design;
  const { comparator = null, siblings = [], stopping = null } = claims ?? {};
  const warnings: Finding[] = [];
  if (!comparator && taskOf(facts.tracks).hasRight) warnings.push(about("no_comparator"));
  const cases = facts.tracks.reduce((sum, track) => sum + track.cases, 0);
  const unanswered = facts.comparatorUnanswered;
  if (comparator?.by === "name" && unanswered !== null && unanswered > manyUnanswered * cases)
    warnings.push(about("comparator_unanswered", { run: runLabel(comparator.run), unanswered, cases }));
  if (facts.unserved && facts.unserved.cases > 0 && facts.unserved.cases < fewUnserved)
    warnings.push(about("few_unserved", { cases: facts.unserved.cases }));
  const { reference } = frame;
  if (reference) {
    const proposed = proposeSiblings(reference, facts.runs);
    const open = proposed.filter((run) => !siblings.some((sibling) => isSameRun(sibling, run)));
    if (open.length > 0)
      warnings.push(about("siblings_open", { count: open.length, runs: open.map(runLabel).join(", ") }));
    for (const sibling of siblings.filter((one) => !isSameModel(one, reference)))
      warnings.push(about("sibling_other_model", { run: runLabel(sibling), model: reference.model }));
  }
  const { people } = assignment;
  if (stopping && stopping.mostPeople > people)
    warnings.push(about("stopping_beyond_places", { most: stopping.mostPeople, people }));
  return warnings;
}
