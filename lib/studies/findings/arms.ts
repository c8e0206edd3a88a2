import type { Code } from "#lib/studies/findings/codes.ts";
import type { Facts } from "#lib/studies/findings/findings.ts";
import { peoplePerArm } from "#lib/studies/arms/schema.ts";
import { offeredLanguages } from "#lib/studies/languages.ts";
import type { Design, Finding } from "#lib/studies/schema.ts";

type ArmPlan = Pick<Design, "assignment" | "words">;
type MeasuredFacts = Pick<Facts, "arms">;

const found = (code: Code, values: Finding["values"] = {}): Finding => ({ step: "assignment", code, values });

/** Arms that couldn't be told apart, or couldn't be made. */
export function findArmProblems({ assignment, words }: ArmPlan, { arms: facts }: MeasuredFacts): Finding[] {
  const { arms } = assignment;
  if (!arms) return [];
  const problems: Finding[] = [];
  if (arms.differ === "instructions")
    for (const language of offeredLanguages(words)) {
      const lacking = arms.arms.filter(({ instructions }) => !instructions?.[language]);
      if (lacking.length === arms.arms.length) problems.push(found("arm_no_instructions", { language }));
      // Who adds nothing adds nothing in any language.
      const half = lacking.filter(({ instructions }) => instructions?.en || instructions?.["zh-CN"]);
      if (lacking.length < arms.arms.length)
        problems.push(...half.map(({ name }) => found("arm_half_instructions", { name, language })));
    }
  if (!facts || facts.cases === 0) return problems;
  const { cases: of, unfit, withoutProfiles, fewOthers } = facts;
  if (unfit > 0) problems.push(found("arm_unfit_cases", { cases: unfit, of }));
  if (withoutProfiles === of) problems.push(found("arm_no_profiles", { of }));
  if (fewOthers > 0) problems.push(found("arm_few_others", { cases: fewOthers, of }));
  return problems;
}

/** Where arms differ less than it looks, or aren't of one size. */
export function findArmWarnings({ assignment }: ArmPlan, { arms: facts }: MeasuredFacts): Finding[] {
  const { arms, people } = assignment;
  if (!arms) return [];
  const warnings: Finding[] = [];
  const count = arms.arms.length;
  const room = peoplePerArm(assignment) * count;
  if (room !== people) warnings.push(found("arms_uneven", { people, arms: count, room }));
  if (!facts) return warnings;
  const { cases: of, withoutProfiles, uncut } = facts;
  if (withoutProfiles > 0 && withoutProfiles < of)
    warnings.push(found("arm_some_profiles", { cases: withoutProfiles, of }));
  arms.arms.forEach(({ name }, arm) => {
    const cases = uncut[arm] ?? 0;
    if (cases > 0) warnings.push(found("arm_uncut", { name, cases, of }));
  });
  return warnings;
}
