"use client";

import { useTranslations } from "next-intl";
import type { BuilderStudy } from "#components/builder/builder-study.ts";
import { QuestionChoice } from "#components/builder/questions/choice.tsx";
import type { StepTools } from "#components/builder/step-form.tsx";
import { CheckboxField } from "#components/ui/fields/checkbox-field.tsx";
import { needs, type Questions } from "#lib/studies/schema.ts";

type Props = Pick<StepTools<Questions>, "value" | "set"> & Pick<BuilderStudy, "task">;

/** What is asked at every case, besides who is speaking. */
export function QuestionsAsked({ value, set, task }: Props) {
  const t = useTranslations("builderWords.questions");
  const asked = needs.map((need) => ({ value: need, label: t(`needs.${need}`) }));
  return (
    <section className="grid gap-6">
      <header className="grid gap-1">
        <h2 className="text-xl font-semibold">{t("asked.title")}</h2>
        <p className="text-ink-muted">{t("asked.intro")}</p>
      </header>
      <AskedConfidence value={value} set={set} task={task} />
      <QuestionChoice
        legend={t("reason.legend")}
        hint={t("reason.hint")}
        value={value.reason}
        options={asked}
        onChange={(reason) => set({ reason })}
      />
      <QuestionChoice
        legend={t("knowsWork.legend")}
        hint={t("knowsWork.hint")}
        value={value.knowsWork}
        options={asked}
        onChange={(knowsWork) => set({ knowsWork })}
      />
      <QuestionChoice
        legend={t("flag.legend")}
        hint={t("flag.hint")}
        value={value.flag}
        options={(["off", "optional"] as const).map((need) => ({ value: need, label: t(`needs.${need}`) }))}
        onChange={(flag) => set({ flag })}
      />
    </section>
  );
}

function AskedConfidence({ value: { confidence }, set, task }: Props) {
  const t = useTranslations("builderWords.questions");
  const right = String(task.hasRight);
  const forms = (["slider", "options"] as const).filter(
    (form) => form === "slider" || task.asksProbabilities || confidence.form === form,
  );
  const asked = needs.map((need) => ({ value: need, label: t(`needs.${need}`) }));
  return (
    <>
      <QuestionChoice
        legend={t("confidence.legend")}
        hint={t("confidence.hint", { right })}
        value={confidence.ask}
        options={asked}
        onChange={(ask) => set({ confidence: { ...confidence, ask } })}
      />
      {confidence.ask !== "off" && (
        <div className="ml-6 grid gap-4">
          <QuestionChoice
            legend={t("form.legend")}
            hint={t(`form.hints.${confidence.form}`, { right })}
            value={confidence.form}
            options={forms.map((form) => ({
              value: form,
              label: t(`form.names.${form}`),
            }))}
            onChange={(form) => set({ confidence: { ...confidence, form } })}
          />
          {task.asksProbabilities && (
            <CheckboxField
              label={t("form.guided")}
              hint={t("form.guidedHint")}
              checked={confidence.guided ?? false}
              onChange={(event) => set({ confidence: { ...confidence, guided: event.target.checked } })}
            />
          )}
        </div>
      )}
    </>
  );
}
