import type { Arms } from "#lib/studies/arms/schema.ts";
import { estimateSitting, promisedMinutes, type Spread } from "#lib/studies/reading/reading-time.ts";
import { countServed, countToAnswer, countAsked } from "#lib/studies/strata/schema.ts";
import type { Design, FrozenWords, StudyLanguage } from "#lib/studies/schema.ts";
import { freezeWords } from "#lib/studies/opening/frozen-words.ts";
import { fillFields, fillWords, type FieldValues } from "#lib/studies/texts/fields.ts";
import { listSelectors, type Filter, isFilter, type Selector } from "#lib/studies/selectors/schema.ts";

type SampleDesign = Pick<Design, "sample">;

const selectionSentences = {
  en: {
    random: "The passages were drawn at random.",
    all: (sure: string) =>
      `The passages you read were not picked at random: they were chosen because a program had named the wrong speaker${sure}. If some seemed hard, that says nothing about you. Because of this choice, the results of people and programs here don’t show how they would do on ordinary passages. The report of the study says so as well.`,
    some: (selected: number, asked: number, sure: string) =>
      `${selected} of the ${asked} passages that count were chosen because a program had named the wrong speaker${sure}; the others were drawn from those where it had been less sure, or right. If some seemed hard, that says nothing about you. The report of the study takes this choice into account.`,
    filtered: (left: string) =>
      `The passages were drawn at random from a collection that a program had helped choose${left}. If some seemed hard, that says nothing about you. Because of this choice, the results of people and programs here don’t show how they would do on ordinary passages. The report of the study says so as well.`,
    also: (left: string) =>
      `The collection they come from had been chosen with a program’s help, too${left}.`,
    left: ": passages in which it was sure of the right speaker had been left out",
    sure: (percent: number) => ` and had been at least ${percent}% sure of it`,
    both: "A few more were easy ones, for practice or to check that everything was read carefully.",
    attention: "A few more were easy ones, to check that everything was read carefully.",
    practice: "A few more were easy ones, for practice.",
    blank: " ",
  },
  "zh-CN": {
    random: "您读到的片段是随机抽取的。",
    all: (sure: string) =>
      `您读到的片段不是随机抽取的：之所以选中它们，是因为某个程序在这些片段上认错了说话人${sure}。如果您觉得有些片段很难，这并不说明您做得不好。也正因为这样挑选，人和程序在这里的成绩，不能当作在普通片段上的成绩。研究报告也会说明这一点。`,
    some: (selected: number, asked: number, sure: string) =>
      `在计入结果的 ${asked} 个片段中，有 ${selected} 个是因为某个程序认错了说话人${sure}而选中的，其余的取自它不那么确信或认对了的片段。如果您觉得有些片段很难，这并不说明您做得不好。研究报告会考虑到这样的挑选。`,
    filtered: (left: string) =>
      `您读到的片段是从一批由程序参与挑选的片段中随机抽取的${left}。如果您觉得有些片段很难，这并不说明您做得不好。也正因为这样挑选，人和程序在这里的成绩，不能当作在普通片段上的成绩。研究报告也会说明这一点。`,
    also: (left: string) => `这些片段所在的题库，也是由程序参与挑选的${left}。`,
    left: "：程序有把握认对说话人的片段已被剔除",
    sure: (percent: number) => `，而且至少有 ${percent}% 的把握`,
    both: "另有少数比较容易的片段，用作练习，或用来确认是否认真阅读。",
    attention: "另有少数比较容易的片段，用来确认是否认真阅读。",
    practice: "另有少数比较容易的片段，用作练习。",
    blank: "",
  },
};

/** How the passages were chosen, for who has read them: as the plan chose them, and no surer than its threshold. */
export function formatSelection(
  { sample }: SampleDesign,
  selectors: readonly Selector[],
  language: StudyLanguage,
): string {
  const said = selectionSentences[language];
  const [attention, practice] = [sample.attention.count > 0, sample.practice.count > 0];
  const easy =
    attention && practice ? said.both : attention ? said.attention : practice ? said.practice : null;
  return [...formatChoice(sample, selectors, language), ...(easy ? [easy] : [])].join(said.blank);
}

function formatChoice(
  sample: Design["sample"],
  selectors: readonly Selector[],
  language: StudyLanguage,
): string[] {
  const said = selectionSentences[language];
  const filters = selectors.filter(isFilter);
  const left = filters.some(({ way }) => way === "confidence") ? said.left : "";
  const reference = selectors.find(({ way }) => way === "errors");
  if (!reference) return [filters.length > 0 ? said.filtered(left) : said.random];
  const percent = Number((100 * (reference.threshold ?? 0)).toFixed(1));
  const sure = percent > 0 ? said.sure(percent) : "";
  const selected = Object.values(sample.quota).reduce((sum, count) => sum + count, 0);
  const asked = countAsked(sample);
  const chosen = selected === asked ? said.all(sure) : said.some(selected, asked, sure);
  return [chosen, ...(filters.length > 0 ? [said.also(left)] : [])];
}

type TextDesign = Pick<Design, "frame" | "sample" | "questions" | "words" | "recruitment">;
type ArmDesign = Pick<Design, "assignment">;
/** What texts take from beside the plan: how long the drawn cases take to read, and who filtered the benchmark. */
export type KnownCases = {
  reading: Spread | null;
  /** How many fewer than planned one participant gets, where a case is rated for several. */
  spared?: { least: number; most: number } | null;
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
    cases: said(countToAnswer(sample)) && formatServed(countToAnswer(sample), known.spared ?? noneSpared),
    minutes: sitting && formatRange(promisedMinutes(sitting)),
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

const noneSpared = { least: 0, most: 0 };
const formatServed = (planned: number, spared: typeof noneSpared): string =>
  formatRange({ least: planned - spared.most, most: planned - spared.least });

const formatRange = ({ least, most }: { least: number; most: number }): string =>
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
