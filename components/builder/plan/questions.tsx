import { getTranslations } from "next-intl/server";
import type { PlanReading } from "#lib/studies/opening/plan-reading.ts";
import { Prose } from "#components/builder/plan/section.tsx";
import { Table } from "#components/ui/table/table.tsx";

type Questions = PlanReading["design"]["questions"];

export async function PlanQuestions({ design: { questions }, task }: PlanReading) {
  const t = await getTranslations("builder.plan.questions");
  const { comprehension = [], background } = questions;
  return (
    <>
      <QuestionsProse questions={questions} task={task} />
      {comprehension.length > 0 && (
        <QuestionTable
          caption="comprehension"
          questions={comprehension}
          last={{ key: "right", say: ({ options, right }) => nameRight(options, right) }}
        />
      )}
      {background.length > 0 && (
        <QuestionTable
          caption="background"
          questions={background}
          free={({ kind }) => (kind === "choice" ? null : t(`kinds.${kind}`))}
          last={{ key: "need", say: ({ need }) => t(`needs.${need}`) }}
        />
      )}
    </>
  );
}

async function QuestionsProse({ questions, task }: { questions: Questions } & Pick<PlanReading, "task">) {
  const t = await getTranslations("builder.plan.questions");
  const own = await getTranslations("planKinds");
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
        ...task.kinds.map((kind) => own(`${kind}.asked`)),
        ...(confidence.ask !== "off" && confidence.form === "options"
          ? task.kinds.map((kind) => own(`${kind}.sure`, { need: confidence.ask }))
          : []),
        ...asked.map(
          ([name, need]) =>
            need !== "off" && !(name === "confidence" && confidence.form === "options") && t(name, { need }),
        ),
        confidence.ask !== "off" &&
          confidence.guided !== undefined &&
          t("guided", { on: String(confidence.guided) }),
        asked.every(([, need]) => need === "off") && t("nothingElse"),
        timeLimitMinutes === null ? t("noLimit") : t("limit", { minutes: timeLimitMinutes }),
        t("back", { may: String(mayGoBack) }),
        task.hasProfiles && questions.profiles !== undefined && t("profiles"),
        mayPass !== undefined && t("pass", { may: String(mayPass), right: String(task.hasRight) }),
        !mayGoBack && draftsCount !== undefined && t("drafts", { count: String(draftsCount) }),
        task.hasRight && t("score", { shown: String(showScore) }),
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

type Asked = Questions["background"][number] | NonNullable<Questions["comprehension"]>[number];
type TableProps<T> = {
  caption: "background" | "comprehension";
  questions: readonly T[];
  /** What can be answered, where that isn't one of several. */
  free?: (question: T) => string | null;
  /** The last column: its heading, and what it says. */
  last: { key: "need" | "right"; say: (question: T) => string };
};

async function QuestionTable<T extends Asked>({ caption, questions, free, last }: TableProps<T>) {
  const t = await getTranslations("builder.plan.questions");
  return (
    <Table
      caption={t(caption)}
      hideCaption={false}
      columns={[
        { key: "key", label: t("key") },
        { key: "en", label: t("inEnglish") },
        { key: "zh", label: t("inChinese") },
        { key: "answers", label: t("answers") },
        { key: last.key, label: t(last.key) },
      ]}
      rows={questions.map((question, index) => ({
        id: `${index}`,
        cells: {
          key: <code className="font-mono text-sm">{question.key}</code>,
          en: question.label.en,
          zh: <span lang="zh-CN">{question.label["zh-CN"]}</span>,
          answers: free?.(question) ?? question.options.map(nameOption).join("; "),
          [last.key]: last.say(question),
        },
      }))}
    />
  );
}

const nameRight = (options: Asked["options"], right: string) =>
  options.find(({ value }) => value === right)?.label.en || right;
const nameOption = ({ label, value }: Asked["options"][number]) => label.en || value;
