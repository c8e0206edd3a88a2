import type { Ethics } from "#lib/studies/schema.ts";
import {
  expectedFields,
  reportingFields,
  type ExpectedField,
  type Reporting,
  type ReportingField,
} from "#lib/studies/reporting/schema.ts";

const asked = ["payment", "approval"] as const;
export type ConsentSays = Readonly<Partial<Record<(typeof asked)[number], string>>>;

/** What the consent page says of payment and approval, in English where it has that: it isn't asked for twice. */
export function listConsentSays(ethics: Ethics | undefined): ConsentSays {
  return Object.fromEntries(
    asked.flatMap((field) => {
      const said = ethics?.[field].en || ethics?.[field]["zh-CN"];
      return said ? [[field, said]] : [];
    }),
  );
}

/** What a report will have to mark as not stated. */
export const listUnstated = (reporting: Reporting | undefined, consent: ConsentSays): ExpectedField[] =>
  expectedFields.filter(
    (field) => reporting?.[field] === undefined && !(field in consent && consent[field as keyof ConsentSays]),
  );

export type ReportingState = {
  /** As it stands now: what was stated after opening, and the plan's for the rest. */
  reporting: Reporting;
  /** When what stands now was stated, of the fields that were stated after opening. */
  later: ReadonlyMap<ReportingField, Date>;
};

export function mergeStated(
  planned: Reporting | undefined,
  revisions: readonly { content: Reporting; at: Date }[],
): ReportingState {
  const later = new Map<ReportingField, Date>();
  let before: Reporting = {};
  for (const { content, at } of revisions) {
    for (const field of listChanged(before, content)) {
      if (content[field] === undefined) later.delete(field);
      else later.set(field, at);
    }
    before = content;
  }
  return { reporting: { ...planned, ...before }, later };
}

export const listChanged = (before: Reporting, after: Reporting): ReportingField[] =>
  reportingFields.filter((field) => !isSame(before[field], after[field]));

/** Whatever order their parts came in. */
export const isSame = (one: unknown, other: unknown): boolean => sorted(one) === sorted(other);

const sorted = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === "object" && part !== null
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  ) ?? "";
