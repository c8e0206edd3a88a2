"use client";

import { useTranslations } from "next-intl";
import type { BuilderStudy } from "#components/builder/builder-study.ts";
import { FieldsHeader, StepForm } from "#components/builder/step-form.tsx";
import { Fields, fieldsOf, type FieldTools, group, type Item, row } from "#components/plan-form/fields.tsx";
import {
  maxComprehension,
  type ComprehensionQuestion,
  needs,
  type BackgroundQuestion,
  type Need,
  type Questions,
} from "#lib/studies/schema.ts";

type Tools = { tools: FieldTools<Questions> };
type Props = Tools & Pick<BuilderStudy, "task">;

const f = fieldsOf<Questions>();
const defaults = { background: [], comprehension: [] };

export function QuestionsStep({ study: { task, ...study } }: { study: BuilderStudy }) {
  const t = useTranslations("builderWords.questions");
  const points = task.hasRight ? (["confidence", "exposure"] as const) : (["exposure"] as const);
  return (
    <StepForm
      study={study}
      step="questions"
      value={study.design.questions}
      defaults={defaults}
      about={points.map((point) => t(`about.${point}`))}
    >
      {(tools) => (
        <>
          <CaseQuestions tools={tools} task={task} />
          <Background tools={tools} />
          <Fields
            tools={tools}
            items={[f.toggle("preferNotToSay", t("preferNotToSay"), { hint: t("preferNotToSayHint") })]}
          />
          <Comprehension tools={tools} />
          <Course tools={tools} task={task} />
        </>
      )}
    </StepForm>
  );
}

/** What is asked at every case, besides who is speaking. */
function CaseQuestions({ tools, task }: Props) {
  const t = useTranslations("builderWords.questions");
  const { confidence } = tools.value;
  const right = String(task.hasRight);
  const forms = (["slider", "options"] as const).filter(
    (form) => form === "slider" || task.asksProbabilities || confidence.form === form,
  );
  const asked = (of: readonly Need[] = needs) => of.map((need) => [need, t(`needs.${need}`)] as const);
  return (
    <section className="grid gap-6">
      <FieldsHeader title={t("asked.title")} intro={t("asked.intro")} />
      <Fields
        tools={tools}
        items={[
          f.choice("confidence.ask", t("confidence.legend"), asked(), {
            hint: t("confidence.hint", { right }),
          }),
          confidence.ask !== "off" &&
            row("ml-6 grid gap-4", [
              f.choice(
                "confidence.form",
                t("form.legend"),
                forms.map((form) => [form, t(`form.names.${form}`)]),
                { hint: t(`form.hints.${confidence.form}`, { right }) },
              ),
              task.asksProbabilities &&
                f.toggle("confidence.guided", t("form.guided"), { hint: t("form.guidedHint") }),
            ]),
          f.choice("reason", t("reason.legend"), asked(), { hint: t("reason.hint") }),
          f.choice("knowsWork", t("knowsWork.legend"), asked(), { hint: t("knowsWork.hint") }),
          f.choice("flag", t("flag.legend"), asked(["off", "optional"]), { hint: t("flag.hint") }),
        ]}
      />
    </section>
  );
}

type Question = Pick<BackgroundQuestion, "key" | "label" | "options">;
const q = fieldsOf<Question>();
const o = fieldsOf<Question["options"][number]>();
const noWords = { en: "", "zh-CN": "" };

/** What questions about a person and about the instructions have in common: wording, and what can be chosen. */
function useQuestionFields() {
  const t = useTranslations("builderWords.background");
  return {
    head: (own: Item) =>
      row("grid gap-4 sm:grid-cols-2", [
        q.text("key", t("key"), { hint: t("keyHint"), isKey: true, className: "font-mono" }),
        own,
        q.texts("label", (of) => t("label", { language: t(`languages.${of}`) }), { className: "leading-6" }),
      ]),
    options: group(
      t("options"),
      [
        q.list("options", {
          max: 50,
          fresh: () => ({ value: "", label: noWords }),
          add: t("addOption"),
          addSize: "small",
          className: "grid items-end gap-3 sm:grid-cols-[repeat(3,minmax(0,1fr))_auto]",
          remove: (place) => ({ label: t("removeOption"), name: t("removeOptionOf", { place }) }),
          items: (place) => [
            o.text("value", t("optionValue", { place }), { isKey: true }),
            o.texts("label", (of) => t("optionLabel", { place, language: t(`languages.${of}`) }), {
              className: "leading-6",
            }),
          ],
        }),
      ],
      {
        className: "grid min-w-0 gap-3",
        legendClass: "font-medium",
        about: t("optionsHint"),
        aboutClass: "text-sm text-ink-muted",
      },
    ),
  };
}

