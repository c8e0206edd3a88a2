"use client";

import { useTranslations } from "next-intl";
import { Tabs } from "#components/ui/tabs.tsx";
import { recruitmentWays, type RecruitmentWay } from "#lib/studies/schema.ts";
import { useState } from "react";
import { useShowCreated, type CreatedInvitation } from "#components/invitations/sheet.tsx";
import { useFormAction } from "#components/shell/use-form-action.ts";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { ScriptForm } from "#components/shell/script-form.tsx";
import { SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { TextField } from "#components/ui/fields/text-field.tsx";
import { invite, makeOpenLink, makeProlific } from "#lib/invitations/actions.ts";
import { SelectField } from "#components/ui/fields/select-field.tsx";

type Props = {
  studyId: string;
  /** Those of the plan; where it names none, all. */
  ways: readonly RecruitmentWay[];
  cohorts: readonly string[];
  people: number;
};

export function CreateInvitations({ ways, ...rest }: Props) {
  const t = useTranslations("invitations.making");
  const open = recruitmentWays.filter((way) => ways.length === 0 || ways.includes(way));
  return (
    <section aria-labelledby="making" className="mb-12 grid grid-cols-1 gap-4">
      <h2 id="making" className="text-xl font-semibold">
        {t("title")}
      </h2>
      <Tabs
        label={t("ways")}
        items={open.map((way) => ({
          value: way,
          label: t(`${way}.name`),
          content: <CreateForm way={way} {...rest} />,
        }))}
      />
    </section>
  );
}

type CreateFormProps = { way: RecruitmentWay; studyId: string; cohorts: readonly string[]; people: number };

const actions = { invitation: invite, open_link: makeOpenLink, prolific: makeProlific };
const counted = { invitation: "count", open_link: "cap", prolific: "places" } as const;
const codes = ["completion", "screenOut", "noConsent"] as const;
const noCodes = { completion: "", screenOut: "", noConsent: "" };

/** One way of letting people in; what comes of it is shown above the page. */
function CreateForm({ way, studyId, cohorts, people }: CreateFormProps) {
  const t = useTranslations("invitations");
  const show = useShowCreated();
  const [count, setCount] = useState(String(people));
  const [cohort, setCohort] = useState("");
  const [until, setUntil] = useState("");
  const [service, setService] = useState(noCodes);
  const { run, refusal, errorOf } = useFormAction<CreatedInvitation | CreatedInvitation[]>(actions[way], {
    errors: "invitations.errors",
    fieldErrors: "invitations.fieldErrors",
    onDone: (created) =>
      show({
        way,
        invitations: Array.isArray(created) ? created : [created],
        until: way === "prolific" ? "" : until,
      }),
  });
  const name = counted[way];
  return (
    <ScriptForm action={run} noValidate className="grid max-w-2xl gap-4">
      <p className="text-ink-muted">{t(`making.${way}.about`)}</p>
      <FormMessage>{refusal}</FormMessage>
      <input type="hidden" name="studyId" value={studyId} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <CountField name={name} value={count} onChange={setCount} error={errorOf(name)} />
        {/* One of those the plan names: others would make groups that nobody planned. */}
        {cohorts.length === 0 ? (
          <input type="hidden" name="cohort" value="" />
        ) : (
          <SelectField
            name="cohort"
            label={t("fields.cohort")}
            value={cohort}
            onChange={(event) => setCohort(event.target.value)}
            error={errorOf("cohort")}
          >
            <option value="">{t("fields.noCohort")}</option>
            {cohorts.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </SelectField>
        )}
        {way !== "prolific" && (
          <LastDayField value={until} onChange={setUntil} error={errorOf("expiresAt")} />
        )}
      </div>
      {way === "prolific" && (
        <fieldset className="grid gap-4 sm:grid-cols-3">
          <legend className="mb-1 font-semibold">{t("fields.codes")}</legend>
          {codes.map((code) => (
            <TextField
              key={code}
              name={code}
              label={t(`fields.${code}`)}
              value={service[code]}
              onChange={(event) => setService({ ...service, [code]: event.target.value })}
              error={errorOf(code)}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          ))}
        </fieldset>
      )}
      <div>
        <SubmitButton busyLabel={t("making.busy")}>{t(`making.${way}.submit`)}</SubmitButton>
      </div>
    </ScriptForm>
  );
}

type Field = { value: string; onChange: (value: string) => void; error?: string };

export function LastDayField({ value, onChange, error }: Field) {
  const t = useTranslations("invitations.fields");
  return (
    <TextField
      type="date"
      name="expiresAt"
      label={t("lastDay")}
      hint={t("lastDayHint")}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={error}
    />
  );
}

export function CountField({
  name,
  value,
  onChange,
  error,
}: Field & { name: "count" | "cap" | "places" | "maxUses" }) {
  const t = useTranslations("invitations.fields");
  return (
    <TextField
      type="number"
      name={name}
      label={t(name)}
      hint={t(`${name}Hint`)}
      min={1}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={error}
      autoComplete="off"
    />
  );
}
