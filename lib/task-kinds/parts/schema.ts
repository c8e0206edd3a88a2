import { z } from "zod";
import { unknownKey } from "#lib/task-kinds/dialogue.ts";
import { fileWords } from "#lib/task-kinds/file-words.ts";

// What is read in kinds that judge something written: labelled texts, one of them the judged one.

export const partRoles = ["profile", "scenario", "reference", "facts", "question", "judged"] as const;
export type PartRole = (typeof partRoles)[number];

export const partLimits = { parts: 12, bytes: 1 << 20, items: 500 } as const;

const partText = fileWords
  .refine((text) => text.trim() !== "", "A part’s text can’t be empty.")
  .refine((text) => Buffer.byteLength(text) <= partLimits.bytes, "A part’s text can have at most 1 MB.");

const role = z.enum(partRoles, `A part’s role must be one of ${partRoles.join(", ")}.`);

/** Models and measures get such a part; whoever rates never does. */
const seenBy = z
  .literal(
    "judges",
    "seenBy can only be “judges”: a part for models and measures. Leave it out to show it to everybody.",
  )
  .optional();

export const textPart = z.strictObject(
  { role, text: partText, seenBy },
  { error: unknownKey("A part", "role, text and seenBy") },
);

/** A part of answers that are judged together; only the judged one is such. */
export const itemsPart = z.strictObject(
  {
    role: z.literal("judged", "Only the judged part has items."),
    items: z
      .array(partText, "items must be a list of texts.")
      .min(1, "items can’t be empty.")
      .max(partLimits.items, `A part can have at most ${partLimits.items} items.`)
      .refine(
        (all) => all.reduce((sum, text) => sum + Buffer.byteLength(text), 0) <= partLimits.bytes,
        "The items of a part can have at most 1 MB together.",
      ),
  },
  { error: unknownKey("A part", "role and items") },
);

const counted = ["no", "one", "two"] as const;

/** `content` of a case: parts in the order they are shown in, so many of them judged. */
export function partsContent<Part extends z.ZodType<{ role: PartRole; seenBy?: "judges" | undefined }>>(
  part: Part,
  judged: 1 | 2,
) {
  const parts = z
    .array(part, "parts must be a list.")
    .max(partLimits.parts, `A case can have at most ${partLimits.parts} parts.`)
    .refine(
      (all) => all.filter((one) => one.role === "judged").length === judged,
      `A case of this kind has ${counted[judged]} judged part${judged === 1 ? "" : "s"}, no more and no fewer.`,
    )
    .refine(
      (all) => !all.some(({ role: of, seenBy: by }) => of === "judged" && by !== undefined),
      "Raters need the judged part: remove its seenBy.",
    );
  return z.strictObject({ parts }, { error: unknownKey("content", "parts") });
}

export type TextPart = z.infer<typeof textPart>;
