import { z } from "zod";
import {
  dialogueLimits,
  nameSchema,
  passageSchema,
  turnsSchema,
  unknownKey,
  type contentInput,
} from "#lib/task-kinds/dialogue.ts";

export const limits = { ...dialogueLimits, minOptions: 2, options: 26 } as const;

const profile = z.string("This must be text.").nullable();
const profiles = z.array(profile);

/** What the database holds of a case; the profiles stand in the order of the options. */
export const choiceContentSchema = z.discriminatedUnion("form", [
  z.strictObject({ form: z.literal("dialogue"), turns: turnsSchema, profiles }),
  z.strictObject({ form: z.literal("text"), text: passageSchema, profiles }),
]);

export const optionSchema = z.strictObject(
  { name: nameSchema, profile: profile.default(null) },
  { error: unknownKey("An option", "name and profile") },
);

/** `options` of a case in JSON Lines: names alone or with profiles. */
export const optionsInput = z
  .array(
    z.union([nameSchema.transform((name) => ({ name, profile: null })), optionSchema]),
    "options must be a list of names, or of objects with name and profile.",
  )
  .min(limits.minOptions, `A case needs at least ${limits.minOptions} options.`)
  .max(limits.options, `A case can have at most ${limits.options} options.`)
  .check(({ value, issues }) => {
    const seen = new Set<string>();
    value.forEach((option, index) => {
      if (seen.has(option.name))
        issues.push({
          code: "custom",
          message: `Two options are named “${option.name}”.`,
          path: [index],
          input: option.name,
        });
      seen.add(option.name);
    });
  });

export type Option = z.output<typeof optionSchema>;
export type ChoiceContent = z.infer<typeof choiceContentSchema>;
export type Dialogue = Extract<ChoiceContent, { form: "dialogue" }>;

/** What a file says of a case, as only this kind reads it. */
export type OwnCase = {
  /** With what a profile column says beyond the prompt. */
  options: readonly Option[];
  /** What the profile columns say, for finding the profiles in the prompt. */
  givenProfiles: readonly (string | null)[];
  content: ChoiceContent | null;
};

export function contentFrom(
  content: z.output<typeof contentInput>,
  options: readonly Option[],
): ChoiceContent {
  const profiles = options.map((option) => option.profile);
  return "turns" in content
    ? { form: "dialogue", turns: content.turns, profiles }
    : { form: "text", text: content.text, profiles };
}
