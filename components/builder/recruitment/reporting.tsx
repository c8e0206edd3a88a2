"use client";

import { useTranslations } from "next-intl";
import type { StepTools } from "#components/builder/step-form.tsx";
import { ReportingFields } from "#components/reporting/reporting-fields.tsx";
import { listConsentSays } from "#lib/studies/reporting/stated.ts";
import type { Design } from "#lib/studies/schema.ts";

type Props = StepTools<Design["recruitment"]> & { words: Design["words"] };

/** What the report will have to say of participants: best stated before anybody takes part. */
export function RecruitmentReporting({ value, set, errorOf, words }: Props) {
  const t = useTranslations("reporting");
  return (
    <fieldset id="reporting" className="grid min-w-0 grid-cols-1 gap-4">
      <legend className="mb-2 text-xl font-semibold">{t("title")}</legend>
      <p className="measure text-ink-muted">{t("intro")}</p>
      <ReportingFields
        value={value.reporting ?? {}}
        set={(field, stated) =>
          set(({ reporting }) => {
            const { [field]: _, ...rest } = reporting ?? {};
            const next = stated === undefined ? rest : { ...rest, [field]: stated };
            return { reporting: Object.keys(next).length > 0 ? next : undefined };
          })
        }
        errorOf={(path) => errorOf(`reporting.${path}`)}
        consent={listConsentSays(words.ethics)}
      />
    </fieldset>
  );
}
