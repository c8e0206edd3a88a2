import { z } from "zod";
import { withoutNul } from "#lib/auth/schema.ts";
import { jsonField } from "#lib/auth/request/json-field.ts";
import { stepNames, stepSchemas, studyTitle } from "#lib/studies/schema.ts";
import { templateNames } from "#lib/studies/template.ts";

const slug = z.string().min(1).max(200).regex(withoutNul);
const revision = z.coerce.number().pipe(z.int().min(0).max(2_147_483_647));
const noneOr = <T extends z.ZodType>(type: T) =>
  z.union([z.literal("").transform(() => null), type]).default(null);

/** What each step of the builder sends: its part of the design; the frame comes with its benchmark. */
export const stepValues = {
  ...stepSchemas,
  frame: z.strictObject({
    benchmark: z.string().min(1).max(100).regex(withoutNul, "wrong_character").nullable(),
    frame: stepSchemas.frame,
  }),
};

export const newStudy = z.object({
  title: studyTitle,
  benchmark: noneOr(z.string().max(100).regex(withoutNul)),
  template: z.enum(templateNames),
});
/** The text of a study.json. */
export const newStudyFrom = z.object({ file: z.string().max(900_000, "too_long") });
/** `value` is looked at by the step it belongs to, which says what is wrong by its path: "quota.Literary". */
export const draftSave = z.object({ slug, revision, step: z.enum(stepNames), value: jsonField(z.unknown()) });
export const draftRenaming = z.object({ slug, revision, title: studyTitle });
export const draftRemoval = z.object({ slug, confirmation: z.string().trim() });
export const studyInput = z.object({ slug });
export const studyOpening = z.object({ slug, revision, digest: z.string().regex(/^[0-9a-f]{64}$/) });
/** Closing can't be undone: the title is typed. */
export const studyClosing = z.object({ slug, confirmation: z.string().trim() });
