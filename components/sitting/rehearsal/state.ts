import { listItems, type OverviewItem } from "#components/sitting/navigation/overview-items.ts";
import { isLacking, listLacking, listMissing } from "#lib/sittings/answers/completeness.ts";
import type { readAnswer } from "#lib/sittings/answers/read-answer.ts";
import type { MissingPart } from "#lib/task-kinds/kind.ts";
import { formKindOf } from "#lib/task-kinds/form-registry.ts";
import type { AnswerValue, Asked } from "#lib/sittings/answers/schema.ts";
import type { ShownCase } from "#lib/sittings/serving/shown-case.ts";
import type { Questions } from "#lib/studies/schema.ts";

/** A case of a preview. The right answer, as shown, only where the participant is told. */
export type RehearsedCase = ShownCase & { gold: number | null };

export const stages = ["welcome", "instructions", "comprehension", "case", "overview", "debrief"] as const;
export type Stage = (typeof stages)[number] | "declined" | "feedback" | "ended";

export type Rehearsed = {
  stage: Stage;
  /** Which case, from 0. */
  at: number;
  /** By position. */
  answers: Readonly<Record<number, AnswerValue>>;
  /** What the present case or the questions about the person lack. */
  lacking: readonly MissingPart[];
  errors: Readonly<Record<string, string>>;
  /** The tries at the questions after the instructions: what each got wrong. */
  tries: readonly (readonly string[])[];
  /** Counted up with every page, so that each is a new one: its title takes the focus, its fields start afresh. */
  page: number;
};

export const beginning: Rehearsed = {
  stage: "welcome",
  at: 0,
  answers: {},
  lacking: [],
  errors: {},
  tries: [],
  page: 0,
};

export const turnTo = (now: Rehearsed, stage: Stage, at = now.at): Rehearsed => ({
  ...now,
  stage,
  at,
  lacking: [],
  errors: {},
  page: now.page + 1,
});

type Plan = { cases: readonly RehearsedCase[]; questions: Questions };

/** What is asked of one of its cases. */
export const askedOf = (
  { questions }: Pick<Plan, "questions">,
  { kind }: Pick<RehearsedCase, "kind">,
): Asked => ({
  ...questions,
  kind,
});

/** Which case follows the instructions: the first one not complete yet. */
export function findFirstOpen(plan: Plan, { answers }: Rehearsed): number {
  const open = plan.cases.findIndex((one) =>
    isLacking({ answer: answers[one.position] ?? null, asked: askedOf(plan, one) }),
  );
  return open < 0 ? plan.cases.length - 1 : open;
}

/**
 * What the buttons of a case do. Who can't come back has to be complete before going on; practice always has to; anybody
 * else is told once what is missing.
 */
export function leaveCase(
  plan: Plan,
  now: Rehearsed,
  { value, problem }: ReturnType<typeof readAnswer>,
  going: "next" | "previous" | "overview",
): Rehearsed {
  const { cases, questions } = plan;
  const present = cases[now.at];
  if (!present) return turnTo(now, "overview");
  const asked = askedOf(plan, present);
  const missing = listMissing(value, asked);
  const kept = { ...now, answers: { ...now.answers, [present.position]: value } };
  const lacking = listLacking({ value, problem }, asked);
  const mustBeComplete = present.isPractice || !questions.mayGoBack || now.lacking.length === 0;
  if (going === "next" && (problem || (mustBeComplete && missing.length > 0))) return { ...kept, lacking };
  if (going === "previous") return turnTo(kept, "case", Math.max(0, now.at - 1));
  if (going === "overview") return turnTo(kept, "overview");
  if (present.isPractice && present.gold !== null && !value.cannotRead) return turnTo(kept, "feedback");
  return goOn(plan, kept);
}

export const goOn = ({ cases }: Plan, now: Rehearsed): Rehearsed =>
  now.at + 1 < cases.length ? turnTo(now, "case", now.at + 1) : turnTo(now, "overview");

export const listRehearsed = (plan: Plan, { answers }: Rehearsed): OverviewItem[] =>
  listItems(
    plan.cases.map((one) => ({
      isPractice: one.isPractice,
      answer: answers[one.position] ?? null,
      asked: askedOf(plan, one),
    })),
  );

export function countRehearsedLanguages(cases: Plan["cases"]): { language: string; count: number }[] {
  const counted = Map.groupBy(
    cases.filter(({ isPractice }) => !isPractice),
    ({ language }) => language,
  );
  return [...counted].map(([language, ones]) => ({ language, count: ones.length }));
}

/** Right ones of all but practice, kind by kind, where it is known what is right; none where nobody is told. */
export function listScores({ cases, questions }: Plan, { answers }: Rehearsed) {
  if (!questions.showScore) return [];
  const known = cases.filter(({ isPractice, gold }) => !isPractice && gold !== null);
  return [...Map.groupBy(known, ({ kind }) => kind)].map(([kind, all]) => {
    const counted = all.filter(({ position }) => !answers[position]?.cannotRead);
    const right = counted.filter(({ position, gold }) => {
      const answer = answers[position];
      return gold !== null && answer !== undefined && formKindOf(kind).isRight(answer, gold);
    });
    return { kind, right: right.length, count: counted.length, passed: all.length - counted.length };
  });
}
