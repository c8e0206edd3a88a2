import { z } from "zod";
import { line, text } from "#lib/plain-values.ts";

/** What a methods section has to say of participants and no data can tell, in the order it is told. */
export const reportingFields = [
  "how",
  "where",
  "period",
  "eligibility",
  "payment",
  "approval",
  "furtherConsent",
  "translation",
  "tools",
] as const;
export type ReportingField = (typeof reportingFields)[number];

/** Those that a report says it lacks: the data tell the period, and consent is given on the screen. */
export const expectedFields = [
  "how",
  "where",
  "eligibility",
  "payment",
  "approval",
  "translation",
  "tools",
] as const satisfies readonly ReportingField[];
export type ExpectedField = (typeof expectedFields)[number];
export const isExpected = (field: ReportingField): field is ExpectedField =>
  expectedFields.some((expected) => expected === field);

export const paymentBases = ["participant", "hour", "case"] as const;

const said = text(2000).trim().min(1, "empty");
const day = z.iso.date("wrong_date");

const payment = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("paid"),
    amount: z.number("not_a_number").positive("too_small").max(1_000_000, "too_large"),
    /** By ISO 4217. */
    currency: z.string().regex(/^[A-Z]{3}$/, "wrong_currency"),
    per: z.enum(paymentBases),
  }),
  z.strictObject({ kind: z.literal("unpaid") }),
  z.strictObject({ kind: z.literal("other"), words: said }),
]);

const approval = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("approved"), board: line(300), number: line(200).optional() }),
  z.strictObject({ kind: z.literal("exempt"), words: said }),
  z.strictObject({ kind: z.literal("none"), words: said }),
]);

const allowance = z.strictObject({ allowed: z.boolean(), words: said.optional() });

/** What isn't there is not stated. Sentences stand in the report as they were typed. */
export const reportingSchema = z.strictObject({
  how: said.optional(),
  where: line(300).optional(),
  /** Of recruiting, where it isn't that of the answers. */
  period: z
    .strictObject({ from: day, to: day })
    .refine(({ from, to }) => from <= to, { error: "wrong_order", path: ["to"] })
    .optional(),
  eligibility: said.optional(),
  payment: payment.optional(),
  approval: approval.optional(),
  furtherConsent: said.optional(),
  translation: allowance.optional(),
  tools: allowance.optional(),
});
export type Reporting = z.output<typeof reportingSchema>;
