import { createTranslator } from "use-intl/core";
import en from "#lib/i18n/messages/en.json" with { type: "json" };
import { inPercent } from "#lib/figures/written.ts";
import type { StopState } from "#lib/study-results/stopping/stopping.ts";
import type { Finding } from "#lib/studies/schema.ts";
import { formatFinding } from "#lib/studies/findings/wording.ts";
import fields from "#lib/studies/study-fields.json" with { type: "json" };
import type { Problems } from "#lib/studies/opening/study-file.ts";

const words = createTranslator({ locale: "en", messages: en });

/** A finding in the words of the builder, with the step it belongs to. */
export const findingLine = (finding: Finding): string =>
  `${words(`builder.steps.${finding.step}.name`)}: ${formatFinding(words, finding, "en")}`;

/** How far a study is from where its plan ends it. */
export function stoppingLine({ halfWidth, plannedHalfWidth, people, mostPeople, met }: StopState): string {
  const known = halfWidth === null ? "not known yet" : `±${inPercent(halfWidth)} points`;
  const told = `accuracy ${known} (planned: ±${inPercent(plannedHalfWidth)} points), ${people} of at most ${mostPeople} people counted`;
  return met ? `the stopping rule is met: ${told}; closing is up to you` : `stopping rule: ${told}`;
}

const meanings: Readonly<Record<string, string>> = {
  not_json: "the file is not JSON",
  invalid_type: "missing, or of the wrong type",
  invalid_value: "not one of the allowed values",
  unrecognized_keys: "there is no such field",
  unknown: "there is nothing of that name",
  taken: "another study has that address",
  empty: "must not be empty",
  too_long: "too long",
  too_small: "too small",
  too_large: "too large",
  too_big: "too many entries",
  whole: "must be a whole number",
  upside_down: "the upper end is below the lower one",
  more_named_than_counted: "more cases are named than asked for",
  wrong_character: "contains a character that can’t be stored",
  wrong_key: "only lower-case letters, digits and _, starting with a letter, at most 40",
  wrong_slug: "only lower-case letters and digits, with single hyphens between them",
};

const descriptions = new Map(Object.entries(fields));

/** "sample.quota.Drama: too small (For each track, …)": where, what, and what the field is for. */
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
