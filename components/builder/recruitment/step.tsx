"use client";

import { useTranslations } from "next-intl";
import type { BuilderStudy } from "#components/builder/builder-study.ts";
import { NumberField } from "#components/builder/number-field.tsx";
import { ReadingTime } from "#components/builder/reading-time.tsx";
import { RecruitmentReporting } from "#components/builder/recruitment/reporting.tsx";
import { RecruitmentCohorts } from "#components/builder/recruitment/cohorts.tsx";
import { StepForm, type StepTools } from "#components/builder/step-form.tsx";
import { prolificMarks } from "#components/invitations/address.ts";
import { invitationsPath } from "#lib/paths.ts";
import { CheckboxField } from "#components/ui/fields/checkbox-field.tsx";
import type { Spread } from "#lib/studies/reading/reading-time.ts";
import { recruitmentWays, type Design } from "#lib/studies/schema.ts";

const points = ["ways", "cohorts", "who"] as const;

export function RecruitmentStep({ study, reading }: { study: BuilderStudy; reading: Spread | null }) {
  const t = useTranslations("builderWords.recruitment");
  const about = points.map((point) => <p key={point}>{t(`about.${point}`)}</p>);
  return (
    <StepForm study={study} step="recruitment" value={study.design.recruitment} about={about}>
      {(tools) => (
        <>
          <ReadingTime design={study.design} reading={reading} />
          <RecruitmentWays {...tools} />
          <RecruitmentCohorts
            value={tools.value.cohorts}
            onChange={(cohorts) => tools.set({ cohorts })}
            errors={tools.errors}
          />
          <RecruitmentReporting {...tools} words={study.design.words} />
          <p className="measure text-ink-muted">
            {t.rich("later", {
              link: (words) => (
                <a href={invitationsPath(study.slug)} className="text-accent underline">
                  {words}
                </a>
              ),
            })}
          </p>
        </>
      )}
    </StepForm>
  );
}

function RecruitmentWays({ value: { ways, perAddress }, set, errorOf }: StepTools<Design["recruitment"]>) {
  const t = useTranslations("builderWords.recruitment");
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 text-xl font-semibold">{t("ways.title")}</legend>
      {recruitmentWays.map((way) => (
        <CheckboxField
          key={way}
          label={t(`ways.${way}.name`)}
          hint={t(`ways.${way}.hint`)}
          checked={ways.includes(way)}
          onChange={(event) =>
            set({
              ways: recruitmentWays.filter((one) =>
                one === way ? event.target.checked : ways.includes(one),
              ),
            })
          }
        />
      ))}
      {ways.includes("open_link") && (
        <div className="ml-9 max-w-md">
          <NumberField
            name="perAddress"
            label={t("perAddress.label")}
            hint={t("perAddress.hint")}
            error={errorOf("perAddress")}
            min={1}
            value={perAddress ?? null}
            onNumber={(most) => set({ perAddress: most ?? undefined })}
          />
        </div>
      )}
      {ways.includes("prolific") && (
        <div className="ml-9 grid max-w-xl gap-2">
          <p>{t("prolific.parameters")}</p>
          <ul className="grid list-disc gap-1 ps-6">
            {prolificMarks.map((mark) => (
              <li key={mark}>
                <code className="font-mono text-sm">{mark}</code>
              </li>
            ))}
          </ul>
          <p className="text-ink-muted">{t("prolific.codes")}</p>
        </div>
      )}
    </fieldset>
  );
}
