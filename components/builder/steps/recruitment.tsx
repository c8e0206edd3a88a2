"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { BuilderStudy } from "#components/builder/builder-study.ts";
import { ReadingTime } from "#components/builder/reading-time.tsx";
import { StepForm } from "#components/builder/step-form.tsx";
import { prolificMarks } from "#components/invitations/address.ts";
import { Fields, fieldsOf, type FieldTools } from "#components/plan-form/fields.tsx";
import { ReportingFields } from "#components/reporting/reporting-fields.tsx";
import { CheckboxField } from "#components/ui/fields/checkbox-field.tsx";
import { TextAreaField } from "#components/ui/fields/text-field.tsx";
import { invitationsPath } from "#lib/paths.ts";
import type { Spread } from "#lib/studies/reading/reading-time.ts";
import { listConsentSays } from "#lib/studies/reporting/stated.ts";
import { recruitmentWays, type Design } from "#lib/studies/schema.ts";

type Tools = { tools: FieldTools<Design["recruitment"]> };
const { number } = fieldsOf<Design["recruitment"]>();

export function RecruitmentStep({ study, reading }: { study: BuilderStudy; reading: Spread | null }) {
  const t = useTranslations("builderWords.recruitment");
  return (
    <StepForm study={study} step="recruitment" value={study.design.recruitment} about={[t("about.ways")]}>
      {(tools) => (
        <>
          <ReadingTime design={study.design} reading={reading} />
          <Ways tools={tools} />
          <Cohorts tools={tools} />
          <Reporting tools={tools} words={study.design.words} />
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

function Ways({ tools }: Tools) {
  const t = useTranslations("builderWords.recruitment");
  const { ways } = tools.value;
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 text-xl font-semibold">{t("ways.title")}</legend>
      {recruitmentWays.map((way) => (
        <CheckboxField
          key={way}
          label={t(`ways.${way}.name`)}
          hint={t(`ways.${way}.hint`)}
          checked={ways.includes(way)}
          onChange={({ target }) =>
            tools.set({
              ways: recruitmentWays.filter((one) => (one === way ? target.checked : ways.includes(one))),
            })
          }
        />
      ))}
      {ways.includes("open_link") && (
        <div className="ml-9 max-w-md">
          <Fields
            tools={tools}
            items={[
              number("perAddress", t("perAddress.label"), {
                hint: t("perAddress.hint"),
                min: 1,
                empty: "absent",
              }),
            ]}
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

const readLines = (text: string): string[] => [
  ...new Set(
    text
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];

/** One name a line. What is typed stays as it is; what is stored are its names. */
function Cohorts({ tools: { value, set, errors } }: Tools) {
  const t = useTranslations("builderWords.recruitment.cohorts");
  const [text, setText] = useState(value.cohorts.join("\n"));
  const wrong = Object.keys(errors).find((path) => path === "cohorts" || path.startsWith("cohorts."));
  const cohort = wrong && value.cohorts[Number(wrong.split(".")[1])];
  return (
    <div className="max-w-xl">
      <TextAreaField
        label={t("label")}
        hint={t("hint")}
        value={text}
        rows={5}
        onChange={({ target }) => {
          setText(target.value);
          set({ cohorts: readLines(target.value) });
        }}
        error={wrong && (cohort === undefined ? t("tooMany") : t("wrong", { cohort }))}
      />
    </div>
  );
}

/** What the report will have to say of participants: best stated before anybody takes part. */
function Reporting({ tools: { value, set, errors, errorOf }, words }: Tools & Pick<Design, "words">) {
  const t = useTranslations("reporting");
  return (
    <fieldset id="reporting" className="grid min-w-0 grid-cols-1 gap-4">
      <legend className="mb-2 text-xl font-semibold">{t("title")}</legend>
      <p className="measure text-ink-muted">{t("intro")}</p>
      <ReportingFields
        tools={{
          value: value.reporting ?? {},
          set: (change) =>
            set(({ reporting = {} }) => {
              const next = { ...reporting, ...(typeof change === "function" ? change(reporting) : change) };
              const isStated = Object.values(next).some((one) => one !== undefined);
              return { reporting: isStated ? next : undefined };
            }),
          errors,
          errorOf: (path) => errorOf(`reporting.${path}`),
        }}
        consent={listConsentSays(words.ethics)}
      />
    </fieldset>
  );
}
