"use client";

import { useTranslations } from "next-intl";
import { QuestionChoice } from "#components/builder/questions/choice.tsx";
import type { StepTools } from "#components/builder/step-form.tsx";
import { CheckboxField } from "#components/ui/fields/checkbox-field.tsx";
import { needs, type Questions } from "#lib/studies/schema.ts";

type Props = Pick<StepTools<Questions>, "value" | "set">;

/** What is asked at every case, besides who is speaking. */
export function QuestionsAsked({ value, set }: Props) {
  const t = useTranslations("builderWords.questions");
  const asked = needs.map((need) => ({ value: need, label: t(`needs.${need}`) }));
  return (
    <section className="grid gap-6">
      <header className="grid gap-1">
        <h2 className="text-xl font-semibold">{t("asked.title")}</h2>
        <p className="text-ink-muted">{t("asked.intro")}</p>
      </header>
      <AskedConfidence {...{ value, set }} />
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

function AskedConfidence({ value: { confidence }, set }: Props) {
  const t = useTranslations("builderWords.questions");
  const asked = needs.map((need) => ({ value: need, label: t(`needs.${need}`) }));
  return (
    <>
      <QuestionChoice
        legend={t("confidence.legend")}
        hint={t("confidence.hint")}
        value={confidence.ask}
        options={asked}
        onChange={(ask) => set({ confidence: { ...confidence, ask } })}
      />
      {confidence.ask !== "off" && (
        <div className="ml-6 grid gap-4">
          <QuestionChoice
            legend={t("form.legend")}
            hint={t(`form.hints.${confidence.form}`)}
            value={confidence.form}
            options={(["slider", "options"] as const).map((form) => ({
              value: form,
              label: t(`form.names.${form}`),
            }))}
            onChange={(form) => set({ confidence: { ...confidence, form } })}
          />
          <CheckboxField
            label={t("form.guided")}
            hint={t("form.guidedHint")}
            checked={confidence.guided ?? false}
            onChange={(event) => set({ confidence: { ...confidence, guided: event.target.checked } })}
          />
        </div>
      )}
    </>
  );
}
