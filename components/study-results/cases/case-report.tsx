"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { PlainAction } from "#components/studies/action-dialogs.tsx";
import { useFormAction } from "#components/shell/use-form-action.ts";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { ScriptForm } from "#components/shell/script-form.tsx";
import { SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { TextAreaField } from "#components/ui/fields/text-field.tsx";
import { reportBadCase, takeReportBack } from "#lib/study-results/actions.ts";

export type ReportedCase = { slug: string; track: string; key: string };

/** Says what is wrong with a case; the reason has to be given. */
export function ReportCase({ of }: { of: ReportedCase }) {
  const t = useTranslations("resultsCases.report");
  const [reason, setReason] = useState("");
  const { run, refusal, fields } = useFormAction(reportBadCase, {
    errors: "studies.errors",
    done: t("done"),
  });
  const ofFields = useTranslations("resultsCases.report.fields");
  const code = fields.reason as never;
  return (
    <ScriptForm action={run} aria-labelledby="report" className="grid max-w-prose gap-3">
      <FormMessage>{refusal}</FormMessage>
      <Hidden of={of} />
      <TextAreaField
        name="reason"
        rows={3}
        label={t("reason")}
        hint={t("reasonHint")}
        error={fields.reason && (ofFields.has(code) ? ofFields(code) : ofFields("unknown"))}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <div>
        <SubmitButton variant="secondary" busyLabel={t("busy")}>
          {t("submit")}
        </SubmitButton>
      </div>
    </ScriptForm>
  );
}

function Hidden({ of }: { of: ReportedCase }) {
  return Object.entries(of).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));
}

export function TakeReportBack({ of }: { of: ReportedCase }) {
  const t = useTranslations("resultsCases.report.withdraw");
  return (
    <PlainAction
      action={takeReportBack}
      fields={of}
      words={{ open: t("open"), title: t("title"), submit: t("submit"), busy: t("busy"), done: t("done") }}
      means={t("means")}
      look={{ size: "small" }}
    />
  );
}
