import { createTranslator } from "use-intl/core";
import en from "#lib/i18n/messages/en.json" with { type: "json" };
import { inPercent } from "#lib/figures/written.ts";
import type { Stopping } from "#lib/study-results/stopping/stopping.ts";
import type { Finding } from "#lib/studies/schema.ts";
import { wordFinding } from "#lib/studies/findings/wording.ts";
import fields from "#lib/studies/study-fields.json" with { type: "json" };
import type { Problems } from "#lib/studies/opening/study-file.ts";

const words = createTranslator({ locale: "en", messages: en });

/** A finding in the words of the builder, with the step it belongs to. */
export const findingLine = (finding: Finding): string =>
  `${words(`builder.steps.${finding.step}.name`)}: ${wordFinding(words, finding, "en")}`;

/** How far a study is from where its plan ends it. */
export function stoppingLine({ halfWidth, plannedHalfWidth, people, mostPeople, met }: Stopping): string {
  const known = halfWidth === null ? "not known yet" : `± ${inPercent(halfWidth)} points`;
  const told = `accuracy ${known} (planned ± ${inPercent(plannedHalfWidth)} points), ${people} of at most ${mostPeople} people count`;
  return met ? `the stopping rule is met: ${told}; closing is up to you` : `stopping rule: ${told}`;
}

const meanings: Readonly<Record<string, string>> = {
  not_json: "the file is not JSON",
  invalid_type: "it is missing, or of another type",
  invalid_value: "it is none of the values that are allowed",
  unrecognized_keys: "there is no field of that name",
  unknown: "there is none of that name",
  taken: "another study has that address",
  empty: "something has to stand here",
  too_long: "it is too long",
  too_small: "it is too small",
  too_large: "it is too large",
  too_big: "it has too many entries",
  whole: "it has to be a whole number",
  upside_down: "the upper end lies below the lower one",
  more_named_than_counted: "more cases are named than counted",
  wrong_character: "there is a character that can’t be stored",
  wrong_key: "lower case letters, digits and _ only, a letter first, at most 40",
  wrong_slug: "lower case letters and digits, with single hyphens between",
};

const descriptions = new Map(Object.entries(fields));

/** "sample.quota.Drama: it is too small (For each track, …)": where, what, and what the field is for. */
export function problemReasons(problems: Problems): string[] {
  return Object.entries(problems).map(([path, code]) => {
    const about = describe(path);
    const where = path === "" ? "" : `${path}: `;
    return `${where}${meanings[code] ?? code}${about ? ` (${about})` : ""}`;
  });
}

function describe(path: string): string | undefined {
  const plain = path.replace(/\.\d+(?=\.|$)/g, ".*");
  const parts = plain
    .replace(/^words\.[^.]+\.(?=.)/, "words.*.")
    .replace(/\.\*$/, "")
    .split(".");
  for (; parts.length > 0; parts.pop()) {
    const known = descriptions.get(parts.join("."));
    if (known) return known;
  }
  return undefined;
}
