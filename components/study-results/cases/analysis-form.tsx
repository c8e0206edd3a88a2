"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { ConflictNotice } from "#components/builder/conflict.tsx";
import { useRevisions } from "#components/builder/use-save.ts";
import { ScriptForm } from "#components/shell/script-form.tsx";
import { Button } from "#components/ui/button.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { TextAreaField, TextField } from "#components/ui/fields/text-field.tsx";
import { useToast } from "#components/ui/toast.tsx";
import { saveAnalysis } from "#lib/case-analyses/actions.ts";
import { resultsCasePath } from "#lib/paths.ts";

type Written = { words: string; errorClass: string };
type Props = {
  of: { slug: string; track: string; key: string };
  known: readonly string[];
  stored: Written;
  revision: number;
  /** When and by whom it was saved last. */
  said: string;
};

export function AnalysisForm({ of, known, stored, revision, said }: Props) {
  const t = useTranslations("resultsCases.analysis");
  const errors = useTranslations("studies.errors");
  const notify = useToast();
  const { value, setValue, isUnsaved, isSaving, outcome, save } = useRevisions<Written>(
    saveAnalysis,
    of,
    stored,
    revision,
  );
  const done = () => notify({ title: t("saved") });
  const refused = (code: string) => (errors.has(code as never) ? errors(code as never) : errors("unknown"));
  return (
    <ScriptForm
      aria-labelledby="analysis"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSaving) save(done);
      }}
      className="grid max-w-prose gap-3 print:hidden"
    >
      <AnalysisFields
        value={value}
        known={known}
        set={(change) => setValue((now) => ({ ...now, ...change }))}
      />
      <div role="alert" className="empty:hidden">
        {outcome?.kind === "conflict" && (
          <ConflictNotice
            conflict={outcome.conflict}
            theirs={`${resultsCasePath(of.slug, of)}#analysis`}
            words="reporting.conflict"
            busy={isSaving}
            onReplace={() => save(done, outcome.conflict.revision)}
          />
        )}
      </div>
      <FormMessage>
        {outcome?.kind === "invalid" ? t("invalid") : outcome?.kind === "refused" && refused(outcome.error)}
      </FormMessage>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" busy={isSaving}>
          {t("save")}
        </Button>
        <p role="status" className="text-sm text-ink-muted">
          {isUnsaved ? t("unsaved") : said}
        </p>
      </div>
    </ScriptForm>
  );
}

type FieldsProps = { value: Written; known: readonly string[]; set: (change: Partial<Written>) => void };

function AnalysisFields({ value, known, set }: FieldsProps) {
  const t = useTranslations("resultsCases.analysis");
  const classes = useId();
  return (
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
  );
}
