import { createHash, createHmac, randomBytes } from "node:crypto";
import type { ExportChoices } from "#lib/study-exports/schema.ts";
import type { PersonRow, StudyRows } from "#lib/study-results/rows/rows.ts";

export type NumberedPerson = {
  number: number;
  /** Index into the people of the rows. */
  index: number;
  person: PersonRow;
};

/**
 * Who is in an export, in the order of their numbers. Random ones follow from the key alone: who joined first,
 * who came by which invitation and what a screen calls them can't be read from number or order.
 */
export function numberPeople(
  people: StudyRows["people"],
  { numbers, key, who }: Pick<ExportChoices, "numbers" | "key" | "who">,
): NumberedPerson[] {
  const chosen = people
    .map((person, index) => ({ person, index }))
    .filter(({ person }) => who === "all" || person.who === who);
  if (numbers === "study") return chosen.map((one) => ({ ...one, number: one.person.number }));
  const secret = Buffer.from(key, "hex");
  return chosen
    .map((one) => ({
      one,
      place: createHmac("sha256", secret).update(one.person.sittingId).digest("hex"),
    }))
    .sort((a, b) => (a.place < b.place ? -1 : 1))
    .map(({ one }, i) => ({ ...one, number: i + 1 }));
}

/** The same for as long as everybody keeps their number. */
export function markOf(
  people: readonly NumberedPerson[],
  { numbers }: Pick<ExportChoices, "numbers">,
): string {
  if (numbers === "study") return "study";
  const digest = createHash("sha256");
  for (const { person } of people) digest.update(person.sittingId);
  return digest.digest("hex").slice(0, 12);
}

/** What random numbers are drawn by; nobody can guess it. */
export const newExportKey = (): string => randomBytes(16).toString("hex");
