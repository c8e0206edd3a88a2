import { getTranslations } from "next-intl/server";
import type { PlanReading } from "#lib/studies/opening/plan-reading.ts";
import { Prose } from "#components/builder/plan/section.tsx";
import { Table } from "#components/ui/table/table.tsx";

type Questions = PlanReading["design"]["questions"];

export function PlanQuestions({ design: { questions } }: PlanReading) {
  const { comprehension = [], background } = questions;
  return (
    <>
      <QuestionsProse questions={questions} />
      {comprehension.length > 0 && <ComprehensionTable comprehension={comprehension} />}
      {background.length > 0 && <BackgroundTable background={background} />}
    </>
  );
}

async function QuestionsProse({ questions }: { questions: Questions }) {
  const t = await getTranslations("builder.plan.questions");
  const { confidence, reason, knowsWork, flag, background, timeLimitMinutes, showScore } = questions;
  const { mayGoBack, draftsCount, mayPass } = questions;
  const asked = [
    ["confidence", confidence.ask],
    ["reason", reason],
    ["knowsWork", knowsWork],
    ["flag", flag],
  ] as const;
  return (
    <Prose>
      {[
        t("choice"),
        ...asked.map(([name, need]) => need !== "off" && t(name, { need, form: confidence.form })),
        confidence.ask !== "off" &&
          confidence.guided !== undefined &&
          t("guided", { on: String(confidence.guided) }),
        asked.every(([, need]) => need === "off") && t("nothingElse"),
        timeLimitMinutes === null ? t("noLimit") : t("limit", { minutes: timeLimitMinutes }),
        t("back", { may: String(mayGoBack) }),
        questions.profiles !== undefined && t("profiles"),
        mayPass !== undefined && t("pass", { may: String(mayPass) }),
        !mayGoBack && draftsCount !== undefined && t("drafts", { count: String(draftsCount) }),
        t("score", { shown: String(showScore) }),
        questions.breakAfterMinutes != null && t("break", { minutes: questions.breakAfterMinutes }),
        questions.showPace === true && t("pace"),
        questions.reportPassage && t("report"),
        questions.lastComment && t("comment"),
        background.length === 0 && t("noBackground"),
        background.length > 0 && questions.preferNotToSay === true && t("preferNotToSay"),
      ]}
    </Prose>
  );
}

type ComprehensionProps = { comprehension: NonNullable<Questions["comprehension"]> };

async function ComprehensionTable({ comprehension }: ComprehensionProps) {
  const t = await getTranslations("builder.plan.questions");
  return (
    <Table
      caption={t("comprehension")}
      hideCaption={false}
      columns={[
        { key: "key", label: t("key") },
        { key: "en", label: t("inEnglish") },
        { key: "zh", label: t("inChinese") },
        { key: "answers", label: t("answers") },
        { key: "right", label: t("right") },
      ]}
      rows={comprehension.map(({ key, label, options, right }, index) => ({
        id: `${index}`,
        cells: {
          key: <code className="font-mono text-sm">{key}</code>,
          en: label.en,
          zh: <span lang="zh-CN">{label["zh-CN"]}</span>,
          answers: options.map((option) => option.label.en || option.value).join("; "),
          right: options.find(({ value }) => value === right)?.label.en || right,
        },
      }))}
    />
  );
}

async function BackgroundTable({ background }: Pick<Questions, "background">) {
  const t = await getTranslations("builder.plan.questions");
  return (
    <Table
      caption={t("background")}
      hideCaption={false}
      columns={[
        { key: "key", label: t("key") },
        { key: "en", label: t("inEnglish") },
        { key: "zh", label: t("inChinese") },
        { key: "answers", label: t("answers") },
        { key: "need", label: t("need") },
      ]}
      rows={background.map(({ key, kind, label, options, need }, index) => ({
        id: `${index}`,
        cells: {
          key: <code className="font-mono text-sm">{key}</code>,
          en: label.en,
          zh: <span lang="zh-CN">{label["zh-CN"]}</span>,
          answers:
            kind === "choice"
              ? options.map((option) => option.label.en || option.value).join("; ")
              : t(`kinds.${kind}`),
          need: t(`needs.${need}`),
        },
      }))}
    />
  );
}
