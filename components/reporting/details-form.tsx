"use client";

import { useTranslations } from "next-intl";
import { ConflictNotice } from "#components/builder/conflict.tsx";
import { useBuilderWords } from "#components/builder/use-builder-words.ts";
import { useRevisions } from "#components/builder/use-save.ts";
import { ReportingFields } from "#components/reporting/reporting-fields.tsx";
import { ScriptForm } from "#components/shell/script-form.tsx";
import { Button } from "#components/ui/button.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { useToast } from "#components/ui/toast.tsx";
import { detailsPath } from "#lib/paths.ts";
import { saveDetails } from "#lib/studies/reporting/actions.ts";
import type { ConsentSays } from "#lib/studies/reporting/stated.ts";
import type { Reporting } from "#lib/studies/reporting/schema.ts";

type Props = { slug: string; stated: Reporting; revision: number; consent: ConsentSays };

/** The same fields as in the builder, once the plan is frozen. */
export function DetailsForm({ slug, stated, revision, consent }: Props) {
  const t = useTranslations("reporting.details");
  const { errorWords, fieldWords } = useBuilderWords();
  const notify = useToast();
  const kept = useRevisions<Reporting>(saveDetails, { slug }, stated, revision);
  const { value, setValue, isUnsaved, isSaving, outcome, save } = kept;
  const errors = outcome?.kind === "invalid" ? outcome.fields : {};
  const done = () => notify({ title: t("saved") });
  const errorOf = (path: string) => {
    const found = Object.keys(errors).find((one) => one === path || one.startsWith(`${path}.`));
    return found === undefined ? undefined : fieldWords(errors[found] ?? "other");
  };
  return (
    <ScriptForm
      noValidate
      aria-label={t("title")}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSaving) save(done);
      }}
      className="grid grid-cols-1 gap-6"
    >
      <ReportingFields
        value={value}
        set={(field, next) =>
          setValue(({ [field]: _, ...rest }) => (next === undefined ? rest : { ...rest, [field]: next }))
        }
        errorOf={errorOf}
        consent={consent}
      />
      <div role="alert" className="empty:hidden">
        {outcome?.kind === "conflict" && (
          <ConflictNotice
            conflict={outcome.conflict}
            theirs={detailsPath(slug)}
            words="reporting.conflict"
            busy={isSaving}
            onReplace={() => save(done, outcome.conflict.revision)}
          />
        )}
      </div>
      <FormMessage>
        {outcome?.kind === "invalid"
          ? t("invalid")
          : outcome?.kind === "refused" && errorWords(outcome.error)}
      </FormMessage>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" busy={isSaving}>
          {t("save")}
        </Button>
        <p role="status" className="text-sm text-ink-muted">
          {isUnsaved ? t("unsaved") : t("stored")}
        </p>
      </div>
    </ScriptForm>
  );
}
