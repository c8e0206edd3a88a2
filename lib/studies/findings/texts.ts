import {
  ethicsFields,
  frozenWordsSchema,
  questionsSchema,
  studyLanguages,
  type Design,
  type Finding,
  type StudyLanguage,
  textParts,
} from "#lib/studies/schema.ts";
import type { Code } from "#lib/studies/findings/problems.ts";
import { offeredLanguages } from "#lib/studies/languages.ts";
import { promisedMinutes, type Spread } from "#lib/studies/reading/reading-time.ts";
import { countAsked, countServed } from "#lib/studies/strata/schema.ts";
import { listSelectors } from "#lib/studies/selectors/schema.ts";
import {
  fieldValuesOf,
  questionsAsRead,
  sittingOf,
  wordsAsRead,
  type KnownCases,
} from "#lib/studies/texts/field-values.ts";
import { fillFields, isTextField, listFields, type FieldValues } from "#lib/studies/texts/fields.ts";
import {
  findBreak,
  findCaseCounts,
  findDurations,
  findSelection,
  type PromisedRange,
} from "#lib/studies/texts/promises.ts";

type PlanTexts = Pick<Design, "frame" | "sample" | "questions" | "words" | "recruitment">;
type PlanArms = Pick<Design, "assignment">;
/** A text that participants read, by the place in the plan where it is written. */
type ParticipantText = { field: string; part: string; language: StudyLanguage; text: string };

/** All that stands in the step of the texts, in one language. */
function listTexts(
  { ethics, ticks = [], ...words }: Design["words"],
  language: StudyLanguage,
): ParticipantText[] {
  const parts = textParts.map((part) => ({
    field: `words.${language}.${part}`,
    part,
    text: words[language][part],
  }));
  const between = Object.entries(words[language].parts ?? {}).map(([kind, text]) => ({
    field: `words.${language}.parts.${kind}`,
    part: "parts",
    text,
  }));
  const lines = ethicsFields.map((part) => ({
    field: `words.ethics.${part}.${language}`,
    part,
    text: ethics?.[part][language] ?? "",
  }));
  const boxes = ticks.map(({ label }, i) => ({
    field: `words.ticks.${i}.label.${language}`,
    part: "tick",
    text: label[language],
  }));
  return [...parts, ...between, ...lines, ...boxes]
    .filter(({ text }) => text !== "")
    .map((one) => ({ ...one, language }));
}

/** The questions before the first case, in one language, with what can be chosen. */
function listQuestionTexts(questions: Design["questions"], language: StudyLanguage): ParticipantText[] {
  return (["background", "comprehension"] as const).flatMap((part) =>
    (questions[part] ?? []).flatMap(({ label, options }, i) =>
      [label, ...options.map((option) => option.label)]
        .map((one) => one[language])
        .filter((text) => text !== "")
        .map((text) => ({ field: `questions.${part}.${i}.label.${language}`, part, language, text })),
    ),
  );
}

/** What arms add to the instructions, in one language. */
const listArmTexts = ({ arms }: Design["assignment"], language: StudyLanguage): ParticipantText[] =>
  (arms?.arms ?? []).flatMap(({ instructions }, i) => {
    const text = instructions?.[language] ?? "";
    const field = `assignment.arms.arms.${i}.instructions.${language}`;
    return text === "" ? [] : [{ field, part: "arm", language, text }];
  });

const stepOf = (field: string): Finding["step"] =>
  (["questions", "assignment"] as const).find((step) => field.startsWith(`${step}.`)) ?? "words";

const about = (
  code: Code,
  { field, part, language }: Omit<ParticipantText, "text">,
  values: Finding["values"] = {},
): Finding => ({
  step: stepOf(field),
  code,
  field,
  values: { part, language, ...values },
});

/** Fields that nobody would fill: a participant would read the braces. */
export function findFieldProblems(design: PlanTexts & PlanArms, known: KnownCases): Finding[] {
  const languages = offeredLanguages(design.words);
  const found = languages.flatMap((language) => {
    // Minutes wait for a sample: what keeps it from being drawn is told where it is.
    const values: FieldValues = {
      ...fieldValuesOf(design, language, { ...known, reading: null }),
      minutes: "",
    };
    const texts = [
      ...listTexts(design.words, language),
      ...listQuestionTexts(design.questions, language),
      ...listArmTexts(design.assignment, language),
    ];
    return texts.flatMap((one) =>
      listFields(one.text).flatMap((name) => {
        // The lines that fields are filled from can't be filled from themselves.
        const isItself = ["contact", "institution"].includes(name) && one.part === name;
        if (!isTextField(name)) return [about("unknown_field", one, { name })];
        return values[name] === null || isItself ? [about("empty_field", one, { name })] : [];
      }),
    );
  });
  return [...found, ...findTooLong(design, languages, known)];
}

