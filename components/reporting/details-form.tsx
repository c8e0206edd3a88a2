"use client";

import { useTranslations } from "next-intl";
import { useBuilderWords } from "#components/builder/use-builder-words.ts";
import { RevisedForm } from "#components/plan-form/revised-form.tsx";
import { ReportingFields } from "#components/reporting/reporting-fields.tsx";
import { Button } from "#components/ui/button.tsx";
import { detailsPath } from "#lib/paths.ts";
import { saveDetails } from "#lib/studies/reporting/actions.ts";
import type { Reporting } from "#lib/studies/reporting/schema.ts";
import type { ConsentSays } from "#lib/studies/reporting/stated.ts";

type Props = { slug: string; stated: Reporting; revision: number; consent: ConsentSays };

/** The same fields as in the builder, once the plan is frozen. */
export function DetailsForm({ slug, stated, revision, consent }: Props) {
  const t = useTranslations("reporting.details");
  const { errorWords, fieldWords } = useBuilderWords();
  return (
    <RevisedForm
      action={saveDetails}
      where={{ slug }}
      value={stated}
      revision={revision}
      theirs={detailsPath(slug)}
      conflict="reporting.conflict"
      findsBelow
      isSticky={false}
      label={t("title")}
      className="grid grid-cols-1 gap-6"
      words={{
        saved: t("saved"),
        unsaved: t("unsaved"),
        stored: t("stored"),
        invalid: t("invalid"),
        errorOf: errorWords,
        fieldErrorOf: fieldWords,
      }}
      buttons={(isSaving) => (
        <Button type="submit" variant="primary" busy={isSaving}>
          {t("save")}
        </Button>
      )}
    >
      {(tools) => <ReportingFields tools={tools} consent={consent} />}
    </RevisedForm>
  );
}
