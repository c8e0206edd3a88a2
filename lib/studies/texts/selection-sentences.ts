import { countAsked } from "#lib/studies/strata/schema.ts";
import type { Design, StudyLanguage } from "#lib/studies/schema.ts";
import { isFilter, type Selector } from "#lib/studies/selectors/schema.ts";

type SampleDesign = Pick<Design, "sample">;

const sentences = {
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
  const said = sentences[language];
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
  const said = sentences[language];
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
