import type { Design, StudyLanguage } from "#lib/studies/schema.ts";

type Planned = Pick<Design, "sample" | "questions" | "recruitment">;

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
export function sayPlanned({ sample, questions, recruitment }: Planned, language: StudyLanguage) {
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
