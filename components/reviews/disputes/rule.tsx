"use client";

import { useTranslations } from "next-intl";
import { PlainAction } from "#components/studies/action-dialogs.tsx";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import { TextAreaField } from "#components/ui/fields/text-field.tsx";
import { ruleInDispute } from "#lib/reviews/actions.ts";

/** A lead's word, which ends a dispute. */
export function Rule({ slug, checkId, number }: { slug: string; checkId: string; number: number }) {
  const t = useTranslations("reviews.disputes.rule");
  return (
    <PlainAction
      action={ruleInDispute}
      fields={{ slug, checkId }}
      words={{
        open: t("open"),
        openOf: t("openOf", { number }),
        title: t("openOf", { number }),
        submit: t("submit"),
        busy: t("busy"),
        done: t("done"),
      }}
      means={t("means")}
      errors="reviews.errors"
      fieldErrors="reviews.fieldErrors"
    >
      {(errorOf) => (
        <>
          <SelectField name="stands" label={t("stands")}>
            <option value="yes">{t("yes")}</option>
            <option value="no">{t("no")}</option>
          </SelectField>
          <TextAreaField name="words" label={t("words")} hint={t("wordsHint")} error={errorOf("words")} />
        </>
      )}
    </PlainAction>
  );
}
