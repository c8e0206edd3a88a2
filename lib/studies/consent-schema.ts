import { z } from "zod";
import { fieldKey, inLanguages, text } from "#lib/plain-values.ts";

/** What a review board looks for on a consent page, in the order it stands there. */
export const ethicsFields = ["institution", "contact", "approval", "retention", "payment"] as const;
export type EthicsField = (typeof ethicsFields)[number];

const maxOfField = 2000;
const field = inLanguages(maxOfField).prefault({});
export const ethicsSchema = z.strictObject({
  institution: field,
  contact: field,
  approval: field,
  retention: field,
  payment: field,
});
export type Ethics = z.output<typeof ethicsSchema>;

const maxOfTick = 500;
/** Statements of which each has to be ticked before one can agree. */
export const ticksSchema = z.array(z.strictObject({ key: fieldKey, label: inLanguages(maxOfTick) })).max(10);
export type ConsentTick = z.output<typeof ticksSchema>[number];

const written = text(maxOfField).optional();
/** The same as one language's text froze them: lines that say nothing are not in it. */
export const frozenConsent = {
  ethics: z
    .strictObject({
      institution: written,
      contact: written,
      approval: written,
      retention: written,
      payment: written,
    })
    .optional(),
  ticks: z.array(z.strictObject({ key: fieldKey, label: text(maxOfTick) })).optional(),
};