const b = fieldsOf<BackgroundQuestion>();

/** What is asked once about the person. */
function Background({ tools }: Tools) {
  const t = useTranslations("builderWords.background");
  const { head, options } = useQuestionFields();
  return (
    <section className="grid gap-4">
      <FieldsHeader title={t("title")} intro={t("intro")} />
      <Fields
        tools={tools}
        items={[
          f.list("background", {
            max: 20,
            fresh: () => ({ key: "", kind: "choice", label: noWords, options: [], need: "optional" }),
            none: <p className="text-ink-muted">{t("none")}</p>,
            add: t("add"),
            className: "bg-raised",
            legend: (place) => t("item", { place }),
            move: (place, by) => t(by, { place }),
            remove: (place) => ({ label: t("remove", { place }) }),
            removeLook: { size: "small" },
            items: (place) => {
              const { kind } = tools.value.background[place - 1] ?? { kind: "text" };
              return [
                head(
                  b.select(
                    "kind",
                    t("kind"),
                    (["choice", "number", "text"] as const).map((one) => [one, t(`kinds.${one}`)]),
                    { hint: t(`kindHints.${kind}`) },
                  ),
                ),
                b.choice(
                  "need",
                  t("need"),
                  (["optional", "required"] as const).map((need) => [need, t(`needs.${need}`)]),
                ),
                kind === "choice" && options,
              ];
            },
          }),
        ]}
      />
    </section>
  );
}

const c = fieldsOf<ComprehensionQuestion>();

/** What is asked after the instructions, to see whether they were understood. */
function Comprehension({ tools }: Tools) {
  const t = useTranslations("builderWords.comprehension");
  const common = useTranslations("builderWords.background");
  const { head, options } = useQuestionFields();
  return (
    <section className="grid gap-4">
      <FieldsHeader title={t("title")} intro={t("intro")} />
      <Fields
        tools={tools}
        items={[
          f.list("comprehension", {
            max: maxComprehension,
            fresh: () => ({ key: "", label: noWords, options: [], right: "" }),
            add: t("add"),
            className: "bg-raised",
            legend: (place) => t("item", { place }),
            remove: (place) => ({ label: common("remove", { place }) }),
            removeLook: { size: "small" },
            items: (place) => [
              head(
                c.select(
                  "right",
                  t("right"),
                  [
                    ["", t("choose")],
                    ...(tools.value.comprehension?.[place - 1]?.options ?? [])
                      .filter(({ value }) => value !== "")
                      .map(({ value, label }) => [value, label.en || value] as const),
                  ],
                  { hint: t("rightHint") },
                ),
              ),
              options,
            ],
          }),
        ]}
      />
    </section>
  );
}

const usualLimit = 90;
const usualStretch = 20;

/** How a sitting goes: how long, whether back, and what is told at the end. */
function Course({ tools, task }: Props) {
  const t = useTranslations("builderWords.questions.course");
  const { mayGoBack, showScore } = tools.value;
  const right = String(task.hasRight);
  return (
    <section className="grid gap-4">
      <FieldsHeader title={t("title")} />
      <Fields
        tools={tools}
        items={[
          f.toggle("timeLimitMinutes", t("limit"), {
            hint: t("limitHint"),
            on: usualLimit,
            off: null,
            className: "max-w-48",
            opens: [f.number("timeLimitMinutes", t("minutes"), { min: 1 })],
          }),
          f.toggle("mayGoBack", t("back"), { hint: t("backHint") }),
          !mayGoBack && row("ml-9", [f.toggle("draftsCount", t("drafts"), { hint: t("draftsHint") })]),
          task.hasProfiles &&
            f.toggle("profiles", t("profiles"), { hint: t("profilesHint"), on: "open", off: undefined }),
          f.toggle("mayPass", t("pass"), { hint: t("passHint", { right }) }),
          (task.hasRight || showScore) && f.toggle("showScore", t("score"), { hint: t("scoreHint") }),
          f.toggle("breakAfterMinutes", t("break"), {
            hint: t("breakHint"),
            on: usualStretch,
            off: null,
            className: "max-w-48",
            opens: [f.number("breakAfterMinutes", t("breakMinutes"), { min: 5, max: 240 })],
          }),
          f.toggle("showPace", t("pace"), { hint: t("paceHint") }),
          f.toggle("reportPassage", t("report"), { hint: t("reportHint"), off: undefined }),
          f.toggle("lastComment", t("comment"), { hint: t("commentHint"), off: undefined }),
        ]}
      />
    </section>
  );
}
