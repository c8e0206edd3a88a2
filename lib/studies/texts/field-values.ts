import type { Arms } from "#lib/studies/arms/schema.ts";
import { estimateSitting, promisedMinutes, type Spread } from "#lib/studies/reading/reading-time.ts";
import { countServed, countToAnswer } from "#lib/studies/strata/schema.ts";
import type { Design, FrozenWords, StudyLanguage } from "#lib/studies/schema.ts";
import { freezeWords } from "#lib/studies/opening/frozen-words.ts";
import { fillFields, fillWords, type FieldValues } from "#lib/studies/texts/fields.ts";
import { formatSelection } from "#lib/studies/texts/selection-sentences.ts";
import { listSelectors, type Filter } from "#lib/studies/selectors/schema.ts";

type TextDesign = Pick<Design, "frame" | "sample" | "questions" | "words" | "recruitment">;
type ArmDesign = Pick<Design, "assignment">;
/** What texts take from beside the plan: how long the drawn cases take to read, and who filtered the benchmark. */
export type KnownCases = {
  reading: Spread | null;
  benchmark: { filters: readonly Filter[] } | null;
};

/** Who is meant where a study names nobody. */
const whoInvited = { en: "the person who invited you", "zh-CN": "邀请您的人" } as const;

/** How long one sitting takes, by the cases that were drawn; null where none could be. */
export const sittingOf = (
  design: TextDesign,
  language: StudyLanguage,
  reading: Spread | null,
): Spread | null =>
  reading && estimateSitting(design, language, { reading, served: countServed(design.sample) });

/** What the fields of the texts come to, in one language. */
export function fieldValuesOf(design: TextDesign, language: StudyLanguage, known: KnownCases): FieldValues {
  const { sample, questions, words } = design;
  const said = (count: number | null) => (count === null || count === 0 ? null : String(count));
  const line = (field: "contact" | "institution") => words.ethics?.[field][language] ?? "";
  const sitting = sittingOf(design, language, known.reading);
  const counted = {
    cases: said(countToAnswer(sample)),
    minutes: sitting && formatMinutes(promisedMinutes(sitting)),
    contact: null,
    institution: null,
    practice: said(sample.practice.count),
    limit: said(questions.timeLimitMinutes),
    selection: formatSelection(design, listSelectors(design, known.benchmark), language),
    ...formatPlannedNumbers(design, language),
  };
  // These lines hold fields themselves, perhaps each other.
  const [contact, institution] = [line("contact") || whoInvited[language], line("institution")];
  const filled = { contact: fillFields(contact, counted), institution: fillFields(institution, counted) };
  return {
    ...counted,
    contact: fillFields(contact, { ...counted, institution: filled.institution || null }),
    institution: fillFields(institution, { ...counted, contact: filled.contact }) || null,
  };
}

const formatMinutes = ({ least, most }: { least: number; most: number }): string =>
  least === most ? String(least) : `${least}–${most}`;

/** One language's texts as its participants read them. */
export const wordsAsRead = (design: TextDesign, language: StudyLanguage, known: KnownCases): FrozenWords =>
  fillWords(freezeWords(design.words, language), fieldValuesOf(design, language, known));

type LabelledQuestion = { label: InLanguages; options: { label: InLanguages }[] };

type InLanguages = Record<StudyLanguage, string>;

function fillerOf(design: TextDesign, known: KnownCases): (text: InLanguages) => InLanguages {
  const valuesIn = (language: StudyLanguage) => fieldValuesOf(design, language, known);
  const values = { en: valuesIn("en"), "zh-CN": valuesIn("zh-CN") };
  return (text) => ({
    en: fillFields(text.en, values.en),
    "zh-CN": fillFields(text["zh-CN"], values["zh-CN"]),
  });
}

/** What arms add to the instructions as participants read it; undefined without arms. */
export function armsAsRead(design: TextDesign & ArmDesign, known: KnownCases): Arms | undefined {
  const { arms } = design.assignment;
  if (!arms) return undefined;
  const fill = fillerOf(design, known);
  return {
    ...arms,
    arms: arms.arms.map((arm) => ({
      ...arm,
      ...(arm.instructions && { instructions: fill(arm.instructions) }),
    })),
  };
}

/** The plan as it is frozen: with questions and arms as participants read them. */
export function designAsRead(design: Design, known: KnownCases): Design {
  const arms = armsAsRead(design, known);
  return {
    ...design,
    questions: questionsAsRead(design, known),
    assignment: { ...design.assignment, ...(arms && { arms }) },
  };
}

/** The questions before the first case as participants read them, in every language. */
export function questionsAsRead(design: TextDesign, known: KnownCases): Design["questions"] {
  const filler = fillerOf(design, known);
  const fill = <T extends Pick<LabelledQuestion, "label">>(one: T): T => ({
    ...one,
    label: filler(one.label),
  });
  const fillAll = <T extends LabelledQuestion>(questions: readonly T[]): T[] =>
    questions.map((question) => ({ ...fill(question), options: question.options.map(fill) }));
  const { background, comprehension } = design.questions;
  return {
    ...design.questions,
    background: fillAll(background),
    ...(comprehension && { comprehension: fillAll(comprehension) }),
  };
}

type PeriodDesign = Pick<Design, "sample" | "questions" | "recruitment">;

const sentences = {
  en: {
    confidence: "how sure you are",
    reason: "why you decided so",
    knowsWork: "whether you know the work",
    besides: (asked: string) => `Each time you are also asked ${asked}.`,
    checks: "A few cases check whether everything is read carefully.",
    recruiting: "If you come from Prolific, your ID there is stored, too, for payment; it is not published.",
  },
  "zh-CN": {
    confidence: "有多大把握",
    reason: "为什么这样判断",
    knowsWork: "是否知道这部作品",
    besides: (asked: string) => `每次还会问您${asked}。`,
    checks: "有少数几个用来确认是否认真阅读。",
    recruiting: "来自 Prolific 的参与者，编号也会保存，用于支付报酬，不会公开。",
  },
};

/** What a text says only where the plan has it; empty where it hasn't. */
function formatPlannedNumbers({ sample, questions, recruitment }: PeriodDesign, language: StudyLanguage) {
  const said = sentences[language];
  const asked = [
    questions.confidence.ask !== "off" && said.confidence,
    questions.reason !== "off" && said.reason,
    questions.knowsWork !== "off" && said.knowsWork,
  ].filter((one) => one !== false);
  return {
    questions: asked.length > 0 ? said.besides(new Intl.ListFormat(language).format(asked)) : "",
    checks: sample.attention.count > 0 ? said.checks : "",
    recruiting: recruitment.ways.includes("prolific") ? said.recruiting : "",
  };
}
