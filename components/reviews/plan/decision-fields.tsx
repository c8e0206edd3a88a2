"use client";

import { useTranslations } from "next-intl";
import { NamedList } from "#components/reviews/plan/named-list.tsx";
import type { PlanFields } from "#components/reviews/plan/plan-form.tsx";
import { PlanSection } from "#components/reviews/plan/plan-section.tsx";
import { TextAreaField, TextField } from "#components/ui/fields/text-field.tsx";
import { reviewLanguages } from "#lib/reviews/plan/schema.ts";

/** What annotators and reviewers choose among, and what they are told. */
export function DecisionFields({ value, set, errorOf }: PlanFields) {
  const t = useTranslations("reviews.plan");
  const { decisions, errorTypes, guidance } = value;
  return (
    <PlanSection id="decisions" title={t("decisions.title")} about={t("decisions.about")}>
      <div className="grid gap-4 sm:grid-cols-2">
        {reviewLanguages.map((language) => (
          <TextField
            key={language}
            label={t("decisions.acceptWord", { language: t(`languages.${language}`) })}
            lang={language}
            value={decisions.acceptWord[language]}
            onChange={(event) =>
              set({
                decisions: {
                  ...decisions,
                  acceptWord: { ...decisions.acceptWord, [language]: event.target.value },
                },
              })
            }
            error={errorOf(`decisions.acceptWord.${language}`)}
            autoComplete="off"
          />
        ))}
      </div>
      <NamedList
        kind="reasons"
        most={40}
        value={decisions.reasons}
        onChange={(reasons) => set({ decisions: { ...decisions, reasons } })}
        errorOf={(path) => errorOf(`decisions.reasons${path}`)}
      />
      <NamedList
        kind="errorTypes"
        most={20}
        value={errorTypes}
        onChange={(types) => set({ errorTypes: types })}
        errorOf={(path) => errorOf(`errorTypes${path}`)}
      />
      <div className="grid gap-4 xl:grid-cols-2">
        {reviewLanguages.map((language) => (
          <TextAreaField
            key={language}
            label={t("guidance.label", { language: t(`languages.${language}`) })}
            hint={t("guidance.hint")}
            lang={language}
            rows={12}
            value={guidance[language]}
            onChange={(event) => set({ guidance: { ...guidance, [language]: event.target.value } })}
            error={errorOf(`guidance.${language}`)}
          />
        ))}
      </div>
    </PlanSection>
  );
}