/** What has room as it was written, and not with its fields filled: it couldn't be stored. */
function findTooLong(design: PlanTexts, languages: readonly StudyLanguage[], known: KnownCases): Finding[] {
  const words = languages.flatMap((language) => {
    const { error } = frozenWordsSchema.safeParse(wordsAsRead(design, language, known));
    return (error?.issues ?? []).map(({ path: [part = "", ...rest] }) => {
      const isShared = part === "ethics" || part === "ticks";
      const field = ["words", ...(isShared ? [part, ...rest, language] : [language, part])].join(".");
      return about("filled_too_long", {
        field,
        part: part === "ticks" ? "tick" : String(isShared ? rest[0] : part),
        language,
      });
    });
  });
  const { error } = questionsSchema.safeParse(questionsAsRead(design, known));
  const questions = (error?.issues ?? []).flatMap(({ path }) => {
    const [part = "", at = 0] = path;
    const language = languages.find((one) => one === path.at(-1));
    const field = `questions.${String(part)}.${String(at)}.label.${language}`;
    return language ? [about("filled_too_long", { field, part: String(part), language })] : [];
  });
  return [...words, ...questions];
}

/** Where what participants are told is not what the design does. */
export function findTextWarnings(design: PlanTexts, known: KnownCases): Finding[] {
  const { reading } = known;
  const isSelected = listSelectors(design, known.benchmark).length > 0;
  const found = studyLanguages.flatMap((language) => {
    const values = fieldValuesOf(design, language, known);
    const sitting = sittingOf(design, language, reading);
    return listTexts(design.words, language)
      .map((one) => ({ ...one, text: fillFields(one.text, values) }))
      .flatMap((one) => {
        const limit = design.questions.timeLimitMinutes;
        const rest = limit === null ? null : findBreak(one.text);
        const choice = isSelected ? null : findSelection(one.text);
        return [
          ...findWrongCount(one, design, known),
          ...findWrongMinutes(one, design, sitting),
          ...(rest === null || limit === null
            ? []
            : [about("text_break", one, { said: shorten(rest), limit })]),
          ...(choice === null ? [] : [about("text_selection", one, { said: shorten(choice) })]),
        ];
      });
  });
  return [...found, ...findLimitWarnings(design, reading)];
}

/** "About 50" is still true of a few more or less. */
const leeway = 0.1;

function findWrongCount(
  one: ParticipantText,
  { sample }: PlanTexts,
  { spared }: Pick<KnownCases, "spared">,
): Finding[] {
  const asked = countAsked(sample) - (spared?.most ?? 0);
  const served = countServed(sample) - (spared?.least ?? 0);
  if (asked === 0) return [];
  const isTrue = ({ least, most, isAbout }: PromisedRange) => {
    const room = isAbout ? leeway * served : 0;
    return least <= served + room && most >= asked - room;
  };
  const said = findCaseCounts(one.text);
  const [first] = said;
  return first && !said.some(isTrue) ? [about("text_cases", one, { said: first.words, cases: served })] : [];
}

function findWrongMinutes(one: ParticipantText, { questions }: PlanTexts, sitting: Spread | null): Finding[] {
  if (!sitting) return [];
  const { least, most } = promisedMinutes(sitting);
  const others = [questions.timeLimitMinutes, questions.breakAfterMinutes];
  const said = findDurations(one.text).filter(
    (each) => each.least !== each.most || !others.includes(each.most),
  );
  const isTrue = (each: PromisedRange) =>
    each.most >= 0.8 * sitting.median && each.least <= 1.5 * sitting.ninetieth;
  const [first] = said;
  const values = { said: first?.words ?? "", least, most, minutes: least === most ? "one" : "range" };
  return first && !said.some(isTrue) ? [about("text_minutes", one, values)] : [];
}

/** Minutes that nine of ten sittings are no longer than, in the language that takes longest; 0 where no sample could be drawn. */
export function longestSitting(design: PlanTexts, reading: Spread | null): number {
  const sittings = offeredLanguages(design.words).map((language) => sittingOf(design, language, reading));
  return Math.ceil(Math.max(0, ...sittings.map((sitting) => sitting?.ninetieth ?? 0)));
}

/** People who tire answer worse, or leave. */
export const maxMinutes = 60;

export function findLongSitting(design: PlanTexts, reading: Spread | null): Finding[] {
  const minutes = longestSitting(design, reading);
  const code: Code = "long_sitting";
  return minutes > maxMinutes ? [{ step: "sample", code, values: { minutes, most: maxMinutes } }] : [];
}

function findLimitWarnings(design: PlanTexts, reading: Spread | null): Finding[] {
  const { timeLimitMinutes: limit, breakAfterMinutes: stretch = null } = design.questions;
  if (limit === null) return [];
  const warnings: Finding[] = [];
  const add = (code: Code, values: Finding["values"]) =>
    warnings.push({
      step: "questions",
      code,
      field: "questions.timeLimitMinutes",
      ...(values && { values }),
    });
  const minutes = longestSitting(design, reading);
  if (minutes > limit) add("limit_too_short", { limit, minutes });
  if (stretch !== null && stretch < limit) add("break_beside_limit", { limit, stretch });
  return warnings;
}

const longestQuote = 80;
const shorten = (said: string) => {
  const plain = said.replace(/[*_#>]+/g, "").replace(/\s+/g, " ");
  const signs = [...plain.trim()];
  return signs.length > longestQuote ? `${signs.slice(0, longestQuote - 1).join("")}…` : signs.join("");
};
