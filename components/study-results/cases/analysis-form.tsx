"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { RevisedForm } from "#components/plan-form/revised-form.tsx";
import { Button } from "#components/ui/button.tsx";
import { TextAreaField, TextField } from "#components/ui/fields/text-field.tsx";
import { saveAnalysis } from "#lib/case-analyses/actions.ts";
import { resultsCasePath } from "#lib/paths.ts";

type Props = {
  of: { slug: string; track: string; key: string };
  known: readonly string[];
  stored: { words: string; errorClass: string };
  revision: number;
  /** When and by whom it was saved last. */
  said: string;
};

export function AnalysisForm({ of, known, stored, revision, said }: Props) {
  const t = useTranslations("resultsCases.analysis");
  const errors = useTranslations("studies.errors");
  const classes = useId();
  const refused = (code: string) => (errors.has(code as never) ? errors(code as never) : errors("unknown"));
  return (
    <RevisedForm
      action={saveAnalysis}
      where={of}
      value={stored}
      revision={revision}
      theirs={`${resultsCasePath(of.slug, of)}#analysis`}
      conflict="reporting.conflict"
      isSticky={false}
      labelledBy="analysis"
      className="grid max-w-prose gap-3 print:hidden"
      words={{
        saved: t("saved"),
        unsaved: t("unsaved"),
        stored: said,
        invalid: t("invalid"),
        errorOf: refused,
        fieldErrorOf: refused,
      }}
      buttons={(isSaving) => (
        <Button type="submit" busy={isSaving}>
          {t("save")}
        </Button>
      )}
    >
      {({ value, set }) => (
        <>
          <TextField
            label={t("class")}
            hint={t("classHint")}
            list={classes}
            maxLength={100}
            value={value.errorClass}
            onChange={({ target }) => set({ errorClass: target.value })}
          />
          <datalist id={classes}>
            {known.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          <TextAreaField
            label={t("words")}
            rows={6}
            maxLength={20_000}
            value={value.words}
            onChange={({ target }) => set({ words: target.value })}
          />
        </>
      )}
    </RevisedForm>
  );
}
