import { z } from "zod";
import { inLanguages, line, whole } from "#lib/plain-values.ts";
import type { Variation } from "#lib/task-kinds/spec.ts";

/** What arms can differ in: one thing in a study. */
export const armDifferences = ["instructions", "context", "profiles", "distractors", "translation"] as const;
export type ArmDifference = (typeof armDifferences)[number];

/** Whether each person has one arm, or each case of a sitting is shown under one of them. */
export const armUnits = ["people", "cases"] as const;
export const maxArms = 4;

const armSchema = z.strictObject({
  name: line(40),
  /** Read after the instructions of the study; empty: nothing is added. */
  instructions: inLanguages(20_000).optional(),
  /** So many turns before the one that is asked about; null: all there are. */
  turns: whole(0, 200).nullable().optional(),
  profiles: z.boolean().optional(),
  /** near: those that the case has. random: drawn from all that is offered in the track. */
  distractors: z.enum(["near", "random"]).optional(),
  translation: z.boolean().optional(),
});
export type Arm = z.output<typeof armSchema>;

/** The one setting of an arm that says what it is about. */
const settingOf = {
  instructions: "instructions",
  context: "turns",
  profiles: "profiles",
  distractors: "distractors",
  translation: "translation",
} as const satisfies Record<ArmDifference, keyof Arm>;
const settings = Object.values(settingOf);

/** Where arms differ in what the cases themselves show. */
export const differInCases = (differ: ArmDifference): boolean =>
  differ === "context" || differ === "profiles" || differ === "distractors";

export const armsSchema = z
  .strictObject({
    differ: z.enum(armDifferences),
    unit: z.enum(armUnits).default("people"),
    arms: z.array(armSchema).min(2, "too_few_arms").max(maxArms, "too_many_arms"),
  })
  .check(({ value: { differ, unit, arms }, issues }) => {
    const add = (path: (string | number)[], message: string, input: unknown) =>
      issues.push({ code: "custom", path, message, input });
    const own = settingOf[differ];
    const seen = { names: new Set<string>(), settings: new Set<string>() };
    arms.forEach((arm, at) => {
      const setting = JSON.stringify(arm[own]);
      for (const one of settings)
        if (one !== own && arm[one] !== undefined) add(["arms", at, one], "arm_other_setting", arm[one]);
      if (setting === undefined) add(["arms", at, own], "invalid_type", arm[own]);
      else if (seen.settings.has(setting)) add(["arms", at, own], "arm_same", arm[own]);
      if (seen.names.has(arm.name)) add(["arms", at, "name"], "arm_name_twice", arm.name);
      seen.names.add(arm.name);
      seen.settings.add(setting ?? "");
    });
    if (unit === "cases" && !differInCases(differ)) add(["unit"], "arm_unit", unit);
  });
export type Arms = z.output<typeof armsSchema>;

/** How many people are planned for each arm, where each has one; where each sees all arms, how many see a case under each. */
export const peoplePerArm = ({ people, arms }: { people: number; arms?: Arms | undefined }): number =>
  arms ? Math.ceil(people / arms.arms.length) : people;

/** How an arm varies a case; null where it is shown as it is. */
export function variationOf({ differ, arms }: Arms, arm: number, seed: number): Variation | null {
  const given = arms[arm];
  if (differ === "context") return given?.turns == null ? null : { by: "context", turns: given.turns };
  if (differ === "profiles") return given?.profiles ? null : { by: "profiles" };
  if (differ === "distractors") return given?.distractors === "near" ? null : { by: "distractors", seed };
  return null;
}

/** Its name in the database, the plan and the files. */
export function variationKey(variation: Variation): string {
  if (variation.by === "context") return `context:${variation.turns}`;
  return variation.by === "profiles" ? "profiles:hidden" : `distractors:random:${variation.seed}`;
}

/** How arms show cases otherwise, by the names of these ways. */
export const listWays = (arms: Arms, seed: number): ReadonlyMap<string, Variation> =>
  new Map(
    arms.arms.flatMap((_, arm): [string, Variation][] => {
      const way = variationOf(arms, arm, seed);
      return way ? [[variationKey(way), way]] : [];
    }),
  );

type ReadArm = {
  /** What follows the instructions of the study: Markdown, or nothing. */
  instructions: string;
  translation: boolean | null;
};

/** What one person is told otherwise than those of other arms. */
export function readArm(arms: Arms | undefined, arm: number | null, language: "en" | "zh-CN"): ReadArm {
  const given = arm === null ? undefined : arms?.arms[arm - 1];
  const instructions = given?.instructions?.[language] ?? "";
  return {
    instructions: instructions && `\n\n${instructions}`,
    translation: given?.translation ?? null,
  };
}
