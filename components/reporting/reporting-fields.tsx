"use client";

import { useTranslations } from "next-intl";
import { AllowanceFields } from "#components/reporting/allowance-fields.tsx";
import { ApprovalFields } from "#components/reporting/approval-fields.tsx";
import { PaymentFields } from "#components/reporting/payment-fields.tsx";
import { TextAreaField, TextField } from "#components/ui/fields/text-field.tsx";
import type { ConsentSays } from "#lib/studies/reporting/stated.ts";
import type { Reporting, ReportingField } from "#lib/studies/reporting/schema.ts";

export type ReportingTools = {
  value: Reporting;
  /** Undefined: not stated. */
  set: <F extends ReportingField>(field: F, value: Reporting[F]) => void;
  errorOf: (path: string) => string | undefined;
};

/** What the consent page says about it is quoted where nothing else is stated. */
type Props = ReportingTools & { consent: ConsentSays };

/** What a methods section has to say of participants and the data can’t: each of it may be left open. */
export function ReportingFields({ consent, ...tools }: Props) {
  const period = <Period {...tools} />;
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-6">
      <Sentences {...tools} field="how" />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Phrase {...tools} />
        {period}
      </div>
      <Sentences {...tools} field="eligibility" />
      <PaymentFields {...tools} consent={consent.payment} />
      <ApprovalFields {...tools} consent={consent.approval} />
      <Sentences {...tools} field="furtherConsent" />
      <AllowanceFields {...tools} field="translation" />
      <AllowanceFields {...tools} field="tools" />
    </div>
  );
}

type OfField<F extends ReportingField> = ReportingTools & { field: F };

function Sentences({ value, set, errorOf, field }: OfField<"how" | "eligibility" | "furtherConsent">) {
  const t = useTranslations("reporting");
  return (
    <div id={`reporting-${field}`} className="scroll-mt-24">
      <TextAreaField
        label={t(`fields.${field}`)}
        hint={t(`hints.${field}`)}
        rows={2}
        value={value[field] ?? ""}
        onChange={({ target }) => set(field, target.value || undefined)}
        error={errorOf(field)}
      />
    </div>
  );
}

function Phrase({ value, set, errorOf }: ReportingTools) {
  const t = useTranslations("reporting");
  return (
    <div id="reporting-where" className="scroll-mt-24">
      <TextField
        label={t("fields.where")}
        hint={t("hints.where")}
        value={value.where ?? ""}
        onChange={({ target }) => set("where", target.value || undefined)}
        error={errorOf("where")}
      />
    </div>
  );
}

function Period({ value: { period }, set, errorOf }: ReportingTools) {
  const t = useTranslations("reporting");
  const change = (end: "from" | "to", day: string) => {
    const next = { from: "", to: "", ...period, [end]: day };
    set("period", next.from || next.to ? next : undefined);
  };
  return (
    <fieldset id="reporting-period" className="grid min-w-0 grid-cols-1 gap-2">
      <legend className="mb-1 font-medium">{t("fields.period")}</legend>
      <p className="text-sm text-ink-muted">{t("hints.period")}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        {(["from", "to"] as const).map((end) => (
          <TextField
            key={end}
            type="date"
            label={t(`period.${end}`)}
            value={period?.[end] ?? ""}
            onChange={({ target }) => change(end, target.value)}
            error={errorOf(`period.${end}`)}
          />
        ))}
      </div>
    </fieldset>
  );
}
