import { ethicsFields, type EthicsField } from "#lib/studies/consent-schema.ts";
import { repeated } from "#lib/studies/findings/questions.ts";
import { listConsentSays, listUnstated } from "#lib/studies/reporting/stated.ts";
import { studyLanguages, type Design, type Finding, type StudyLanguage } from "#lib/studies/schema.ts";

type ReportingFields = Design["recruitment"]["reporting"];
type Words = Design["words"];

/** What would leave some participants without a line that others agree to, or before a box without words. */
export function findConsentProblems(
  { ethics, ticks = [] }: Words,
  languages: readonly StudyLanguage[],
): Finding[] {
  const about = (code: string, values: NonNullable<Finding["values"]>): Finding => ({
    step: "words",
    code,
    values,
  });
  const halves = ethicsFields.flatMap((field) => {
    const said = ethics?.[field];
    if (!said || studyLanguages.every((language) => said[language] === "")) return [];
    return languages
      .filter((language) => said[language] === "")
      .map((language) => about("consent_no_text", { field, language }));
  });
  const twice = repeated(ticks.map(({ key }) => key)).map((key) => about("tick_duplicate_key", { key }));
  const wordless = ticks.flatMap(({ key, label }) =>
    languages
      .filter((language) => label[language] === "")
      .map((language) => about("tick_no_label", { key, language })),
  );
  return [...halves, ...twice, ...wordless];
}

/** What a review board will ask for, and the consent has no line about: whom to ask and who approved it by themselves. */
export function findConsentWarnings({ ethics }: Words, reporting?: ReportingFields): Finding[] {
  const isUnsaid = (field: EthicsField) => studyLanguages.every((language) => !ethics?.[field][language]);
  const alone = { contact: "no_contact", approval: "no_approval" } as const;
  const isStated = (field: keyof typeof alone) => field === "approval" && reporting?.approval !== undefined;
  const unsaid = (["contact", "approval"] as const).filter((field) => isUnsaid(field) && !isStated(field));
  const named = unsaid.map((field): Finding => ({
    step: "words",
    code: alone[field],
    field: `words.ethics.${field}.en`,
  }));
  const rest = ethicsFields.filter((field) => !(field in alone) && isUnsaid(field));
  if (rest.length === 0) return named;
  const field = `words.ethics.${rest[0]}.en`;
  return [
    ...named,
    { step: "words", code: "consent_incomplete", field, values: { fields: rest.join(", ") } },
  ];
}

/** What the report will have to mark as not stated. */
export function findUnstated({ ethics }: Words, reporting?: ReportingFields): Finding[] {
  const count = listUnstated(reporting, listConsentSays(ethics)).length;
  return count === 0 ? [] : [{ step: "recruitment", code: "reporting_incomplete", values: { count } }];
}
